/** What an event means beside the others: the results of a call, the status before a change. Pure. */
import type { ActionEvent, AgentEvent, Schema } from "agent-server-client";
import { isStateUpdate } from "agent-server-client";
import { type ToolResult, toolCalls } from "agent-server-client/conversation";
import type { Item } from "./read.js";
import { repeatedPieces } from "./streamed.js";

export interface Context {
  /** What answered this call; usually one event. */
  readonly resultsOf: (call: ActionEvent) => readonly ToolResult[];
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
  const calls = toolCalls(events);
  const resultsByCall = new Map(calls.map(({ action, results }) => [action, results]));
  const shownWithCall = new Set<AgentEvent>(calls.flatMap(({ action, results }) => (action ? results : [])));
  const statuses = statusesBefore(events);
  const repeated = repeatedPieces(items);
  const commands = bashCommands(items);
  return {
    resultsOf: (call) => resultsByCall.get(call) ?? [],
    isShownWithCall: (event) => shownWithCall.has(event),
    statusBefore: (update) => statuses.get(update),
    isRepeated: (item) => repeated.has(item),
    commandOf: (output) => commands.get(output.command_id),
  };
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
