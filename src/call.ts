/** One call over the network: the key, the time-out, and every failure as one of our errors. No retries here. */
import { type AgentServerError, ContractError, isAgentServerError } from "./errors.js";
import { type Call, CredentialsError, NetworkError, TimeoutError } from "./errors-of-calls.js";
import { field } from "./tags.js";

/** A session key, or a function that is asked for it before every attempt. */
export type SessionApiKey = string | (() => string | undefined | Promise<string | undefined>);

/** What a call needs to know of itself. */
export interface CallContext extends Call {
  /** Whether doing it twice is the same as once. */
  readonly isRepeatable: boolean;
  /** Undefined: no time-out. */
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A timer that is set for longer ends at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Tells what could not be sent at all from what got no answer: it is the caller's fault, and not tried again. */
export async function made<T>({ method, path }: Call, send: (sent: () => void) => Promise<T>): Promise<T> {
  let isSent = false;
  try {
    return await send(() => {
      isSent = true;
    });
  } catch (error) {
    if (isSent || isAgentServerError(error)) throw error;
    const message = "expected what a request can be made of";
    throw new ContractError(`${method} ${path}`, [{ path: [], code: "invalid_value", message }]);
  }
}

/** Runs `work` with a signal of its own that the caller's signal and the time-out abort; nothing of it stays behind. */
export async function withDeadline<T>(context: CallContext, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal: outer, timeoutMs, isRepeatable } = context;
  outer?.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort(outer?.reason);
  outer?.addEventListener("abort", abort, { once: true });
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
    outer?.removeEventListener("abort", abort);
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

/** Puts the key into the request. A key that fails to come, or that no header can hold, is a CredentialsError. */
export async function authorise(request: Request, key: SessionApiKey | undefined): Promise<void> {
  try {
    const value = typeof key === "function" ? await key() : key;
    if (value === undefined) return;
    if (typeof value !== "string") throw new TypeError();
    request.headers.set("X-Session-API-Key", value);
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
  for (const name of ["Content-Length", "Content-Encoding", "Transfer-Encoding"]) headers.delete(name);
  headers.set("Content-Type", "application/json");
  const answer = new Response(JSON.stringify(errorObject(text)), { status: 500, headers });
  // Not by the constructor: it refuses statuses (304) and words (in UTF-8) that fetch gives
  for (const name of ["status", "statusText"] as const) Object.defineProperty(answer, name, { value: response[name] });
  return answer;
}

function errorObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
    return { detail: value === "" ? null : value };
  } catch {
    return { detail: text === "" ? null : text };
  }
}
