/** What an event means beside the others: the results of a call, the status before a change. Pure. */
import type {
  ActionEvent,
  AgentErrorEvent,
  AgentEvent,
  ObservationEvent,
  UserRejectObservation,
} from "agent-server-client";
import { isActionEvent, isObservationLike, isStateUpdate } from "agent-server-client";

/** What answers a call: a result, a refusal, or an error. */
export type Result = ObservationEvent | UserRejectObservation | AgentErrorEvent;

export interface Context {
  /** What answered this call; usually one event. */
  readonly resultsOf: (call: ActionEvent) => readonly Result[];
  /** Is it shown with its call already? */
  readonly isShownWithCall: (event: AgentEvent) => boolean;
  /** The execution status before this update of it; absent when nothing said so. */
  readonly statusBefore: (update: AgentEvent) => string | undefined;
}

export function contextOf(events: readonly AgentEvent[]): Context {
  const { resultsByCall, answering } = pair(events);
  const statuses = statusesBefore(events);
  return {
    resultsOf: (call) => resultsByCall.get(call) ?? [],
    isShownWithCall: (event) => answering.has(event),
    statusBefore: (update) => statuses.get(update),
  };
}

/** By `action_id`; an agent error has none and names the `tool_call_id` only. Parallel calls are answered in any order. */
function pair(events: readonly AgentEvent[]) {
  const calls = events.filter(isActionEvent);
  const byId = new Map(calls.map((call) => [call.id, call]));
  const byCallId = new Map(calls.map((call) => [call.tool_call_id, call]));
  const resultsByCall = new Map<AgentEvent, Result[]>(calls.map((call) => [call, []]));
  const answering = new Set<AgentEvent>();
  for (const event of events) {
    if (!isObservationLike(event)) continue;
    const call = "action_id" in event ? byId.get(event.action_id) : byCallId.get(event.tool_call_id);
    if (!call) continue;
    resultsByCall.get(call)?.push(event);
    answering.add(event);
  }
  return { resultsByCall, answering };
}

function statusesBefore(events: readonly AgentEvent[]): Map<AgentEvent, string> {
  const before = new Map<AgentEvent, string>();
  let status: string | undefined;
  for (const event of events) {
    if (isStateUpdate(event, "full_state")) {
      status = event.value?.execution_status ?? status;
    } else if (isStateUpdate(event, "execution_status")) {
      if (status !== undefined) before.set(event, status);
      status = event.value;
    }
  }
  return before;
}
