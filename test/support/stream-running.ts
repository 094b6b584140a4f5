/** Runs that are followed on a simulated server. */
import type { NewEvent } from "../../src/simulator/log.js";
import { type RunOptions, runToEnd } from "../../src/stream.js";
import type { Bench } from "./stream-bench.js";

/** A run that is followed, and how that ended. */
export interface Running {
  isOver: boolean;
  result?: unknown;
  error?: unknown;
}

/** Follows a run of the conversation. */
export function start({ client, id, network }: Bench, options: RunOptions = { message: "Go." }): Running {
  const running: Running = { isOver: false };
  runToEnd(client, id, { WebSocket: network.WebSocket, ...options })
    .then(
      (result) => Object.assign(running, { result }),
      (error: unknown) => Object.assign(running, { error }),
    )
    .finally(() => Object.assign(running, { isOver: true }));
  return running;
}

export const statusOf = ({ simulator, id }: Bench): string | undefined => simulator.world.conversations.get(id)?.status;
export const isRunning = (one: Bench) => (): boolean => statusOf(one) === "running";

/** What the server says when a provider fails. */
export const failure = (code: string): NewEvent => ({
  kind: "ConversationErrorEvent",
  source: "environment",
  code,
  detail: "The provider said no.",
});
