/** What is measured in processes of its own. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { CACHE, inCache } from "./places.js";
import { bundled } from "./validators.js";

const run = promisify(execFile);
const built = new Map<string, Promise<string>>();

/** A script of this folder as one module, so that no loader is at work while it runs. */
async function scriptOf(script: string): Promise<string> {
  const file = inCache(script.replace(/\.ts$/, ".mjs"));
  const source = join(import.meta.dirname, script);
  writeFileSync(file, await bundled(`import ${JSON.stringify(source)};`, { platform: "node", minify: false }));
  return file;
}

/** Runs a script of this folder; what it prints is JSON. */
export async function bench<T>(script: string, args: readonly string[], flags: readonly string[] = []): Promise<T> {
  const file = built.get(script) ?? scriptOf(script);
  built.set(script, file);
  return node<T>([...flags, await file, ...args]);
}

/** Runs Node; what it prints is JSON. */
export async function node<T>(args: readonly string[], cwd: string = CACHE): Promise<T> {
  const { stdout } = await run(process.execPath, args, { cwd, maxBuffer: 1e9 });
  return JSON.parse(stdout) as T;
}
