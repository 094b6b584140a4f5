/** What the simulated server holds: plain values, and a clock that somebody else winds. */
import type { Areas } from "./area-state.js";
import type { Seeded } from "./random.js";
import type { Limits } from "./wire.js";

/** 1.44 has no session socket, 1.52 publishes two events in the wrong order, 1.58 has neither fault. */
export type SimulatorVersion = "1.44" | "1.52" | "1.58";

/** An event as it is on the wire. */
export interface WireEvent {
  readonly id: string;
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
  status: string;
  /** What REST says: the state is saved only when the lock is released. */
  savedStatus: string;
  /** A step of the agent holds the state lock: a tool runs. */
  isLocked: boolean;
  readonly subscribers: Set<Subscriber>;
  /** The pieces so far of each attempt of an item, by `item_id/attempt`. */
  readonly items: Map<string, number>;
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
  readonly sockets: Set<Attendance>;
  /** Of the session socket. */
  readonly limits: Limits;
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
  return millis === "000" ? clock : `${clock}.${millis}000`;
}

/** The server leaves out the fields of an event that are null, but not those inside a value. */
export const withoutNulls = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null)) as T;

/** A time with a zone as the server compares it: in its own zone, which is UTC here. */
export const naive = (timestamp: string): string =>
  /(?:Z|[+-]\d\d:\d\d)$/.test(timestamp) ? timestampAt(Date.parse(timestamp)) : timestamp;
