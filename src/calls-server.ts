/** The server itself: what it is, and whether it is ready. Both paths are left out of the document. */
import { checkNotNegative, withDeadline } from "./call.js";
import { type CallOptions, isLost } from "./calls.js";
import { type AgentClient, unwrap } from "./client.js";
import { HttpError } from "./errors-of-calls.js";
import type { ServerInfo } from "./events.js";
import { sleep } from "./sleep.js";

type Undocumented = "/server_info" | "/ready";
type Get = (path: Undocumented, init: { signal: AbortSignal | null }) => Promise<{ data: unknown; response: Response }>;

/** The client takes any path; only its types know the document's alone. */
const get = (client: AgentClient, path: Undocumented, signal: AbortSignal | undefined): ReturnType<Get> =>
  (client.GET as Get)(path, { signal: signal ?? null });

/**
 * What the server says of itself: versions, what it can do, since when it is up.
 *
 * @throws {HttpError} of an error status
 * @example
 * const { version, capabilities = [] } = await serverInfo(client);
 * console.log(version, capabilities.join(", "));
 * @see server rule: `GET /server_info`, which is not in the document
 */
export async function serverInfo(client: AgentClient, { signal }: CallOptions = {}): Promise<ServerInfo> {
  return unwrap(await get(client, "/server_info", signal)) as ServerInfo;
}

/**
 * Options of {@link waitUntilReady}.
 *
 * @example
 * const coldStart: ReadyOptions = { timeoutMs: 300_000 }; // the image of the container is still to be fetched
 * await waitUntilReady(client, coldStart);
 */
export interface ReadyOptions extends CallOptions {
  /** How long to wait for it, in milliseconds; 60,000 unless said otherwise. */
  readonly timeoutMs?: number | undefined;
}

const NOT_YET: ReadonlySet<string> = new Set(["unavailable", "timeout"]);
const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 1_000;
/** A connection that is taken and never answered is no reason to wait for it to the end. */
const ATTEMPT_MS = 5_000;

/**
 * Waits until the server is ready. One that is not reachable yet, or whose proxy says so, or that answers 503, is asked
 * again, after growing delays of up to a second. It needs no session key: a ready server may still refuse yours.
 *
 * @throws {TimeoutError} when it is not ready in time
 * @throws {HttpError} of any other error status: no waiting helps against a wrong address
 * @throws RangeError when `timeoutMs` is negative, or no number
 * @example
 * await waitUntilReady(client, { timeoutMs: 30_000 });
 * @see server rule: `GET /ready`, which is not in the document
 */
export async function waitUntilReady(
  client: AgentClient,
  { timeoutMs = 60_000, signal }: ReadyOptions = {},
): Promise<void> {
  checkNotNegative("timeoutMs", timeoutMs);
  const call = { method: "GET", path: "/ready", isRepeatable: true };
  const isReady = async (within: AbortSignal): Promise<boolean> => {
    try {
      const attempt = { ...call, timeoutMs: ATTEMPT_MS, signal: within };
      unwrap(await withDeadline(attempt, (inner) => get(client, "/ready", inner)));
      return true;
    } catch (error) {
      if (isLost(error) || (error instanceof HttpError && NOT_YET.has(error.classification.reason))) return false;
      throw error;
    }
  };
  await withDeadline({ ...call, timeoutMs, signal }, async (within) => {
    let delayMs = FIRST_DELAY_MS;
    while (!(await isReady(within))) {
      await sleep(delayMs, within);
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
    }
  });
}
