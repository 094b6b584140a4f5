/** The chat of examples/node-cli, as a program: with the mock server, and with a simulated server on real TCP. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createAgentClient, createConversation } from "agent-server-client";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Turn } from "../src/simulator/turns.js";
import { startTcpServer, type TcpServer } from "./support/stream-server.js";
import { ROOT } from "./support/timeline-recorded.js";

const KEY = "sess-4f9a8b7c6d5e";
const PATIENCE = 30_000;

interface Program {
  readonly out: () => string;
  readonly err: () => string;
  say(...lines: readonly string[]): void;
  shows(text: string): Promise<void>;
  interrupt(): void;
  /** No more lines come. */
  end(): Promise<number | null>;
  readonly code: Promise<number | null>;
}

const children = new Set<ReturnType<typeof spawn>>();
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
});

function start(args: readonly string[] = [], flags: readonly string[] = ["--experimental-websocket"]): Program {
  const env = { ...process.env, NODE_OPTIONS: "", FORCE_COLOR: undefined, NO_COLOR: undefined, KEY };
  const program = [...flags, "--import", "tsx", "examples/node-cli/main.ts", ...args];
  const child = spawn(process.execPath, program, { cwd: ROOT, env, stdio: "pipe" });
  children.add(child);
  const [shown, told]: [string[], string[]] = [[], []];
  const [out, err] = [() => shown.join(""), () => told.join("")];
  child.stdout.setEncoding("utf8").on("data", (text: string) => shown.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => told.push(text));
  const code = once(child, "close").then(([status]) => status as number | null);
  return {
    out,
    err,
    code,
    say: (...lines) => void child.stdin.write(lines.map((line) => `${line}\n`).join("")),
    shows: (text) => vi.waitFor(() => expect(out() + err()).toContain(text), { timeout: PATIENCE, interval: 20 }),
    interrupt: () => void child.kill("SIGINT"),
    end() {
      child.stdin.end();
      return code;
    },
  };
}

/** Where each text begins, the ones before it passed over; the texts that do not follow are -1. */
function inOrder(whole: string, texts: readonly string[]): string[] {
  let from = 0;
  return texts.filter((text) => {
    const place = whole.indexOf(text, from);
    if (place >= 0) from = place + text.length;
    return place < 0;
  });
}

describe("with the mock server", () => {
  it("goes on line by line: streams, asks, runs tools, says what went wrong and what to do, and what was used", async () => {
    const chat = start();
    chat.say("One test fails.", "perhaps", "y", "Yes, please.", "", "y");
    expect(await chat.end()).toBe(0);
    const story = [
      "conversation ",
      "user         One test fails.",
      "thinking: First I need to see",
      "I run the tests and look",
      "terminal $ npm test",
      "terminal $ cat src/price.ts",
      "May the agent do this? terminal $ npm test · terminal $ cat src/price.ts\n",
      "May the agent do this?", // "perhaps" is no answer
      "of terminal $ npm test",
      "→ exit 0",
      "1 failed, 41 passed",
      "of terminal $ cat src/price.ts",
      "Shall I mend it?\n",
      "user         Yes, please.",
      "LLMRateLimitError",
      "npm test",
      "Tests: 42 passed",
      "Mended: `gross` rounds",
    ];
    expect(inOrder(chat.out(), story)).toEqual([]);
    expect(chat.out()).toMatch(/\nused: [\d,]+ tokens in, [\d,]+ out, \$[\d.]+\n$/);
    expect(chat.out()).not.toContain("\x1b");
    for (const once of ["I run the tests", "Shall I mend it?", "1 failed, 41 passed"])
      expect(chat.out().split(once)).toHaveLength(2);
    expect(chat.err()).toBe(
      "chat: the run has ended with the status error. Too many requests; try again later. An empty line runs it once more.\n",
    );
  });

  it("fails when the last thing asked for has failed", async () => {
    const chat = start();
    chat.say("One test fails.", "y", "Yes, please.");
    expect(await chat.end()).toBe(1);
  });

  it("tells the agent no, and why", async () => {
    const chat = start();
    chat.say("One test fails.", "no", "Not on a Friday.");
    expect(await chat.end()).toBe(0);
    expect(inOrder(chat.out(), ["May the agent", "Why not?", "rejected by user", "Not on a Friday."])).toEqual([]);
    expect(chat.out()).not.toContain("41 passed");
    expect(chat.err()).toBe("");
  });

  it("interrupts the run at the first Ctrl+C, goes on, and leaves when there is none", async () => {
    const chat = start();
    chat.say("One test fails.", "y", "Yes.", "", "y", "Why?", "y");
    await chat.shows("2 commits");
    chat.interrupt();
    await chat.shows("user         interrupted\n");
    chat.say("Never mind.");
    await chat.shows("Done.\n");
    chat.interrupt();
    expect(await chat.code).toBe(0);
    expect(chat.err()).toContain("chat: Interrupting the run; Ctrl+C again leaves.\n");
    expect(chat.out()).toMatch(/used: .*\n$/);
  });

  it("explains itself, and refuses in one line what it does not have", async () => {
    const [help, unknown, noServer, noKey] = [
      start(["--help"]),
      start(["--colour"]),
      start(["--conversation", "x"]),
      start(["--server", "http://127.0.0.1:9", "--key-env", "NO_SUCH_KEY"]),
    ];
    expect([await help.code, help.err()]).toEqual([0, ""]);
    expect(help.out()).toMatch(/^Usage: npm run example:cli\n/);
    expect([await unknown.code, unknown.err()]).toEqual([1, "chat: Unknown option '--colour'; see --help\n"]);
    expect([await noServer.code, noServer.err()]).toEqual([1, "chat: expected --server URL as well\n"]);
    expect([await noKey.code, noKey.err()]).toEqual([1, "chat: --key-env: the variable NO_SUCH_KEY is not set\n"]);
  });
});

