/** What the reader of a TSDoc example has at hand: imports, recorded events, a client, a socket. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as rootEntry from "agent-server-client";
import * as contractEntry from "agent-server-client/contract";
import * as conversationEntry from "agent-server-client/conversation";
import * as mocksEntry from "agent-server-client/mocks";
import * as reactEntry from "agent-server-client/react";
import * as schemasEntry from "agent-server-client/schemas";
import * as streamEntry from "agent-server-client/stream";
import { ROOT } from "./compile.js";

const used = (code: string, names: readonly string[]): string =>
  names.filter((name) => new RegExp(`\\b${name}\\b`).test(code)).join(", ");

const ENTRIES = ["index", "contract", "conversation", "stream", "mocks", "react", "schemas"] as const;

/** The types that entries export beside their values, as they are pinned; of a name that two export the first counts. */
function typeImports(code: string): string {
  const seen = new Set<string>();
  return ENTRIES.map((entry) => {
    const pinned = readFileSync(join(ROOT, `test/fixtures/public-names/${entry}.txt`), "utf8");
    const names = [...pinned.matchAll(/^(?:interface|type|enum) (\w+)$/gm)].map(([, name = ""]) => name);
    const fresh = names.filter((name) => !seen.has(name));
    for (const name of fresh) seen.add(name);
    return `import type { ${used(code, fresh)} } from "agent-server-client${entry === "index" ? "" : `/${entry}`}";`;
  }).join("\n");
}

const isImport = (line: string): boolean => line.startsWith("import ");

/** An example with what its reader has at hand: recorded events, one by one, and a place to show things. */
const inContext = (code: string): string => `
import { readFileSync } from "node:fs";
${typeImports(`${code} AgentEvent`)}
import { ${used(`${code} createAgentClient`, Object.keys(rootEntry))} } from "agent-server-client";
import { ${used(code, Object.keys(contractEntry))} } from "agent-server-client/contract";
import { ${used(code, Object.keys(conversationEntry))} } from "agent-server-client/conversation";
import { ${used(code, Object.keys(streamEntry))} } from "agent-server-client/stream";
import { ${used(code, Object.keys(mocksEntry))} } from "agent-server-client/mocks";
import { ${used(code, Object.keys(reactEntry))} } from "agent-server-client/react";
import { ${used(code, ["createElement"])} } from "react";
import { ${used(
  code,
  Object.keys(schemasEntry).filter((name) => name.startsWith("parse") || name.startsWith("safe")),
)} } from "agent-server-client/schemas";
const recording = JSON.parse(readFileSync("test/fixtures/traffic/parallel.json", "utf8")) as { rest_search: AgentEvent[] };
const events = recording.rest_search;
const answer = { items: [], next_page_id: null, success: true, response: "", id: "c", version: "1.52.0", execution_status: "idle" };
globalThis.fetch = async () => Response.json(answer);
/** A server whose run has begun, and ends at once. */
class FakeSocket {
  readonly listeners: Record<string, (event: object) => void> = {};
  constructor() {
    const state = (execution_status: string) => ({ type: "transient", event: { key: "full_state", value: { execution_status } } });
    const tell = (frame: object) => this.listeners["message"]?.({ data: JSON.stringify(frame) });
    setTimeout(() => {
      this.listeners["open"]?.({});
      for (const frame of [{ type: "sync" }, state("running")]) tell(frame);
      setTimeout(() => tell(state("finished")), 5);
    });
  }
  addEventListener(type: string, listener: (event: object) => void): void {
    this.listeners[type] = listener;
  }
  send(): void {}
  close(): void {}
}
Object.assign(globalThis, { WebSocket: FakeSocket });
const client = createAgentClient({ baseUrl: "http://127.0.0.1:1" });
const [conversationId, eventId, id] = ["c", "e", "c"];
const localStorage = new Map<string, string>() as unknown as { getItem(name: string): string | null };
localStorage.getItem = () => null;
const [render, report] = [(..._: unknown[]) => undefined, (..._: unknown[]) => undefined];
let seen = 0;
for (const given of events) {
  const event = given as AgentEvent & { tool_call: { arguments: string } };
  const [value, frame]: [unknown, string] = [event, JSON.stringify(event)];
  if (event.kind === "ActionEvent" || !${JSON.stringify(code)}.includes("parseToolArguments")) {
    seen++;
    ${code
      .split("\n")
      .filter((line) => !isImport(line))
      .join("\n    ")}
  }
}
if (seen === 0) throw new Error("the example saw no event");
void [render, report, client, conversationId, eventId, id, localStorage];
export {};
`;

/** The same for events of orxhestra: signed ones, and the key they are signed with. */
const inOrxhestra = (code: string): string => `
import { readFileSync } from "node:fs";
import * as orx from "agent-server-client/orxhestra";
const recording = JSON.parse(readFileSync("test/fixtures/golden/orxhestra.json", "utf8"));
const turns: { events: orx.OrxEvent[] }[] = recording.streams.llm_tools_signed.turns;
const orxEvents: readonly orx.OrxEvent[] = turns.flatMap(({ events }) => events);
const seed = new Uint8Array(Buffer.from(recording.meta.keys.K1.seed_hex, "hex"));
const publicKey = new Uint8Array(Buffer.from(recording.meta.keys.K1.public_hex, "hex"));
for (const event of orxEvents) {
  const frame = JSON.stringify(event);
  await (async () => {
    ${code.replaceAll("\n", "\n    ")}
  })();
  void [frame, seed, publicKey];
}
export {};
`;

/** An example of a file of src, as a whole program. */
export const inContextOf = (file: string, code: string): string =>
  file.startsWith("orxhestra") ? inOrxhestra(code) : inContext(code);
