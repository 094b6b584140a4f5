/** Ends a program of test/live/hold.ts and waits until nothing of it is left. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { processesWith } from "../live/processes.js";

const HOLD = fileURLToPath(new URL("../live/hold.ts", import.meta.url));
const TSX = fileURLToPath(new URL("../../node_modules/tsx/dist/loader.mjs", import.meta.url));
const PATIENCE_MS = 20_000;

/** How many processes there were while it held, and whether anything is left after it ended. */
export interface LeftBehind {
  readonly before: number;
  readonly processes: readonly number[];
  readonly hasFolder: boolean;
}

/** Starts the program, sends it the signal as soon as it holds, and looks for what it leaves. */
export async function leftBehindBy(what: string, signal: "SIGINT" | "SIGTERM" | "SIGKILL"): Promise<LeftBehind> {
  const child = spawn(process.execPath, ["--import", TSX, HOLD, what], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const { token, folder } = await firstLine(child.stdout);
  while (!processesWith("LIVE_TOKEN", token).some((pid) => pid !== child.pid)) await wait(50);
  await wait(500); // all that it starts has begun by then
  const before = processesWith("LIVE_TOKEN", token).length;
  child.kill(signal);
  await ended;
  const end = performance.now() + PATIENCE_MS;
  const isLeft = (): boolean => processesWith("LIVE_TOKEN", token).length > 0 || existsSync(folder);
  while (isLeft() && performance.now() < end) await wait(100);
  return { before, processes: processesWith("LIVE_TOKEN", token), hasFolder: existsSync(folder) };
}

async function firstLine(output: NodeJS.ReadableStream): Promise<{ token: string; folder: string }> {
  for await (const line of createInterface({ input: output }))
    return JSON.parse(line) as { token: string; folder: string };
  throw new Error("the program ended before it held");
}
