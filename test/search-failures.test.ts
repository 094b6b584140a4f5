/** Searches that do not come to their end: wrong pages, failures, callers that leave. */
import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { createAgentClient } from "../src/client.js";
import { searchConversations, searchEvents } from "../src/search.js";
import { agentServer, idsOf } from "./support/agent-server.js";
import { messages } from "./support/agent-state.js";

const EVENTS = "GET /events/search";
const CONVERSATIONS = "GET /conversations/search";

async function setUp(count: number) {
  const server = await agentServer();
  const client = createAgentClient({ baseUrl: server.url });
  const id = server.add(messages(count));
  return { server, client, id, events: server.state.conversations.get(id)?.events ?? [] };
}

const upTo = (count: number): string[] => messages(count).map((event) => event.id);

describe("a page that is not the one asked for is an error and never a loop", () => {
  const page = (ids: readonly string[], next: string | null) => ({
    status: 200,
    json: { items: ids.map((id) => ({ id })), next_page_id: next },
  });

  test.each([
    ["a stale id: the server begins again", [page(["a", "b"], "gone"), page(["a", "b"], "gone")], ["a", "b"], 2],
    ["an id of its own page", [page(["a", "b"], "a")], ["a", "b"], 1],
    ["an id that was there before", [page(["a"], "b"), page(["b"], "c"), page(["c"], "b")], ["a", "b", "c"], 3],
    ["the same id again", [page(["a"], "b"), page(["b"], "b")], ["a", "b"], 2],
    ["a foreign page", [page(["a"], "b"), page(["x"], null)], ["a"], 2],
    ["an empty page", [page(["a"], "b"), page([], null)], ["a"], 2],
    ["an empty page that leads to another", [page([], "b"), page([], "c")], [], 2],
    ["no page at all", [{ status: 200, json: { detail: "?" } }], [], 1],
    ["no body at all", [{ status: 200, bytes: Buffer.from("") }], [], 1],
  ])("%s", async (_, answers, ids, calls) => {
    for (const [route, search] of [
      [EVENTS, searchEvents],
      [CONVERSATIONS, (client: Parameters<typeof searchConversations>[0]) => searchConversations(client)],
    ] as const) {
      const { server, client, id } = await setUp(1);
      server.next(route, ...answers);
      const found: string[] = [];
      const walk = async (): Promise<void> => {
        for await (const item of search(client, id)) found.push(item.id);
      };
      await expect(walk()).rejects.toMatchObject({ name: "ContractError", classification: { reason: "contract" } });
      expect([found, server.requests.length]).toEqual([ids, calls]);
    }
  });

  test("the message names the call and the place, and no value", async () => {
    const { server, client, id } = await setUp(1);
    server.next(EVENTS, page(["secret-1"], "secret-2"), page(["secret-3"], null));
    const error: unknown = await idsOf(searchEvents(client, id)).catch((reason: unknown) => reason);
    expect(String(error)).toBe(
      "ContractError: GET /api/conversations/{conversation_id}/events/search: items.0.id: expected the id that the page was asked for with",
    );
  });

  test("the small server itself begins again at an id it does not know", async () => {
    const { client, id, events } = await setUp(4);
    const walk = async (): Promise<void> => {
      for await (const event of searchEvents(client, id, { pageSize: 2 })) if (event.id === "m2") events.splice(2, 1);
    };
    await expect(walk()).rejects.toMatchObject({ name: "ContractError" });
  });
});

describe("failures", () => {
  test.each([
    [EVENTS, 401, "session_key"],
    [CONVERSATIONS, 401, "session_key"],
    [EVENTS, 422, "validation"],
  ])("%s answered with %i is an error after one call, not an empty list", async (route, status, reason) => {
    const { server, client, id } = await setUp(1);
    server.next(route, { status, json: { detail: "Unauthorized" } });
    const items = route === EVENTS ? searchEvents(client, id) : searchConversations(client);
    await expect(idsOf(items)).rejects.toMatchObject({ name: "HttpError", status, classification: { reason } });
    expect(server.requests).toHaveLength(1);
  });

  test("a page that fails for the moment is asked for again", async () => {
    const { server, client, id } = await setUp(3);
    server.next(EVENTS, "answer", { status: 503, headers: { "Retry-After": "0" } }, "reset");
    expect(await idsOf(searchEvents(client, id, { pageSize: 2 }))).toEqual(upTo(3));
    expect(server.requests).toHaveLength(4);
  });

  test("an unknown conversation is an error", async () => {
    const { client } = await setUp(1);
    await expect(idsOf(searchEvents(client, crypto.randomUUID()))).rejects.toMatchObject({
      classification: { reason: "conversation_not_found" },
    });
  });
});

describe("a caller that leaves gets its own reason", () => {
  test("while a page is on its way", async () => {
    const { server, client, id } = await setUp(1);
    const caller = new AbortController();
    server.next(EVENTS, "silent");
    const found = expect(idsOf(searchEvents(client, id, { signal: caller.signal }))).rejects.toBe("enough");
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    caller.abort("enough");
    await found;
  });

  test("between two events of a page, and no listener stays", async () => {
    const { server, client, id } = await setUp(5);
    const caller = new AbortController();
    const events = searchEvents(client, id, { signal: caller.signal });
    expect((await events.next()).value).toMatchObject({ id: "m1" });
    expect(getEventListeners(caller.signal, "abort")).toHaveLength(0);
    caller.abort("enough");
    await expect(events.next()).rejects.toBe("enough");
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(server.requests).toHaveLength(1);
  });

  test("before the first", async () => {
    const { server, client } = await setUp(5);
    const signal = AbortSignal.abort("enough");
    await expect(idsOf(searchConversations(client, { signal }))).rejects.toBe("enough");
    expect(server.requests).toHaveLength(0);
  });
});
