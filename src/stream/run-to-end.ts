/** A run, from its start to its end. */

import { type MessageContent, sendMessage } from "../calls.js";
import { classifyError } from "../classify.js";
import { type AgentClient, unwrap } from "../client.js";
import { ConversationRunError } from "../errors-of-calls.js";
import type { ConversationErrorEvent, ConversationExecutionStatus } from "../generated/types.js";
import { isConversationErrorEvent, isStateUpdate } from "../guards.js";
import type { StreamUpdate } from "../updates.js";
import type { ReconnectOptions } from "./reconnect.js";
import type { WebSocketConstructor } from "./socket.js";
import { streamEvents } from "./stream.js";

/** Options of {@link runToEnd}. */
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

/** How a run ended that did not fail. */
export interface RunResult {
  /** `finished`, or why it does not go on: `waiting_for_confirmation`, `paused`, `idle`. */
  readonly status: ConversationExecutionStatus;
  /** The agent's last word; "" when there is none. */
  readonly finalResponse: string;
}

/**
 * Starts a run and follows it to its end, over lost connections. One that has finished already, without a message, is at
 * its end. It listens before it starts anything, so that no run is
 * too short to be seen.
 *
 * @throws {ConversationRunError} when the run ends in an error, or stuck
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
  const watch = createWatch();
  let isStarted = false;
  for await (const update of stream) {
    let status = isStarted ? watch(update) : undefined;
    if (update.type === "live" && !isStarted) {
      isStarted = true;
      status = await start(client, conversationId, message, signal);
    }
    if (status !== undefined) return { status, finalResponse: await finalResponse(client, conversationId, signal) };
  }
  throw new TypeError("a stream that nobody ends has ended");
}

/** Gives the status when there is nothing to run: asked to, the server says yes and does nothing. */
async function start(
  client: AgentClient,
  conversationId: string,
  message: string | MessageContent | undefined,
  signal: AbortSignal | undefined,
): Promise<"finished" | undefined> {
  const init = { params: { path: { conversation_id: conversationId } }, signal: signal ?? null };
  if (message === undefined) {
    const { execution_status } = unwrap(await client.GET("/api/conversations/{conversation_id}", init));
    if (execution_status === "finished") return "finished";
  } else if ((await sendMessage(client, conversationId, message, { signal })) === "running") return undefined;
  const answer = await client.POST("/api/conversations/{conversation_id}/run", init);
  if (classifyError(answer).reason !== "already_running") unwrap(answer);
  return undefined;
}

/**
 * Sees the end of a run: a whole state counts only after the run was seen to begin. A status by itself never ends it: the
 * event that says why it failed comes after its `error`.
 */
function createWatch(): (update: StreamUpdate) => ConversationExecutionStatus | undefined {
  let hasRun = false;
  let failure: ConversationErrorEvent | null = null;
  return (update) => {
    if (update.type === "state") {
      const status = update.value.execution_status;
      if (status === "running") hasRun = true;
      if (!hasRun || status === "running") return undefined;
      if (status === "error" || status === "stuck") {
        throw new ConversationRunError(status, failure, classifyError(failure));
      }
      return status;
    }
    if (update.type !== "event") return undefined;
    if (isConversationErrorEvent(update.event)) failure = update.event;
    hasRun ||= isStateUpdate(update.event, "execution_status") && BEGUN.has(update.event.value);
    return undefined;
  };
}

const BEGUN: ReadonlySet<unknown> = new Set(["running", "error", "stuck"]);

async function finalResponse(client: AgentClient, id: string, signal: AbortSignal | undefined): Promise<string> {
  const params = { path: { conversation_id: id } };
  const path = "/api/conversations/{conversation_id}/agent_final_response";
  return unwrap(await client.GET(path, { params, signal: signal ?? null })).response;
}
