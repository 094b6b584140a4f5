/** A socket of the server: who gets in, and what becomes of what the client says. */
import { messageSaved, send } from "./actions.js";
import { bashTelling, startCommand } from "./bash.js";
import { fieldsOf } from "./fields.js";
import { canonical, UUID } from "./ids.js";
import { type JsonFault, jsonFault } from "./json-fault.js";
import { writtenAt } from "./log.js";
import { legacyTelling, type Resend, sessionTelling, type Telling } from "./replay.js";
import { NO_LIMITS, type Outbox, type Output, outbox } from "./wire.js";
import { type Attendance, type Conversation, isAtLeast, naive, type Subscriber, type World } from "./world.js";

/** The server's end of a socket. */
export interface SimulatedSocket {
  /** What the server has sent since, oldest first; what is taken is gone. */
  take(count?: number): Output[];
  /** A frame of the client. A binary one breaks the connection while its key is waited for; later it is an error. */
  receive(frame: string | Uint8Array): void;
  /** The client is no longer there. */
  leave(): void;
}

/** What a connection brings, and who is told of its output. */
export interface ConnectOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Called whenever there is something to take. */
  readonly onOutput?: () => void;
}

const AUTH_MS = 10_000;
const BETWEEN_STEPS_MS = 1;
const MAX_SUBSCRIBERS = 49;
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

interface Wanted {
  /** "bash" for the bash events. */
  readonly conversationId: string;
  readonly isSession: boolean;
  readonly afterSeq: number | null;
  readonly resend: Resend;
}

/** What a path asks for; null when the server refuses the upgrade. */
function wantedBy(world: World, { pathname, searchParams: query }: URL): Wanted | null {
  if (pathname === "/sockets/bash-events") {
    const mode = query.get("resend_mode");
    if (mode !== null && mode !== "all") return null;
    return { conversationId: BASH, isSession: false, afterSeq: null, resend: { mode, since: null } };
  }
  const [, kind, conversationId = ""] = /^\/sockets\/(session|events)\/([^/]+)$/.exec(pathname) ?? [];
  const isSession = kind === "session";
  if (!UUID.test(conversationId) || (isSession && !isAtLeast(world, "1.52"))) return null;
  const seq = query.get("after_seq");
  const since = query.get("after_timestamp");
  const mode = query.get("resend_mode") ?? (query.get("resend_all") === "true" ? "all" : null);
  if (isSession && seq !== null && !/^-?\d+$/.test(seq)) return null;
  if (!isSession && ((mode !== null && mode !== "all" && mode !== "since") || (since !== null && !TIME.test(since))))
    return null;
  const resend = { mode: mode as Resend["mode"], since: since === null ? null : naive(since) };
  return {
    conversationId: canonical(conversationId),
    isSession,
    afterSeq: seq === null ? null : Number(seq),
    resend,
  };
}

const BASH = "bash";
const UNKNOWN = { code: 4004, reason: "Conversation not found" };
const TOO_MANY = { code: 1013, reason: "Too many connections for this conversation" };
const TOO_MANY_BASH = { code: 1013, reason: "Too many bash event connections" };

