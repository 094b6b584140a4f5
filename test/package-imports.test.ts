/** The packed package in a user's project: how it is imported, the names that it has, and that importing does nothing. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EVENT_KINDS } from "../src/index.js";
import { mustRun, ROOT } from "./support/compile.js";
import { useProject } from "./support/user-project.js";

const words = (text: string): string[] => text.trim().split(/\s+/);

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

const { folder } = useProject();

/** Runs a module in a project that has the package installed; what it prints is JSON. */
async function inProject(name: string, source: string): Promise<unknown> {
  writeFileSync(join(folder, name), source);
  return JSON.parse(await mustRun(process.execPath, [name], folder));
}

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
