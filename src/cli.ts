#!/usr/bin/env node
/** The command `agent-contract`: the edge to the process. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { canListen } from "./cli/listen.js";
import { run } from "./cli/main.js";

const [major = 0] = process.versions.node.split(".").map(Number);
const SOCKETS = ["--experimental-websocket", "--disable-warning=ExperimentalWarning"];

/** Node 20 has its WebSocket behind a flag, which a running program cannot set: `record` is run once more, with it. */
function runWithSockets(args: readonly string[]): void {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, [...process.execArgv, ...SOCKETS, script, ...args], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  child.on("error", () => finish(2));
  child.on("close", (code) => finish(code ?? 2));
}

const finish = (code: number): void => {
  process.exitCode = code;
};

/** On a terminal only: the line is cleared, then written. */
const showProgress = process.stderr.isTTY
  ? (text: string) => void process.stderr.write(`\r\u001b[2K${text.slice(0, (process.stderr.columns || 80) - 1)}`)
  : undefined;

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Whoever reads has seen enough: `| head`
  if (error.code !== "EPIPE") throw error;
});
const args = process.argv.slice(2);
if (args[0] === "record" && major === 20 && !canListen()) runWithSockets(args);
else
  run(args, {
    env: process.env,
    print: (text) => void process.stdout.write(`${text}\n`),
    printError: (text) => void process.stderr.write(`${text}\n`),
    showProgress,
  }).then(finish, (error: unknown) => {
    throw error;
  });
