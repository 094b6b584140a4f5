/**
 * The view of 10,000 events and the messages of it, against the server's own SDK in the same run, which must give the
 * same. `PYTHON` names a Python that has openhands-sdk and openhands-tools 1.52.0. Prints; asserts nothing of times.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";
import type { Rounds } from "./conversation-cost.js";
import { longLogs } from "./conversation-logs.js";
import { bundle } from "./measure.js";

const EVENTS = 10_000;
/** The two take turns this often, so that what else the machine does meets both. */
const TURNS = 3;
const PYTHON = process.env["PYTHON"] ?? join(homedir(), ".cache/agent-server-client/venv-1.52.0/bin/python");

const run = promisify(execFile);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function timesOf(command: string, args: readonly string[]): Promise<Rounds> {
  const { stdout } = await run(command, args, { maxBuffer: 1e9 });
  return JSON.parse(stdout) as Rounds;
}

const folder = mkdtempSync(join(tmpdir(), "agent-server-client-bench-"));
try {
  const path = (name: string): string => join(folder, name);
  const read = (name: string): unknown => JSON.parse(readFileSync(path(name), "utf8"));
  const logs = longLogs(EVENTS);
  writeFileSync(path("logs.json"), JSON.stringify(logs));
  const entry = `import { main } from "./bench/conversation-cost.ts"; main(process.argv.slice(2));`;
  writeFileSync(path("cost.mjs"), await bundle(entry, "node"));
  const script = fileURLToPath(new URL("conversation.py", import.meta.url));
  const [ours, theirs]: [Rounds[], Rounds[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    ours.push(await timesOf(process.execPath, [path("cost.mjs"), path("logs.json"), path("ours.json"), "25"]));
    theirs.push(await timesOf(PYTHON, [script, path("logs.json"), path("theirs.json"), "3"]));
  }
  const spent = (all: readonly Rounds[], name: string): number => median(all.flatMap((rounds) => rounds[name] ?? []));
  const [our, their] = [read("ours.json"), read("theirs.json")] as Record<string, { ids: unknown[] }>[];
  const rows = Object.entries(logs).map(([name, log]) => {
    const [here, there] = [spent(ours, name), spent(theirs, name)];
    const shown = { "Python ms": there.toFixed(1), ms: here.toFixed(2), "times faster": (there / here).toFixed(1) };
    const equal = isDeepStrictEqual(our?.[name], their?.[name]);
    return [name, { events: log.length, "in view": our?.[name]?.ids.length, ...shown, "same result": equal }];
  });
  console.log(`view and messages; node ${process.version}; median of ${TURNS} turns`);
  console.table(Object.fromEntries(rows));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
