/** Searches: every page once, none before its time, and never round in circles. */
import { describe, expect, test } from "vitest";
import { createAgentClient } from "../src/client.js";
import { EVENT_PYTHON_PATHS } from "../src/generated/kinds.js";
import { type EventSearch, searchConversations, searchEvents } from "../src/search.js";
import { type AgentServer, agentServer, idsOf } from "./support/agent-server.js";
import { messages, type StoredEvent } from "./support/agent-state.js";

const EVENTS = "GET /events/search";

async function setUp(count: number, version: AgentServer["state"]["version"] = "1.52") {
  const server = await agentServer(version);
  const client = createAgentClient({ baseUrl: server.url });
  const id = server.add(messages(count));
  return { server, client, id, events: server.state.conversations.get(id)?.events ?? [] };
}

const upTo = (count: number): string[] => messages(count).map((event) => event.id);

describe("pages", () => {
  test.each([
    [0, 1],
    [1, 1],
    [99, 1],
    [100, 1],
    [101, 2],
    [250, 3],
  ])("%i events come each once, in order, with %i calls", async (count, calls) => {
    const { server, client, id } = await setUp(count);
    expect(await idsOf(searchEvents(client, id))).toEqual(upTo(count));
    expect(server.calls(EVENTS)).toHaveLength(calls);
  });

  test.each([1, 2, 3, 7])("pages of %i overlap by nothing, forwards and backwards", async (pageSize) => {
    const { server, client, id } = await setUp(7);
    expect(await idsOf(searchEvents(client, id, { pageSize }))).toEqual(upTo(7));
    expect(server.calls(EVENTS)).toHaveLength(Math.ceil(7 / pageSize));
    const newestFirst = searchEvents(client, id, { pageSize, sort_order: "TIMESTAMP_DESC" });
    expect(await idsOf(newestFirst)).toEqual(upTo(7).reverse());
  });

  test("an event is the object that the server sent, of whatever kind", async () => {
    const { client, id, events } = await setUp(0);
    const sent = { id: "e", kind: "KindOfTomorrow", source: "x", timestamp: "t", more: { deep: [1] } };
    events.push(sent);
    for await (const event of searchEvents(client, id)) expect(event).toEqual(sent);
    expect.assertions(1);
  });

  test("nothing is fetched before it is asked for", async () => {
    const { server, client, id } = await setUp(250);
    const events = searchEvents(client, id);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.requests).toHaveLength(0);
    for (let taken = 1; taken <= 150; taken++) {
      await events.next();
      expect(server.requests).toHaveLength(taken <= 100 ? 1 : 2);
    }
  });

  test("break ends it, also on the last event of a page", async () => {
    const { server, client, id } = await setUp(250);
    let seen = 0;
    for await (const event of searchEvents(client, id)) if (++seen === 100 && event.id === "m100") break;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([seen, server.requests.length]).toEqual([100, 1]);
  });

  test.each([0, 101, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "a page size of %d is refused at once",
    async (pageSize) => {
      const { server, client, id } = await setUp(1);
      expect(() => searchEvents(client, id, { pageSize })).toThrow(RangeError);
      expect(() => searchConversations(client, { pageSize })).toThrow(RangeError);
      expect(server.requests).toHaveLength(0);
    },
  );
});

