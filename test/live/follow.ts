/** Consumers of a conversation while it happens, to be held against its log afterwards. */
import { setTimeout as wait } from "node:timers/promises";
import type { AgentClient } from "agent-server-client";
import { type StreamOptions, type StreamUpdate, streamEvents } from "agent-server-client/stream";
import { eventsOf } from "./conversation.js";

export interface Consumer {
  readonly updates: readonly StreamUpdate[];
  /** Of the events so far, in the order in which they came. */
  readonly ids: readonly string[];
  /** Waits until there is such an update. */
  until(isIt: (update: StreamUpdate) => boolean): Promise<void>;
  /** Ends it; rejects when it had failed. */
  end(): Promise<void>;
}

const PATIENCE_MS = 60_000;
/** How long to listen on for what should not come. */
const LINGER_MS = 1_500;
const RECONNECT = { minDelayMs: 200, maxDelayMs: 2_000 };

/** Follows a conversation until it is ended. */
export function consume(client: AgentClient, id: string, options: StreamOptions = {}): Consumer {
  const stream = streamEvents(client, id, { reconnect: RECONNECT, ...options });
  const updates: StreamUpdate[] = [];
  const ids: string[] = [];
  const reading = (async () => {
    for await (const update of stream) {
      updates.push(update);
      if (update.type === "event") ids.push(update.event.id);
    }
  })();
  reading.catch(() => undefined); // told by `end`
  return {
    updates,
    ids,
    until: (isIt) => waitFor(() => updates.some(isIt), "an update"),
    async end() {
      stream.close();
      await reading;
    },
  };
}

/** Waits until all of the log has come, and a little longer. Gives the ids of the log. */
export async function caughtUp(client: AgentClient, id: string, consumers: readonly Consumer[]): Promise<string[]> {
  const log = (await eventsOf(client, id)).map((event) => event.id);
  await waitFor(() => consumers.every(({ ids }) => ids.includes(log.at(-1) ?? "")), "the last event");
  await wait(LINGER_MS);
  return log;
}

async function waitFor(isSo: () => boolean, what: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`${what} did not come within ${PATIENCE_MS / 1000} s`);
    await wait(50);
  }
}
