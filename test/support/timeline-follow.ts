/** `npm start -- --server URL --send TEXT` against a simulated server on real TCP. */
import { expect, onTestFinished, vi } from "vitest";
import { run } from "../../examples/timeline/main.js";
import { uncoloured } from "../../examples/timeline/render.js";
import type { NewEvent } from "../../src/simulator/log.js";
import type { SimulatorVersion } from "../../src/simulator/world.js";
import { startTcpServer, type TcpServer } from "./stream-server.js";

export const KEY = "sess-4f9a8b7c6d5e";
export const answer = (id: string, text: string): NewEvent => ({
  kind: "MessageEvent",
  id,
  source: "agent",
  llm_message: { role: "assistant", content: [{ type: "text", text }] },
});
export const CALL: NewEvent = {
  kind: "ActionEvent",
  id: "call",
  source: "agent",
  thought: [{ type: "text", text: "Let me look." }],
  action: { kind: "TerminalAction", command: "ls" },
  tool_name: "terminal",
  tool_call_id: "t1",
  tool_call: { id: "t1", name: "terminal", arguments: '{"command":"ls"}', origin: "completion" },
  llm_response_id: "r1",
};
export const RESULT: NewEvent = {
  kind: "ObservationEvent",
  id: "result",
  source: "environment",
  tool_name: "terminal",
  tool_call_id: "t1",
  action_id: "call",
  observation: {
    kind: "TerminalObservation",
    command: "ls",
    exit_code: 0,
    content: [{ type: "text", text: "found-it.txt" }],
  },
};

export async function serverOf(version: SimulatorVersion = "1.52"): Promise<TcpServer & { readonly id: string }> {
  const server = await startTcpServer({ version, seed: 1, keys: [KEY] });
  onTestFinished(() => server.close());
  return Object.assign(server, { id: server.simulator.add([answer("old", "from before")]) });
}

export interface Shown {
  /** As it came. */
  readonly pieces: string[];
  readonly err: string[];
  readonly out: () => string;
  readonly code: Promise<number>;
}

export function start({ url, id }: { readonly url: string; readonly id?: string }, ...more: string[]): Shown {
  const [pieces, err]: [string[], string[]] = [[], []];
  const output = {
    print: (line: string) => void pieces.push(`${line}\n`),
    printError: (line: string) => void err.push(line),
    write: (text: string) => void pieces.push(text),
    look: { paint: uncoloured, width: 100 },
  };
  const named = id === undefined ? [] : ["--conversation", id];
  const args = ["--server", url, "--key-env", "KEY", "--send", "Go on, please.", ...named, ...more];
  const code = run(args, output, () => Promise.resolve(0), { KEY });
  return { pieces, err, out: () => pieces.join(""), code };
}

/** Until what is waited for is there; the test's own time-out says that it never came. */
export const until = (isThere: () => boolean): Promise<void> => vi.waitFor(() => expect(isThere()).toBe(true), 20_000);
export const isRunning = (server: TcpServer, id: string) => (): boolean =>
  server.simulator.world.conversations.get(id)?.status === "running";
