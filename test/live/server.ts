/** The real server: started on a free port of 127.0.0.1 in a folder and home of its own, killed, restarted, stopped. */
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AgentClient, createAgentClient, waitUntilReady } from "agent-server-client";
import { pythonOf } from "./environment.js";
import { endProcesses, kill, newFolder, startProcess } from "./processes.js";
import { VERSIONS, type VersionName } from "./versions.js";

/** How to start a server. */
export interface ServerOptions {
  readonly version: VersionName;
  /** The folder with its conversations, to go on with those of another server; a new one unless said otherwise. */
  readonly data?: string;
  readonly port?: number;
  /** Further settings of the server, by their environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server, and the client's way to it. */
export interface ServerAddress {
  readonly version: VersionName;
  readonly baseUrl: string;
  readonly key: string;
  readonly data: string;
}

export interface LiveServer extends ServerAddress {
  readonly client: AgentClient;
  /** The file that it writes its log to, over all restarts. */
  readonly log: string;
  /** As a crash: it gets no time for anything. What its tools had started ends with it. */
  kill(): Promise<void>;
  /** As an operator does it. */
  stop(): Promise<void>;
  /** Starts it again, same port, same data; kills it first when it runs. */
  restart(): Promise<void>;
}

/** Logs stay here when a run fails. */
const LOGS = fileURLToPath(new URL("../../.cache/live/", import.meta.url));

/** A client of a server, wherever that was started. */
export const clientOf = ({ baseUrl, key }: ServerAddress): AgentClient =>
  createAgentClient({ baseUrl, sessionApiKey: key, headers: { Connection: "close" } });

/** Starts a server and waits until it is ready. It ends with the process that started it, if not before. */
export async function startServer(options: ServerOptions): Promise<LiveServer> {
  const { version, data = newFolder(`server-${version}`), port = await freePort(), env = {} } = options;
  const key = randomUUID();
  const address = { version, baseUrl: `http://127.0.0.1:${port}`, key, data };
  const client = clientOf(address);
  mkdirSync(LOGS, { recursive: true });
  const log = join(LOGS, `${version}-${process.pid}-${port}.log`);
  const python = await pythonOf(VERSIONS.find(({ name }) => name === version) ?? { name: version, pins: [] });

  const start = async (): Promise<Running> => {
    const output = openSync(log, "a");
    const args = ["-m", "openhands.agent_server", "--host", "127.0.0.1", "--port", String(port)];
    const running = startProcess(python, args, { cwd: data, env: environment(data, key, env), output });
    closeSync(output);
    await readyOrGone(client, running, log);
    return running;
  };

  let running: Running | undefined = await start();
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    if (!running) return;
    const { child, mark } = running;
    running = undefined;
    const { pid } = child;
    if (pid !== undefined && child.exitCode === null) {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      kill(pid, signal);
      await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);
    }
    await endProcesses(mark);
  };
  return {
    ...address,
    client,
    log,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    async restart() {
      await end("SIGKILL");
      running = await start();
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  readonly mark: string;
}

/** For a server that is asked to stop, before it is made to. */
const PATIENCE_MS = 10_000;
/** A start takes 10 s; with two cores and three servers at once, more. */
const START_MS = 120_000;

async function readyOrGone(client: AgentClient, { child, mark }: Running, log: string): Promise<void> {
  const gone = new AbortController();
  const onExit = (): void => gone.abort(new Error(`the server ended before it was ready; see ${log}`));
  child.once("exit", onExit);
  child.once("error", onExit);
  try {
    await waitUntilReady(client, { timeoutMs: START_MS, signal: gone.signal });
  } catch (error) {
    await endProcesses(mark);
    throw error;
  } finally {
    child.off("exit", onExit);
  }
}

/** Nothing of the environment here gets into the server, apart from where programs are. */
function environment(data: string, key: string, more: Readonly<Record<string, string>>): Record<string, string> {
  const home = join(data, "home");
  const tmp = join(data, "tmp");
  for (const folder of [home, tmp]) mkdirSync(folder, { recursive: true });
  return {
    PATH: process.env["PATH"] ?? "",
    LANG: "C.UTF-8",
    TZ: "UTC",
    HOME: home,
    TMPDIR: tmp,
    TMUX_TMPDIR: tmp,
    OH_SESSION_API_KEYS_0: key,
    OH_SECRET_KEY: "of-the-live-tests",
    OH_ENABLE_VSCODE: "false",
    OH_PRELOAD_TOOLS: "false",
    LITELLM_LOCAL_MODEL_COST_MAP: "True",
    // Else the server paints every traceback, which takes it seconds
    LOG_JSON: "true",
    ...more,
  };
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
