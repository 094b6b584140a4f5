/** `npm run bench`: what parsing costs, and how fast the package starts. Prints; asserts nothing. */
import { goldenEvents } from "../test/support/corpus.js";
import { NO_EVAL, parseCosts, startOf } from "./measure.js";
import { eventSets } from "./sets.js";

const ROUNDS = 100;
const PROCESSES = 25;

const texts = eventSets();
console.log(
  `node ${process.version}; cost as a share of JSON.parse of the same text; median of ${ROUNDS} rounds or more`,
);
for (const flags of [[], [NO_EVAL]]) {
  const costs = await parseCosts(texts, ROUNDS, flags);
  const rows = Object.entries(costs).map(([set, ratios]) => {
    const list = texts[set] ?? [];
    const bytes = Math.round(list.join("").length / list.length);
    const shown = Object.entries(ratios).map(([name, ratio]) => [name, ratio.toFixed(3)]);
    return [set, { events: list.length, bytes, ...Object.fromEntries(shown) }];
  });
  console.log(flags.length > 0 ? "without eval" : "as is");
  console.table(Object.fromEntries(rows));
}

const event = JSON.stringify(goldenEvents()[0]);
console.log(`import and first parse, ms over an empty module; median of ${PROCESSES} fresh processes`);
const starts = [
  ["parseEvent", `import { parseEvent } from "./src/schemas.ts"; parseEvent(${event});`],
  [
    "EventSchema",
    `import * as z from "zod/mini"; import { EventSchema } from "./src/schemas.ts"; z.parse(EventSchema, ${event});`,
  ],
  ["a guard", `import { isActionEvent } from "./src/index.ts"; isActionEvent(${event});`],
] as const;
for (const [name, source] of starts) {
  const { overEmpty, empty } = await startOf(source, PROCESSES);
  console.log(`${name.padEnd(12)} ${overEmpty.toFixed(1)} (empty ${empty.toFixed(1)})`);
}
