/**
 * Processes that never outlive the one that started them, not even when that is killed. Each carries a token in its
 * environment, which what it starts inherits; a keeper ends all that carry the token as soon as its own input ends.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const KEEPER = fileURLToPath(new URL("keeper.sh", import.meta.url));

interface Run {
  readonly token: string;
  /** Everything the processes write; gone with them. */
  readonly folder: string;
  readonly keeper: ChildProcess;
}

let current: Run | undefined;

/** The run of this process, with its keeper, begun when first needed. */
function run(): Run {
  if (current) return current;
  const token = randomUUID();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-live-")));
  const keeper = spawn("sh", [KEEPER, token, folder], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  keeper.unref();
  // An open pipe would keep this process alive; that it closes with this process is all that is wanted of it
  (keeper.stdin as { unref?: () => void } | null)?.unref?.();
  current = { token, folder, keeper };
  return current;
}

/** A new folder for a process. */
export const newFolder = (name: string): string => mkdtempSync(join(run().folder, `${name}-`));

/** How to start a process. */
export interface StartOptions {
  readonly cwd: string;
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Where its output goes: the number of an open file. */
  readonly output: number;
}

/** Starts a process that ends with this one. `mark` finds it, and all that it starts, again. */
export function startProcess(
  command: string,
  args: readonly string[],
  { cwd, env, output }: StartOptions,
): { readonly child: ChildProcess; readonly mark: string } {
  const mark = randomUUID();
  const child = spawn(command, args, {
    cwd,
    env: { ...env, LIVE_TOKEN: run().token, LIVE_MARK: mark },
    stdio: ["ignore", output, output],
    detached: true,
  });
  return { child, mark };
}

/** The ids of all processes with this variable in their environment. */
export function processesWith(name: "LIVE_TOKEN" | "LIVE_MARK", value: string): number[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => environmentOf(pid).includes(`${name}=${value}`))
    .map(Number);
}

/** A process that is gone, or another user's, has none. */
function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** Ends a process and all that it started, and waits until they are gone. */
export async function endProcesses(mark: string, signal: "SIGTERM" | "SIGKILL" = "SIGKILL"): Promise<void> {
  for (let pids = processesWith("LIVE_MARK", mark); pids.length > 0; pids = processesWith("LIVE_MARK", mark)) {
    for (const pid of pids) kill(pid, signal);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** It may have ended by itself meanwhile. */
export function kill(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as { code?: string }).code !== "ESRCH") throw error;
  }
}

/** The token of this process's run: what is left of it can be found by it. */
export const runToken = (): string => run().token;

/** Ends all processes of this run and takes its folder away. */
export async function endRun(): Promise<void> {
  if (!current) return;
  const { keeper, folder } = current;
  current = undefined;
  const ended = new Promise((resolve) => keeper.once("exit", resolve));
  keeper.ref();
  keeper.stdin?.end();
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
