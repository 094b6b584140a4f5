/** Where things are, what programs are run with, and the versions of the peers. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findTools } from "../../test/runtimes/tools.js";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const BENCH = join(ROOT, "bench");
/** What peers generate, and what is bundled of it: outside of version control, made again by each whole run. */
export const CACHE = join(BENCH, ".cache");
export const PAGE = join(ROOT, "docs/comparison.md");

export const inCache = (...names: readonly string[]): string => {
  mkdirSync(CACHE, { recursive: true });
  return join(CACHE, ...names);
};
export const bin = (name: string): string => join(BENCH, "node_modules/.bin", name);

const run = promisify(execFile);

/** Runs a program in the cache's folder; gives its output and the seconds it took. */
export async function timed(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly stdout: string; readonly seconds: number }> {
  const begun = performance.now();
  const { stdout } = await run(program, args, { cwd: CACHE, env: { ...process.env, ...env }, maxBuffer: 1e9 });
  return { stdout, seconds: (performance.now() - begun) / 1000 };
}

/** Some generators want Node 22.18; what they generate is measured in the Node that runs this. */
export function nodeForGenerators(): string {
  const node = findTools().program("node-22");
  if (node === undefined) throw new Error("some generators need Node 22, which npm could not fetch");
  return node;
}

/** The versions in bench/package.json: all exact. */
export function peerVersions(): Readonly<Record<string, string>> {
  const text = readFileSync(join(BENCH, "package.json"), "utf8");
  return (JSON.parse(text) as { devDependencies: Record<string, string> }).devDependencies;
}

/** Installs the peers unless just these versions are there. */
export async function install(): Promise<void> {
  const isThere = Object.entries(peerVersions()).every(([name, version]) => {
    const file = join(BENCH, "node_modules", name, "package.json");
    return existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version === version;
  });
  if (isThere) return;
  console.log("npm ci --prefix bench");
  await run("npm", ["ci", "--prefix", BENCH, "--ignore-scripts", "--engine-strict=false", "--loglevel=error"], {
    cwd: BENCH,
    maxBuffer: 1e8,
  });
}
