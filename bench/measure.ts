/** How sizes, parse cost and start are measured: shared by `npm run bench` and the budgets in the tests. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { recordings } from "../test/support/corpus.js";
import type { Costs, Texts } from "./parse-cost.js";
import type { StreamCosts } from "./stream-cost.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

export const NO_EVAL = "--disallow-code-generation-from-strings";

/** What a bundler makes of `source`, whose imports are seen from the project's root. */
export async function bundle(source: string, platform: "browser" | "node" = "browser"): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: ROOT, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform,
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** In kB of 1,000 bytes after gzip. */
export const gzipped = (code: string): number => gzipSync(code, { level: 9 }).length / 1000;

export const sizeOf = async (source: string): Promise<number> => gzipped(await bundle(source));

/** A folder of its own for `use`, gone afterwards. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "agent-server-client-bench-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the files, runs the first one in a fresh process, and gives what it printed as JSON. */
export const runFresh = (
  files: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  args: readonly string[] = [],
): Promise<unknown> =>
  inFolder(async (folder) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const [main = ""] = Object.keys(files);
    const options = { cwd: folder, maxBuffer: 1e8 };
    const { stdout } = await run(process.execPath, [...flags, join(folder, main), ...args], options);
    return JSON.parse(stdout);
  });

/** Cost of the checks as a share of JSON.parse of the same texts, in a fresh process; see parse-cost.ts. */
export async function parseCosts(texts: Texts, rounds: number, flags: readonly string[] = []): Promise<Costs> {
  const code = await bundle(`import { main } from "./bench/parse-cost.ts"; main(process.argv.slice(2));`, "node");
  const files = { "main.mjs": code, "texts.json": JSON.stringify(texts) };
  return (await runFresh(files, flags, ["texts.json", String(rounds)])) as Costs;
}

/** How fast a log of so many frames is followed, in a fresh process; see stream-cost.ts. */
export async function streamCosts(frames: number, rounds: number): Promise<StreamCosts> {
  const code = await bundle(
    `import { main } from "./bench/stream-cost.ts"; await main(process.argv.slice(2));`,
    "node",
  );
  const logs = recordings().map(({ rest_search }) => rest_search.filter(({ kind }) => kind !== "SystemPromptEvent"));
  const files = { "main.mjs": code, "logs.json": JSON.stringify(logs) };
  return (await runFresh(files, ["--expose-gc"], ["logs.json", String(frames), String(rounds)])) as StreamCosts;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Imports `module.mjs` and says how many milliseconds that took. */
const TIMED_IMPORT = `const begun = performance.now();
await import("./module.mjs");
console.log(performance.now() - begun);`;

export interface Start {
  /** Milliseconds from the import to the end of the module, beyond those of an empty one. */
  readonly overEmpty: number;
  readonly empty: number;
}

/** The start of a bundled module in Node: median of `processes` fresh ones, in turn with an empty module. */
export async function startOf(source: string, processes: number): Promise<Start> {
  const code = await bundle(source);
  const time = async (content: string): Promise<number> =>
    Number(await runFresh({ "main.mjs": TIMED_IMPORT, "module.mjs": content }));
  const times: { empty: number; full: number }[] = [];
  for (let i = 0; i < processes; i++) times.push({ empty: await time(""), full: await time(code) });
  const empty = median(times.map((pair) => pair.empty));
  return { empty, overEmpty: median(times.map((pair) => pair.full)) - empty };
}
