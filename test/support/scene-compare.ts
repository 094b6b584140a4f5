/** Two conversations are compared event by event: ids are places in their logs, and what is made up is left out. */
import { type Fields, fieldsOf, isFields } from "../../src/simulator/fields.js";
import type { WireEvent } from "../../src/simulator/world.js";
import type { Told } from "./simulated.js";

type Placed = (id: unknown) => unknown;

/** By the place of each event in its log; what is not there stays as it is. */
export function placesOf(log: readonly { readonly id: string }[]): Placed {
  const places = new Map<unknown, string>(log.map(({ id }, index) => [id, `#${index}`]));
  return (id) => places.get(id) ?? id;
}

const MADE_UP = new Set(["timestamp", "llm_response_id", "response_id", "chunk_id"]);

/** An event as it is compared. */
export function comparable(event: WireEvent | Told, placed: Placed): unknown {
  const calls = new Map<unknown, unknown>();
  const walk = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, name));
    if (isFields(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, walk(field, key)]));
    }
    if (MADE_UP.has(name)) return typeof value;
    if (name === "tool_call_id" || String(value).startsWith("call_")) return calls.get(value) ?? "call";
    return placed(value);
  };
  if (event.kind === "SystemPromptEvent") {
    const tools = (event["tools"] as readonly Fields[]).filter(({ kind }) => kind !== "MCPToolDefinition");
    const told = tools.map((tool) => ({
      ...tool,
      description: "",
      ...("input_schema" in tool && { input_schema: "" }),
    }));
    const context = event["dynamic_context"] ? { dynamic_context: "" } : {};
    return walk({ ...event, ...context, system_prompt: "", tools: told }, "");
  }
  if (event.kind === "ConversationStateUpdateEvent" && (event.key === "stats" || event.key === "full_state")) {
    return walk({ ...event, value: event.key === "stats" ? keysIn(event["value"]) : stateIn(event["value"]) }, "");
  }
  if (event.kind === "Condensation") {
    const ids = event["forgotten_event_ids"] as readonly string[];
    return {
      ...fieldsOf(walk(event, "")),
      forgotten_event_ids: ids.map(placed).sort((a, b) => String(a).localeCompare(String(b))),
    };
  }
  return walk(event, "");
}

/** The names in a value, and nothing of what is in them but lists and objects. */
export function keysIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysIn);
  if (!isFields(value)) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, keysIn(field)]));
}

/** Of a whole state: what it has, and its status. */
function stateIn(value: unknown): unknown {
  const { execution_status, stats, agent, ...rest } = fieldsOf(value);
  return {
    execution_status,
    names: Object.keys({ ...rest, stats, agent }).sort((a, b) => String(a).localeCompare(String(b))),
  };
}

/** A frame as it is compared: its kind of frame, its place, and its event in short. */
export function frameLine(frame: Told, placed: Placed): string {
  const { type, event, seq, item_id, attempt, anchor_seq, order, kind, content, reason } = frame;
  if (type === "sync") return "sync";
  if (event !== undefined) return `${type} ${seq ?? "-"} ${eventLine(event, placed)}`;
  // How reasoning is cut into pieces is not scripted
  const said = kind === "reasoning" ? String(content).trim() : content;
  return JSON.stringify([type, placed(item_id), attempt, anchor_seq, order, kind, said, reason]);
}

export function eventLine(event: Told, placed: Placed): string {
  const { kind, key, source, value, content, reasoning_content, action, observation, code } = event;
  if (kind === "StreamingDeltaEvent") return `delta ${content ?? String(reasoning_content).trim()}`;
  const status = key === "full_state" ? fieldsOf(value)["execution_status"] : value;
  const what = fieldsOf(action ?? observation)["kind"] ?? code ?? "";
  return [placed(event.id), kind, what, source, key ?? "", typeof status === "string" ? placed(status) : ""]
    .map((part) => (key === "full_state" && part === event.id ? "-" : part))
    .join(" ");
}
