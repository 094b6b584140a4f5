import { describe, expect, test } from "vitest";
import { leftBehindBy } from "./support/left-behind.js";

/** The keeper finds processes by /proc. */
describe.runIf(process.platform === "linux")("what the live suites start", () => {
  test.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)("is gone after %s, also what left its group", async (signal) => {
    const { before, processes, hasFolder } = await leftBehindBy("sleepers", signal);
    expect(before).toBeGreaterThanOrEqual(3);
    expect({ processes, hasFolder }).toEqual({ processes: [], hasFolder: false });
  });
});
