/** Running TypeScript's compilers in tests: a table of the versions, one call to compile a folder, one for its cost. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The compilers that users may have, by version. */
export const COMPILERS = { "5.9": "typescript", "6.0": "typescript-6", "7.0": "typescript-7" } as const;
export type CompilerVersion = keyof typeof COMPILERS;

export interface Run {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end; stdout and stderr come together. */
export function run(command: string, args: readonly string[], cwd: string = ROOT): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const collect = (chunk: Buffer): void => {
      output += String(chunk);
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}

/** As {@link run}, and anything but success is an error with what the program said. */
export async function mustRun(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const { code, output } = await run(command, args, cwd);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output}`);
  return output;
}

export const tscPath = (version: CompilerVersion): string => join(ROOT, "node_modules", COMPILERS[version], "bin/tsc");

/** `tsc` of a version, in a folder; the output is empty when all is well. */
export const tsc = (version: CompilerVersion, cwd: string, args: readonly string[] = []): Promise<Run> =>
  run(process.execPath, [tscPath(version), "--pretty", "false", ...args], cwd);

/** A folder that goes away, inside the project: what is compiled there finds the project's own packages. */
export function folderInProject(name: string): { readonly path: string; readonly remove: () => void } {
  const parent = join(ROOT, "node_modules/.cache");
  mkdirSync(parent, { recursive: true });
  const path = mkdtempSync(join(parent, `${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts at most `limit` at a time, in order; what comes of each is to be awaited one by one. */
export function started<T, R>(limit: number, items: readonly T[], work: (item: T) => Promise<R>): Map<T, Promise<R>> {
  const running: Promise<unknown>[] = [];
  return new Map(
    items.map((item, index) => {
      const result = Promise.resolve(running[index - limit]).then(() => work(item));
      running.push(result.catch(() => undefined));
      return [item, result];
    }),
  );
}