describe("filters", () => {
  const action: StoredEvent = { id: "a1", kind: "ActionEvent", source: "agent", timestamp: "2026-01-01T00:02:30" };

  test.each(["1.52", "1.58.2"] as const)("a %s server finds a kind by its name on the wire", async (version) => {
    const { client, id, events } = await setUp(3, version);
    events.splice(1, 0, action);
    expect(await idsOf(searchEvents(client, id, { kind: "ActionEvent" }))).toEqual(["a1"]);
    expect(await idsOf(searchEvents(client, id, { kind: "MessageEvent", pageSize: 1 }))).toEqual(upTo(3));
  });

  test.each(Object.entries(EVENT_PYTHON_PATHS))("%s is asked for as %s", async (kind, path) => {
    const { server, client, id } = await setUp(0);
    await idsOf(searchEvents(client, id, { kind }));
    expect(server.requests[0]?.query.get("kind")).toBe(path);
  });

  test.each(["KindOfTomorrow", "constructor", EVENT_PYTHON_PATHS.PauseEvent])(
    "the unlisted name %s is sent as it is",
    async (kind) => {
      const { server, client, id } = await setUp(0);
      await idsOf(searchEvents(client, id, { kind }));
      expect(server.requests[0]?.query.get("kind")).toBe(kind);
    },
  );

  test.each<[EventSearch, string[]]>([
    [{ source: "agent" }, ["a1"]],
    [{ body: "TEXT 2" }, ["m2"]],
    [{ timestamp__gte: "2026-01-01T00:02:30" }, ["a1", "m3"]],
    [{ timestamp__lt: "2026-01-01T00:02:30" }, ["m1", "m2"]],
    [
      {
        source: undefined,
        kind: undefined,
        body: undefined,
        sort_order: undefined,
        signal: undefined,
        pageSize: undefined,
      },
      ["m1", "m2", "a1", "m3"],
    ],
  ])("%o finds %j", async (options, ids) => {
    const { client, id, events } = await setUp(3);
    events.splice(2, 0, action);
    expect(await idsOf(searchEvents(client, id, options))).toEqual(ids);
  });

  test("all of them are repeated on each page", async () => {
    const { server, client, id } = await setUp(5);
    const options = {
      kind: "MessageEvent",
      source: "user",
      body: "text",
      timestamp__gte: "2026-01-01T00:00:59+00:00",
      timestamp__lt: "2027-01-01",
      sort_order: "TIMESTAMP_DESC",
    } as const;
    expect(await idsOf(searchEvents(client, id, { ...options, pageSize: 2 }))).toHaveLength(5);
    const asked = server.requests.map(({ query }) => Object.fromEntries(query));
    const repeated = { ...options, kind: EVENT_PYTHON_PATHS.MessageEvent, limit: "2" };
    expect(asked).toEqual([repeated, { ...repeated, page_id: "m3" }, { ...repeated, page_id: "m1" }]);
  });
});

describe("while the log grows", () => {
  test("events added meanwhile come at the end, each once", async () => {
    const { client, id, events } = await setUp(5);
    const found: string[] = [];
    for await (const event of searchEvents(client, id, { pageSize: 2 })) {
      found.push(event.id);
      if (events.length < 9) events.push(...messages(1, events.length + 1));
    }
    expect(found).toEqual(upTo(9));
  });

  test("newest first, those added meanwhile do not disturb", async () => {
    const { client, id, events } = await setUp(5);
    const found: string[] = [];
    for await (const event of searchEvents(client, id, { pageSize: 2, sort_order: "TIMESTAMP_DESC" })) {
      found.push(event.id);
      events.push(...messages(1, events.length + 1));
    }
    expect(found).toEqual(upTo(5).reverse());
  });
});

describe("conversations", () => {
  test("come over all pages, whose ids have no dashes, newest first or as asked", async () => {
    const server = await agentServer();
    const client = createAgentClient({ baseUrl: server.url });
    const ids = Array.from({ length: 5 }, () => server.add());
    expect(await idsOf(searchConversations(client, { pageSize: 2 }))).toEqual(ids.toReversed());
    expect(server.requests).toHaveLength(3);
    expect(await idsOf(searchConversations(client, { pageSize: 2, sort_order: "CREATED_AT" }))).toEqual(ids);
    expect(server.requests[1]?.query.get("page_id")).toBe(ids[2]?.replaceAll("-", ""));
  });

  test("are found by status, which is repeated on each page", async () => {
    const server = await agentServer();
    const client = createAgentClient({ baseUrl: server.url });
    const running = [server.add([], { status: "running" }), server.add([], { status: "running" })];
    server.add();
    expect(await idsOf(searchConversations(client, { status: "running", pageSize: 1 }))).toEqual(running.toReversed());
    expect(server.requests.map(({ query }) => query.get("status"))).toEqual(["running", "running"]);
  });

  test("that are added meanwhile do not disturb", async () => {
    const server = await agentServer();
    const client = createAgentClient({ baseUrl: server.url });
    const ids = Array.from({ length: 5 }, () => server.add());
    const found: string[] = [];
    for await (const { id } of searchConversations(client, { pageSize: 2 })) {
      found.push(id);
      server.add();
    }
    expect(found).toEqual(ids.toReversed());
  });
});
