/// <reference lib="esnext.disposable" preserve="true" />
/** What is followed, as an iterable of one consumer. */
import { onAbort } from "../signals.js";
import type { ConnectionUpdate } from "../updates.js";
import type { Follower } from "./follow.js";

/** Updates, for as long as someone reads them. `break` and `await using` end it, too. */
export interface UpdateStream<U> extends AsyncIterable<U> {
  /** Ends it quietly. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes the follower when the first update is asked for. */
export function streamOf<U>(
  follow: (signal: AbortSignal) => Follower<U>,
  outer: AbortSignal | undefined,
): UpdateStream<U | ConnectionUpdate> {
  const controller = new AbortController();
  let isClosed = false;
  let isTaken = false;

  async function* updates(): AsyncGenerator<U | ConnectionUpdate, void> {
    const follower = follow(controller.signal);
    // At once, also while nobody asks for the next update
    const stop = onAbort(outer, () => {
      controller.abort(outer?.reason);
      follower.close();
    });
    if (outer?.aborted) controller.abort(outer.reason);
    try {
      for (;;) {
        for (const update of follower.out) yield update;
        follower.out.length = 0;
        await follower.step();
      }
    } catch (error) {
      if (!isClosed) throw error;
    } finally {
      follower.close();
      stop();
    }
  }
  const generator = updates();
  const end = (): Promise<IteratorResult<U | ConnectionUpdate, void>> => {
    isClosed = true;
    controller.abort();
    return generator.return();
  };
  const stream = {
    [Symbol.asyncIterator](): AsyncIterator<U | ConnectionUpdate, void> {
      if (isTaken) throw new TypeError("a stream has one consumer; make another stream for another one");
      isTaken = true;
      return { next: () => generator.next(), return: end };
    },
    close: () => void end(),
  };
  const dispose = (): Promise<void> => end().then(() => undefined);
  if (Symbol.asyncDispose) Object.defineProperty(stream, Symbol.asyncDispose, { value: dispose });
  return stream as UpdateStream<U | ConnectionUpdate>; // without the symbol nothing can ask for what it names
}
