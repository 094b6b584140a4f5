/** The tarball that users get: what is in it, how it is imported, what it keeps away from. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVENT_KINDS } from "../src/index.js";
import { mustRun, ROOT, run } from "./support/compile.js";
import { installInto, type Packed, packProject } from "./support/pack.js";

const words = (text: string): string[] => text.trim().split(/\s+/);
/** What stands in the tarball beside `dist`. */
const PAGES = words(`
  README client comparison contract-rules contract conversation errors events migration mocks orxhestra react reasons
  runtimes schemas server-versions stream
`);
const BESIDE = [
  "CHANGELOG.md",
  "LICENSE",
  "NOTICE",
  "README.md",
  ...PAGES.map((name) => `docs/${name}.md`),
  "openapi.json",
  "package.json",
];

const ROOT_VALUES = [
  ...EVENT_KINDS.map((kind) => `is${kind}`),
  ...words(`
    ACTION_KINDS EVENT_KINDS OBSERVATION_KINDS SPEC_VERSION TOOL_KINDS AgentServerError ContractError
    compareRisk eventTime isActionEventOf isActionOf isAgentMessage isAgentServerError isClientToolCall isErrorEvent
    isEventOf isImageContent isKnownAction isKnownEvent isKnownObservation isLlmConvertible isObservationEventOf
    isObservationLike isObservationOf isStateUpdate isTextContent isToolCall isUnknownEvent isUserMessage matchEvent
    parseToolArguments redact textOf
    createAgentClient unwrap getEvent getEvents searchEvents searchConversations createConversation sendMessage
    respondToConfirmation uploadFile downloadFile serverInfo waitUntilReady classifyError classifyDetail
    ConversationRunError CredentialsError HttpError NetworkError SocketError TimeoutError
  `),
];
const PARSERS = words(`
  parseBashEvent parseConversation parseEvent parseEventPage parseEvents parseSessionFrame safeParseEvent
`);

const ORXHESTRA = words(`
  ORX_EVENT_TYPES OrxContractError applyCompaction canonicalBytes data didKeyToPublicKey error eventsOnBranch
  fromLangChainMessage hasToolCalls isFinalResponse isOrxEventOf isSigned newOrxEventId parseOrxEvent
  previousFinalResponses publicKeyToDidKey readA2A shouldIncludeEvent signEvent signablePayload text thinking
  toLangChainMessage toMessages toolCalls toolInput toolName toolResponses toolResult verifyChain verifyEvent
`);

const CONVERSATION_VALUES = words(`
  activeBranch branchOf conversationError conversationView createConversationStore effectiveParents eventsFromMessages
  finalResponse manipulationIndices observationContent pendingActions reasoningOf resolveLeaf toLlmMessages toolCalls
  usageTotals
`);
const CONTRACT = words("checkEvents compareDocuments");
const STREAM = words("runToEnd streamBash streamEvents");

/** A busy machine takes its time. */
const PATIENCE = 300_000;
const folder = mkdtempSync(join(tmpdir(), "package-"));
let packed: Packed | undefined;
let files: readonly string[];
beforeAll(async () => {
  packed = await packProject();
  installInto(folder, packed, ["zod", "openapi-fetch", "@noble", "@scure", "lossless-json", "msw", "react"]);
  files = filesUnder(packed.unpacked);
}, PATIENCE);
afterAll(() => {
  packed?.release();
  rmSync(folder, { recursive: true });
});

const filesUnder = (top: string): string[] =>
  readdirSync(top, { recursive: true, encoding: "utf8" })
    .filter((file) => statSync(join(top, file)).isFile())
    .sort();
const read = (file: string): string => readFileSync(join(folder, "node_modules/agent-server-client", file), "utf8");
const built = (end: string): string[] => files.filter((file) => file.startsWith("dist/") && file.endsWith(end));

