/** Two conversations are compared event by event: ids are places in their logs, and what is made up is left out. */
import { type Fields, fieldsOf, isFields, textOr } from "../../src/simulator/fields.js";
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
function keysIn(value: unknown): unknown {
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
  const { id, kind, key = "", source, value, action, observation, code } = event;
  if (kind === "StreamingDeltaEvent") {
    const { content = "", reasoning_content = "" } = event;
    return `delta ${textOr(content)} ${textOr(reasoning_content).trim()}`;
  }
  const isSnapshot = key === "full_state";
  const status = isSnapshot ? fieldsOf(value)["execution_status"] : value;
  const what = fieldsOf(action ?? observation)["kind"] ?? code;
  const place = isSnapshot ? "-" : placed(id);
  return JSON.stringify([place, kind, what, source, key, typeof status === "string" ? placed(status) : ""]);
}

const MADE_UP_OF_ONE = { id: "", title: "", created_at: "", updated_at: "", persistence_dir: "" };

/** A conversation as REST tells it, as it is compared. */
export function comparableInfo(info: Fields, placed: Placed): unknown {
  const { agent, stats, leaf_event_id, last_user_message_id, ...rest } = info;
  // Lists of what the models took have an entry for each answer
  const firsts = JSON.parse(JSON.stringify(stats), (_, value: unknown) =>
    Array.isArray(value) ? value.slice(0, 1) : value,
  ) as unknown;
  return {
    ...rest,
    ...MADE_UP_OF_ONE,
    agent: keysIn(agent),
    stats: keysIn(firsts),
    leaf_event_id: placed(leaf_event_id),
    last_user_message_id: placed(last_user_message_id),
  };
}
