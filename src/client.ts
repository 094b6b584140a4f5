/** Every operation of the document as a typed call: openapi-fetch, with the key, time-outs, retries and typed errors. */
import createClient, { type Client } from "openapi-fetch";
import {
  authorise,
  type CallContext,
  LONGEST_TIMER_MS,
  made,
  normaliseError,
  type SessionApiKey,
  withDeadline,
} from "./call.js";
import { ContractError, isAgentServerError } from "./errors.js";
import { type Call, HttpError } from "./errors-of-calls.js";
import { NOT_JSON } from "./generated/operations.js";
import type { paths } from "./generated/types.js";
import { retryAfterMs } from "./retry-after.js";
import { sleep } from "./sleep.js";

/** openapi-fetch's methods over the document's paths. */
export type AgentClient = Client<paths>;

/** How idempotent calls are tried again. */
export interface RetryOptions {
  /** How often at most; 2 unless said otherwise. */
  readonly limit?: number | undefined;
  /** The longest wait, also when the server asks for more, in milliseconds; 30,000 unless said otherwise. */
  readonly maxDelayMs?: number | undefined;
}

/** What {@link createAgentClient} takes. */
export interface AgentClientOptions {
  /** Where the server is: `https://host:port/base`. */
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
const IDEMPOTENT: ReadonlySet<string> = new Set(["GET", "PUT", "DELETE", "OPTIONS", "HEAD"]);
const RETRIED: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);
/** They answer when a tool or a model has, or when a file is there: after any time. */
const BLOCKING = /\/(?:events|run|ask_agent|condense|execute_bash_command|upload)$/;
const FIRST_DELAY_MS = 250;

/** What openapi-fetch takes beside a path, as far as it is read here. */
interface Init {
  readonly signal?: AbortSignal | null;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly parseAs?: string;
  readonly params?: { readonly path?: Readonly<Record<string, unknown>> };
  readonly [option: string]: unknown;
}
type Answer = { readonly response: Response; readonly data?: unknown; readonly error?: unknown };
type Send = (path: string, init: Init) => Promise<Answer>;

const CALL = Symbol.for("agent-server-client.call");

/**
 * A client of one server. Its methods are openapi-fetch's: `GET`, `POST`, … over the document's paths, giving
 * `{ data, error, response }`. An answer with an error status has an object as `error`; it is a value, and only
 * {@link unwrap} throws it. What rejects is one of this package's errors, or the caller's abort.
 *
 * @example
 * const client = createAgentClient({ baseUrl: "http://127.0.0.1:8000", sessionApiKey: () => localStorage.getItem("key") ?? undefined });
 * const { data, error } = await client.GET("/api/conversations/{conversation_id}", { params: { path: { conversation_id: id } } });
 */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  const { baseUrl, sessionApiKey, timeoutMs = 60_000, retry, headers } = options;
  const base = createClient<paths>({ baseUrl, bodySerializer, redirect: "manual", ...(headers ? { headers } : {}) });
  const { limit = 2, maxDelayMs = 30_000 } = retry === false ? { limit: 0 } : (retry ?? {});

  const call = async (send: Send, method: string, path: string, init: Init): Promise<Answer> => {
    checkPath(method, path, init.params?.path);
    const isRepeatable = IDEMPOTENT.has(method);
    const context: CallContext = {
      method,
      path,
      isRepeatable,
      timeoutMs: method === "POST" && BLOCKING.test(path) ? undefined : timeoutMs,
      signal: init.signal ?? undefined,
    };
    const parseAs = init.parseAs ?? (NOT_JSON as Readonly<Record<string, string>>)[`${method} ${path}`] ?? "json";
    const attempt = (): Promise<Answer> =>
      withDeadline(context, (signal) =>
        made(context, (sent) =>
          send(path, {
            ...init,
            signal,
            parseAs,
            fetch: async (request) => {
              sent();
              await authorise(request, sessionApiKey);
              const fetch = init.fetch ?? options.fetch ?? globalThis.fetch;
              return normaliseError(await fetch(request));
            },
          }).then((answer) => withEmpty(answer, parseAs)),
        ),
      );
    const answer = await repeat(attempt, { limit: isRepeatable ? limit : 0, maxDelayMs, signal: context.signal });
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
  return { ...base, ...Object.fromEntries(methods), request } as AgentClient;
}

/** openapi-fetch takes a length of 0 for no data, but an empty file is a file, and an empty text a text. */
async function withEmpty(answer: Answer, parseAs: string): Promise<Answer> {
  const { response } = answer;
  if (!response.ok || response.status === 204 || response.bodyUsed) return answer;
  if (parseAs === "blob") return { ...answer, data: await response.blob() };
  return parseAs === "text" ? { ...answer, data: await response.text() } : answer;
}

/** An object with a file in it is a form; the browser sets its content type. */
function bodySerializer(body: unknown): string | FormData {
  if (body instanceof FormData) return body;
  const entries = typeof body === "object" && body !== null ? Object.entries(body) : [];
  if (!entries.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of entries.filter(([, value]) => value !== undefined))
    form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

/** A segment of dots would lead to another path. */
function checkPath(method: string, path: string, values: Readonly<Record<string, unknown>> = {}): void {
  for (const [name, value] of Object.entries(values)) {
    if (/^\.{0,2}$/.test(String(value))) {
      const message = "expected a path segment that is neither empty nor dots";
      throw new ContractError(`${method} ${path}`, [
        { path: ["params", "path", name], code: "invalid_value", message },
      ]);
    }
  }
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

/** What {@link unwrap} gives: the data of the answers that are no errors. */
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
