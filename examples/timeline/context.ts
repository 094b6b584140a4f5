/** What an event means beside the others: the results of a call, the status before a change. Pure. */
import type {
  ActionEvent,
  AgentErrorEvent,
  AgentEvent,
  ObservationEvent,
  Schema,
  UserRejectObservation,
} from "agent-server-client";
import { isActionEvent, isObservationLike, isStateUpdate } from "agent-server-client";
import type { Item } from "./read.js";
import { repeatedPieces } from "./streamed.js";

/** What answers a call: a result, a refusal, or an error. */
export type Result = ObservationEvent | UserRejectObservation | AgentErrorEvent;

export interface Context {
  /** What answered this call; usually one event. */
  readonly resultsOf: (call: ActionEvent) => readonly Result[];
  /** Is it shown with its call already? */
  readonly isShownWithCall: (event: AgentEvent) => boolean;
  /** The execution status before this update of it; absent when nothing said so. */
  readonly statusBefore: (update: AgentEvent) => string | undefined;
  /** Is it a piece of streamed text that a message or a call says again? */
  readonly isRepeated: (item: Item) => boolean;
  /** The bash command that this came of; absent when it is not in the recording. */
  readonly commandOf: (output: Schema<"BashOutput">) => string | undefined;
}

export function contextOf(items: readonly Item[]): Context {
  const events = items.flatMap((item) => (item.type === "event" ? [item.event] : []));
  const { resultsByCall, answering } = pair(events);
  const statuses = statusesBefore(events);
  const repeated = repeatedPieces(items);
  const commands = bashCommands(items);
  return {
    resultsOf: (call) => resultsByCall.get(call) ?? [],
    isShownWithCall: (event) => answering.has(event),
    statusBefore: (update) => statuses.get(update),
    isRepeated: (item) => repeated.has(item),
    commandOf: (output) => commands.get(output.command_id),
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

const bashCommands = (items: readonly Item[]): Map<string, string> =>
  new Map(
    items.flatMap((item) =>
      item.type === "bash" && item.event.kind === "BashCommand" ? [[item.event.id, item.event.command]] : [],
    ),
  );
