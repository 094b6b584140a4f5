/** One stream against a simulated server, in a runtime of its own, over connections that are killed on the way. */
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { NewEvent } from "../../src/simulator/log.js";
import { startTcpServer } from "../support/stream-server.js";
import type { Seen, Task } from "./client.js";

/** Runs the task somewhere. */
export type Runtime = (task: Task) => Promise<Seen>;

/** What it saw, and what there was to see. */
export interface Outcome {
  readonly seen: Seen;
  readonly log: readonly string[];
  readonly killed: number;
}

const run = promisify(execFile);
const PATIENCE_MS = 60_000;
const EVENTS = 200;
const KEY = "sess-4f9a8b7c6d5e";
const message = (id: string): NewEvent => ({
  kind: "MessageEvent",
  id,
  source: "agent",
  llm_message: { role: "assistant", content: [{ type: "text", text: "x".repeat(100) }] },
});

/** Lets it follow a conversation that grows meanwhile. */
export async function followIn(runtime: Runtime): Promise<Outcome> {
  const server = await startTcpServer({ version: "1.52", seed: 1, keys: [KEY] });
  let timer: ReturnType<typeof setInterval> | undefined;
  try {
    // Some die on the way through the history, then they last longer; the answers of REST are small
    server.killAfter = () => (server.killed < 3 ? 20_000 : Number.POSITIVE_INFINITY);
    const conversationId = server.simulator.add(Array.from({ length: EVENTS }, (_, index) => message(`e${index}`)));
    let live = 0;
    timer = setInterval(() => {
      live += 1;
      if (live <= EVENTS) server.simulator.append(conversationId, message(live === EVENTS ? "last" : `live${live}`));
    }, 5);
    const seen = await runtime({ baseUrl: server.url, key: KEY, conversationId, lastId: "last" });
    return { seen, log: server.simulator.log(conversationId).map(({ id }) => id), killed: server.killed };
  } finally {
    clearInterval(timer);
    await server.close();
  }
}

async function bundled(name: "node" | "browser"): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
    bundle: true,
    format: "esm",
    platform: name,
    // `ws` is of CommonJS and asks for parts of Node
    ...(name === "node" ? { banner: { js: REQUIRE } } : {}),
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
const REQUIRE = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`;

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "runtimes-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A Node by the path of its program, with the package `ws` or the WebSocket that it has itself. */
export const nodeRuntime =
  (program: string, which: "ws" | "global", flags: readonly string[] = []): Runtime =>
  (task) =>
    inFolder(async (folder) => {
      const file = join(folder, "main.mjs");
      writeFileSync(file, await bundled("node"));
      const args = [...flags, file, JSON.stringify(task), which];
      const env = { ...process.env, NODE_OPTIONS: "" };
      const { stdout } = await run(program, args, { timeout: PATIENCE_MS, env });
      return JSON.parse(stdout) as Seen;
    });

/** A Chromium by the path of its program. It asks another origin than the page's, which its own rules would forbid. */
export const chromiumRuntime =
  (program: string): Runtime =>
  (task) =>
    inFolder(async (folder) => {
      const page = await pageWith(await bundled("browser"), task);
      const flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-web-security",
      ];
      const child = spawn(program, [...flags, `--user-data-dir=${join(folder, "profile")}`, page.url], {
        stdio: "ignore",
      });
      const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
      const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
      try {
        const failed = new Promise<never>((_, reject) => {
          child.once("error", reject);
          child.once("exit", (code) => reject(new Error(`the browser ended with ${code} before it had seen all`)));
        });
        return await Promise.race([page.seen, failed]);
      } finally {
        clearTimeout(timer);
        child.kill("SIGTERM");
        await gone;
        page.close();
      }
    });

async function pageWith(code: string, task: Task) {
  let tell: (seen: Seen) => void;
  const seen = new Promise<Seen>((resolve) => {
    tell = resolve;
  });
  const server = createServer((request, response) => {
    const answers: Record<string, [type: string, body: string]> = {
      "/": ["text/html", `<!doctype html><script type="module" src="/main.js"></script>`],
      "/main.js": ["text/javascript", code],
      "/task": ["application/json", JSON.stringify(task)],
      "/seen": ["application/json", "null"],
    };
    const [type, body] = answers[request.url ?? ""] ?? ["text/plain", ""];
    response.writeHead(200, { "Content-Type": type }).end(body);
    if (request.method === "POST") void text(request).then((told) => tell(JSON.parse(told) as Seen));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen, close };
}
