/** What the package may cost: bytes in a browser bundle, time per event, time to start, and no eval. */
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as classic from "zod";
import { bundle, gzipped, inFolder, NO_EVAL, parseCosts, runFresh, sizeOf, startOf } from "../bench/measure.js";
import type { Costs } from "../bench/parse-cost.js";
import { eventSets } from "../bench/sets.js";
import * as root from "../src/index.js";
import { safeParseEvent } from "../src/parse.js";
import { goldenEvents } from "./support/corpus.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const GUARDS = Object.keys(root).filter((name) => name.startsWith("is") && name !== "isAgentServerError");
/** An app that uses these names of the root: its bundle holds what they need and not their names. */
const usingRoot = (names: readonly string[]): string =>
  `import { ${names.join(", ")} } from "./src/index.ts"; onmessage = (event) => [${names.join(", ")}].map((use) => use(event));`;
/** Its 36 names are all that it is made of. */
const LARGEST_LIST = "isKnownAction";
const FROM_SCHEMAS = (name: string): string => `export { ${name} } from "./src/schemas.ts";`;

const report = (what: string, value: number, unit: string): void => console.log(`${what}: ${value.toFixed(3)} ${unit}`);

describe("size after esbuild and gzip, in kB", () => {
  it("one guard takes at most 0.4; the one that holds all action kinds a little more", async () => {
    const sizes = await Promise.all(GUARDS.map(async (name) => ({ name, kB: await sizeOf(usingRoot([name])) })));
    const [largest] = sizes.toSorted((a, b) => b.kB - a.kB);
    report(`largest of ${sizes.length} guards, ${largest?.name}`, largest?.kB ?? Number.NaN, "kB");
    expect(sizes.length).toBeGreaterThan(35);
    expect(sizes.filter(({ name, kB }) => !(kB <= (name === LARGEST_LIST ? 0.45 : 0.4)))).toEqual([]);
  });

  it("all guards and matchEvent take at most 1.5", async () => {
    const kB = await sizeOf(usingRoot([...GUARDS, "matchEvent"]));
    report("all guards and matchEvent", kB, "kB");
    expect(kB).toBeLessThanOrEqual(1.5);
  });

  it("parseEvent takes at most 15 with all it needs, and no zod", async () => {
    const code = await bundle(FROM_SCHEMAS("parseEvent"));
    report("parseEvent", gzipped(code), "kB");
    expect(gzipped(code)).toBeLessThanOrEqual(15);
    expect(code).not.toMatch(/_zod/);
  });

  /** Kept from growing; what they weigh is mostly openapi-fetch (2.6), the masks of secrets, and the tables. */
  it.each([
    { names: ["createAgentClient", "unwrap"], limit: 9.4 },
    { names: ["classifyError"], limit: 5.4 },
  ])("$names take at most $limit", async ({ names, limit }) => {
    const kB = await sizeOf(`export { ${names.join(", ")} } from "./src/index.ts";`);
    report(names.join(" and "), kB, "kB");
    expect(kB).toBeLessThanOrEqual(limit);
  });

  it("the whole root takes at most 18, with openapi-fetch", async () => {
    const kB = await sizeOf(`export * from "./src/index.ts";`);
    report("the root, everything", kB, "kB");
    expect(kB).toBeLessThanOrEqual(18);
  });

  it("the whole conversation entry takes at most 12.2, without zod", async () => {
    const code = await bundle(`export * from "./src/conversation.ts";`);
    report("conversation, everything", gzipped(code), "kB");
    expect(gzipped(code)).toBeLessThanOrEqual(12.2);
    expect(code).not.toMatch(/_zod/);
  });

  /** What checkEvents adds is mostly the checks of events, and the shapes that explain them. */
  it.each([
    { names: "{ compareDocuments }", limit: 16 },
    { names: "*", limit: 23.5 },
  ])("of the contract entry $names takes at most $limit, with neither zod nor the client", async ({ names, limit }) => {
    const code = await bundle(`export ${names} from "./src/contract.ts";`);
    report(`contract, ${names}`, gzipped(code), "kB");
    expect(gzipped(code)).toBeLessThanOrEqual(limit);
    expect(code).not.toMatch(/_zod|X-Session-API-Key/);
  });

  /** What runToEnd adds is mostly classifyError, which says why a run has failed. */
  it.each([
    { names: ["streamEvents"], limit: 6.6 },
    { names: ["streamEvents", "runToEnd", "streamBash"], limit: 11.3 },
  ])("$names take at most $limit beside a client and unwrap, and no zod", async ({ names, limit }) => {
    const client = `export { createAgentClient, unwrap } from "./src/index.ts";`;
    const code = await bundle(`${client} export { ${names.join(", ")} } from "./src/stream.ts";`);
    const kB = gzipped(code) - (await sizeOf(client));
    report(`${names.join(", ")} beside a client`, kB, "kB");
    expect(kB).toBeLessThanOrEqual(limit);
    expect(code).not.toMatch(/_zod/);
  });

  it("useConversation takes at most 1.3 beside a client, stream and store, and React", async () => {
    const beside = `export { createAgentClient, unwrap, classifyError, sendMessage, respondToConfirmation } from "./src/index.ts";
      export { streamEvents } from "./src/stream.ts"; export { createConversationStore } from "./src/conversation.ts";
      export * from "react";`;
    const kB = (await sizeOf(`${beside} export * from "./src/react.ts";`)) - (await sizeOf(beside));
    report("useConversation beside what it uses", kB, "kB");
    expect(kB).toBeLessThanOrEqual(1.3);
  });

  it("everything else is reported", async () => {
    for (const name of ["parseConversation", "EventSchema", "ConversationInfoSchema", "StartConversationRequestSchema"])
      report(name, await sizeOf(FROM_SCHEMAS(name)), "kB");
    const schemas = await sizeOf(`export * from "./src/schemas.ts";`);
    report("schemas, everything", schemas, "kB");
    expect(schemas).toBeGreaterThan(10);
  });

  it.each(["index", "contract", "conversation", "schemas", "stream"])(
    "a browser bundle of %s has nothing of Node",
    async (entry) => {
      const code = await bundle(`export * from "./src/${entry}.ts";`);
      expect(code.length).toBeGreaterThan(1000);
      // openapi-fetch asks `typeof process` before it reads a version; nothing else may
      const rest = code.replace("process?.versions?.node", "").replace("process.versions.undici", "");
      expect(rest).not.toMatch(/["']node:|\brequire\(|\bprocess\.|\bBuffer\b/);
    },
  );
});

describe("cost of parseEvent as a share of JSON.parse", () => {
  let texts: ReturnType<typeof eventSets>;
  beforeAll(() => {
    texts = eventSets();
  });

  it.each([
    { how: "as is", flags: [] },
    { how: "without eval", flags: [NO_EVAL] },
  ])("is at most 0.2 on recorded events ($how)", async ({ how, flags }) => {
    const measure = (): Promise<Costs> => parseCosts(texts, 25, flags);
    const share = (costs: Costs): number => costs["recorded"]?.["parseEvent"] ?? Number.NaN;
    const first = await measure();
    const costs = share(first) <= 0.2 ? first : await measure();
    for (const [set, ratios] of Object.entries(costs))
      for (const [name, ratio] of Object.entries(ratios)) report(`${how}: ${name}, ${set}`, ratio, "of JSON.parse");
    expect(share(costs)).toBeLessThanOrEqual(0.2);
  });
});

describe("start", () => {
  const valid = JSON.stringify(goldenEvents()[0]);
  const PARSE = `import { safeParseEvent } from "./src/schemas.ts";
export const verdicts = [safeParseEvent(${valid}).ok, safeParseEvent({ kind: "MessageEvent" }).ok];`;
  const ZOD = `import * as z from "zod/mini";
import { EventSchema } from "./src/schemas.ts";
export const verdicts = [${valid}, { kind: "MessageEvent" }].map((value) => z.safeParse(EventSchema, value).success);`;

  it("import and first parse take at most 20 ms more than an empty module, bundled", async () => {
    const source = `import { parseEvent } from "./src/schemas.ts"; parseEvent(${valid});`;
    const first = await startOf(source, 9);
    const { overEmpty } = first.overEmpty <= 20 ? first : await startOf(source, 9);
    report("import and first parse", overEmpty, "ms over an empty module");
    expect(overEmpty).toBeLessThanOrEqual(20);
  });

  /** Counts what would break under a content security policy, then imports the bundle. */
  const COUNTING = `let calls = 0;
globalThis.Function = new Proxy(Function, {
  apply: (target, self, args) => { calls++; return Reflect.apply(target, self, args); },
  construct: (target, args) => { calls++; return Reflect.construct(target, args); },
});
globalThis.eval = () => { calls++; };
const { verdicts } = await import("./module.mjs");
console.log(JSON.stringify({ verdicts, calls }));`;

  it.each([
    { what: "parseEvent", source: PARSE },
    { what: "EventSchema", source: ZOD },
  ])("$what makes no code from strings: no eval, no Function", async ({ source }) => {
    const files = { "main.mjs": COUNTING, "module.mjs": await bundle(source) };
    expect(await runFresh(files, [NO_EVAL])).toEqual({ verdicts: [true, false], calls: 0 });
  });

  it("the counter of the test above counts", async () => {
    const module = `for (const make of [() => new Function(""), () => Function(""), () => eval("1")]) try { make() } catch {}
export const verdicts = [];`;
    expect(await runFresh({ "main.mjs": COUNTING, "module.mjs": module }, [NO_EVAL])).toMatchObject({ calls: 3 });
  });
});

describe("generation", () => {
  it("takes at most a minute", async () => {
    await inFolder(async (folder) => {
      const begun = performance.now();
      const args = ["--import", "tsx", "scripts/generate.ts", "--out", folder];
      await promisify(execFile)(process.execPath, args, { cwd: ROOT });
      const seconds = (performance.now() - begun) / 1000;
      report("npm run generate", seconds, "s");
      expect(readdirSync(folder)).toEqual(readdirSync(join(ROOT, "src/generated")));
      expect(seconds).toBeLessThanOrEqual(60);
    });
  });
});

describe("a locale set for zod elsewhere in the process", () => {
  const before = classic.config().localeError;
  afterAll(() => {
    classic.config({ localeError: before });
  });

  it("changes none of our messages", () => {
    const message = (): string => {
      const parsed = safeParseEvent({ kind: "MessageEvent", id: 5 });
      return parsed.ok ? "" : parsed.error.message;
    };
    const plain = message();
    classic.config(classic.locales.de());
    expect(classic.string().safeParse(5).error?.issues[0]?.message).toMatch(/Ungültige Eingabe/);
    expect(message()).toBe(plain);
    expect(plain).toMatch(/^Event: id: expected a string, got a number; llm_message: missing/);
  });
});