/** Opens a connection; a refused one answers with a status and is never open. */
export function connect(world: World, path: string, { headers = {}, onOutput }: ConnectOptions): SimulatedSocket {
  const url = new URL(path, "http://server");
  const wanted = wantedBy(world, url);
  let conversation: Conversation | undefined;
  let telling: Telling | undefined;
  let due: number | null = null;
  const inbox: string[] = [];
  const end = (): void => {
    world.sockets.delete(attendance);
    conversation?.subscribers.delete(subscriber);
  };
  const out: Outbox = outbox(wanted?.isSession ? world.limits : NO_LIMITS, onOutput ?? (() => undefined), end);
  const close = (code: number, reason: string): void => out.put({ type: "close", code, reason });

  const subscriber: Subscriber = {
    event: (event, seq) => telling?.event(event, seq),
    progress: (frame) => telling?.progress(frame),
    unlocked: () => phase === "locked" && begin(),
  };
  let phase: "auth" | "locked" | "replay" | "live" = "auth";

  const enter = ({ conversationId, isSession, afterSeq, resend }: Wanted): void => {
    due = null;
    const isBash = conversationId === BASH;
    conversation = isBash ? world.bash : world.conversations.get(conversationId);
    if (!conversation || conversation.subscribers.size >= MAX_SUBSCRIBERS || world.closings.length > 0) {
      const { code, reason } = world.closings.shift() ?? (isBash ? TOO_MANY_BASH : conversation ? TOO_MANY : UNKNOWN);
      close(code, reason);
      return;
    }
    if (isBash) telling = bashTelling(world, out, resend.mode === "all");
    else if (isSession) telling = sessionTelling(world, conversation, out, afterSeq);
    else telling = legacyTelling(world, conversation, out, resend);
    phase = "locked";
    conversation.subscribers.add(subscriber);
    begin();
  };
  /** The snapshot needs the lock. */
  const begin = (): void => {
    due = null; // who takes the lock meanwhile tells when it is free
    if (!conversation || conversation.isLocked) return;
    const at = writtenAt(conversation);
    due = at > world.now() ? at : null;
    if (due !== null) return;
    phase = "replay";
    telling?.begin();
    step();
  };
  const step = (): void => {
    if (!out.isOpen || !telling) return;
    if (!telling.step()) {
      due = world.now() + BETWEEN_STEPS_MS;
      return;
    }
    due = null;
    phase = "live";
    for (const frame of inbox.splice(0)) hear(frame);
  };
  const command = (message: unknown): void => {
    const request = fieldsOf(message);
    const { command: what, timeout = 0 } = request;
    if (typeof what === "string" && Number.isInteger(Number(timeout))) startCommand(world, world.bash, request, false);
    else telling?.error("ValidationError", "1 validation error for ExecuteBashRequest");
  };
  const hear = (frame: string): void => {
    const fault = jsonFault(frame);
    if (fault) {
      telling?.error("JSONDecodeError", toldFault(frame, fault));
      return;
    }
    const message = parsed(frame);
    if (isAuth(message) || !conversation) return;
    if (conversation === world.bash) command(message);
    else say(conversation, message);
  };
  const say = (to: Conversation, message: unknown): void => {
    if (fieldsOf(message)["role"] === undefined) {
      telling?.error("ValidationError", "1 validation error for Message");
      return;
    }
    const outcome = send(world, to, message, true);
    if (typeof outcome === "object") telling?.error(outcome.refused, outcome.detail);
    else if (outcome === "busy") telling?.error("ConversationRunLimitExceeded", messageSaved(to));
  };

  const attendance: Attendance = {
    due: () => due,
    wake() {
      if (phase === "auth") close(4001, "Authentication failed");
      else if (phase === "locked") begin();
      else step();
    },
    end: (code, reason = "") => (code === undefined ? out.put({ type: "drop" }) : close(code, reason)),
  };
  world.sockets.add(attendance);
  const key = url.searchParams.get("session_api_key") ?? headers["x-session-api-key"] ?? null;
  if (!wanted || (world.keys.size > 0 && key !== null && !world.keys.has(key)))
    out.put({ type: "refuse", status: 403 });
  else {
    out.put({ type: "accept" });
    if (world.keys.size === 0 || key !== null) enter(wanted);
    else due = world.now() + AUTH_MS;
  }

  return {
    take: (count = Number.POSITIVE_INFINITY) => out.take(count),
    receive(frame) {
      if (!out.isOpen || !wanted) return;
      if (typeof frame !== "string") {
        if (phase === "auth") out.put({ type: "drop" });
        else telling?.error("KeyError", "'text'");
        return;
      }
      if (phase === "auth") {
        if (isKnown(world, parsed(frame))) return enter(wanted);
        return close(4001, "Authentication failed");
      }
      if (phase === "live") hear(frame);
      else inbox.push(frame);
    },
    leave: end,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As the server's language tells it: with the line and the column. */
function toldFault(text: string, { at, error }: JsonFault): string {
  const lines = text.slice(0, at).split("\n");
  return `${error}: line ${lines.length} column ${(lines.at(-1) ?? "").length + 1} (char ${at})`;
}

function isKnown({ keys }: World, message: unknown): boolean {
  const { type, session_api_key } = fieldsOf(message);
  return type === "auth" && typeof session_api_key === "string" && keys.has(session_api_key);
}

/** An authentication that nobody asked for is passed over, if it is nothing else. */
const isAuth = (message: unknown): boolean =>
  fieldsOf(message)["type"] === "auth" &&
  Object.keys(fieldsOf(message)).every((name) => name === "type" || name === "session_api_key");
