/** A run, from its start to its end. */

import { type MessageContent, sendMessage } from "../calls.js";
import { classifyError } from "../classify.js";
import { type AgentClient, unwrap } from "../client.js";
import { ConversationRunError } from "../errors-of-calls.js";
import type { ConversationErrorEvent, ConversationExecutionStatus } from "../generated/types.js";
import { isConversationErrorEvent, isStateUpdate } from "../guards.js";
import type { StreamUpdate } from "../updates.js";
import { SILENCE_MS } from "./protocol.js";
import type { ReconnectOptions } from "./reconnect.js";
import { withSilences } from "./silences.js";
import type { WebSocketConstructor } from "./socket.js";
import { streamEvents } from "./stream.js";

/**
 * Options of {@link runToEnd}.
 *
 * @example
 * const options: RunOptions = { message: "Fix the failing test, please.", signal: AbortSignal.timeout(3_600_000) };
 * const { finalResponse: said } = await runToEnd(client, conversationId, options);
 */
export interface RunOptions {
  /** What to send first; without it the run goes on from where the conversation is. */
  readonly message?: string | MessageContent | undefined;
  /** Takes the place of the global one; see `streamEvents`. */
  readonly WebSocket?: WebSocketConstructor | undefined;
  /** How a lost connection is made again. */
  readonly reconnect?: ReconnectOptions | undefined;
  /** Ends the waiting, which then rejects with the signal's reason; the run itself goes on. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * How a run ended that did not fail.
 *
 * @example
 * const isDone = ({ status }: RunResult) => status === "finished";
 * const result = await runToEnd(client, conversationId);
 * if (!isDone(result)) report(`The agent waits: ${result.status}`);
 */
export interface RunResult {
  /** `finished`, or why it does not go on: `waiting_for_confirmation`, `paused`, `idle`. */
  readonly status: ConversationExecutionStatus;
  /** The agent's last word; "" when there is none. */
  readonly finalResponse: string;
}

/**
 * Starts a run and follows it to its end, over lost connections. One that has finished already, without a message, is at
 * its end. It listens before it starts anything, so that no run is too short to be seen; when nothing is told for a minute,
 * it asks over REST whether the run has ended.
 *
 * @throws {ConversationRunError} when the run ends in an error, or stuck: `status` says which, `event` why
 * @throws {HttpError} when the server refuses the message or the run
 * @throws {SocketError} when the conversation cannot be followed; see `streamEvents`
 * @example
 * const { status, finalResponse } = await runToEnd(client, conversationId, { message: "Fix the failing test, please." });
 * console.log(status, finalResponse);
 * @see server rule: a run has ended when a whole state says so; `finished` by itself can still be taken back by a hook
 */
export async function runToEnd(
  client: AgentClient,
  conversationId: string,
  { message, WebSocket, reconnect, signal }: RunOptions = {},
): Promise<RunResult> {
  const stream = streamEvents(client, conversationId, { after: "live", WebSocket, reconnect, signal });
  let watch: Watch | undefined;
  for await (const update of withSilences(stream, SILENCE_MS)) {
    let status: ConversationExecutionStatus | undefined;
    if (watch) {
      status = update ? watch.take(update) : watch.silence(await statusOf(client, conversationId, signal));
    } else if (update?.type === "live") {
      const before = await start(client, conversationId, message, signal);
      watch = createWatch(before === "running");
      if (before === "finished") status = before;
    }
    if (status !== undefined) return { status, finalResponse: await finalResponse(client, conversationId, signal) };
  }
  throw new TypeError("a stream that nobody ends has ended");
}

/**
 * Gives the status when there is nothing to start: `running`, or `finished`, where the server, when it is asked to run, says
 * yes and does nothing.
 */
async function start(
  client: AgentClient,
  conversationId: string,
  message: string | MessageContent | undefined,
  signal: AbortSignal | undefined,
): Promise<"finished" | "running" | undefined> {
  const init = { params: { path: { conversation_id: conversationId } }, signal: signal ?? null };
  if (message === undefined) {
    const { execution_status } = unwrap(await client.GET("/api/conversations/{conversation_id}", init));
    if (execution_status === "finished") return "finished";
  } else if ((await sendMessage(client, conversationId, message, { signal })) === "running") return undefined;
  const answer = await client.POST("/api/conversations/{conversation_id}/run", init);
  if (classifyError(answer).reason === "already_running") return "running";
  unwrap(answer);
  return undefined;
}

/** What REST says; undefined when it says nothing. What is wrong then the stream will tell. */
async function statusOf(
  client: AgentClient,
  conversation_id: string,
  signal: AbortSignal | undefined,
): Promise<ConversationExecutionStatus | undefined> {
  const init = { params: { path: { conversation_id } }, signal: signal ?? null };
  const answer = await client.GET("/api/conversations/{conversation_id}", init).catch(() => undefined);
  return answer?.data?.execution_status;
}

/** Sees the end of a run. */
interface Watch {
  /**
   * A whole state counts only after the run was seen to begin. A status by itself never ends it: the event that says why it
   * failed comes after its `error`.
   */
  take(update: StreamUpdate): ConversationExecutionStatus | undefined;
  /** Nothing has been told for long, and REST says this: the state that ends a run may have been lost on the way. */
  silence(status: ConversationExecutionStatus | undefined): ConversationExecutionStatus | undefined;
}

/** A run that was not seen to begin may still be about to: its tools are started first. So many silences it is given. */
const MOST_SILENCES = 5;

function createWatch(wasRunning: boolean): Watch {
  let [hasRun, hasChanged, silences] = [false, wasRunning, 0];
  let failure: ConversationErrorEvent | null = null;
  const ended = (status: ConversationExecutionStatus | undefined): ConversationExecutionStatus | undefined => {
    if (status === "error" || status === "stuck") {
      throw new ConversationRunError(status, failure, classifyError(failure));
    }
    return status === "running" ? undefined : status;
  };
  return {
    take(update) {
      if (update.type === "state") {
        const status = update.value.execution_status;
        hasRun ||= status === "running";
        return hasRun ? ended(status) : undefined;
      }
      if (update.type !== "event") return undefined;
      if (isConversationErrorEvent(update.event)) failure = update.event;
      if (isStateUpdate(update.event, "execution_status")) {
        const { value } = update.event;
        hasRun ||= BEGUN.has(value);
        hasChanged ||= value !== "idle"; // which a message makes of `finished`
        if (value === "running") failure = null; // what was said before is of another run
      }
      return undefined;
    },
    silence(status) {
      silences += 1;
      return hasRun || hasChanged || silences >= MOST_SILENCES ? ended(status) : undefined;
    },
  };
}

const BEGUN: ReadonlySet<unknown> = new Set(["running", "error", "stuck"]);

async function finalResponse(client: AgentClient, id: string, signal: AbortSignal | undefined): Promise<string> {
  const params = { path: { conversation_id: id } };
  const path = "/api/conversations/{conversation_id}/agent_final_response";
  return unwrap(await client.GET(path, { params, signal: signal ?? null })).response;
}
