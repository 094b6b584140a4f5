/** Every operation of the document as a typed call: openapi-fetch, with the key, time-outs, retries and typed errors. */
import createClient, { type Client } from "openapi-fetch";
import { withAccess } from "./access.js";
import {
  addressOf,
  authorise,
  type CallContext,
  checkNotNegative,
  checkPath,
  made,
  normaliseError,
  readKey,
  type SessionApiKey,
  withDeadline,
} from "./call.js";
import { CALL, isIdempotent } from "./classify-http.js";
import { isAgentServerError } from "./errors.js";
import { type Call, HttpError } from "./errors-of-calls.js";
import { NOT_JSON } from "./generated/operations.js";
import type { paths } from "./generated/types.js";
import { LONGEST_TIMER_MS, retryAfterMs } from "./retry-after.js";
import { sleep } from "./sleep.js";

/**
 * openapi-fetch's methods over the document's paths.
 *
 * @example
 * const pause = (agent: AgentClient, conversation_id: string) =>
 *   agent.POST("/api/conversations/{conversation_id}/pause", { params: { path: { conversation_id } } });
 * const { error } = await pause(client, conversationId);
 */
export type AgentClient = Client<paths>;

/**
 * How idempotent calls are tried again.
 *
 * @example
 * const patient: RetryOptions = { limit: 6, maxDelayMs: 10_000 }; // outlasts a restart of the server
 * const steady = createAgentClient({ baseUrl: "http://127.0.0.1:8000", retry: patient });
 */
export interface RetryOptions {
  /** How often at most; 2 unless said otherwise. */
  readonly limit?: number | undefined;
  /** The longest wait, also when the server asks for more, in milliseconds; 30,000 unless said otherwise. */
  readonly maxDelayMs?: number | undefined;
}

/**
 * What {@link createAgentClient} takes.
 *
 * @example
 * const options: AgentClientOptions = { baseUrl: "http://127.0.0.1:8000", sessionApiKey: "key", timeoutMs: 20_000 };
 * const impatient = createAgentClient(options);
 */
export interface AgentClientOptions {
  /** Where the server is: `https://host:port/base` or `http:`; in a page a path on its own server, too. */
  readonly baseUrl: string;
  /** Goes into `X-Session-API-Key`. A function is asked before every attempt. */
  readonly sessionApiKey?: SessionApiKey | undefined;
  /** Takes the place of the global fetch, which is looked up at every call. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** For each attempt, in milliseconds; 60,000 unless said otherwise. Calls that wait for a tool or a model have none. */
  readonly timeoutMs?: number | undefined;
  /** `false`: no call is tried again. */
  readonly retry?: RetryOptions | false | undefined;
  /** Further headers of every request. */
  readonly headers?: Record<string, string> | undefined;
}

const METHODS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;
const RETRIED: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);
/** They answer when a tool or a model has, or when a file is there: after any time. */
const BLOCKING = /\/(?:events|run|ask_agent|condense|execute_bash_command|upload)$/;
const FIRST_DELAY_MS = 250;
/** After a failure of its own the server resets the connection. What is sent until then is lost. */
const RESET_MS = 50;

/** What openapi-fetch takes beside a path, as far as it is read here. */
interface Init {
  readonly signal?: AbortSignal | null;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly parseAs?: string;
  readonly baseUrl?: string;
  /** Makes what it likes of an address. */
  readonly Request?: unknown;
  readonly body?: unknown;
  readonly headers?: unknown;
  readonly params?: { readonly path?: Readonly<Record<string, unknown>> };
  readonly [option: string]: unknown;
}
type Answer = { readonly response: Response; readonly data?: unknown; readonly error?: unknown };
type Send = (path: string, init: Init) => Promise<Answer>;

