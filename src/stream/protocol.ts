/** What both sockets of a conversation have in common for those who read them. */
import type { Event as AgentEvent } from "../generated/types.js";
import type { Items, Out } from "./items.js";
import type { LogReader } from "./rest.js";

/** What follows from a frame or a look at the log: undefined to read on. `again`: connect anew, at once. */
export type Verdict = "replaced" | "again" | undefined;

/** Where to begin. */
export type Start = number | "live" | { readonly seq: number | null; readonly id: string };

/** One of the sockets: which address, and what its frames mean. Kept over all connections. `U` is what it tells. */
export interface Protocol<U> {
  /** Path and query of the next connection. */
  path(): string;
  /** A connection is made. */
  begin(now: number): void;
  /** Takes a frame; what it leads to goes into `out`. */
  receive(frame: unknown, out: U[], now: number): Verdict;
  /** When to look at the log over REST; `Infinity` for never. */
  dueAt(): number;
  /** Looks at the log over REST. */
  lookUp(out: U[], now: () => number): Promise<Verdict>;
  /** Gets over an event that is too large for the socket. */
  fetchNext(out: U[]): Promise<Verdict>;
  /** The log is another one: read it from its start. */
  restart(out: U[]): void;
}

/** What is followed: the socket of the moment. */
export interface Feed<U> {
  readonly current: Protocol<U>;
  /** How many events have come so far. */
  readonly delivered: number;
  /** It answers: that is the right one. */
  confirm(): void;
  /**
   * The connection was not taken: asks over REST why. Tells whether there is another one to try at once.
   *
   * @throws {HttpError} when the answer says why, {NetworkError} when there is none
   */
  refused(): Promise<boolean>;
}

/** What a protocol stands on. */
export interface ProtocolContext {
  readonly conversationId: string;
  readonly log: LogReader;
  readonly items: Items;
  /** Hands out an event of the log. */
  readonly deliver: (event: AgentEvent, seq: number | null, out: Out) => void;
}

/** So long without a frame: then the log is looked at. */
export const SILENCE_MS = 60_000;
/** The first frame is held back while a tool runs; so long is waited before the history is read over REST. */
export const FIRST_FRAME_MS = 2_000;
/** How long an event may be missing between others. */
export const GAP_MS = 500;
