/** Lets the simulated server do what it has to do when it is time. */
import type { Simulator } from "../simulator/simulator.js";

/** One timer at most, and none while the server has nothing to do. */
export interface Winder {
  /** After anything that may have given the server something to do. */
  readonly wind: () => void;
  readonly stop: () => void;
}

/** The timers are those of the moment, so that a test may put its own in their place. */
export function createWinder(current: () => Simulator): Winder {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  const wind = (): void => {
    stop();
    const due = current().nextDue();
    if (due === null) return;
    timer = setTimeout(
      () => {
        current().tick();
        wind();
      },
      Math.max(0, due - Date.now()),
    );
  };
  return { wind, stop };
}
