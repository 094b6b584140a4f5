/**
 * What the types cost a caller: how many types TypeScript makes for a file, above what it makes for an empty one.
 * Counts do not depend on the machine; the budgets are hard.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { started, tsc } from "./support/compile.js";
import { installInto, type Packed, packProject } from "./support/pack.js";

const SOURCES = {
  empty: "export {};\n",
  switch: `import type { AgentEvent } from "agent-server-client";
export function id(event: AgentEvent): string {
  switch (event.kind) {
    case "ActionEvent":
      return event.tool_name;
    case "MessageEvent":
      return event.llm_message.role;
    case "ObservationEvent":
      return event.tool_call_id;
    default:
      return event.id;
  }
}
`,
  "guard and match": `import { type AgentEvent, isActionEvent, matchEvent } from "agent-server-client";
export const name = (event: AgentEvent): string | null => (isActionEvent(event) ? event.tool_name : null);
export const line = (event: AgentEvent): string =>
  matchEvent(event, {
    ActionEvent: (action) => action.tool_name,
    MessageEvent: (message) => message.llm_message.role,
    _: (other) => other.id,
  });
`,
  "guard that looks into the event and match": `import { type AgentEvent, isActionEventOf, matchEvent } from "agent-server-client";
export const command = (event: AgentEvent): string => (isActionEventOf(event, "TerminalAction") ? event.action.command : "");
export const line = (event: AgentEvent): string =>
  matchEvent(event, { ActionEvent: (action) => action.tool_name, _: (other) => other.id });
`,
  "only openapi-fetch": `import createClient from "openapi-fetch";
export const create = createClient;
`,
  "five calls and unwrap": `import { createAgentClient, type Schema, unwrap } from "agent-server-client";
const client = createAgentClient({ baseUrl: "" });
const path = { conversation_id: "c" };
export async function calls(): Promise<void> {
  const info: Schema<"ConversationInfo"> = unwrap(
    await client.GET("/api/conversations/{conversation_id}", { params: { path } }),
  );
  const page: Schema<"EventPage"> = unwrap(
    await client.GET("/api/conversations/{conversation_id}/events/search", { params: { path } }),
  );
  const event: Schema<"Event"> = unwrap(
    await client.GET("/api/conversations/{conversation_id}/events/{event_id}", {
      params: { path: { ...path, event_id: "e" } },
    }),
  );
  const made: Schema<"ConversationInfo"> = unwrap(
    await client.POST("/api/conversations", { body: { workspace: { working_dir: "/w" } } }),
  );
  const run: Schema<"Success"> = unwrap(
    await client.POST("/api/conversations/{conversation_id}/run", { params: { path } }),
  );
  console.log(info, page, event, made, run);
}
`,
} as const;
type Source = keyof typeof SOURCES;

interface Cost {
  readonly types: number;
  readonly instantiations: number;
}

const folder = mkdtempSync(join(tmpdir(), "types-cost-"));
let packed: Packed | undefined;
let runs: ReadonlyMap<Source, Promise<Cost>>;
/** A busy machine takes its time. */
const PATIENCE = 300_000;

async function measure(source: Source): Promise<Cost> {
  const project = join(folder, source.replaceAll(" ", "-"));
  mkdirSync(project);
  writeFileSync(join(project, "main.ts"), SOURCES[source]);
  const compilerOptions = {
    target: "es2022",
    module: "nodenext",
    lib: ["es2022", "dom"],
    types: [],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  const { code, output } = await tsc("5.9", project, ["--extendedDiagnostics"]);
  if (code !== 0) throw new Error(`${source} does not compile:\n${output}`);
  return { types: figure("Types", output), instantiations: figure("Instantiations", output) };
}

const figure = (name: string, output: string): number => {
  const found = new RegExp(`^${name}:\\s+(\\d+)$`, "m").exec(output)?.[1];
  if (found === undefined) throw new Error(`no ${name} in:\n${output}`);
  return Number(found);
};

/** What a source costs above another. */
async function above(source: Source, base: Source): Promise<Cost> {
  const [cost, floor] = [await runs.get(source), await runs.get(base)];
  if (!cost || !floor) throw new Error(`${source} was not measured`);
  return { types: cost.types - floor.types, instantiations: cost.instantiations - floor.instantiations };
}

beforeAll(async () => {
  packed = await packProject();
  installInto(folder, packed, ["zod", "openapi-fetch"]);
  runs = started(2, Object.keys(SOURCES) as Source[], measure);
}, PATIENCE);
afterAll(() => {
  packed?.release();
  rmSync(folder, { recursive: true });
});

test("a switch over an event costs at most 150 types", { timeout: PATIENCE }, async () => {
  expect((await above("switch", "empty")).types).toBeLessThanOrEqual(150);
});

test("a guard and a match cost at most 350 types", { timeout: PATIENCE }, async () => {
  for (const source of ["guard and match", "guard that looks into the event and match"] as const) {
    const { types } = await above(source, "empty");
    console.info(`${source}: ${types} types`);
    expect(types).toBeLessThanOrEqual(350);
  }
});

test("five calls with unwrap cost at most 30,000 instantiations", { timeout: PATIENCE }, async () => {
  const all = await above("five calls and unwrap", "empty");
  console.info(
    "five calls with unwrap:",
    all,
    "above openapi-fetch:",
    await above("five calls and unwrap", "only openapi-fetch"),
  );
  expect(all.instantiations).toBeLessThanOrEqual(30_000);
});
