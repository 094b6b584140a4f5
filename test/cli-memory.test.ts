/** Files larger than the memory: what `agent-contract events` holds does not grow with them. */
import { expect, test } from "vitest";
import { eventsCost } from "../bench/events-cost.js";
import { progressOf } from "../src/cli/progress.js";
import { fileOf } from "./support/command.js";

test.each([
  ["list", []],
  ["lines", ["--strict"]],
] as const)("200 MB as a %s take as much memory as 20 MB", (form, options) => {
  const [small, large] = [eventsCost(20, form, ...options), eventsCost(200, form, ...options)];
  for (const { megabytes, seconds, peakMegabytes } of [small, large])
    console.log(`${megabytes} MB as ${form}: ${seconds.toFixed(1)} s, at most ${peakMegabytes.toFixed(0)} MB held`);
  expect(large.events / small.events).toBeCloseTo(10, 1);
  expect([small.findings, large.findings]).toEqual([0, 0]);
  expect(large.peakMegabytes / small.peakMegabytes).toBeLessThan(1.4);
});

test("on a terminal it says how far it is, and clears that line", async () => {
  const shown: string[] = [];
  const { show, end } = progressOf([fileOf("x".repeat(2_500_000))], (text) => shown.push(text));
  show({ bytes: 1, items: 1 });
  expect(shown).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 220));
  show({ bytes: 1_500_000, items: 12_345 });
  end();
  expect(shown).toEqual(["2 MB of 3 MB, 12,345 events", ""]);
  const silent = progressOf([], undefined);
  silent.show({ bytes: 1, items: 1 });
  silent.end();
});
