/** When to connect again. */
import { checkNotNegative } from "../call.js";
import { LONGEST_TIMER_MS } from "../retry-after.js";
import { onAbort } from "../signals.js";
import { sleep } from "../sleep.js";
import { field } from "../tags.js";

/**
 * How a lost connection is made again.
 *
 * @example
 * const eager: ReconnectOptions = { minDelayMs: 200, maxDelayMs: 5_000 }; // for a server on the same machine
 * const stream = streamEvents(client, conversationId, { reconnect: eager });
 */
export interface ReconnectOptions {
  /** The first wait is up to this long, in milliseconds, each further one up to twice as long; 1,000 unless said otherwise. */
  readonly minDelayMs?: number | undefined;
  /** The longest wait, in milliseconds; 30,000 unless said otherwise. */
  readonly maxDelayMs?: number | undefined;
  /** A connection that held so long, in milliseconds, makes the waits start anew; 5,000 unless said otherwise. */
  readonly minUptimeMs?: number | undefined;
}

/** The same, complete. */
export type Waits = { readonly [Name in keyof ReconnectOptions]-?: number };

/** @throws RangeError when one is no number, or negative */
export function waitsOf({ minDelayMs = 1_000, maxDelayMs = 30_000, minUptimeMs = 5_000 }: ReconnectOptions): Waits {
  const waits = { minDelayMs, maxDelayMs, minUptimeMs };
  for (const [name, value] of Object.entries(waits)) checkNotNegative(`reconnect.${name}`, value);
  return waits;
}

/** Full jitter: anything from none to all of a delay that doubles up to the longest. `random` is from 0 to 1. */
export const delayOf = (attempt: number, minMs: number, maxMs: number, random: number): number =>
  random * Math.min(maxMs, minMs * 2 ** Math.min(attempt - 1, 30));

interface Listening {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}
const listening = (value: unknown): Listening | undefined =>
  typeof (value as Listening | undefined)?.addEventListener === "function" ? (value as Listening) : undefined; // just seen

/** Calls back when the network may be there again: it came back, or the page woke up. Where nothing tells, never. */
export function onWake(wake: () => void): () => void {
  const { document } = globalThis as { readonly document?: unknown };
  const shown = (): void => {
    if (field(document, "visibilityState") !== "hidden") wake();
  };
  const sources = [
    [listening(globalThis), "online", wake],
    [listening(document), "visibilitychange", shown],
    [listening(document), "resume", wake],
  ] as const;
  for (const [source, type, listener] of sources) source?.addEventListener(type, listener);
  return () => {
    for (const [source, type, listener] of sources) source?.removeEventListener(type, listener);
  };
}

/** Waits, but no longer than until the network may be there again. Rejects when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const woken = new AbortController();
  const stop = onWake(() => woken.abort());
  const leave = onAbort(signal, () => woken.abort());
  try {
    await sleep(Math.min(ms, LONGEST_TIMER_MS), woken.signal);
  } catch {
    signal.throwIfAborted();
  } finally {
    stop();
    leave();
  }
}
