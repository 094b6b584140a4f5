/** What the timeline shows, row by row. Calls of one answer of the model are one row: they run side by side. */
import {
  type AgentEvent,
  isActionEvent,
  isConversationStateUpdateEvent,
  isEventOf,
  isObservationLike,
} from "agent-server-client";
import type { ToolCall } from "agent-server-client/conversation";

export type Row =
  | { readonly type: "event"; readonly id: string; readonly event: AgentEvent }
  | { readonly type: "calls"; readonly id: string; readonly calls: readonly ToolCall[] };

export function rowsOf(events: readonly AgentEvent[], toolCalls: readonly ToolCall[]): readonly Row[] {
  const byKey = new Map(toolCalls.map((call) => [call.key, call]));
  const orphans = new Map(
    toolCalls.flatMap((call) =>
      call.action || call.acp ? [] : call.results.slice(0, 1).map(({ id }) => [id, call] as const),
    ),
  );
  const rows: Row[] = [];
  for (const event of events) {
    const call = byKey.get(event.id) ?? orphans.get(event.id);
    if (call) {
      const last = rows.at(-1);
      if (last?.type === "calls" && isSameAnswer(last.calls.at(-1), call))
        rows[rows.length - 1] = { ...last, calls: [...last.calls, call] };
      else rows.push({ type: "calls", id: event.id, calls: [call] });
    } else if (!isQuiet(event)) rows.push({ type: "event", id: event.id, event });
  }
  return rows;
}

/** Parallel calls have the id of one answer. */
const isSameAnswer = (one: ToolCall | undefined, other: ToolCall): boolean =>
  one?.action !== undefined && one.action.llm_response_id === other.action?.llm_response_id;

/** Results stand beside their calls; state and figures stand elsewhere. */
const isQuiet = (event: AgentEvent): boolean =>
  isObservationLike(event) ||
  isActionEvent(event) ||
  isConversationStateUpdateEvent(event) ||
  isEventOf(event, "ACPToolCallEvent", "StreamingDeltaEvent", "TokenEvent", "LLMCompletionLogEvent");

/** Is it the same to look at? What has not changed is the same object in the next snapshot. */
export const isSameRow = (a: Row, b: Row): boolean =>
  a.type === "event"
    ? b.type === "event" && a.event === b.event
    : b.type === "calls" &&
      a.calls.length === b.calls.length &&
      a.calls.every((call, index) => call === b.calls[index]);
