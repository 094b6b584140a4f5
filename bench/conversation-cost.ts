/** Runs in a process of its own (bundled by conversation.ts): what the view of a log and its messages take. */
import { readFileSync, writeFileSync } from "node:fs";
import { conversationView, toLlmMessages } from "../src/conversation.js";
import type { AgentEvent } from "../src/index.js";

/** Milliseconds for the view and its messages, by round. */
export type Rounds = Readonly<Record<string, readonly number[]>>;

/** Reads logs, writes what came out, prints the times. Objects are freshly parsed: those read before flatter us. */
export function main([logs = "", results = "", rounds = "1"]: readonly string[]): void {
  const all = JSON.parse(readFileSync(logs, "utf8")) as Record<string, AgentEvent[]>;
  const texts = Object.entries(all).map(([name, log]) => [name, JSON.stringify(log)] as const);
  const times: Record<string, number[]> = {};
  const outcome: Record<string, unknown> = {};
  for (let round = 0; round < Number(rounds); round++) {
    for (const [name, text] of texts) {
      const events = JSON.parse(text) as AgentEvent[];
      const begun = performance.now();
      const view = conversationView(events);
      const messages = toLlmMessages(view.events);
      const spent = performance.now() - begun;
      times[name] = [...(times[name] ?? []), spent];
      outcome[name] = { ids: view.events.map(({ id }) => id), messages };
    }
  }
  writeFileSync(results, JSON.stringify(outcome));
  console.log(JSON.stringify(times));
}
