/** Every code block of the README and of the pages below, and every TSDoc example compiles, strictly, and runs. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as rootEntry from "agent-server-client";
import * as contractEntry from "agent-server-client/contract";
import * as conversationEntry from "agent-server-client/conversation";
import * as mocksEntry from "agent-server-client/mocks";
import * as reactEntry from "agent-server-client/react";
import * as schemasEntry from "agent-server-client/schemas";
import * as streamEntry from "agent-server-client/stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, ".cache/docs");

const blocksOf = (file: string): (readonly [string, string])[] =>
  [...readFileSync(join(root, file), "utf8").matchAll(/```(tsx?)\n([\s\S]*?)```/g)].map(
    ([, language = "", code = ""], index) => [`${file} block ${index + 1} (${language})`, code] as const,
  );
const pageBlocks = [
  "README.md",
  "docs/migration.md",
  "docs/mocks.md",
  "docs/react.md",
  "docs/stream.md",
  "docs/orxhestra.md",
].flatMap(blocksOf);

/** The text of each @example of a file, without the comment's stars. */
const examplesOf = (file: string): (readonly [string, string])[] =>
  [...readFileSync(join(root, "src", file), "utf8").matchAll(/\* @example\n((?: \*(?! @|\/).*\n)+)/g)].map(
    ([, lines = ""], index) => [`src/${file} example ${index + 1}`, lines.replace(/^ \* ?/gm, "")] as const,
  );
const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.startsWith("generated"),
);
const examples = sources.flatMap(examplesOf);

const used = (code: string, names: readonly string[]): string =>
  names.filter((name) => new RegExp(`\\b${name}\\b`).test(code)).join(", ");

/** Entries, with the names of the types that they export beside their values; of a name that two export the first counts. */
const typeNames = ((seen: Set<string>) =>
  [
    ["agent-server-client", "index.ts", rootEntry] as const,
    ["agent-server-client", "generated/types.ts", rootEntry] as const,
    ["agent-server-client/contract", "contract.ts", contractEntry] as const,
    ["agent-server-client/conversation", "conversation.ts", conversationEntry] as const,
    ["agent-server-client/stream", "stream.ts", streamEntry] as const,
    ["agent-server-client/mocks", "mocks.ts", mocksEntry] as const,
    ["agent-server-client/react", "react.ts", reactEntry] as const,
    ["agent-server-client/schemas", "schemas.ts", schemasEntry] as const,
  ].map(([entry, file, values]) => {
    const text = readFileSync(join(root, "src", file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    const found = text.matchAll(file.startsWith("generated") ? /^export (?:interface|type) (\w+)/gm : /\b([A-Z]\w*)/g);
    const names = [...found].map(([, name = ""]) => name).filter((name) => !(name in values || seen.has(name)));
    for (const name of names) seen.add(name);
    return [entry, [...new Set(names)]] as const;
  }))(new Set());
const typeImports = (code: string): string =>
  typeNames.map(([entry, names]) => `import type { ${used(code, names)} } from "${entry}";`).join("\n");

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

const contextOf = (name: string): ((code: string) => string) =>
  name.startsWith("src/orxhestra") ? inOrxhestra : inContext;
const files = [...pageBlocks, ...examples.map(([name, code]) => [name, contextOf(name)(code)] as const)].map(
  ([name, code], index) => ({ name, file: `${index}.${name.endsWith("(tsx)") ? "tsx" : "ts"}`, code }),
);

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { file, code } of files) writeFileSync(join(folder, file), code);
  const compilerOptions = {
    noUnusedLocals: false,
    noUnusedParameters: false,
    noEmit: true,
    types: ["node"],
    jsx: "react-jsx",
    paths: {
      "agent-server-client": [join(root, "src/index.ts")],
      "agent-server-client/contract": [join(root, "src/contract.ts")],
      "agent-server-client/conversation": [join(root, "src/conversation.ts")],
      "agent-server-client/stream": [join(root, "src/stream.ts")],
      "agent-server-client/mocks": [join(root, "src/mocks.ts")],
      "agent-server-client/react": [join(root, "src/react.ts")],
      "agent-server-client/orxhestra": [join(root, "src/orxhestra.ts")],
      "agent-server-client/schemas": [join(root, "src/schemas.ts")],
    },
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["*.ts", "*.tsx"] }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("there are examples to test", () => {
  expect(pageBlocks.length).toBeGreaterThanOrEqual(7);
  expect(examples.length).toBeGreaterThanOrEqual(12);
});

test("all of them compile", () => {
  const { stdout } = spawnSync("node", [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
    encoding: "utf8",
  });
  const named = stdout.replace(
    /^.*?(\d+\.tsx?)/gm,
    (_, file: string) => files.find((entry) => entry.file === file)?.name ?? file,
  );
  expect(named).toBe("");
});

describe("each runs", () => {
  test.each(files.map(({ name, file }) => [name, file]))("%s", async (_, file) => {
    await expect(import(join(folder, file))).resolves.toBeDefined();
  });
});

describe("public names", () => {
  test("every exported declaration of src has a doc comment", () => {
    const bare = sources.flatMap((file) => {
      const text = readFileSync(join(root, "src", file), "utf8");
      return [...text.matchAll(/(^|\n)([^\n]*)\nexport (?:const|function|class|interface|type) (\w+)/g)]
        .filter(([, , before = "", name]) => !before.endsWith("*/") && !before.startsWith(`export function ${name}(`))
        .map(([, , , name]) => `${file}: ${name}`);
    });
    expect(bare).toEqual([]);
  });
});
