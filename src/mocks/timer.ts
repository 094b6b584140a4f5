/** Lets the simulated server do what it has to do when it is time. */
import type { Simulator } from "../simulator/simulator.js";

/** One timer at most, and none while the server has nothing to do. */
export interface Winder {
  /** What time it is: where a test has stopped its clock, time passes as its timers do. */
  readonly now: () => number;
  /** After anything that may have given the server something to do. */
  readonly wind: () => void;
  readonly stop: () => void;
}

/** No timer waits longer: a longer one would be over at once. */
const MOST_MS = 2 ** 31 - 1;

/** The clock and the timers are those of the moment, so that a test may put its own in their place, both or one. */
export function createWinder(current: () => Simulator): Winder {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;
  const unset = (): void => clearTimeout(timer);
  const wind = (): void => {
    unset();
    const due = current().nextDue();
    if (due === null) return;
    const ms = Math.min(Math.max(0, due - now()), MOST_MS);
    const then = now() + ms;
    timer = setTimeout(() => {
      aheadMs += Math.max(0, then - now());
      current().tick();
      wind();
    }, ms);
  };
  const stop = (): void => {
    unset();
    aheadMs = 0;
  };
  return { now, wind, stop };
}
