/** What a test can do with the mock server, and ask of it. */
import { classifyError, createAgentClient, createConversation, sendMessage, unwrap } from "agent-server-client";
import { mockEvent, mockMessage, mockTextContent } from "agent-server-client/mocks";
import { describe, expect, test } from "vitest";
import { type Listener, listen } from "../src/cli/listen.js";
import { conversationOf, eventsOf } from "./live/conversation.js";
import { MOCKED, useMock } from "./support/mocked.js";
import { mockedClient, START } from "./support/mocked-follow.js";

const mock = useMock();
const client = mockedClient();
const QUIET_MS = 30;

const at = (id: string): { readonly params: { readonly path: { readonly conversation_id: string } } } => ({
  params: { path: { conversation_id: id } },
});
const begin = async (): Promise<string> => (await createConversation(client, START)).id;
const asked = (): string[] => mock.requests.map(({ operationId, status }) => `${operationId} ${status}`);

/** A socket that is open, and quiet. */
async function opened(path: string): Promise<Listener> {
  const socket = await listen(MOCKED, path);
  if (!socket) throw new Error("refused");
  await socket.settle(QUIET_MS);
  return socket;
}

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(`${MOCKED.baseUrl}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Session-API-Key": MOCKED.key },
    body: JSON.stringify(body),
  });

describe("requests", () => {
  test("are listed with all that was in them, oldest first, until the reset", async () => {
    const id = await begin();
    await client.GET("/api/conversations/search", { params: { query: { limit: 3 } } });
    await sendMessage(client, id, "Hello.", { run: false });
    await createAgentClient({ ...MOCKED, retry: false }).GET("/api/settings");
    await fetch(`${MOCKED.baseUrl}/api/nowhere`);
    const path = "/api/conversations/{conversation_id}/events";
    expect(asked()).toEqual([
      "start_conversation 201",
      "search_conversations 200",
      "send_message 200",
      "get_settings 401",
    ]);
    expect(mock.requests[1]?.query.get("limit")).toBe("3");
    expect(mock.requests[2]).toMatchObject({ method: "POST", path, params: { conversation_id: id }, issues: [] });
    expect(mock.requests[2]?.body).toMatchObject({ content: [{ type: "text", text: "Hello." }] });
    mock.reset();
    expect(mock.requests).toEqual([]);
  });

  test("with a file have its bytes", async () => {
    const form = new FormData();
    form.append("file", new Blob(["abc"]), "a.txt");
    const headers = { "X-Session-API-Key": MOCKED.key };
    await fetch(`${MOCKED.baseUrl}/api/file/upload?path=%2Fa.txt`, { method: "POST", headers, body: form });
    expect(mock.requests[0]?.body).toEqual({ file: new TextEncoder().encode("abc") });
  });

  test("that the document does not allow make the assertion throw, also those that the server takes", async () => {
    mock.assertNoInvalidRequests();
    const id = await begin();
    mock.assertNoInvalidRequests();
    await post("/api/conversations", { agent: { llm: { model: "m" } }, workspace: { working_dir: "/w" } });
    const one = /^One request is not as the document says:\n {2}POST \/api\/conversations \(answered 201\)\n/;
    expect(() => mock.assertNoInvalidRequests()).toThrow(one);
    await post(`/api/conversations/${id}/events`, { content: 5 });
    expect(() => mock.assertNoInvalidRequests()).toThrow(
      /^2 requests are .*\(answered 201\).*events \(answered 422\)\n {4}body\.content: Input should be a valid list$/s,
    );
    mock.reset();
    mock.assertNoInvalidRequests();
  });
});

describe("a failure", () => {
  test("of an operation that there is not is a mistake", () => {
    expect(() => mock.fail("toString" as never, 500)).toThrow(RangeError);
  });

  test.each([
    [401, "session_key"],
    [404, "not_found"],
    [409, "already_running"],
    [429, "run_limit"],
    [500, "server_error"],
    [503, "unavailable"],
  ] as const)("with %i is the server's: %s", async (status, reason) => {
    const id = await begin();
    mock.fail("run_conversation", status);
    const result = await client.POST("/api/conversations/{conversation_id}/run", at(id));
    expect(result.response.status).toBe(status);
    expect(classifyError(result).reason).toBe(reason);
    expect((await conversationOf(client, id)).execution_status).toBe("idle");
    expect(asked().at(-2)).toBe(`run_conversation ${status}`);
    mock.reset();
    expect((await client.POST("/api/conversations/{conversation_id}/run", at(id))).response.status).toBe(404);
  });

  test("has an id for the operator when it is a 500, and the body that it is given", async () => {
    mock.fail("get_settings", 500);
    expect((await client.GET("/api/settings")).error).toMatchObject({ error_id: expect.any(String) as unknown });
    mock.fail("get_settings", 502, { detail: "The proxy is tired." });
    expect((await client.GET("/api/settings")).error).toEqual({ detail: "The proxy is tired." });
    mock.fail("get_settings", 503, null);
    expect((await client.GET("/api/settings")).error).toEqual({ detail: null });
  });

  test("of a message for lack of a place keeps the message", async () => {
    const id = await begin();
    mock.fail("send_message", 429);
    mock.fail("run_conversation", 429);
    expect(await sendMessage(client, id, "Hello.", { run: true })).toBe("saved");
    const said = (await eventsOf(client, id)).filter(({ source }) => source === "user");
    expect(said).toMatchObject([{ llm_message: { content: [{ text: "Hello." }] } }]);
    expect((await conversationOf(client, id)).execution_status).toBe("idle");
  });
});

describe("an event that is emitted", () => {
  const text = mockEvent("MessageEvent", {
    source: "agent",
    llm_message: mockMessage({ role: "assistant", content: [mockTextContent({ text: "Look." })] }),
  });

  test("has its place, its parent and an id of its own, and both sockets tell it", async () => {
    const id = await begin();
    const [session, legacy] = [await opened(`session/${id}`), await opened(`events/${id}`)];
    const first = mock.emit(id, text);
    const second = mock.emit(id, text);
    await session.settle(QUIET_MS);
    expect(first.id).toBe(text.id);
    expect(second.id).not.toBe(text.id);
    expect(second.parent_id).toBe(first.id);
    expect((await eventsOf(client, id)).map((event) => event.id)).toEqual([first.id, second.id]);
    expect(session.frames.slice(-2)).toMatchObject([
      { type: "durable", seq: 0, event: { id: first.id } },
      { type: "durable", seq: 1, event: { id: second.id } },
    ]);
    expect(legacy.frames.slice(-2)).toMatchObject([{ id: first.id }, { id: second.id }]);
    for (const socket of [session, legacy]) socket.close();
  });

  test("and that no server keeps is told and not found", async () => {
    const id = await begin();
    const [session, legacy] = [await opened(`session/${id}`), await opened(`events/${id}`)];
    mock.emit(id, mockEvent("StreamingDeltaEvent", { content: "Lo" }));
    mock.emit(id, mockEvent("ConversationStateUpdateEvent", { key: "full_state", value: {} }));
    await legacy.settle(QUIET_MS);
    expect(await eventsOf(client, id)).toEqual([]);
    expect(legacy.frames.slice(-2)).toMatchObject([{ content: "Lo" }, { key: "full_state" }]);
    expect(session.frames.slice(2)).toMatchObject([{ type: "transient", event: { key: "full_state" } }]);
    for (const socket of [session, legacy]) socket.close();
  });

  test("needs a conversation", () => {
    expect(() => mock.emit("nobody", text)).toThrow(
      new RangeError("expected the id of a conversation of the mock server, not nobody"),
    );
  });
});

test("after a reset there is a fresh server: no conversations, no script, no failures", async () => {
  mock.script([{ text: "Never said." }]);
  mock.fail("count_conversations", 503);
  const id = await begin();
  mock.reset();
  expect(unwrap(await client.GET("/api/conversations/count"))).toBe(0);
  expect((await client.GET("/api/conversations/{conversation_id}", at(id))).response.status).toBe(404);
  const again = await begin();
  expect(again).toBe(id); // by the same seed
});
