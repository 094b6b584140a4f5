/** The errors of calls, sockets and runs. What the server wrote is behind getters, for those who ask for it. */
import { classifyClose, classifyHttp } from "./classify-http.js";
import { AgentServerError, type Issue } from "./errors.js";
import type { ConversationErrorEvent } from "./generated/types.js";
import { type Classification, classificationOf, type ErrorReason } from "./reasons.js";
import { attempt, isSecretName, MASK, redactText } from "./redact-text.js";
import { field } from "./tags.js";

/** Which call: the method, and the path with its parameters' names in place of their values. */
export interface Call {
  readonly method: string;
  readonly path: string;
}

/**
 * The server answered with an error status. The message is the call and the status; what the server wrote is in
 * `detail`, `issues` and `data`, which no log and no inspection shows by itself.
 *
 * @example
 * try {
 *   await sendMessage(client, conversationId, "Go on, please.");
 * } catch (error) {
 *   if (!(error instanceof HttpError)) throw error;
 *   report(error.message, error.detail, error.errorId); // what failed, why, and its name in the log
 * }
 * @see `openapi.json#/components/schemas/HTTPValidationError` for a 422; server rule: any other has a `detail`
 */
export class HttpError extends AgentServerError {
  /** Tells it from other errors, also when the package is there twice. */
  declare readonly name: "HttpError";
  /** The HTTP status: 400 and more, and 3xx, since redirections are not followed. */
  readonly status: number;
  /** In capitals: `GET`. */
  readonly method: string;
  /** The path's template: `/api/conversations/{conversation_id}`. */
  readonly path: string;
  /** Names the failure in the server's log; null when the server gave none. */
  readonly errorId: string | null;
  readonly #data: unknown;

  /** `data` is the body, parsed; `retryAfterMs` what the header `Retry-After` asks for. */
  constructor({ method, path }: Call, status: number, data: unknown, retryAfterMs?: number) {
    super(
      "HttpError",
      `${method} ${path} answered ${status}`,
      classifyHttp({ status, body: data, retryAfterMs, method }),
    );
    this.status = status;
    this.method = method;
    this.path = path;
    this.errorId = this.classification.error_id ?? null;
    this.#data = data;
  }

