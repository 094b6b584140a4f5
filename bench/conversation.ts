/**
 * The view of 10,000 events and the messages of it, against the server's own SDK in the same run, which must give the
 * same. `PYTHON` names a Python that has openhands-sdk and openhands-tools 1.52.0. Prints; asserts nothing of times.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

export interface ViewCost {
  readonly events: number;
  readonly inView: number;
  /** Milliseconds of each round. */
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  readonly isSame: boolean;
}

/** By log; undefined where there is no such Python. */
export async function viewCosts(): Promise<Readonly<Record<string, ViewCost>> | undefined> {
  if (!existsSync(PYTHON)) return undefined;
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
    const spent = (all: readonly Rounds[], name: string): number[] => all.flatMap((rounds) => rounds[name] ?? []);
    const [our, their] = [read("ours.json"), read("theirs.json")] as Record<string, { ids: unknown[] }>[];
    const costs = Object.entries(logs).map(([name, log]): [string, ViewCost] => {
      const inView = our?.[name]?.ids.length ?? 0;
      const isSame = isDeepStrictEqual(our?.[name], their?.[name]);
      return [name, { events: log.length, inView, ours: spent(ours, name), theirs: spent(theirs, name), isSame }];
    });
    return Object.fromEntries(costs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const costs = await viewCosts();
  if (costs === undefined) throw new Error(`there is no ${PYTHON}`);
  const rows = Object.entries(costs).map(([name, { events, inView, ours, theirs, isSame }]) => {
    const [here, there] = [median(ours), median(theirs)];
    const shown = { "Python ms": there.toFixed(1), ms: here.toFixed(2), "times faster": (there / here).toFixed(1) };
    return [name, { events, "in view": inView, ...shown, "same result": isSame }];
  });
  console.log(`view and messages; node ${process.version}; median of ${TURNS} turns`);
  console.table(Object.fromEntries(rows));
}
