/** What the pages name is there: functions, methods, events, errors, operations. */
import * as root from "agent-server-client";
import * as contract from "agent-server-client/contract";
import * as conversation from "agent-server-client/conversation";
import * as mocks from "agent-server-client/mocks";
import * as orxhestra from "agent-server-client/orxhestra";
import * as react from "agent-server-client/react";
import * as schemas from "agent-server-client/schemas";
import * as stream from "agent-server-client/stream";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "../src/generated/operations.js";
import { GUIDES, spansOf, textOfPage } from "./support/docs-pages.js";

/** Names of the rules' page are made up, and those of migration.md are held by its own test. */
const pages = GUIDES.filter((page) => page !== "docs/migration.md" && page !== "docs/contract-rules.md");
const entries = [root, contract, conversation, mocks, orxhestra, react, schemas, stream];
const exported = new Set(entries.flatMap((entry) => Object.keys(entry)));

const client = root.createAgentClient({ baseUrl: "http://127.0.0.1:1" });
const store = conversation.createConversationStore();
const WebSocket = class {
  addEventListener(): void {}
  send(): void {}
  close(): void {}
};
/** What has methods and fields that pages name, by the name that it has there. */
const OBJECTS: Readonly<Record<string, object>> = {
  client,
  store,
  snapshot: store.getSnapshot(),
  mock: mocks.mockAgentServer(),
  exampleMock: mocks.mockAgentServer(),
  stream: stream.streamEvents(client, "c", { WebSocket }),
};
/** Their methods, where a page is about them and leaves the object out. */
const methods = new Set(Object.values(OBJECTS).flatMap((object) => Object.keys(object)));

/** Names of others: who has them. */
const OTHERS: Readonly<Record<string, string>> = {
  useQuery: "TanStack Query",
  useSyncExternalStore: "React",
};

/** What a pattern finds in the code spans of all pages, with the page before it. */
const found = (pattern: RegExp): [page: string, ...groups: string[]][] =>
  pages.flatMap((page) =>
    spansOf(page).flatMap((span) =>
      [...span.matchAll(pattern)].map(([, ...groups]): [string, ...string[]] => [page, ...groups]),
    ),
  );

test("every function that a page calls is exported, is a method of something here, or is another's", () => {
  const called = found(/(?<![.\w"$])([a-z]\w+)\(/g);
  expect(called.length).toBeGreaterThan(60);
  const isKnown = (name: string): boolean => exported.has(name) || methods.has(name) || Object.hasOwn(OTHERS, name);
  expect(called.filter(([, name = ""]) => !isKnown(name))).toEqual([]);
});

test("every name of another is one that a page calls", () => {
  const called = new Set(found(/(?<![.\w"$])([a-z]\w+)\(/g).map(([, name]) => name));
  expect(Object.keys(OTHERS).filter((name) => !called.has(name))).toEqual([]);
});

test("every method and field of a client, store, snapshot, stream or mock server is one of it", () => {
  const named = found(/(?<![.\w])(client|store|snapshot|mock|exampleMock|stream)\.(\w+)(?!\w|\.md|\.ts)/g);
  expect(named.length).toBeGreaterThan(15);
  const isThere = ([, object = "", name = ""]: readonly string[]): boolean => name in (OBJECTS[object] ?? {});
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

test("every constant and class that stands by itself is exported", () => {
  const named = found(/^([A-Z]+_[A-Z_]+|[A-Z]\w+Error)$/g);
  const ofOthers = ["AbortError", "RangeError", "TypeError", "AGENT_SERVER", "TASK_STATE_COMPLETED"];
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter(([, name = ""]) => !exported.has(name) && !ofOthers.includes(name))).toEqual([]);
});

test("every kind of event that stands by itself is listed", () => {
  const named = found(/^(\w+Event)$/g).filter(([page]) => page !== "docs/orxhestra.md");
  const types = ["AgentEvent", "UnknownEvent", "KnownEvent", "SecurityAnalysisEvent"]; // the last is of a newer server
  expect(named.length).toBeGreaterThan(20);
  const known: readonly string[] = [...root.EVENT_KINDS, ...types];
  expect(named.filter(([, name = ""]) => !known.includes(name) && !exported.has(name))).toEqual([]);
});

test("every operation is one of the document, `…` and what follows the end of one", () => {
  const operations = Object.values(OPERATIONS).map(({ method, path }) => `${method} ${path}`);
  const named = found(/\b(GET|POST|PUT|PATCH|DELETE) (…?\/[\w{}/-]+)/g);
  expect(named.length).toBeGreaterThan(5);
  const undocumented = ["GET /server_info", "GET /ready"];
  const isThere = ([, method = "", path = ""]: readonly string[]): boolean =>
    [...operations, ...undocumented].some((operation) =>
      path.startsWith("…")
        ? operation.startsWith(`${method} `) && operation.endsWith(path.slice(1))
        : operation === `${method} ${path}`,
    );
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

describe("nothing is left out", () => {
  const cellsOf = (page: string): string[] =>
    textOfPage(page)
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`(\w+)/g)].map(([, name = ""]) => name));

  test("docs/events.md has a row for every kind", () => {
    expect(cellsOf("docs/events.md")).toEqual(expect.arrayContaining([...root.EVENT_KINDS]));
  });

  test("docs/errors.md has a row for every class of errors, and for every field of a classification", () => {
    const classes = [...exported].filter((name) => /^[A-Z]\w+Error$/.test(name) && name !== "AgentServerError");
    const { classification } = new root.SocketError(4001, "");
    const wanted = [...classes.filter((name) => name in root), ...Object.keys(classification), "retryAfterMs"];
    expect(cellsOf("docs/errors.md")).toEqual(expect.arrayContaining(wanted));
  });

  test("docs/schemas.md has a row for every parser", () => {
    const parsers = Object.keys(schemas).filter((name) => /^(?:parse|safeParse)/.test(name));
    expect(cellsOf("docs/schemas.md")).toEqual(expect.arrayContaining(parsers));
  });

  test("docs/client.md and docs/conversation.md name every call", () => {
    const isCall = (name: string): boolean =>
      /^(?:create|get|search|send|respond|upload|download|server|wait|unwrap)/.test(name);
    const calls = textOfPage("docs/client.md");
    expect(Object.keys(root).filter((name) => isCall(name) && !calls.includes(name))).toEqual([]);
    const page = textOfPage("docs/conversation.md");
    expect(Object.keys(conversation).filter((name) => !page.includes(name))).toEqual([]);
    expect(Object.keys(store.getSnapshot()).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
