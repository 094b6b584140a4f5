/// <reference lib="esnext.disposable" preserve="true" />
/** What is followed, as an iterable of one consumer. */
import { onAbort } from "../signals.js";
import type { ConnectionUpdate } from "../updates.js";
import type { Follower } from "./follow.js";

/**
 * Updates, for as long as someone reads them. `break` and `await using` end it, too.
 *
 * @example
 * const firstOf = async <U>(stream: UpdateStream<U>) => {
 *   for await (const update of stream) return update; // leaving the loop closes the stream
 *   return null;
 * };
 * console.log(await firstOf(streamBash(client)));
 */
export interface UpdateStream<U> extends AsyncIterable<U> {
  /** Ends it quietly. */
  close(): void;
  /** Ends it quietly, for `await using`. Only where the runtime has the symbol. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes the follower when the first update is asked for. */
export function streamOf<U>(
  follow: (signal: AbortSignal) => Follower<U>,
  outer: AbortSignal | undefined,
): UpdateStream<U | ConnectionUpdate> {
  const reader = createReader(follow, outer);
  let isTaken = false;
  const stream = {
    [Symbol.asyncIterator](): AsyncIterator<U | ConnectionUpdate, void> {
      if (isTaken) throw new TypeError("a stream has one consumer; make another stream for another one");
      isTaken = true;
      return { next: reader.next, return: reader.end };
    },
    close: () => void reader.end(),
  };
  const dispose = (): Promise<void> => reader.end().then(() => undefined);
  if (Symbol.asyncDispose) Object.defineProperty(stream, Symbol.asyncDispose, { value: dispose });
  return stream as UpdateStream<U | ConnectionUpdate>; // without the symbol nothing can ask for what it names
}

const isStep = (taken: object): taken is Promise<void> => "then" in taken;

/**
 * What an async generator would be. By hand, for a generator waits several turns for each update, also for one that is
 * there already.
 */
function createReader<U>(follow: (signal: AbortSignal) => Follower<U>, outer: AbortSignal | undefined) {
  type Result = IteratorResult<U | ConnectionUpdate, void>;
  const over: Result = { value: undefined, done: true };
  const controller = new AbortController();
  let follower: Follower<U> | undefined;
  let stop = (): void => undefined;
  /** So many of the follower's updates have been given. */
  let read = 0;
  let [isOver, isAborted] = [false, false];
  /** The calls of `next` that have no answer yet, one after the other. */
  let turn: Promise<void> | undefined;

  const begin = (): Follower<U> => {
    const made = follow(controller.signal);
    const abort = (): void => {
      isAborted = true;
      controller.abort(outer?.reason);
      made.close(); // at once, also while nobody asks for the next update
    };
    stop = onAbort(outer, abort);
    if (outer?.aborted) abort();
    return made;
  };
  const finish = (): void => {
    isOver = true;
    stop();
    stop = () => undefined;
    follower?.close();
  };
  /** The next update; or a step that takes its time. */
  const take = (): Result | Promise<void> => {
    while (!isOver) {
      follower ??= begin();
      if (isAborted) throw outer?.reason;
      const value = follower.out[read];
      if (value !== undefined) {
        read += 1;
        return { value, done: false };
      }
      follower.out.length = read = 0;
      const step = follower.step();
      if (step) return step;
    }
    finish(); // whoever ended it in the middle of a step did not see what the step made after that
    return over;
  };
  /** Whatever fails is the end; and what fails for the end is none. */
  const failed = (error: unknown): Result => {
    const isQuiet = isOver;
    finish();
    if (isQuiet) return over;
    throw error;
  };
  const wait = async (first: Promise<void>): Promise<Result> => {
    try {
      for (let step = first; ; ) {
        await step;
        const taken = take();
        if (!isStep(taken)) return taken;
        step = taken;
      }
    } catch (error) {
      return failed(error);
    }
  };
  const queued = (result: Promise<Result>): Promise<Result> => {
    const answered = (): void => {
      if (turn === mine) turn = undefined;
    };
    const mine: Promise<void> = result.then(answered, answered);
    turn = mine;
    return result;
  };

  const next = (): Promise<Result> => {
    if (turn) return queued(wait(turn));
    try {
      const taken = take();
      return isStep(taken) ? queued(wait(taken)) : Promise.resolve(taken);
    } catch (error) {
      return new Promise((resolve) => resolve(failed(error)));
    }
  };
  /** Ends it quietly; what was asked for before is answered first. */
  const end = async (): Promise<Result> => {
    controller.abort();
    finish();
    await turn;
    return over;
  };
  return { next, end };
}
