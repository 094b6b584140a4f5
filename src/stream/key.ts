/** The session key, asked for before each connection. */
import type { Access } from "../access.js";
import { CredentialsError } from "../errors-of-calls.js";
import { onAbort } from "../signals.js";

/** As long as a call waits for an answer. */
const WITHIN_MS = 60_000;

/**
 * A key function does not listen to the signal, and may not come back at all.
 *
 * @throws {CredentialsError} when there is none by then
 */
export function keyOf(access: Access, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const failed = (error: unknown): void => {
      leave();
      reject(error);
    };
    const leave = (): void => {
      clearTimeout(timer);
      stop();
    };
    const late = new CredentialsError(new Error(`no key within ${WITHIN_MS / 1_000} s`));
    const timer = setTimeout(failed, WITHIN_MS, late);
    const stop = onAbort(signal, () => failed(signal.reason));
    access.key().finally(leave).then(resolve, reject);
    if (signal.aborted) failed(signal.reason);
  });
}
