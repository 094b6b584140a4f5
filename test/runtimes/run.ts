/**
 * `npm run test:runtimes -- [NODE…] [--chromium PROGRAM]`: the packed package in each of these runtimes, a NODE being the
 * path of a program; without any in all runtimes and bundlers that can be had here, see matrix.ts and tools.ts. In CI
 * (the variable CI is set) what cannot be had is a failure.
 */
import { parseArgs } from "node:util";
import { bundlersOf, withEsbuild } from "./bundlers.js";
import type { Check } from "./check.js";
import { bundlerChecks, metroChecks } from "./check-bundlers.js";
import { allRuntimes, checksOf, nodeAt, workerdCheck } from "./check-runtimes.js";
import { findChromium } from "./chromium.js";
import { makeConsumer } from "./consumer.js";
import { inFolder } from "./folder.js";
import { findTools, type Tools } from "./tools.js";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { chromium: { type: "string" } } });

/** In what was named. */
const named = (project: string): (Check | string)[] => [
  ...positionals.flatMap((program) => checksOf(project, nodeAt(program))),
  ...(values.chromium === undefined ? [] : bundlerChecks(project, { esbuild: withEsbuild }, values.chromium)),
];

/** In all there is; a text says what there is not. */
function all(project: string, tools: Tools): (Check | string)[] {
  const { found, missing } = allRuntimes(tools);
  const chromium = findChromium();
  return [
    ...missing,
    ...(chromium === undefined ? ["no Chromium on the path"] : []),
    ...found.flatMap((each) => checksOf(project, each)),
    workerdCheck(project, tools),
    ...bundlerChecks(project, bundlersOf(tools), chromium),
    ...metroChecks(project, tools),
  ];
}

async function holds({ name, run }: Check): Promise<boolean> {
  try {
    console.log(`passed  ${name}: ${await run()}`);
    return true;
  } catch (error) {
    console.log(`FAILED  ${name}: ${String(error).slice(0, 1_000)}`);
    return false;
  }
}

const counts = { passed: 0, failed: 0 };
await inFolder(async (project) => {
  await makeConsumer(project);
  const tools = positionals.length > 0 || values.chromium !== undefined ? undefined : findTools();
  try {
    for (const check of tools ? all(project, tools) : named(project))
      if (typeof check === "string") {
        console.log(`not run: ${check}`);
        if (process.env["CI"]) counts.failed += 1;
      } else counts[(await holds(check)) ? "passed" : "failed"] += 1;
  } finally {
    tools?.release();
  }
});
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
