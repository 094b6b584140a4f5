/** Verifying whatever comes. `npm run fuzz:orxhestra` does it a million times. */
import * as orx from "agent-server-client/orxhestra";
import { expect, test } from "vitest";
import { fuzzInput, runFuzz } from "./support/orxhestra-fuzz.js";
import { randomFrom, seedOfRun } from "./support/random.js";

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

test("a log of 5,000 inputs is never refused as a whole: each is decided as it is alone", {
  timeout: PATIENCE,
}, async () => {
  const seed = seedOfRun();
  const random = randomFrom(seed);
  const inputs = Array.from({ length: 5000 }, () => fuzzInput(random) as string);
  const alone = await Promise.all(inputs.map((input) => orx.verifyEvent(input)));
  const decisions = await orx.verifyChain(inputs);
  const expected = alone.map(({ status }) =>
    status === "valid"
      ? { verified: true, distrust: null }
      : { verified: false, distrust: status === "unsigned" ? null : status },
  );
  expect(decisions, `seed ${seed}`).toEqual(expected);
});
