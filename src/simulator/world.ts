/** What the simulated server holds: plain values, and a clock that somebody else winds. */
import type { Agenda } from "./agenda.js";
import type { Areas } from "./area-state.js";
import type { Config } from "./config.js";
import type { Fields } from "./fields.js";
import type { Seeded } from "./random.js";
import type { Turn, TurnRequest } from "./turns.js";
import type { Limits } from "./wire.js";

/**
 * 1.44 has no session socket, 1.52 publishes two events in the wrong order, 1.58 has neither fault.
 * @inline
 */
export type SimulatorVersion = "1.44" | "1.52" | "1.58";

/** An event as it is on the wire. */
export interface WireEvent {
  readonly id: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** An event before the server has given it an id and a time. */
export interface NewEvent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** One place of a log. */
export interface Entry {
  readonly event: WireEvent;
  /** From this moment on REST and the replays of sockets find it. */
  persistedAt: number;
  /** Its file is damaged: the server leaves it out of whatever it reads. */
  isUnreadable: boolean;
}

/** A piece of text as the model writes it, or the end of an item of which nothing becomes. */
export type Progress =
  | { readonly type: "item_started"; readonly item_id: string; readonly attempt: number; readonly anchor_seq?: number }
  | {
      readonly type: "delta";
      readonly item_id: string;
      readonly attempt: number;
      readonly order: number;
      readonly kind: "text" | "reasoning";
      readonly content: string;
      readonly chunk_id?: string;
      readonly choice_index?: number;
    }
  | { readonly type: "item_aborted"; readonly item_id: string; readonly attempt: number; readonly reason: string };

/** Who is told what happens in a conversation. */
export interface Subscriber {
  /** `seq` is null for what is not in the log. */
  event(event: WireEvent, seq: number | null): void;
  progress(frame: Progress): void;
  /** The state lock is free again. */
  unlocked(): void;
}

/** What comes of a call, and how long that takes, in milliseconds. */
export interface AskedCall {
  readonly result: NewEvent;
  readonly durationMs: number;
}

/** A conversation as the server keeps it. */
export interface Conversation {
  readonly id: string;
  readonly createdAt: number;
  updatedAt: number;
  log: Entry[];
  /** Where each event is in the log. */
  places: Map<string, number>;
  /** The event that the next one follows. */
  head: string | null;
  /** Somebody has moved to before the first event. */
  headIsEmpty: boolean;
  status: string;
  lastUserMessageId: string | null;
  /** The language models that were ever in use, by the ids of their uses. */
  readonly models: Map<string, Model>;
  /** Of the models that were asked, oldest first. */
  usages: readonly Usage[];
  /** What REST says: the state is saved only when the lock is released. */
  saved: Saved;
  /** A step of the agent holds the state lock: a tool runs. */
  isLocked: boolean;
  /** What waits for the lock, first come, first served. */
  readonly waiting: (() => void)[];
  /** As it was asked for; null when nobody asked: a test has put it there. */
  config: Config | null;
  /** The same before anything was changed: of some of it, that is what its forks have. */
  readonly firstConfig: Config | null;
  title: string | null;
  /** The agent at work. */
  run: Run | null;
  /** What is done once a run has ended. */
  afterRun: (() => void) | null;
  /** What comes of the actions that wait for a yes. */
  readonly asked: Map<string, AskedCall>;
  goal: Goal | null;
  /** The runtime's commands and their outputs; null: none yet. */
  bash: Conversation | null;
  /** What stops each command that runs. */
  readonly running: Map<string, () => void>;
  readonly subscribers: Set<Subscriber>;
  /** The pieces so far of each attempt of an item, by `item_id/attempt`. */
  readonly items: Map<string, number>;
}

/** What becomes visible together. */
interface Saved {
  readonly status: string;
  readonly head: string | null;
  readonly lastUserMessageId: string | null;
  readonly usages: readonly Usage[];
  readonly models: ReadonlyMap<string, Model>;
}

/** A language model of a conversation. */
export interface Model {
  readonly name: string;
  /** Its statistics are told after each answer: those of a model that was switched to are not. */
  readonly isTold: boolean;
  /** It is among the statistics: one that was switched to before the agent was ready never is. */
  readonly isCounted: boolean;
  /** What it had taken when the conversation came here. */
  readonly before: Fields | null;
}

/** What one answer of a language model took. */
export interface Usage {
  /** Which of the agent's models it was. */
  readonly usageId: string;
  readonly responseId: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly latency: number;
}

/** A run of the agent. */
export interface Run {
  /** Steps so far. */
  steps: number;
  /** Takes back what the agent is about to do. */
  cancel: () => void;
  /** The text that it writes. */
  item: { readonly id: string; readonly attempt: number } | null;
  /** A response whose statistics are not told yet. */
  owesStats: boolean;
  /** What the model is answering. */
  turn: Turn | null;
}

/** What the agent is asked for again and again. */
export interface Goal {
  readonly objective: string;
  readonly max_iterations: number;
  iteration: number;
  isActive: boolean;
  /** Complete: there is nothing to go on with. */
  isOver: boolean;
}

/**
 * What a command does.
 *
 * @example
 * const resultOf = (command: string): BashResult => (command === "ls" ? { stdout: "a.txt\n" } : { exitCode: 127 });
 * mockAgentServer().bash(resultOf);
 */
export interface BashResult {
  /** What it writes. Default: nothing. */
  readonly stdout?: string;
  /** What it writes as errors. Default: nothing. */
  readonly stderr?: string;
  /** Default: 0. */
  readonly exitCode?: number;
  /** How long it runs, unless it is stopped. */
  readonly durationMs?: number;
}

/** All that a server knows. */
export interface World {
  readonly version: SimulatorVersion;
  readonly now: () => number;
  readonly random: Seeded;
  /** None: anybody may come in. */
  readonly keys: Set<string>;
  readonly conversations: Map<string, Conversation>;
  /** Settings, profiles, files and the like. */
  readonly areas: Areas;
  /** The bash events, kept and told as those of a conversation are. */
  readonly bash: Conversation;
  /** What a command does: nothing is run here. */
  bashResult: (command: string) => BashResult;
  /** What is to happen later. */
  readonly agenda: Agenda;
  /** What the agents are still to do; null: nobody plays them. */
  script: Turn[] | null;
  /** Asked when the script has no more. */
  decide: ((asked: TurnRequest) => Turn | undefined) | undefined;
  readonly sockets: Set<Attendance>;
  /** Of the session socket. */
  readonly limits: Limits;
  readonly startedAt: number;
  isUp: boolean;
  isReady: boolean;
  /** So many runs more are refused for lack of a place. */
  busy: number;
  /** What happens to the next sockets once they are let in. */
  readonly closings: { readonly code: number; readonly reason: string }[];
}

/** A socket as the server's clock sees it. */
export interface Attendance {
  /** When it wants to be woken; null: never. */
  due(): number | null;
  wake(): void;
  /** The server ends it: with a close frame, or, without arguments, by dying. */
  end(code?: number, reason?: string): void;
}

/** From this version on, as numbers are compared. */
export const isAtLeast = ({ version }: { readonly version: SimulatorVersion }, least: SimulatorVersion): boolean =>
  Number(version) >= Number(least);

/** The server's time as its events have it: local, without a zone, in microseconds, which are left out when zero. */
export function timestampAt(ms: number): string {
  const [clock = "", millis = "000"] = new Date(ms).toISOString().slice(0, -1).split(".");
  const micros = millis + String(Math.round((ms % 1) * 1_000)).padStart(3, "0");
  return micros === "000000" ? clock : `${clock}.${micros}`;
}

/** The server's time as REST tells it: with its zone. */
export const utcAt = (ms: number): string => `${timestampAt(ms)}Z`;

/** The server leaves out the fields of an event that are null, but not those inside a value. */
export const withoutNulls = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null)) as T;

/** A time with a zone as the server compares it: in its own zone, which is UTC here. */
export const naive = (timestamp: string): string =>
  /(?:Z|[+-]\d\d:\d\d)$/.test(timestamp) ? timestampAt(Date.parse(timestamp)) : timestamp;
