/** Waiting. */
import { onAbort } from "./signals.js";

/** Waits so many milliseconds, unless the signal ends it: then it rejects with the signal's reason. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = onAbort(signal, () => {
      clearTimeout(timer);
      stop();
      reject(signal?.reason);
    });
    const timer = setTimeout(() => {
      stop();
      resolve();
    }, ms);
  });
}
