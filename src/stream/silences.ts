/** Time that passes while nothing is told. */
import type { StreamUpdate } from "../updates.js";
import { now } from "./now.js";

/**
 * All updates, and undefined whenever so many milliseconds have passed without one that is about the conversation: how its
 * connection is doing is not.
 */
export async function* withSilences(
  updates: AsyncIterable<StreamUpdate>,
  ms: number,
): AsyncGenerator<undefined | StreamUpdate> {
  const iterator = updates[Symbol.asyncIterator]();
  let due = now() + ms;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for (let next: Promise<IteratorResult<StreamUpdate>> | undefined; ; ) {
      next ??= iterator.next();
      const silence = new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, due - now(), undefined);
      });
      const result = await Promise.race([next, silence]);
      clearTimeout(timer);
      if (result?.done) return;
      const { value } = result ?? {};
      if (value?.type !== "connection" && value?.type !== "live") due = now() + ms;
      if (result) next = undefined; // asked for when it is wanted, so that nobody is away when it fails
      yield value;
    }
  } finally {
    clearTimeout(timer);
    await iterator.return?.();
  }
}
