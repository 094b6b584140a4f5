/** The waits between attempts. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { delayOf, onWake, pause } from "../src/stream/reconnect.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a wait", () => {
  test("is up to the first one, doubled for each further attempt, and never more than the longest", () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 100, 1e9].map((attempt) => delayOf(attempt, 1_000, 30_000, 1));
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  });

  test("is anything from nothing to all of that, as chance has it", () => {
    const whole = fc.integer({ min: 0, max: 1e6 });
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(whole, whole, whole, chance, (attempt, min, max, random) => {
        const delay = delayOf(attempt, min, max, random);
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThanOrEqual(max);
        expect(delay).toBeCloseTo(random * delayOf(attempt, min, max, 1));
        expect(delayOf(attempt + 1, min, max, 1)).toBeGreaterThanOrEqual(delayOf(attempt, min, max, 1));
      }),
    );
  });
});

/** Counts who listens. */
function target(): EventTarget & { count: number } {
  const made = Object.assign(new EventTarget(), { count: 0 });
  const [add, remove] = [made.addEventListener.bind(made), made.removeEventListener.bind(made)];
  return Object.assign(made, {
    addEventListener(type: string, listener: () => void) {
      made.count++;
      add(type, listener);
    },
    removeEventListener(type: string, listener: () => void) {
      made.count--;
      remove(type, listener);
    },
  });
}

function page(): {
  readonly window: EventTarget & { count: number };
  readonly document: EventTarget & { count: number };
} {
  const [window, document] = [target(), target()];
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  vi.stubGlobal("document", document);
  return { window, document };
}

describe("a pause", () => {
  test("ends after its time, and leaves no timer and no listener", async () => {
    const { window, document } = page();
    const paused = pause(5_000, new AbortController().signal);
    expect([window.count, document.count, vi.getTimerCount()]).toEqual([1, 2, 1]);
    await vi.advanceTimersByTimeAsync(5_000);
    await paused;
    expect([window.count, document.count, vi.getTimerCount()]).toEqual([0, 0, 0]);
  });

  test.each([
    ["window", "online"],
    ["document", "visibilitychange"],
    ["document", "resume"],
  ] as const)("ends when the %s tells `%s`, and leaves nothing", async (name, type) => {
    const targets = page();
    const paused = pause(5_000, new AbortController().signal);
    targets[name].dispatchEvent(new Event(type));
    await paused;
    expect([targets.window.count, targets.document.count, vi.getTimerCount()]).toEqual([0, 0, 0]);
  });

  test("rejects with the reason of the signal, and leaves nothing", async () => {
    const { window, document } = page();
    const controller = new AbortController();
    const reason = new Error("enough");
    const paused = pause(5_000, controller.signal);
    controller.abort(reason);
    await expect(paused).rejects.toBe(reason);
    await expect(pause(5_000, controller.signal)).rejects.toBe(reason);
    expect([window.count, document.count, vi.getTimerCount()]).toEqual([0, 0, 0]);
  });

  test("needs no page", async () => {
    vi.stubGlobal("addEventListener", undefined);
    vi.stubGlobal("document", undefined);
    const paused = pause(10, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(10);
    await expect(paused).resolves.toBeUndefined();
  });
});

test("waking up is told until one no longer listens", () => {
  const { document } = page();
  const wake = vi.fn();
  const stop = onWake(wake);
  document.dispatchEvent(new Event("resume"));
  stop();
  document.dispatchEvent(new Event("resume"));
  expect(wake).toHaveBeenCalledTimes(1);
});