  /** What the server says, in one line of at most 500 characters, without secrets; "" when it says nothing. */
  get detail(): string {
    const line = readable(field(this.#data, "detail")).replace(/\s+/g, " ").trim();
    return line.slice(0, 500).replace(/[\uD800-\uDBFF]$/, ""); // no half of a character
  }

  /** What is wrong with the request, of an answer 422; at most 100. */
  get issues(): readonly Issue[] {
    const detail = field(this.#data, "detail");
    return Array.isArray(detail) ? detail.slice(0, MOST_ISSUES).map(issueOf) : [];
  }

  /** The body as it came: parsed JSON, or an object that holds what there was. */
  get data(): unknown {
    return this.#data;
  }
}

function issueOf(item: unknown): Issue {
  const loc = field(item, "loc");
  const path = Array.isArray(loc) ? loc.filter((part) => typeof part === "string" || typeof part === "number") : [];
  return {
    path: path.map((part) => (typeof part === "string" ? redactText(part) : part)),
    code: said(field(item, "type")),
    message: said(typeof item === "string" ? item : field(item, "msg")),
  };
}

/** More than is ever shown, so that masks can only make it shorter. */
const MOST_READ = 20_000;
const MOST_ISSUES = 100;
const clean = (text: string): string => redactText(text.slice(0, MOST_READ));
const said = (value: unknown): string => (typeof value === "string" ? clean(value) : "invalid");

/** FastAPI's `detail` as a person reads it: a sentence, a list of issues, or an object with a message. */
function readable(detail: unknown): string {
  if (typeof detail === "string") return clean(detail);
  if (Array.isArray(detail)) {
    return detail
      .slice(0, MOST_ISSUES)
      .map(issueOf)
      .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
      .join("; ");
  }
  const message = field(detail, "message") ?? field(detail, "msg") ?? field(detail, "detail") ?? field(detail, "code");
  if (typeof message === "string") return clean(message);
  return detail === null || detail === undefined ? "" : attempt(() => clean(JSON.stringify(detail, maskNamed)));
}

const lost = (reason: ErrorReason, isRepeatable: boolean): Classification =>
  classificationOf(reason, "network", isRepeatable ? {} : { retryable: false, user_action: "none" });

const maskNamed = (name: string, value: unknown): unknown => (isSecretName(name) ? MASK : value);

/**
 * No answer came. Of a call that is not idempotent nobody knows whether it took effect: `retryable` is false.
 *
 * @example
 * const offline = async () => Promise.reject(new TypeError("fetch failed"));
 * const alone = createAgentClient({ baseUrl: "http://127.0.0.1:8000", fetch: offline });
 * await sendMessage(alone, conversationId, "Go on, please.").catch((error: unknown) => {
 *   if (!(error instanceof NetworkError)) throw error;
 *   report(error.classification.retryable); // false: the message may have arrived, so look before you send it again
 * });
 */
export class NetworkError extends AgentServerError {
  /** Tells it from other errors, also when the package is there twice. */
  declare readonly name: "NetworkError";

  /** `isRepeatable`: whether doing it twice is the same as once. `cause` is what `fetch` failed with. */
  constructor({ method, path }: Call, isRepeatable: boolean, cause: unknown) {
    super("NetworkError", `${method} ${path} got no answer`, lost("network", isRepeatable), cause);
  }
}

/**
 * No answer came in time.
 *
 * @example
 * try {
 *   await waitUntilReady(client, { timeoutMs: 5_000 });
 * } catch (error) {
 *   if (!(error instanceof TimeoutError)) throw error;
 *   report(`The server was not ready within ${error.timeoutMs / 1_000} seconds.`);
 * }
 */
export class TimeoutError extends AgentServerError {
  /** Tells it from other errors, also when the package is there twice. */
  declare readonly name: "TimeoutError";
  /** How long was waited, in milliseconds. */
  readonly timeoutMs: number;

  /** `isRepeatable`: whether doing it twice is the same as once. */
  constructor({ method, path }: Call, isRepeatable: boolean, timeoutMs: number) {
    super("TimeoutError", `${method} ${path} got no answer within ${timeoutMs} ms`, lost("timeout", isRepeatable));
    this.timeoutMs = timeoutMs;
  }
}

/**
 * The function that gives the session key failed, or gave no text.
 *
 * @example
 * const sessionApiKey = async () => Promise.reject(new Error("signed out"));
 * const signedOut = createAgentClient({ baseUrl: "http://127.0.0.1:8000", sessionApiKey });
 * await serverInfo(signedOut).catch((error: unknown) => {
 *   if (error instanceof CredentialsError) report("Please sign in again.");
 * });
 */
export class CredentialsError extends AgentServerError {
  /** Tells it from other errors, also when the package is there twice. */
  declare readonly name: "CredentialsError";

  /** `cause` is what the function failed with. */
  constructor(cause: unknown) {
    super("CredentialsError", "sessionApiKey failed to give a key", classificationOf("session_key", "network"), cause);
  }
}

/**
 * A socket was closed for good.
 *
 * @example
 * try {
 *   for await (const update of streamEvents(client, conversationId)) if (update.type === "live") break;
 * } catch (error) {
 *   if (!(error instanceof SocketError)) throw error;
 *   report(error.code === 4004 ? "There is no such conversation." : error.classification.message);
 * }
 * @see docs/stream.md for what each code means
 */
export class SocketError extends AgentServerError {
  /** Tells it from other errors, also when the package is there twice. */
  declare readonly name: "SocketError";
  /** The close code: 1000 to 1015 as WebSocket has them; 4001 (key) and 4004 (no conversation) are the server's. */
  readonly code: number;
  readonly #reason: string;

  /** Takes what the close event says. */
  constructor(code: number, reason: string) {
    super("SocketError", `the socket was closed with ${code}`, classifyClose(code, reason));
    this.code = code;
    this.#reason = redactText(reason);
  }

  /** The server's word for it, without what looks like a secret. */
  get reason(): string {
    return this.#reason;
  }
}

/**
 * A run ended in an error, or stuck.
 *
 * @example
 * try {
 *   await runToEnd(client, conversationId);
 * } catch (error) {
 *   if (!(error instanceof ConversationRunError)) throw error;
 *   report(error.status, error.event?.code, error.classification.message);
 * }
 * @see `openapi.json#/components/schemas/ConversationErrorEvent`
 */
export class ConversationRunError extends AgentServerError {
  /** Tells it from other errors, also when the package is there twice. */
  declare readonly name: "ConversationRunError";
  /** How it ended: `stuck` when the server found that the agent repeats itself. */
  readonly status: "error" | "stuck";
  readonly #event: ConversationErrorEvent | null;

  /** `event` is the one that tells why, when it is known. */
  constructor(status: "error" | "stuck", event: ConversationErrorEvent | null, classification: Classification) {
    super("ConversationRunError", `the run ended with the status ${status}`, classification);
    this.status = status;
    this.#event = event;
  }

  /** The event that tells why; null when there is none. */
  get event(): ConversationErrorEvent | null {
    return this.#event;
  }
}
