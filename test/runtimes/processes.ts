/** In processes of their own: Node, Deno and Bun, which load the installed package, and workerd, which takes a bundle. */
import { execFile, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { build } from "esbuild";
import { fileOf } from "./consumer.js";
import { inFolder, PATIENCE_MS } from "./folder.js";
import type { Answers, Task } from "./programs/task.js";

const run = promisify(execFile);

/** A program and what comes before the file to run. */
export type Command = readonly [program: string, ...args: string[]];

/** What a file of a user's project prints, as JSON. Nothing of the machine's own settings counts. */
export async function printed([program, ...args]: Command, cwd: string, file: string, ...more: string[]) {
  const env = { ...process.env, NODE_OPTIONS: "", DENO_DIR: join(cwd, ".deno"), DENO_NO_UPDATE_CHECK: "1" };
  const ended = run(program, [...args, file, ...more], { cwd, env, timeout: PATIENCE_MS });
  const { stdout } = await ended.catch((error: { readonly killed?: boolean }) => {
    throw error.killed ? new Error(`it did not end within ${PATIENCE_MS / 1000} seconds`) : error;
  });
  return JSON.parse(stdout) as unknown;
}

/** Runs a program, which may be bundled, with the package `ws` or the WebSocket that the runtime has itself. */
export const inProcess = (
  command: Command,
  project: string,
  program: string,
  socket: "ws" | "global",
  task: Task,
): Promise<Answers> =>
  inFolder(async (folder) => {
    const file = join(folder, "task.json");
    writeFileSync(file, JSON.stringify(task));
    return (await printed(command, project, fileOf(project, "start"), program, file, socket)) as Answers;
  });

const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker", esModule = embed "worker.js")], compatibilityDate = "2026-01-01")),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

/** Runs the worker without the flag nodejs_compat; it is bundled as the tools for workers do it. */
export const inWorkerd = (workerd: string, project: string, task: Task): Promise<Answers> =>
  inFolder(async (folder) => {
    await build({
      entryPoints: [fileOf(project, "worker")],
      outfile: join(folder, "worker.js"),
      bundle: true,
      format: "esm",
      platform: "browser",
      conditions: ["workerd", "worker", "browser"],
      define: { "process.env.NODE_ENV": `"production"` },
      logLevel: "error",
    });
    writeFileSync(join(folder, "config.capnp"), CONFIG);
    const child = spawn(workerd, ["serve", "config.capnp", "--control-fd=3"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe", "pipe"],
    });
    const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      said += String(chunk);
    });
    try {
      const [, , , control] = child.stdio;
      const failed = gone.then(() => Promise.reject(new Error(`workerd ended: ${said}`)));
      const port = await Promise.race([portOf(control as Readable), failed]);
      const request = { method: "POST", body: JSON.stringify(task), signal: AbortSignal.timeout(PATIENCE_MS) };
      return (await (await fetch(`http://127.0.0.1:${port}/`, request)).json()) as Answers;
    } finally {
      child.kill("SIGTERM");
      await gone;
    }
  });

/** It says on which port it listens in a line of JSON. */
async function portOf(control: Readable): Promise<number> {
  for await (const line of createInterface({ input: control })) {
    const { event, port } = JSON.parse(line) as { readonly event: string; readonly port?: number };
    if (event === "listen" && port !== undefined) return port;
  }
  throw new Error("workerd listens nowhere");
}
