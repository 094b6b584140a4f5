/** The command `agent-contract` in this process: what it writes, and its exit code. Files it needs, gone after the test. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { run, type Surroundings } from "../../src/cli/main.js";

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

export async function command(args: readonly string[], surroundings: Partial<Surroundings> = {}): Promise<Outcome> {
  const [out, errors]: [string[], string[]] = [[], []];
  const code = await run(args, {
    env: {},
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
    ...surroundings,
  });
  return { code, out: out.join("\n"), errors: errors.join("\n") };
}

/** A folder for one test. */
export function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), "agent-contract-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file for one test. */
export function fileOf(content: string | Uint8Array, name = "file.json"): string {
  const file = join(folderOfTest(), name);
  writeFileSync(file, content);
  return file;
}

export const fixture = (name: string): string => new URL(`../fixtures/${name}`, import.meta.url).pathname;
