/** Runs in a process of its own (bundled by measure.ts): following a long log, against JSON.parse alone. */
import { readFileSync } from "node:fs";
import { createConversationStore } from "../src/conversation.js";
import { type AgentEvent, createAgentClient } from "../src/index.js";
import { createItems } from "../src/stream/items.js";
import { sessionProtocol } from "../src/stream/session.js";
import { type StreamUpdate, streamEvents, type WebSocketLike } from "../src/stream.js";

/** Frames a second, the best of all rounds (what others do on the machine only ever adds), by how they were read. */
export interface StreamCosts {
  readonly frames: number;
  readonly bytes: number;
  /** JSON.parse, and nothing else. */
  readonly parse: number;
  /** JSON.parse into a list: what is kept costs the collector, whoever keeps it. */
  readonly listed: number;
  /** Also put in order, and into the store. */
  readonly reducer: number;
  /** The same over a socket, with `for await`. */
  readonly iterated: number;
  /** By how many MB the heap has grown after following so many frames twice without keeping them, from the first time on. */
  readonly growth: number;
}

interface Recorded {
  readonly id: string;
  readonly parent_id?: string;
  readonly action_id?: string;
  readonly tool_call_id?: string;
}

/** So many frames arrive before the program has its turn. */
const BURST = 500;

/** A log that repeats recorded ones until it is this long, as frames; each event follows the one before. */
function framesOf(logs: readonly (readonly Recorded[])[], count: number): string[] {
  const frames: string[] = [];
  let parent_id: string | undefined;
  for (let round = 0; frames.length < count; round++) {
    const suffix = `-${round}`;
    for (const event of logs[round % logs.length] ?? []) {
      const { id, action_id, tool_call_id } = event;
      const renamed = {
        ...event,
        id: id + suffix,
        ...(parent_id === undefined ? {} : { parent_id }),
        ...(action_id === undefined ? {} : { action_id: action_id + suffix }),
        ...(tool_call_id === undefined ? {} : { tool_call_id: tool_call_id + suffix }),
      };
      if (event.parent_id !== undefined) parent_id = renamed.id;
      frames.push(JSON.stringify({ type: "durable", seq: frames.length, event: renamed }));
    }
  }
  return frames.slice(0, count);
}

function parseOnly(frames: readonly string[]): unknown {
  let last: unknown;
  for (const frame of frames) last = JSON.parse(frame);
  return last;
}

const fail = (): never => {
  throw new Error("the log is not read over REST here");
};

function reduce(frames: readonly string[]): unknown {
  const store = createConversationStore();
  const out: StreamUpdate[] = [];
  const deliver = (event: AgentEvent, seq: number | null): void =>
    void out.push({ type: "event", seq, cursor: { seq, id: event.id }, event });
  const log = { after: fail, newest: fail, count: fail, isWhole: fail, isRunning: fail, probe: fail };
  const protocol = sessionProtocol(-1, { conversationId: "c", log, items: createItems(), deliver });
  protocol.begin(0);
  for (const frame of frames) {
    protocol.receive(JSON.parse(frame), out, 0);
    for (const update of out) store.apply(update);
    out.length = 0;
  }
  return store;
}

/** A socket that gives these frames, burst by burst. */
const socketWith = (frames: readonly string[]) =>
  class implements WebSocketLike {
    readonly #listeners: Record<string, (event: { data: string; code: number; reason: string }) => void> = {};
    constructor() {
      setImmediate(() => {
        this.#tell("open");
        this.#burst(0);
      });
    }
    #burst(from: number): void {
      for (const frame of frames.slice(from, from + BURST)) this.#tell("message", frame);
      if (from + BURST < frames.length) setImmediate(() => this.#burst(from + BURST));
    }
    #tell(type: string, data = ""): void {
      this.#listeners[type]?.({ data, code: 1000, reason: "" });
    }
    addEventListener(type: string, listener: (event: { data: string; code: number; reason: string }) => void): void {
      this.#listeners[type] = listener;
    }
    send(): void {}
    close(): void {}
  };

async function iterate(frames: readonly string[], apply: (update: StreamUpdate) => void): Promise<void> {
  const client = createAgentClient({ baseUrl: "http://127.0.0.1:9" });
  let count = 0;
  for await (const update of streamEvents(client, "c", { protocol: "session", WebSocket: socketWith(frames) })) {
    apply(update);
    if (update.type === "event") count += 1;
    if (count === frames.length) break;
  }
}

/** What is compared. Each returns what it keeps. */
const ways = {
  parse: parseOnly,
  listed: (frames: readonly string[]): unknown => frames.map((frame) => JSON.parse(frame) as unknown),
  reducer: reduce,
  iterated: async (frames: readonly string[]): Promise<unknown> => {
    const store = createConversationStore();
    await iterate(frames, store.apply);
    return store;
  },
};

const collect = (): number => {
  (globalThis as { readonly gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed / 1e6;
};

/** Takes a file of recorded logs, how many frames, how many rounds; prints the costs. Needs `--expose-gc`. */
export async function main([logs = "", count = "1", rounds = "1"]: readonly string[]): Promise<void> {
  const frames = framesOf(JSON.parse(readFileSync(logs, "utf8")) as Recorded[][], Number(count));
  const rates: Record<keyof typeof ways, number[]> = { parse: [], listed: [], reducer: [], iterated: [] };
  for (let round = 0; round < Number(rounds); round++) {
    for (const [name, way] of Object.entries(ways) as [keyof typeof ways, (all: readonly string[]) => unknown][]) {
      collect();
      const begun = performance.now();
      await way(frames);
      rates[name].push(frames.length / ((performance.now() - begun) / 1000));
    }
  }
  await iterate(frames, () => undefined);
  const before = collect();
  for (let again = 0; again < 2; again++) await iterate(frames, () => undefined);
  const costs: StreamCosts = {
    frames: frames.length,
    bytes: Math.round(frames.reduce((sum, frame) => sum + frame.length, 0) / frames.length),
    parse: Math.max(...rates.parse),
    listed: Math.max(...rates.listed),
    reducer: Math.max(...rates.reducer),
    iterated: Math.max(...rates.iterated),
    growth: collect() - before,
  };
  console.log(JSON.stringify(costs));
}
