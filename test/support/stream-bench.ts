/** One conversation on a simulated server, a client of it, and streams that are read while a fake clock is wound. */
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type AgentClient, type AgentClientOptions, createAgentClient } from "../../src/client.js";
import type { NewEvent } from "../../src/simulator/log.js";
import type { Simulator, SimulatorOptions } from "../../src/simulator/simulator.js";
import type { SimulatorVersion } from "../../src/simulator/world.js";
import { type EventStream, type StreamOptions, type StreamUpdate, streamEvents } from "../../src/stream.js";
import { randomFrom } from "./random.js";
import { type FakeClock, installClock } from "./stream-clock.js";
import { createNetwork, type Network } from "./stream-network.js";

/** What is read, and how it ended. */
export interface Reading<U> {
  readonly updates: U[];
  readonly isOver: boolean;
  /** What it rejected with; undefined when it ended quietly. */
  readonly error: unknown;
}

export interface BenchOptions extends Pick<Partial<SimulatorOptions>, "keys" | "limits"> {
  readonly version?: SimulatorVersion;
  readonly events?: readonly NewEvent[];
  readonly sessionApiKey?: AgentClientOptions["sessionApiKey"];
  readonly baseUrl?: string;
}

export interface Bench {
  readonly network: Network;
  readonly simulator: Simulator;
  readonly id: string;
  readonly client: AgentClient;
  readonly stream: (options?: StreamOptions) => EventStream;
  /** Reads to the end, unless the consumer breaks off earlier: where it answers true. */
  readonly read: <U>(updates: AsyncIterable<U>, isLast?: (update: U) => boolean) => Reading<U>;
  /** Winds the clock until that is so, and fails when it never is. */
  readonly until: (isSo: () => boolean) => Promise<void>;
  /** Winds the clock. */
  readonly wind: (ms: number) => Promise<void>;
  /** Something that happens on the server now. */
  readonly happens: (deed: () => unknown) => void;
  /** A frame that the simulated server does not send, to the newest connection. */
  readonly say: (frame: unknown) => void;
  /** What the code under test has left behind. */
  readonly left: () => Promise<{ timers: number; sockets: number; requests: number }>;
}

export const NOTHING_LEFT = { timers: 0, sockets: 0, requests: 0 };
export const KEY = "the-key-of-the-bench";
const LONGEST_MS = 3_600_000;

/** To be called at the top of a test file: from then on the clock is a fake one. */
export function useBench(): (options?: BenchOptions) => Bench {
  let clock: FakeClock & { restore(): void };
  beforeAll(() => {
    clock = installClock();
  });
  afterEach(() => clock.clear());
  afterAll(() => clock.restore());
  return (options = {}) => createBench(clock, options);
}

function createBench(clock: FakeClock, options: BenchOptions): Bench {
  const { version = "1.58", events = [], keys = [KEY], sessionApiKey = KEY, baseUrl = "http://server.test" } = options;
  const { limits } = options;
  clock.clear(() => 0.5);
  const network = createNetwork(clock, randomFrom(1), { version, seed: 1, keys, ...(limits && { limits }) });
  const { simulator } = network;
  const id = simulator.add(events);
  const client = createAgentClient({ baseUrl, sessionApiKey, fetch: (request) => network.fetch(request) });
  let say: (data: string) => void = () => undefined;
  class Tapped extends network.WebSocket {
    override addEventListener(type: string, listener: (event: never) => void): void {
      if (type === "message") say = (data) => listener({ data } as never);
      super.addEventListener(type, listener);
    }
  }
  return {
    network,
    simulator,
    id,
    client,
    stream: (more) => streamEvents(client, id, { WebSocket: Tapped, ...more }),
    read(updates, isLast = () => false) {
      const reading = { updates: [] as never[], isOver: false, error: undefined as unknown };
      const read = async (): Promise<void> => {
        for await (const update of updates) {
          reading.updates.push(update as never);
          if (isLast(update)) break;
        }
      };
      read()
        .catch((error: unknown) => {
          reading.error = error;
        })
        .finally(() => {
          reading.isOver = true;
        });
      return reading;
    },
    async until(isSo) {
      expect(await clock.runUntil(isSo, LONGEST_MS)).toBe("done");
    },
    async wind(ms) {
      let isOver = false;
      clock.after(ms, () => {
        isOver = true;
      });
      await clock.runUntil(() => isOver, ms);
    },
    happens(deed) {
      deed();
      network.wound();
    },
    say: (frame) => say(typeof frame === "string" ? frame : JSON.stringify(frame)),
    async left() {
      await clock.runUntil(() => network.lines.size === 0, 60_000);
      for (let turn = 0; turn < 3; turn++) await clock.settle();
      return { timers: clock.theirTimers, sockets: network.lines.size, requests: network.openRequests };
    },
  };
}

/** A message of the agent. */
export const message = (id: string, text = id): NewEvent => ({
  id,
  kind: "MessageEvent",
  source: "agent",
  llm_message: { role: "assistant", content: [{ type: "text", text }] },
});

export const messages = (...ids: string[]): NewEvent[] => ids.map((id) => message(id));

/** The ids of the events so far. */
export const idsIn = ({ updates }: Reading<StreamUpdate>): string[] =>
  updates.flatMap((update) => (update.type === "event" ? [update.event.id] : []));

/** What became of the connections, one word each; what an update is about otherwise. */
export const connectionsIn = ({ updates }: Reading<{ readonly type: string; readonly status?: unknown }>): string[] =>
  updates.flatMap(({ type, status }) => (type === "connection" ? [String(status)] : []));

export const isLive = ({ type }: { readonly type: string }): boolean => type === "live";
