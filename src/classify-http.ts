/** What an answer with an error status means. */
import type { ErrorClassification } from "./generated/types.js";
import { type Classification, classificationOf, type ErrorReason } from "./reasons.js";
import { field, text } from "./tags.js";

/** An answer as far as it matters: `body` is the parsed JSON, or undefined when it was none. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
  /** How long it asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Of the request, when it is known. */
  readonly method?: string | undefined;
}

/** Under this name the client notes beside a response which call it answers. */
export const CALL = /* @__PURE__ */ Symbol.for("agent-server-client.call");

const IDEMPOTENT: ReadonlySet<string> = new Set(["GET", "PUT", "DELETE", "OPTIONS", "HEAD"]);
/** Is doing it twice the same as once? */
export const isIdempotent = (method: string): boolean => IDEMPOTENT.has(method);

/** What a proxy says when the server's own answer is lost. */
const LOST: ReadonlySet<number> = new Set([408, 502, 504]);
/** May the server have done what it was asked for, although the answer is an error? */
export const isLostAnswer = (status: number): boolean => LOST.has(status);

const BY_STATUS: Readonly<Record<number, ErrorReason>> = {
  400: "bad_request",
  401: "session_key",
  402: "out_of_credit",
  403: "forbidden",
  404: "not_found",
  405: "bad_request",
  408: "timeout",
  409: "conflict",
  413: "bad_request",
  415: "bad_request",
  422: "validation",
  425: "unavailable",
  429: "rate_limited",
  502: "unavailable",
  503: "unavailable",
  504: "timeout",
  520: "unavailable", // to 524 and 530: of Cloudflare
  521: "unavailable",
  522: "unavailable",
  523: "unavailable",
  524: "timeout",
  529: "overloaded",
  530: "unavailable",
};

/** What the server writes, word for word, by status. */
const SENTENCES: readonly (readonly [status: number, start: RegExp, reason: ErrorReason])[] = [
  [404, /^(?:source )?conversation not found/i, "conversation_not_found"],
  [404, /^unknown (?:from_)?event_id/i, "event_not_found"],
  [409, /already running/i, "already_running"],
  [409, /already exists/i, "already_exists"],
  [429, /^message saved/i, "message_saved"],
  [429, /run limit reached/i, "run_limit"],
  // a provider's own answer, passed on
  [429, /quota|credit|budget/i, "out_of_credit"],
  [400, /context[ _](?:window|length)|too long/i, "context_window"],
];

/** The id of a failure in the server's log. It is shown with an error, so anything that looks otherwise is dropped. */
export const errorIdOf = (value: unknown): string | null => {
  const id = field(value, "error_id");
  return typeof id === "string" && /^(?:[\da-f]{1,32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.test(id) ? id : null;
};

/**
 * The classification of an error answer of the server.
 *
 * @see server rule: the error bodies of 1.44.0 to 1.58.2
 */
export function classifyHttp({ status, body, retryAfterMs, method }: HttpAnswer): Classification {
  const exception = text(field(body, "exception"));
  // 5xx that the server raises itself come as 500 with the status in front, up to 1.57 an unknown event id as well
  const inner = status === 500 ? Number(/^(5\d\d):/.exec(exception)?.[1] ?? status) : status;
  const reason = exception.startsWith("'Unknown event_id")
    ? "event_not_found"
    : reasonOf(inner, text(field(body, "detail")));
  const known: Partial<ErrorClassification> = { error_id: errorIdOf(body) };
  const retryable = field(body, "retryable");
  const isUncertain = method !== undefined && !isIdempotent(method) && isLostAnswer(status);
  if (isUncertain || typeof retryable === "boolean") {
    known.retryable = !isUncertain && retryable === true;
    known.user_action = known.retryable ? "retry" : "none";
  }
  return classificationOf(reason, "http", { ...known, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}

function reasonOf(status: number, detail: string): ErrorReason {
  const said = SENTENCES.find(([of, start]) => of === status && start.test(detail))?.[2];
  if (said) return said;
  return BY_STATUS[status] ?? (status >= 500 ? "server_error" : status >= 400 ? "bad_request" : "unknown");
}

/** Closes of the server's sockets: code, the start of the reason, what it means. The first that fits. */
const CLOSES: readonly (readonly [code: number, reason: string, meaning: ErrorReason])[] = [
  [4001, "", "session_key"],
  [4004, "", "conversation_not_found"],
  [1013, "Too many", "too_many_sockets"],
  [1013, "credential_binding_activation_required", "conflict"],
  [1013, "", "overloaded"],
  [1011, "", "unavailable"],
  [1012, "", "unavailable"],
  [1001, "", "unavailable"],
  [1009, "", "bad_request"],
  [1008, "", "forbidden"],
];

/** The classification of a socket's close. */
export function classifyClose(code: number, reason: string): Classification {
  const found = CLOSES.find(([of, start]) => of === code && reason.startsWith(start));
  return classificationOf(found?.[2] ?? "network", "socket");
}
