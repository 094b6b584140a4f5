/** A stream that is read to an event of the log, and what must not be left of it. */
import { createAgentClient } from "../../src/client.js";
import { type StreamOptions, streamEvents } from "../../src/stream.js";
import type { StreamUpdate } from "../../src/updates.js";
import type { FakeClock } from "./stream-clock.js";
import type { Network } from "./stream-network.js";

const LIMIT_MS = 60 * 60_000;

export interface Followed {
  readonly updates: StreamUpdate[];
  readonly events: unknown[];
  /** What is left afterwards, and whether it had to be stopped. */
  readonly left: {
    readonly timers: number;
    readonly sockets: number;
    readonly requests: number;
    readonly hangs: boolean;
  };
}

/** Reads until the event with this id has come. */
export async function followTo(
  lastId: string,
  network: Network,
  clock: FakeClock,
  conversationId: string,
  options: StreamOptions = {},
): Promise<Followed> {
  const client = createAgentClient({
    baseUrl: "http://server.test",
    sessionApiKey: "key",
    fetch: (request) => network.fetch(request),
  });
  const stream = streamEvents(client, conversationId, { WebSocket: network.WebSocket, ...options });
  const updates: StreamUpdate[] = [];
  let isOver = false;
  const reading = (async () => {
    for await (const update of stream) {
      updates.push(update);
      if (update.type === "event" && update.event.id === lastId) break;
    }
  })().finally(() => {
    isOver = true;
  });
  const end = await clock.runUntil(() => isOver, LIMIT_MS);
  stream.close();
  await clock.runUntil(() => isOver && network.lines.size === 0, LIMIT_MS);
  await reading;
  for (let turn = 0; turn < 3; turn++) await clock.settle();
  const left = {
    timers: clock.theirTimers,
    sockets: network.lines.size,
    requests: network.openRequests,
    hangs: end !== "done",
  };
  const events = updates.flatMap((update) => (update.type === "event" ? [update.event] : []));
  return { updates, events, left };
}

export const NOTHING_LEFT: Followed["left"] = { timers: 0, sockets: 0, requests: 0, hangs: false };
