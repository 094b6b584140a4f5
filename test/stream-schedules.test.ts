/** Ten thousand ways in which servers and networks fail, and a stream that gives exactly the log in each of them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeClock, installClock } from "./support/stream-clock.js";
import { runSchedule } from "./support/stream-run.js";

const COUNT = Number(process.env["SCHEDULES"] ?? 10_000);
/** Of more it need not be told. */
const MOST_SHOWN = Number(process.env["SCHEDULES_SHOWN"] ?? 5);
/** It takes a minute of a processor, and other programs may want that too. */
const PATIENCE_MS = 1_800_000;
/** One seed, to look at a failure. */
const SEED = process.env["SCHEDULE_SEED"];

let clock: FakeClock & { restore(): void };
beforeAll(() => {
  clock = installClock();
});
afterAll(() => clock.restore());

test(
  "whatever happens, each event comes exactly once and in log order, it ends, and nothing is left",
  async () => {
    const seeds = SEED === undefined ? Array.from({ length: COUNT }, (_, index) => index) : [Number(SEED)];
    const failed: string[] = [];
    const totals: Record<string, number> = {};
    for (const seed of seeds) {
      const { faults, steps, updates } = await runSchedule(seed, clock);
      for (const [type, count] of Object.entries(updates)) totals[type] = (totals[type] ?? 0) + count;
      if (faults.length > 0) failed.push(`SCHEDULE_SEED=${seed}: ${faults.join("; ")}\n  ${steps.join("\n  ")}`);
      if (failed.length >= MOST_SHOWN) break;
    }
    expect(failed.join("\n")).toBe("");
    console.log(`${seeds.length} schedules: ${JSON.stringify(totals)}`);
  },
  PATIENCE_MS,
);
