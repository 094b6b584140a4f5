/** Whether the run that a message began has ended, and how. Pure. */
import {
  type AgentEvent,
  classifyError,
  isConversationErrorEvent,
  isStateUpdate,
  isUserMessage,
} from "agent-server-client";
import type { StreamUpdate } from "agent-server-client/stream";

/** How it ended: `problem` says in one line why that is a failure. */
export interface RunEnd {
  readonly problem?: string;
}

/** These are no failures: it is done, or someone else's turn. */
const GOOD: readonly string[] = ["finished", "waiting_for_confirmation", "paused"];
/** What the server says of one field at a time can still be taken back, and why a run failed comes after its `error`. */
const BEGUN: readonly string[] = ["running", "error", "stuck"];

/**
 * Takes one update after the other and tells when the run is over. It counts from the message on, for a run from before
 * may end meanwhile; and the end is what a whole state says. `isSaid` and `hasRun`: the message, and the run, are there.
 */
export function createRunWatch(now = { isSaid: false, hasRun: false }): (update: StreamUpdate) => RunEnd | undefined {
  let { isSaid, hasRun } = now;
  let failure: AgentEvent | undefined;

  const endOf = (status: string): RunEnd => {
    if (GOOD.includes(status)) return {};
    const why = failure === undefined ? "" : ` ${classifyError(failure).message}`;
    return { problem: `the run has ended with the status ${status}.${why}` };
  };
  const sees = (status: string): RunEnd | undefined => {
    if (status === "running") hasRun = true;
    else if (isSaid && hasRun) return endOf(status);
    else hasRun = false;
    return undefined;
  };

  return (update) => {
    if (update.type === "reset") [isSaid, hasRun] = [true, true]; // the log that the message was in is gone
    if (update.type === "state") return sees(update.value.execution_status ?? "idle");
    if (update.type !== "event") return undefined;
    const { event } = update;
    if (isUserMessage(event)) isSaid = true;
    if (isConversationErrorEvent(event)) failure = event;
    if (!isStateUpdate(event, "execution_status")) return undefined;
    if (BEGUN.includes(event.value ?? "idle")) hasRun = true;
    if (event.value === "running") failure = undefined; // what was said before is of another run
    return undefined;
  };
}
