/** A program's task: a conversation of a simulated server that grows meanwhile, over connections that are killed. */
import { readFileSync } from "node:fs";
import type { NewEvent } from "../../src/simulator/log.js";
import { startTcpServer } from "../support/stream-server.js";
import type { Answers, Task } from "./programs/task.js";

/** Runs the task somewhere. */
export type Runtime = (task: Task) => Promise<Answers>;

/** What it answered, and what there was to see. */
export interface Outcome {
  readonly answers: Answers;
  readonly log: readonly string[];
  readonly killed: number;
}

const fixture = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${path}`, import.meta.url), "utf8"));
const recording = fixture("traffic/parallel.json") as Task["recording"];
const { signed } = fixture("golden/orxhestra.json") as { signed: readonly { name: string; wire_json: string }[] };
const recorded = { recording, signed: signed.find(({ name }) => name === "valid/rich")?.wire_json ?? "" };

const EVENTS = 200;
const KEY = "sess-4f9a8b7c6d5e";
const message = (id: string): NewEvent => ({
  kind: "MessageEvent",
  id,
  source: "agent",
  llm_message: { role: "assistant", content: [{ type: "text", text: "x".repeat(100) }] },
});

/** Lets it work against a server of its own. */
export async function outcomeOf(runtime: Runtime): Promise<Outcome> {
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
    const answers = await runtime({ baseUrl: server.url, key: KEY, conversationId, lastId: "last", ...recorded });
    return { answers, log: server.simulator.log(conversationId).map(({ id }) => id), killed: server.killed };
  } finally {
    clearInterval(timer);
    await server.close();
  }
}
