/** A clock that only moves when everything that can happen now has happened: hours of waiting take milliseconds. */

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly work: () => void;
  /** Set by the code under test, not by the network around it. */
  readonly isTheirs: boolean;
  isCleared: boolean;
}

export interface FakeClock {
  now(): number;
  /** Something that the world around does later; gives what takes it back. */
  after(ms: number, work: () => void): () => void;
  /** Winds on until that is so; "idle": nothing is left that could ever happen. */
  runUntil(isDone: () => boolean, limitMs: number): Promise<"done" | "idle" | "limit">;
  /** Lets happen what needs no time. */
  settle(): Promise<void>;
  /** How many timers the code under test has set and neither cleared nor seen. */
  readonly theirTimers: number;
  /** Begins anew, without timers; from now on chance is what this says. */
  clear(random?: () => number): void;
}

const START = Date.UTC(2026, 0, 1);
const real = {
  setTimeout,
  clearTimeout,
  setImmediate,
  now: Date.now,
  random: Math.random,
  performanceNow: performance.now.bind(performance),
};

/** Takes the place of the global timers and clocks until it is given back. */
export function installClock(): FakeClock & { restore(): void } {
  let now = START;
  let order = 0;
  let heap: Timer[] = [];
  let theirs = 0;

  const add = (ms: number, work: () => void, isTheirs: boolean): Timer => {
    const timer = { due: now + Math.max(0, ms), order: order++, work, isTheirs, isCleared: false };
    push(heap, timer);
    if (isTheirs) theirs++;
    return timer;
  };
  const clear = (timer: Timer | undefined): void => {
    if (!timer || timer.isCleared) return;
    timer.isCleared = true;
    if (timer.isTheirs) theirs--;
  };
  const settle = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve));

  const fakeSet = (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): object => {
    const timer = add(ms, () => work(...args), true);
    const handle = { timer, unref: () => handle, ref: () => handle, hasRef: () => true };
    return handle;
  };
  const fakeClear = (handle: { readonly timer?: Timer } | undefined): void => clear(handle?.timer);
  const globals = { setTimeout: fakeSet, clearTimeout: fakeClear };
  Object.assign(globalThis, globals);
  Date.now = () => now;
  performance.now = () => now - START;

  return {
    now: () => now,
    after(ms, work) {
      const timer = add(ms, work, false);
      return () => clear(timer);
    },
    async runUntil(isDone, limitMs) {
      const end = now + limitMs;
      for (;;) {
        await settle();
        if (isDone()) return "done";
        let next = pop(heap);
        while (next?.isCleared) next = pop(heap);
        if (!next) {
          // A body that is being read needs a few more turns of the loop, and no timer
          for (let turn = 0; turn < 20 && heap.length === 0; turn++) await settle();
          if (isDone()) return "done";
          if (heap.length === 0) return "idle";
          continue;
        }
        if (next.due > end) {
          push(heap, next);
          return "limit";
        }
        now = next.due;
        clear(next);
        next.work();
      }
    },
    settle,
    get theirTimers() {
      return theirs;
    },
    clear(random = real.random) {
      Math.random = random;
      now = START;
      heap = [];
      theirs = 0;
    },
    restore() {
      Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
      Date.now = real.now;
      Math.random = real.random;
      performance.now = real.performanceNow;
    },
  };
}

const isBefore = (a: Timer, b: Timer): boolean => a.due < b.due || (a.due === b.due && a.order < b.order);

function push(heap: Timer[], timer: Timer): void {
  let place = heap.length;
  heap.push(timer);
  while (place > 0) {
    const parent = (place - 1) >> 1;
    const above = heap[parent] as Timer;
    if (!isBefore(timer, above)) break;
    heap[place] = above;
    place = parent;
  }
  heap[place] = timer;
}

function pop(heap: Timer[]): Timer | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (!last || heap.length === 0) return top;
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    const [left, right] = [heap[child], heap[child + 1]];
    if (!left) break;
    if (right && isBefore(right, left)) child++;
    const lower = heap[child] as Timer;
    if (isBefore(last, lower)) break;
    heap[place] = lower;
    place = child;
  }
  heap[place] = last;
  return top;
}
