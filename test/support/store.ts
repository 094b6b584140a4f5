/** Events by hand for the tests of the store: only what matters of each, the rest is as a server sends it. */
import { createConversationStore } from "../../src/conversation.js";
import type { AgentEvent, EventKind, EventOf } from "../../src/index.js";
import type { ItemUpdate, StreamUpdate } from "../../src/updates.js";

let count = 0;

/** An event of a kind; each is a millisecond after the one before. */
export function made<K extends EventKind>(kind: K, fields: Partial<EventOf<K>> & object): EventOf<K> {
  count += 1;
  const timestamp = new Date(Date.UTC(2026, 10, 30, 8) + count).toISOString().slice(0, -1);
  const event: object = { id: `e${count}`, timestamp, source: "agent", kind, ...fields };
  return event as EventOf<K>;
}

export const said = (text: string, source: "user" | "agent" = "agent", fields: Partial<EventOf<"MessageEvent">> = {}) =>
  made("MessageEvent", {
    source,
    llm_message: {
      role: source === "user" ? "user" : "assistant",
      content: [{ type: "text", text, cache_prompt: false }],
      thinking_blocks: [],
    },
    ...fields,
  });

export const called = (callId: string, fields: Partial<EventOf<"ActionEvent">> = {}) =>
  made("ActionEvent", {
    thought: [],
    thinking_blocks: [],
    action: { kind: "ThinkAction", thought: "" },
    tool_name: "think",
    tool_call_id: callId,
    tool_call: { id: callId, name: "think", arguments: "{}", origin: "completion" },
    llm_response_id: "r",
    ...fields,
  });

export const observed = ({ id, tool_call_id }: EventOf<"ActionEvent">, isError = false) =>
  made("ObservationEvent", {
    source: "environment",
    tool_name: "think",
    tool_call_id,
    action_id: id,
    observation: { kind: "ThinkObservation", content: [], is_error: isError },
  });

export const failed = (tool_call_id: string) =>
  made("AgentErrorEvent", { tool_name: "think", tool_call_id, error: "no such tool" });

export const rejected = ({ id, tool_call_id }: EventOf<"ActionEvent">) =>
  made("UserRejectObservation", {
    source: "user",
    tool_name: "think",
    tool_call_id,
    action_id: id,
    rejection_reason: "no",
    rejection_source: "user",
  });

export const acp = (tool_call_id: string, status: string, fields: Partial<EventOf<"ACPToolCallEvent">> = {}) =>
  made("ACPToolCallEvent", { tool_call_id, status, title: "Read", is_error: status === "failed", ...fields });

export const stateOf = (key: string, value: unknown, fields: Partial<EventOf<"ConversationStateUpdateEvent">> = {}) =>
  made("ConversationStateUpdateEvent", { source: "environment", key, value, ...fields });

export const hook = () =>
  made("HookExecutionEvent", { source: "hook", hook_event_type: "PreToolUse", hook_command: "true", success: true });

export const piece = (content: string) => made("StreamingDeltaEvent", { content });

export const item = (itemId: string, text: string, fields: Partial<ItemUpdate> = {}): ItemUpdate => ({
  type: "item",
  itemId,
  attempt: 1,
  status: "open",
  text,
  reasoning: "",
  textDelta: text,
  reasoningDelta: "",
  lossy: false,
  ...fields,
});

/** One after the other, each the child of the one before. */
export const chained = <E extends AgentEvent>(events: readonly E[]): E[] =>
  events.map((event, index) => {
    const parent = events[index - 1]?.id;
    return parent === undefined ? event : { ...event, parent_id: parent };
  });

/** An event as the session socket brings it, with its index when that is said. */
export const logged = (event: AgentEvent, seq: number | null = null): StreamUpdate => ({
  type: "event",
  seq,
  cursor: { seq, id: event.id },
  event,
});

export const storeOf = (...inputs: readonly (AgentEvent | StreamUpdate)[]) => {
  const store = createConversationStore();
  for (const input of inputs) store.apply(input);
  return store;
};

export const snapshotAfter = (...inputs: readonly (AgentEvent | StreamUpdate)[]) => storeOf(...inputs).getSnapshot();
