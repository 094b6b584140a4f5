/**
 * `npm run test:runtimes -- [NODE…] [--chromium PROGRAM]`: one stream in each of these runtimes, a NODE being the path of a
 * program; without any in all that can be had here, see find.ts. It is followed with the package `ws`, and with the
 * WebSocket that the runtime has itself.
 */
import { spawnSync } from "node:child_process";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { findRuntimes } from "./find.js";
import { chromiumRuntime, followIn, nodeRuntime, type Runtime } from "./runtimes.js";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { chromium: { type: "string" } } });

const hasGlobal = (program: string): boolean =>
  spawnSync(program, ["-p", "typeof WebSocket"], { encoding: "utf8" }).stdout?.trim() === "function";

const isNamed = positionals.length > 0 || values.chromium !== undefined;
const { nodes, chromium, missing } = isNamed
  ? { nodes: positionals, chromium: values.chromium, missing: [] }
  : findRuntimes();
for (const line of missing) console.log(`not run: ${line}`);

const runtimes = nodes.flatMap((program): [string, Runtime][] => [
  [`${program}, ws`, nodeRuntime(program, "ws")],
  ...(hasGlobal(program) ? [[`${program}, global`, nodeRuntime(program, "global")] as [string, Runtime]] : []),
]);
if (chromium !== undefined) runtimes.push([chromium, chromiumRuntime(chromium)]);

let failed = 0;
for (const [name, runtime] of runtimes) {
  try {
    const { seen, log, killed } = await followIn(runtime);
    const isRight = isDeepStrictEqual(seen.ids, log) && seen.refusal === "session_key";
    if (!isRight) failed += 1;
    const facts = `${seen.ids.length} of ${log.length} events, ${killed} connections killed, wrong key: ${seen.refusal}`;
    console.log(`${isRight ? "passed" : "FAILED"}  ${seen.runtime}: ${facts}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}: ${String(error)}`);
  }
}
console.log(`${runtimes.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