describe("with a server on real TCP, where Node may have no WebSocket", () => {
  const serve = async (turns: readonly Turn[]): Promise<{ server: TcpServer; id: string; args: string[] }> => {
    const server = await startTcpServer({ version: "1.52", seed: 1, keys: [KEY] });
    onTestFinished(() => server.close());
    server.simulator.script(turns);
    const client = createAgentClient({ baseUrl: server.url, sessionApiKey: KEY });
    const { id } = await createConversation(client, {
      agent: { kind: "Agent", llm: { model: "openai/gpt-5.5" }, tools: [{ name: "terminal" }] },
      workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
    });
    return { server, id, args: ["--server", server.url, "--key-env", "KEY"] };
  };

  it("chats in the newest conversation, and shows nothing of before", async () => {
    const { server, id, args } = await serve([{ text: "From now.", stream: ["From ", "now."] }]);
    server.simulator.append(id, {
      kind: "MessageEvent",
      source: "agent",
      llm_message: { role: "assistant", content: [{ type: "text", text: "From before." }] },
    });
    const chat = start(args, []);
    chat.say("Hello?");
    expect(await chat.end()).toBe(0);
    expect(inOrder(chat.out(), [`conversation ${id}`, "Hello?", "agent        From now.\n", "used: "])).toEqual([]);
    expect(chat.out()).not.toContain("From before.");
    expect(chat.err()).toBe("");
  });

  it("says once that the connection is lost and once that it is back, and loses nothing", async () => {
    const call = { tool: "terminal", arguments: { command: "make" }, result: "made", durationMs: 1500 };
    const { server, id, args } = await serve([{ calls: [call] }, { text: "All is made." }]);
    const chat = start([...args, "--conversation", id], []);
    chat.say("Make it.");
    await chat.shows("terminal $ make");
    server.simulator.closeSockets(1012, "");
    await chat.shows("All is made.");
    expect(await chat.end()).toBe(0);
    expect(chat.out().split("made\n")).toHaveLength(2);
    expect(chat.err().split("\n")).toEqual([
      expect.stringMatching(/^chat: the connection is lost; waiting for the server\./),
      "chat: connected again.",
      "",
    ]);
  });

  it("goes on where a run is, and waits for its end", async () => {
    const call = { tool: "terminal", arguments: { command: "make" }, result: "made", durationMs: 12_000 };
    const { server, id, args } = await serve([{ calls: [call] }, { text: "All is made." }, { text: "And again." }]);
    await fetch(`${server.url}/api/conversations/${id}/events`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Session-API-Key": KEY },
      body: JSON.stringify({ role: "user", content: [{ type: "text", text: "Make it." }], run: true }),
    });
    const chat = start(args, []);
    chat.say("Once more.");
    expect(await chat.end()).toBe(0);
    expect(inOrder(chat.out(), ["All is made.", "Once more.", "And again."])).toEqual([]);
  });

  it("goes on after a message that the server has refused", async () => {
    const { server, args } = await serve([{ text: "Now I can." }]);
    const rest = server.simulator.rest.bind(server.simulator);
    let refusals = 1;
    Object.assign(server.simulator, {
      rest: (request: Parameters<typeof rest>[0]) =>
        request.method === "POST" && refusals-- > 0
          ? { status: 503, headers: { "content-type": "application/json" }, body: { detail: "No" } }
          : rest(request),
    });
    const chat = start(args, []);
    chat.say("Hello?", "Hello again?");
    expect(await chat.end()).toBe(0);
    expect(chat.out()).not.toContain("Hello?");
    expect(inOrder(chat.out(), ["Hello again?", "Now I can."])).toEqual([]);
    expect(chat.err()).toMatch(/^chat: http:[^\n]* The service is not available now\.[^\n]*\n$/);
  });

  it("ends in one line where it cannot go on", async () => {
    const { server, id, args } = await serve([]);
    const [noKey, gone] = [start(["--server", server.url], []), start([...args, "--conversation", "0".repeat(32)], [])];
    expect([await noKey.code, noKey.out()]).toEqual([1, ""]);
    expect(noKey.err()).toMatch(/^chat: http:[^\n]* The session key is not accepted\. Name the variable[^\n]*\n$/);
    expect([await gone.code, gone.out()]).toEqual([1, ""]);
    expect(gone.err()).toMatch(/^chat: http:[^\n]* This does not exist\.[^\n]*\n$/);
    const chat = start(args, []);
    await chat.shows(`conversation ${id}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    server.simulator.closeSockets(4004, "Conversation not found");
    expect(await chat.code).toBe(1);
    expect(chat.err()).toMatch(/^chat: http:[^\n]* The conversation does not exist\.[^\n]*\n$/);
    expect(`${chat.out()}${chat.err()}`).not.toContain(KEY);
  });
});
