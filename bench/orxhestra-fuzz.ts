/** `npm run fuzz:orxhestra`: verifies a million made-up inputs; `-- COUNT` as many, SEED=n the same ones again. */
import { runFuzz } from "../test/support/orxhestra-fuzz.js";
import { seedOfRun } from "../test/support/random.js";

const STEP = 50_000;
const count = Number(process.argv[2] ?? 1_000_000);
const seed = seedOfRun();
const totals: Record<string, number> = {};
const begun = performance.now();
for (let done = 0; done < count; done += STEP) {
  const counts = await runFuzz(Math.min(STEP, count - done), seed + done);
  for (const [status, found] of Object.entries(counts)) totals[status] = (totals[status] ?? 0) + found;
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`${Math.min(count, done + STEP)} of ${count}, seed ${seed}, ${seconds} s: ${JSON.stringify(totals)}`);
}
