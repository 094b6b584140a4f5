/**
 * A simulated server on TCP in a process of its own, told what to do by messages: a log of so many events, then events
 * that happen while it is followed, with connections that are killed or not.
 */
import type { NewEvent } from "../../src/simulator/log.js";
import { randomFrom } from "../../test/support/random.js";
import { startTcpServer } from "../../test/support/stream-server.js";
import { longLogs } from "../conversation-logs.js";
import { LAST } from "./stream-clients.js";

/** A new conversation with this many events; every connection from now on is killed, or none. */
export interface Begin {
  readonly begin: number;
  readonly kill: boolean;
}
/** So many more events happen, at once or over so many milliseconds. */
export interface Happen {
  readonly happen: number;
  readonly overMs: number;
}
export interface Begun {
  readonly url: string;
  readonly id: string;
}
/** The log's ids, in order, when all has happened, and how many connections were killed. */
export interface Happened {
  readonly ids: readonly string[];
  readonly killed: number;
}

/** Longer than anybody waits before the next attempt. */
const SETTLED_MS = 8_000;
const random = randomFrom(1);
const server = await startTcpServer({ version: "1.52", seed: 1 });
const never = (): number => Number.POSITIVE_INFINITY;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const message = (id: string): NewEvent => ({
  kind: "MessageEvent",
  source: "agent",
  id,
  llm_message: { role: "assistant", content: [{ type: "text", text: "What happened so far. ".repeat(40) }] },
});

let id = "";
let before = 0;
function begin({ begin: count, kill }: Begin): Begun {
  before = server.killed;
  server.killAfter = kill ? () => 20_000 + random.below(20_000) : never;
  id = server.simulator.add(longLogs(count)["plain"] as readonly NewEvent[]);
  return { url: server.url, id };
}

async function happen({ happen: count, overMs }: Happen): Promise<Happened> {
  for (let index = 0; index < count; index++) {
    server.simulator.append(id, message(`live-${index}`));
    if (overMs > 0) await pause(overMs / count);
  }
  server.killAfter = never;
  // The last one comes when every client is connected again: what is lost was lost before
  if (overMs > 0) await pause(SETTLED_MS);
  server.simulator.append(id, message(LAST));
  const ids = server.simulator.log(id).map((event) => String(event["id"]));
  return { ids, killed: server.killed - before };
}

process.on("message", (wanted: Begin | Happen) => {
  const answer = "begin" in wanted ? Promise.resolve(begin(wanted)) : happen(wanted);
  answer.then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
