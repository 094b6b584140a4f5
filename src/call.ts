/** One call over the network: the key, the time-out, and every failure as one of our errors. No retries here. */
import { type AgentServerError, ContractError, type Issue, isAgentServerError } from "./errors.js";
import { type Call, CredentialsError, NetworkError, TimeoutError } from "./errors-of-calls.js";
import { REASONS } from "./reasons.js";
import { LONGEST_TIMER_MS } from "./retry-after.js";
import { onAbort } from "./signals.js";
import { field, text } from "./tags.js";

/**
 * A session key, or a function that is asked for it before every attempt.
 *
 * @example
 * const key: SessionApiKey = async () => localStorage.getItem("key") ?? undefined; // a new one is used at once
 * const signedIn = createAgentClient({ baseUrl: "http://127.0.0.1:8000", sessionApiKey: key });
 * @see server rule: the header `X-Session-API-Key`; on sockets the first message
 */
export type SessionApiKey = string | (() => string | undefined | Promise<string | undefined>);

/** @throws RangeError for what is negative, or no number */
export function checkNotNegative(name: string, value: number): void {
  if (!(value >= 0)) throw new RangeError(`${name}: expected a number that is not negative`);
}

/** What a call needs to know of itself. */
export interface CallContext extends Call {
  /** Whether doing it twice is the same as once. */
  readonly isRepeatable: boolean;
  /** Undefined: no time-out. */
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Tells what could not be sent at all from what got no answer: it is the caller's fault, and not tried again. */
export async function made<T>({ method, path }: Call, send: (sent: () => void) => Promise<T>): Promise<T> {
  let isSent = false;
  try {
    return await send(() => {
      isSent = true;
    });
  } catch (error) {
    if (isSent) throw error;
    throw badRequest({ method, path }, [], "expected what a request can be made of", error);
  }
}

/** The caller's fault: what is wrong with a request before it is sent. */
const badRequest = ({ method, path }: Call, place: Issue["path"], message: string, cause?: unknown): ContractError =>
  new ContractError(
    `${method} ${path}`,
    [{ path: place, code: "invalid_value", message }],
    ["validation", REASONS.validation],
    cause,
  );

/** It has a scheme, or else no colon in its first segment: in a page `127.0.0.1:8000` would be a path. */
const READABLE = /^\s*https?:|^[^:/?#]*(?:[/?#]|$)/i;

/**
 * Where calls go, with a slash at its end. In a page an address may be relative.
 *
 * @throws {ContractError} when no server can be there; it does not repeat the address, which may hold a password
 */
export function addressOf(call: Call, baseUrl: string): URL {
  try {
    const page = text(field(field(globalThis, "location"), "href")) || undefined;
    const url = READABLE.test(baseUrl) ? new URL(`${baseUrl}/`, page) : undefined;
    if (url?.href.startsWith("http")) return url;
  } catch {
    // It does not parse
  }
  throw badRequest(call, ["baseUrl"], "expected an address such as http://127.0.0.1:8000");
}

/** A segment of dots would lead to another path, also where the server takes an encoded slash for one. */
export function checkPath(call: Call, values: Readonly<Record<string, unknown>> = {}): void {
  for (const [, name = ""] of call.path.matchAll(/\{(\w+)\}/g)) {
    const value = values[name] ?? "";
    if (/^$|(?:^|[\\/])\.{1,2}(?:$|[\\/])/.test(typeof value === "string" ? value : JSON.stringify(value)))
      throw badRequest(call, ["params", "path", name], "expected a path without segments of dots, and not empty");
  }
}

/** Runs `work` with a signal of its own that the caller's signal and the time-out abort; nothing of it stays behind. */
export async function withDeadline<T>(context: CallContext, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal: outer, timeoutMs, isRepeatable } = context;
  outer?.throwIfAborted();
  const controller = new AbortController();
  const stop = onAbort(outer, () => controller.abort(outer?.reason));
  const timedOut = new TimeoutError(context, isRepeatable, timeoutMs ?? 0);
  const end = (): void => controller.abort(timedOut);
  const timer = timeoutMs === undefined ? undefined : setTimeout(end, Math.min(timeoutMs, LONGEST_TIMER_MS));
  // Not all that is waited for listens to the signal: a key function does not
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true });
  });
  try {
    return await Promise.race([work(controller.signal), aborted]);
  } catch (error) {
    if (outer?.aborted) throw outer.reason;
    if (controller.signal.aborted) throw timedOut;
    throw asOurs(error, context);
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** Anything that goes wrong between a request and its parsed answer. */
function asOurs(error: unknown, { method, path, isRepeatable }: CallContext): AgentServerError {
  if (isAgentServerError(error)) return error;
  if (field(error, "name") === "SyntaxError") {
    return new ContractError(`${method} ${path}`, [
      { path: [], code: "invalid_type", message: "expected JSON in the answer" },
    ]);
  }
  return new NetworkError({ method, path }, isRepeatable, error);
}

/** The key, asked for when it is a function. One that fails to come is a CredentialsError. */
export async function readKey(key: SessionApiKey | undefined): Promise<string | undefined> {
  try {
    const value: unknown = typeof key === "function" ? await key() : key;
    if (value === undefined || typeof value === "string") return value;
    throw new TypeError();
  } catch (error) {
    throw new CredentialsError(error);
  }
}

/** Puts the key into the request. One that no header can hold is a CredentialsError, too. */
export async function authorise(request: Request, key: SessionApiKey | undefined): Promise<void> {
  const value = await readKey(key);
  try {
    if (value !== undefined) request.headers.set("X-Session-API-Key", value);
  } catch (error) {
    throw new CredentialsError(error);
  }
}

/**
 * An answer whose error, if it is one, is a JSON object: as it came when it was one, else `{ detail }` with the value or
 * the text that came, or null.
 */
export async function normaliseError(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  headers.set("Content-Type", "application/json");
  const { status } = response;
  // The constructor refuses statuses (304) and words (in UTF-8) that fetch gives
  const isBody = status >= 400 && status < 600;
  const answer = new Response(errorBody(text), { status: isBody ? status : 500, headers });
  for (const name of ["status", "statusText"] as const) Object.defineProperty(answer, name, { value: response[name] });
  return answer;
}

function errorBody(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return text;
    return JSON.stringify({ detail: value === "" ? null : value });
  } catch {
    return JSON.stringify({ detail: text === "" ? null : text }); // no JSON, or too deep to be written
  }
}
