/** One connection after the other, as long as there is something to follow. A machine: each step leads to the next. */
import { type Access, accessOf } from "../access.js";
import type { AgentClient } from "../client.js";
import { type AgentServerError, isAgentServerError } from "../errors.js";
import { SocketError } from "../errors-of-calls.js";
import { onAbort } from "../signals.js";
import { field, text } from "../tags.js";
import type { ConnectionUpdate } from "../updates.js";
import { type CloseAction, closeAction } from "./closes.js";
import type { Feed, Verdict } from "./protocol.js";
import { delayOf, onWake, pause, type ReconnectOptions } from "./reconnect.js";
import { type Connection, connect, type Ended, type WebSocketConstructor } from "./socket.js";

/** What it takes to follow anything. */
export interface FollowOptions {
  readonly WebSocket: WebSocketConstructor;
  readonly reconnect: ReconnectOptions;
  readonly signal: AbortSignal;
}

/** Follows something, step by step. */
export interface Follower<U> {
  /** What has happened and was not taken yet. */
  readonly out: (U | ConnectionUpdate)[];
  /** Goes on. Rejects with the signal's reason, or with why it cannot. */
  step(): Promise<void>;
  /** Leaves nothing behind. */
  close(): void;
}

/** Why a connection is over, and what to do now. */
interface Outcome {
  readonly action: CloseAction | "refused" | "paused" | "replaced";
  readonly error?: AgentServerError | undefined;
}

/** What comes next. */
type Step = () => Step | Promise<Step>;

/** Follows what a feed reads. */
export function createFollower<U>(
  client: AgentClient,
  feed: Feed<U>,
  { signal, WebSocket, reconnect }: FollowOptions,
): Follower<U> {
  const { minDelayMs = 1_000, maxDelayMs = 30_000, minUptimeMs = 5_000 } = reconnect;
  const access = accessOf(client);
  const out: (U | ConnectionUpdate)[] = [];
  let [attempt, error]: [number, AgentServerError | undefined] = [0, undefined];
  /** The key that was not accepted. */
  let refused: { readonly key: string | undefined } | undefined;

  // Of this connection
  let key: string | undefined;
  let connection: Connection | undefined;
  let [begun, before, isOpen, isWoken] = [0, 0, false, false];
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
    [begun, before, isOpen, isWoken] = [Date.now(), feed.delivered, false, false];
    key = await raced(access.key(), signal);
    if (refused && refused.key === key) return closing;
    out.push(status("connecting", attempt, error));
    feed.current.begin(begun);
    connection = connect(WebSocket, socketUrl(access, feed.current.path()), key);
    return reading;
  });

  const reading: Step = () => {
    if (connection === undefined) return connecting;
    if (connection.isOpen && !isOpen) {
      isOpen = true;
      out.push(status("open", attempt));
      return feed.current.dueAt() <= Date.now() ? lookingUp : reading;
    }
    const frame = connection.take();
    if (frame !== undefined) {
      feed.confirm();
      refused = undefined;
      return after(feed.current.receive(parsed(frame), out as U[], Date.now()));
    }
    if (connection.ended) return ending(ofEnd(connection.ended, isOpen));
    return isOpen && (isWoken || feed.current.dueAt() <= Date.now()) ? lookingUp : listening;
  };
  const listening: Step = async () => {
    await connection?.wait(isOpen ? feed.current.dueAt() : Number.POSITIVE_INFINITY, signal);
    return reading;
  };
  const lookingUp = guarded(async () => {
    isWoken = false;
    const verdict = await feed.current.lookUp(out as U[], Date.now);
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
    if (isOpen && Date.now() - begun >= minUptimeMs) attempt = 0;
    error = outcome.error;
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
        return connecting;
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
    async step() {
      signal.throwIfAborted();
      const next = step();
      step = next instanceof Promise ? await next : next;
    },
    close() {
      connection?.close();
      stopListening();
    },
  };
}

/** Not all that is waited for listens to the signal: a key function does not. */
function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(stop);
    if (signal.aborted) reject(signal.reason);
  });
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

function ofEnd({ code, reason, isOverfull }: Ended, wasOpen: boolean): Outcome {
  if (isOverfull) return { action: "paused" };
  return { action: wasOpen ? closeAction(code, reason) : "refused", error: new SocketError(code, reason) };
}

const UNAUTHORISED = { code: 4001, reason: "Authentication failed" };
const NOT_FOUND = { code: 4004, reason: "Conversation not found" };

/** What a failed call means here: the same as the close that the socket would have had. */
function ofThrown(thrown: unknown): Outcome {
  if (!isAgentServerError(thrown)) throw thrown;
  // A key function that fails tells nothing of the server
  switch (thrown.name === "CredentialsError" ? undefined : thrown.classification.reason) {
    case "session_key":
      return { action: "credentials", error: new SocketError(UNAUTHORISED.code, UNAUTHORISED.reason) };
    case "conversation_not_found":
      return { action: "final", error: new SocketError(NOT_FOUND.code, NOT_FOUND.reason) };
    case "validation":
      return { action: "final", error: thrown }; // no id of a conversation
    default:
      return { action: "later", error: thrown };
  }
}

/** Path and query below the server's address, which in a browser may be relative. The key is never in it. */
function socketUrl({ baseUrl }: Access, path: string): string {
  const url = new URL(baseUrl(), text(field(field(globalThis, "location"), "href")) || undefined);
  return `${url.protocol.replace("http", "ws")}//${url.host}${url.pathname.replace(/\/$/, "")}${path}`;
}
