/** One connection after the other, as long as there is something to follow. A machine: each step leads to the next. */
import { type Access, accessOf } from "../access.js";
import { addressOf } from "../call.js";
import type { AgentClient } from "../client.js";
import type { AgentServerError } from "../errors.js";
import { field } from "../tags.js";
import type { ConnectionUpdate } from "../updates.js";
import { keyOf } from "./key.js";
import { now } from "./now.js";
import { type Outcome, ofEnd, ofThrown } from "./outcomes.js";
import type { Feed, Verdict } from "./protocol.js";
import { delayOf, onWake, pause, type Waits } from "./reconnect.js";
import { type Connection, connect, type WebSocketConstructor } from "./socket.js";

/** What it takes to follow anything. */
export interface FollowOptions {
  readonly WebSocket: WebSocketConstructor;
  readonly reconnect: Waits;
  readonly signal: AbortSignal;
}

/** Follows something, step by step. */
export interface Follower<U> {
  /** What has happened and was not taken yet. */
  readonly out: (U | ConnectionUpdate)[];
  /** Goes on; undefined when that took no time. Throws or rejects with the signal's reason, or with why it cannot. */
  step(): Promise<void> | undefined;
  /** Leaves nothing behind. */
  close(): void;
}

/** What comes next. */
type Step = () => Step | Promise<Step>;

/** Follows what a feed reads. */
export function createFollower<U>(
  client: AgentClient,
  feed: Feed<U>,
  { signal, WebSocket, reconnect }: FollowOptions,
): Follower<U> {
  const { minDelayMs, maxDelayMs, minUptimeMs } = reconnect;
  const access = accessOf(client);
  const out: (U | ConnectionUpdate)[] = [];
  let [attempt, error]: [number, AgentServerError | undefined] = [0, undefined];
  /** Whether the log was found to be another one just before. */
  let isReset = false;
  /** The key that was not accepted. */
  let refused: { readonly key: string | undefined } | undefined;

  // Of this connection
  let key: string | undefined;
  let connection: Connection | undefined;
  let [openedAt, before, isOpen, isWoken] = [0, 0, false, false];
  const stopListening = onWake(() => {
    isWoken = true;
    connection?.poke();
  });

  /** Runs what may fail; a failure is an end as any other. */
  const guarded =
    (step: Step): Step =>
    async () => {
      try {
        return await step();
      } catch (thrown) {
        signal.throwIfAborted();
        return ending(ofThrown(thrown));
      }
    };

  const connecting = guarded(async () => {
    attempt += 1;
    [before, isOpen, isWoken] = [feed.delivered, false, false];
    key = await keyOf(access, signal);
    if (refused && refused.key === key) return closing;
    out.push(status("connecting", attempt, error));
    feed.current.begin(now());
    connection = connect(WebSocket, socketUrl(access, feed.current.path()), key);
    return reading;
  });

  const reading: Step = () => {
    if (connection === undefined) return connecting;
    if (connection.isOpen && !isOpen) {
      [isOpen, openedAt] = [true, now()];
      out.push(status("open", attempt));
      return feed.current.dueAt() <= now() ? lookingUp : reading;
    }
    const frame = isDueFirst() ? undefined : connection.take();
    if (frame !== undefined) {
      feed.confirm();
      refused = undefined;
      return after(feed.current.receive(parsed(frame), out as U[], now()));
    }
    if (connection.ended) return ending(ofEnd(connection.ended, isOpen));
    return isOpen && (isWoken || feed.current.dueAt() <= now()) ? lookingUp : listening;
  };
  /** A log that is being read over REST is read to its end before anything else: frames are held here, up to a limit. */
  const isDueFirst = (): boolean => isOpen && feed.current.dueAt() === 0;
  const listening: Step = async () => {
    await connection?.wait(isOpen ? feed.current.dueAt() : Number.POSITIVE_INFINITY, signal);
    return reading;
  };
  const lookingUp = guarded(async () => {
    isWoken = false;
    const verdict = await feed.current.lookUp(out as U[], now);
    // What the log says now may be of a server that began anew; frames of before belong to the old one
    connection?.forget();
    return after(verdict);
  });
  const after = (verdict: Verdict): Step =>
    verdict === undefined ? reading : ending({ action: verdict === "again" ? "now" : verdict });

  const ending = (outcome: Outcome): Step => {
    connection?.close();
    connection = undefined;
    const hasProgressed = feed.delivered > before;
    if (isOpen && now() - openedAt >= minUptimeMs) attempt = 0;
    error = outcome.error;
    const wasReset = isReset;
    isReset = outcome.action === "replaced";
    switch (outcome.action) {
      case "final":
        return closing;
      case "credentials":
        if (refused) return closing;
        refused = { key };
        return connecting;
      case "refused":
        return guarded(async () => {
          return (await feed.refused()) ? connecting : waiting();
        });
      case "fetch":
        return guarded(async () => {
          const verdict = await feed.current.fetchNext(out as U[]);
          if (verdict === "again") return connecting;
          return verdict === undefined ? waiting() : ending({ action: verdict });
        });
      case "paused":
        out.push(status("paused", attempt));
        return connecting;
      case "replaced":
        feed.current.restart(out as U[]);
        return wasReset ? waiting() : connecting; // REST and the socket may never agree
      case "now":
        return hasProgressed ? connecting : waiting();
      case "later":
        return waiting();
    }
  };
  const waiting = (): Step => {
    out.push(status("waiting", attempt, error));
    return async () => {
      const isOffline = field(field(globalThis, "navigator"), "onLine") === false;
      await pause(isOffline ? maxDelayMs : delayOf(attempt, minDelayMs, maxDelayMs, Math.random()), signal);
      return connecting;
    };
  };
  const closing: Step = () => {
    out.push(status("closed", attempt, error));
    return () => {
      throw error;
    };
  };

  let step: Step = connecting;
  return {
    out,
    step() {
      signal.throwIfAborted();
      const next = step();
      if (typeof next !== "function") {
        return next.then((then) => {
          step = then;
        });
      }
      step = next;
      return undefined;
    },
    close() {
      connection?.close();
      stopListening();
    },
  };
}

const status = (what: ConnectionUpdate["status"], attempt: number, error?: AgentServerError): ConnectionUpdate => ({
  type: "connection",
  status: what,
  attempt,
  ...(error === undefined ? {} : { error }),
});

function parsed(frame: string): unknown {
  try {
    return JSON.parse(frame);
  } catch {
    return undefined;
  }
}

/** Path and query below the server's address. The key is never in it. */
function socketUrl({ baseUrl }: Access, path: string): string {
  const { protocol, host, pathname } = addressOf({ method: "GET", path: "/sockets" }, baseUrl());
  return `${protocol.replace("http", "ws")}//${host}${pathname.replace(/\/+$/, "")}${path}`;
}
