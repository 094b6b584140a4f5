/** Verifying whatever comes. `npm run fuzz:orxhestra` does it a million times. */
import { expect, test } from "vitest";
import { runFuzz } from "./support/orxhestra-fuzz.js";
import { seedOfRun } from "./support/random.js";

/** A busy machine takes its time. */
const PATIENCE = 600_000;

test("50,000 inputs: never a wrong valid, never a rejection, no right signature refused", {
  timeout: PATIENCE,
}, async () => {
  const seed = seedOfRun();
  const counts = await runFuzz(50_000, seed);
  console.log(`seed ${seed}: ${JSON.stringify(counts)}`);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(50_000);
  // every kind of answer is met, so that none of them goes untested
  for (const [status, count] of Object.entries(counts)) expect(count, status).toBeGreaterThan(100);
});