/**
 * A client of one server. Its methods are openapi-fetch's: `GET`, `POST`, … over the document's paths, giving
 * `{ data, error, response }`. An answer with an error status has an object as `error`; it is a value, and only
 * {@link unwrap} throws it. What rejects is one of this package's errors, or the caller's abort.
 *
 * @throws RangeError when `timeoutMs` or a number of `retry` is negative
 * @example
 * const client = createAgentClient({ baseUrl: "http://127.0.0.1:8000", sessionApiKey: () => localStorage.getItem("key") ?? undefined });
 * const { data, error } = await client.GET("/api/conversations/{conversation_id}", { params: { path: { conversation_id: id } } });
 * @see `openapi.json#/paths`; for what else the server answers, {@link serverInfo}
 */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  const { baseUrl, sessionApiKey, timeoutMs = 60_000, retry, headers } = options;
  const base = createClient<paths>({ baseUrl, bodySerializer, redirect: "manual", ...(headers ? { headers } : {}) });
  const { limit = 2, maxDelayMs = 30_000 } = retry === false ? { limit: 0 } : (retry ?? {});
  for (const [name, value] of Object.entries({ timeoutMs, limit, maxDelayMs })) checkNotNegative(name, value);
  let sendableAt = 0;

  const call = async (send: Send, method: string, path: string, init: Init): Promise<Answer> => {
    const place = { method, path: path.split(/[?#]/, 1)[0] ?? "" };
    if (!init.Request) addressOf(place, init.baseUrl || baseUrl);
    checkPath(place, init.params?.path);
    const isRepeatable = isIdempotent(method);
    const context: CallContext = {
      method,
      path,
      isRepeatable,
      timeoutMs: method === "POST" && BLOCKING.test(path) ? undefined : timeoutMs,
      signal: init.signal ?? undefined,
    };
    const parseAs = init.parseAs ?? (NOT_JSON as Readonly<Record<string, string>>)[`${method} ${path}`] ?? "json";
    const form = hasFile(init.body) ? { headers: { ...headersOf(init.headers), "Content-Type": null } } : {};
    const attempt = (): Promise<Answer> =>
      withDeadline(context, (signal) =>
        made(context, (sent) =>
          send(path, {
            ...init,
            ...form,
            signal,
            parseAs: parseAs === "json" ? "text" : parseAs,
            fetch: async (request) => {
              sent();
              if (!isRepeatable && Date.now() < sendableAt) await sleep(RESET_MS, signal);
              await authorise(request, sessionApiKey);
              const fetch = init.fetch ?? options.fetch ?? globalThis.fetch;
              return normaliseError(await fetch(request));
            },
          }).then((answer) => completed(answer, parseAs)),
        ),
      );
    const answer = await repeat(attempt, { limit: isRepeatable ? limit : 0, maxDelayMs, signal: context.signal });
    if (answer.response.status === 500) sendableAt = Date.now() + RESET_MS;
    Object.defineProperty(answer.response, CALL, { value: { method, path }, configurable: true });
    return answer;
  };

  const methods = METHODS.map((method) => {
    const send = base[method] as Send; // one signature for all methods; the types of each are restored below
    return [method, (path: string, init: Init = {}) => call(send, method, path, init)] as const;
  });
  const request = (method: string, path: string, init: Init = {}): Promise<Answer> =>
    call(
      (to, how) => (base.request as (method: string, path: string, init: Init) => Promise<Answer>)(method, to, how),
      method.toUpperCase(),
      path,
      init,
    );
  const client = { ...base, ...Object.fromEntries(methods), request } as AgentClient;
  return withAccess(client, { baseUrl: () => baseUrl, key: () => readKey(sessionApiKey) });
}

/** Makes of what openapi-fetch gives what an answer here is. */
async function completed(answer: Answer, parseAs: string): Promise<Answer> {
  const { response, data, error } = answer;
  // An answer to HEAD, and one of a middleware, come without what has an error always
  if (!response.ok)
    return typeof error === "object" && error ? answer : { ...answer, error: { detail: error ?? null } };
  if (response.status === 204 || response.status === 205) return { ...answer, data: undefined };
  if (parseAs === "json") {
    const isBlank = typeof data !== "string" || data.trim() === "";
    return { ...answer, data: isBlank ? undefined : JSON.parse(data) };
  }
  // It takes a length of 0 for no data, but an empty file is a file, and an empty text a text
  if (response.bodyUsed || data !== undefined) return answer;
  if (parseAs === "blob") return { ...answer, data: await response.blob() };
  return parseAs === "text" ? { ...answer, data: await response.text() } : answer;
}

const headersOf = (headers: unknown): object =>
  headers instanceof Headers ? Object.fromEntries(headers) : Object(headers ?? {});

const partsOf = (body: unknown): [name: string, value: unknown][] =>
  typeof body === "object" && body !== null ? Object.entries(body) : [];
const hasFile = (body: unknown): boolean =>
  body instanceof FormData || partsOf(body).some(([, value]) => value instanceof Blob);

/** An object with a file in it is a form, whose content type has a boundary that only fetch knows. */
function bodySerializer(body: unknown): string | FormData {
  if (body instanceof FormData) return body;
  if (!hasFile(body)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of partsOf(body).filter(([, value]) => value !== undefined))
    form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

interface RepeatOptions {
  readonly limit: number;
  readonly maxDelayMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Tries again, up to `limit` times, what got no answer or one that says "later". */
async function repeat(attempt: () => Promise<Answer>, { limit, maxDelayMs, signal }: RepeatOptions): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const outcome = await attempt().catch((error: unknown) => ({ error }));
    const answer = "response" in outcome ? outcome : undefined;
    const isWorthIt = answer ? RETRIED.has(answer.response.status) : isTransient(outcome.error);
    if (tries >= limit || !isWorthIt || signal?.aborted) {
      if (answer) return answer;
      throw outcome.error;
    }
    const asked = retryAfterMs(answer?.response.headers.get("Retry-After"), Date.now());
    await sleep(Math.min(asked ?? Math.random() * FIRST_DELAY_MS * 2 ** tries, maxDelayMs, LONGEST_TIMER_MS), signal);
  }
}

const isTransient = (error: unknown): boolean =>
  isAgentServerError(error) && (error.name === "NetworkError" || error.name === "TimeoutError");

/**
 * What {@link unwrap} gives: the data of the answers that are no errors.
 *
 * @example
 * const page = await client.GET("/api/conversations/search", { params: { query: { limit: 10 } } });
 * const titlesOf = ({ items }: Unwrapped<typeof page>) => items.map(({ title, id }) => title ?? id);
 * render(titlesOf(unwrap(page)));
 */
export type Unwrapped<R> = R extends { data: infer D; error?: undefined } ? D : never;

/**
 * The data of an answer; of a 204 it is undefined.
 *
 * @throws {HttpError} when the answer has an error status
 * @example
 * const info = unwrap(await client.GET("/api/conversations/{conversation_id}", { params: { path: { conversation_id: id } } }));
 */
export function unwrap<R extends { response: Response }>(result: R): Unwrapped<R> {
  const { response, data, error } = result as Answer;
  if (response.ok) return data as Unwrapped<R>; // the type of an answer that is ok
  const call = (response as Response & { readonly [CALL]?: Call })[CALL] ?? { method: "A", path: "call" };
  throw new HttpError(call, response.status, error, retryAfterMs(response.headers.get("Retry-After"), Date.now()));
}