/** Code without its comments: what they mention does no harm. */
const code = (file: string): string => read(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

/** Runs a module in a project that has the package installed; what it prints is JSON. */
async function inProject(name: string, source: string): Promise<unknown> {
  writeFileSync(join(folder, name), source);
  return JSON.parse(await mustRun(process.execPath, [name], folder));
}

describe("the tarball", () => {
  test("has each source file, what is built of it, the document and the texts, and nothing else", () => {
    const sources = filesUnder(join(ROOT, "src")).filter((file) => file !== "generated/names.ts");
    const made = sources.flatMap((file) =>
      [".d.ts", ".d.ts.map", ".js", ".js.map"].map((end) => file.replace(/\.ts$/, end)),
    );
    const within = (top: string, names: readonly string[]): string[] => names.map((name) => join(top, name));
    expect(files).toEqual([...BESIDE, ...within("src", sources), ...within("dist", made)].sort());
  });

  test("leads from what is built to its source", () => {
    for (const file of [...built(".js"), ...built(".d.ts")]) {
      expect(read(file), file).toMatch(new RegExp(`//# sourceMappingURL=${basename(file)}\\.map\\s*$`));
      const { sources } = JSON.parse(read(`${file}.map`)) as { sources: string[] };
      const source = file.replace("dist/", "src/").replace(/(\.d\.ts|\.js)$/, ".ts");
      expect(sources.map((name) => join(dirname(file), name))).toEqual([source]);
    }
  });

  test("shows its users the source where something is thrown", async () => {
    const source = `import { parseEvent } from "agent-server-client/schemas";
      try { parseEvent({}); } catch (error) { console.log(JSON.stringify(error.stack)); }`;
    writeFileSync(join(folder, "thrown.mjs"), source);
    const stack = await mustRun(process.execPath, ["--enable-source-maps", "thrown.mjs"], folder);
    const [, line = ""] = /agent-server-client\/src\/parse\.ts:(\d+)/.exec(stack) ?? [];
    expect(readFileSync(join(ROOT, "src/parse.ts"), "utf8").split("\n")[Number(line) - 1]).toContain(
      "new ContractError",
    );
  });

  test("has no reference to a file that is not in it", () => {
    for (const file of [...built(".js"), ...built(".d.ts")]) {
      for (const [, path = ""] of code(file).matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
        expect(files, `${file} imports ${path}`).toContain(join(dirname(file), path));
      }
    }
  });

  test("is clean for publint", async () => {
    const { unpacked = "" } = packed ?? {};
    expect((await publint({ pkgDir: unpacked, pack: false, strict: true })).messages).toEqual([]);
  });

  test("is clean for attw", { timeout: PATIENCE }, async () => {
    const attw = join(
      dirname(createRequire(import.meta.url).resolve("@arethetypeswrong/cli/package.json")),
      "dist/index.js",
    );
    const result = await run(process.execPath, [attw, packed?.tarball ?? "", "--profile", "esm-only", "--no-color"]);
    expect(result.code, result.output).toBe(0);
    for (const entry of ["conversation", "schemas"]) expect(result.output).toContain(`"agent-server-client/${entry}"`);
  });
});

describe("the package", () => {
  test("is imported by import, and has every public name", async () => {
    const names = await inProject(
      "import.mjs",
      `import * as root from "agent-server-client";
       import * as contract from "agent-server-client/contract";
       import * as conversation from "agent-server-client/conversation";
       import * as schemas from "agent-server-client/schemas";
       import * as react from "agent-server-client/react";
       import * as stream from "agent-server-client/stream";
       const entries = { root, contract, conversation, react, schemas, stream };
       console.log(JSON.stringify(entries, (key, value) => (key in entries ? Object.keys(value) : value)));`,
    );
    expect(names).toEqual({
      root: [...ROOT_VALUES].sort(),
      contract: CONTRACT,
      conversation: CONVERSATION_VALUES,
      schemas: expect.arrayContaining([...PARSERS, "EventSchema", "StartConversationRequestSchema"]),
      react: ["useConversation"],
      stream: STREAM,
    });
    const { schemas } = names as { schemas: string[] };
    expect(schemas.filter((name) => !name.endsWith("Schema")).sort()).toEqual([...PARSERS].sort());
  });

  test("has every public name of the orxhestra entry, and its schemas", async () => {
    const names = (await inProject(
      "orxhestra.mjs",
      `import * as orx from "agent-server-client/orxhestra"; console.log(JSON.stringify(Object.keys(orx)));`,
    )) as string[];
    expect(names.filter((name) => !name.endsWith("Schema")).sort()).toEqual([...ORXHESTRA].sort());
    expect(names.filter((name) => /^Orx.*Schema$/.test(name))).toHaveLength(names.length - ORXHESTRA.length);
  });

  test("is imported by require without a flag", async () => {
    const found = await inProject(
      "require.cjs",
      `const { isActionEvent } = require("agent-server-client");
       const { toolCalls } = require("agent-server-client/conversation");
       const { parseEvent } = require("agent-server-client/schemas");
       const { isSigned } = require("agent-server-client/orxhestra");
       console.log(JSON.stringify([typeof parseEvent, isActionEvent({ kind: "ActionEvent" }), isSigned({}), toolCalls([])]));`,
    );
    expect(found).toEqual(["function", true, false, []]);
  });

  test("gives the document out", async () => {
    const { version } = (await inProject(
      "document.cjs",
      `console.log(JSON.stringify(require("agent-server-client/openapi.json").info));`,
    )) as { version: string };
    expect(version).toBe((JSON.parse(readFileSync(join(ROOT, "openapi.json"), "utf8")) as Document).info.version);
  });

  test("hides what it does not export", async () => {
    await expect(inProject("inside.mjs", `import "agent-server-client/dist/tags.js";`)).rejects.toThrow(
      "ERR_PACKAGE_PATH_NOT_EXPORTED",
    );
  });

  const ENTRIES = ["", "/contract", "/conversation", "/schemas", "/orxhestra", "/stream", "/mocks", "/react"].map(
    (path) => `agent-server-client${path}`,
  );
  test.each(ENTRIES)("%s does nothing at import", async (entry) => {
    const touched = await inProject(
      "effects.mjs",
      `for (const peer of ["zod/mini", "msw", "react"]) await import(peer);
       const touched = [];
       const before = Object.getOwnPropertyNames(globalThis);
       const watched = ["fetch", "setTimeout", "setInterval", "setImmediate", "queueMicrotask", "structuredClone"];
       for (const name of watched) globalThis[name] = () => touched.push(name);
       for (const [on, name] of [[Math, "random"], [Date, "now"], [process, "on"], [console, "warn"]])
         on[name] = () => touched.push(name);
       for (const on of [Object.prototype, Array.prototype, Map.prototype, Function.prototype, Error]) Object.freeze(on);
       await import(${JSON.stringify(entry)});
       const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
       console.log(JSON.stringify([...touched, ...added]));`,
    );
    expect(touched).toEqual([]);
  });
});

interface Document {
  readonly info: { readonly version: string };
}

describe("the built code", () => {
  test("imports other packages where it says so, and nowhere else", () => {
    const imports = built(".js").flatMap((file) =>
      [...code(file).matchAll(/(?:from|import\(|import)\s*"([^."][^"]*)"/g)].map(([, name]) => `${file}: ${name}`),
    );
    const isZod = /^dist\/generated\/(?:orxhestra\/)?(?:schemas|factories)\.js: zod\/(?:mini|v4\/core)$/;
    const isNodeOfCommand = /^dist\/cli(?:\/[\w-]+)?\.js: node:\w+$/;
    expect(imports.filter((found) => !isZod.test(found) && !isNodeOfCommand.test(found)).sort()).toEqual([
      "dist/cli/document.js: yaml",
      "dist/client.js: openapi-fetch",
      "dist/mocks/others.js: msw",
      "dist/mocks/server.js: msw",
      "dist/mocks/sockets.js: msw",
      "dist/mocks/validate.js: zod/mini",
      "dist/orxhestra/did.js: @scure/base",
      "dist/orxhestra/ed25519.js: @noble/curves/ed25519.js",
      "dist/orxhestra/ed25519.js: @noble/curves/ed25519.js",
      "dist/orxhestra/ed25519.js: @noble/curves/utils.js",
      "dist/orxhestra/ed25519.js: @noble/hashes/sha2.js",
      "dist/orxhestra/ed25519.js: @scure/base",
      "dist/orxhestra/lossless.js: lossless-json",
      "dist/orxhestra/parse.js: zod/mini",
      "dist/orxhestra/payload.js: @noble/hashes/sha2.js",
      "dist/orxhestra/payload.js: @noble/hashes/utils.js",
      "dist/orxhestra/sign.js: @scure/base",
      "dist/orxhestra/verify.js: @scure/base",
      "dist/react.js: react",
      "dist/react/selected.js: react",
    ]);
    expect(imports.length).toBeGreaterThan(0);
  });

  test("runs where evaluating text is forbidden", () => {
    for (const file of built(".js")) expect(code(file), file).not.toMatch(/\bnew Function\b|\beval\s*\(/);
  });

  test("awaits nothing at the top, or require could not load it", () => {
    for (const file of built(".js")) expect(code(file), file).not.toMatch(/^await\b|^(?:export )?const .* = await\b/m);
  });

  test("declares nothing by a global that Node 20 has no type for", () => {
    // `EventSource` is a type of ours; an option or a parameter may be called `WebSocket`
    const globals = /\b(HeadersInit|BodyInit|WebSocket(?!\??:|[\w, ]*\}\??:)|CloseEvent|MessageEvent(?=<|Init))\b/;
    for (const file of built(".d.ts"))
      expect(globals.exec(code(file).replaceAll(/"[^"]*"/g, ""))?.[0], file).toBeUndefined();
  });
});

describe("the lock file", () => {
  test("names no registry host", () => {
    const lock = readFileSync(join(ROOT, "package-lock.json"), "utf8");
    expect(lock).not.toContain('"resolved"');
    expect(lock).toContain('"integrity"');
  });
});
