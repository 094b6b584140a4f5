/** A message is sent once: proved by what the server was asked, and by what it has afterwards. */
import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type MessageContent, sendMessage } from "../src/calls.js";
import { createAgentClient } from "../src/client.js";
import { type AgentServer, agentServer } from "./support/agent-server.js";

const MESSAGE = "POST /events";
const RUN = "POST /run";
const BUSY = { status: 429, json: { detail: "Conversation run limit reached. Retry the request later." } };

const textsOf = (server: AgentServer, id: string): (string | undefined)[] =>
  (server.state.conversations.get(id)?.events ?? []).map((event) => event.text);
const bodyOf = (server: AgentServer, route: string): unknown => JSON.parse(String(server.calls(route)[0]?.body));

async function setUp() {
  const server = await agentServer();
  return { server, client: createAgentClient({ baseUrl: server.url, timeoutMs: 1_000 }), id: server.add() };
}

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0); // no waiting where the server does not ask for it
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("sends a text as a user's message and starts the agent", async () => {
  const { server, client, id } = await setUp();
  expect(await sendMessage(client, id, "hello")).toBe("running");
  expect(bodyOf(server, MESSAGE)).toEqual({ role: "user", content: [{ type: "text", text: "hello" }], run: true });
  expect([server.requests.length, server.state.conversations.get(id)?.status]).toEqual([1, "running"]);
});

test("sends parts as they are", async () => {
  const { server, client, id } = await setUp();
  const content: MessageContent = [
    { type: "text", text: "look" },
    { type: "image", image_urls: ["data:image/png;base64,"] },
  ];
  expect(await sendMessage(client, id, content)).toBe("running");
  expect(bodyOf(server, MESSAGE)).toMatchObject({ content });
});

test("with run: false it is saved and nothing runs, on a busy server too", async () => {
  const { server, client, id } = await setUp();
  server.state.busy = 9;
  expect(await sendMessage(client, id, "later", { run: false })).toBe("saved");
  expect(bodyOf(server, MESSAGE)).toMatchObject({ run: false });
  const saved = { status: 429, json: { detail: "Message saved, but the conversation run limit was reached." } };
  server.next(MESSAGE, saved);
  expect(await sendMessage(client, id, "later", { run: false })).toBe("saved");
  expect([server.calls(RUN).length, server.state.conversations.get(id)?.status]).toEqual([0, "idle"]);
});

test.each([1, 2, 5])(
  "on a server without a free place (%i refusals) the run is asked for again, the message is not sent again",
  async (busy) => {
    const { server, client, id } = await setUp();
    server.state.busy = busy;
    expect(await sendMessage(client, id, "hello")).toBe("running");
    expect([server.calls(MESSAGE).length, server.calls(RUN).length]).toEqual([1, busy]);
    expect(textsOf(server, id)).toEqual(["hello"]);
  },
);

test("when there is no place for long, the message is saved and the tries end", async () => {
  const { server, client, id } = await setUp();
  server.state.busy = 99;
  expect(await sendMessage(client, id, "hello")).toBe("saved");
  expect([server.calls(MESSAGE).length, server.calls(RUN).length]).toEqual([1, 5]);
  expect(textsOf(server, id)).toEqual(["hello"]);
});

test("a run that somebody else has begun meanwhile is a run", async () => {
  const { server, client, id } = await setUp();
  server.state.busy = 1;
  server.next(RUN, {
    status: 409,
    json: { detail: "Conversation already running. Wait for completion or pause first." },
  });
  expect(await sendMessage(client, id, "hello")).toBe("running");
  expect([server.calls(MESSAGE).length, server.calls(RUN).length]).toEqual([1, 1]);
});

test.each(["reset", "lose"] as const)(
  "when the answer to the run is lost (%s) the message is saved, and no second run is asked for",
  async (turn) => {
    const { server, client, id } = await setUp();
    server.state.busy = 1;
    server.next(RUN, turn);
    expect(await sendMessage(client, id, "hello")).toBe("saved");
    expect([server.calls(MESSAGE).length, server.calls(RUN).length]).toEqual([1, 1]);
  },
);

test.each([
  [409, "credential_binding_activation_required"],
  [404, "Not Found"],
  [500, "Internal Server Error"],
])("a run refused with %i %s is thrown, and its call is named", async (status, detail) => {
  const { server, client, id } = await setUp();
  server.state.busy = 1;
  server.next(RUN, { status, json: { detail } });
  const path = "/api/conversations/{conversation_id}/run";
  await expect(sendMessage(client, id, "hello")).rejects.toMatchObject({ name: "HttpError", status, path });
  expect([server.calls(MESSAGE).length, server.calls(RUN).length]).toEqual([1, 1]);
});

test.each([
  [429, "Too Many Requests"],
  [503, "busy"],
  [401, "Unauthorized"],
  [404, "Conversation not found: x"],
])("a message refused with %i %s is thrown after one call", async (status, detail) => {
  const { server, client, id } = await setUp();
  server.next(MESSAGE, { status, json: { detail }, headers: { "Retry-After": "0" } });
  await expect(sendMessage(client, id, "hello")).rejects.toMatchObject({ name: "HttpError", status });
  expect(server.requests).toHaveLength(1);
});

test.each(["reset", "lose"] as const)("a message whose answer is lost (%s) is not sent again", async (turn) => {
  const { server, client, id } = await setUp();
  server.next(MESSAGE, turn);
  const failure = { name: "NetworkError", classification: { retryable: false } };
  await expect(sendMessage(client, id, "hello")).rejects.toMatchObject(failure);
  expect(server.requests).toHaveLength(1);
});

test("a session key that fails to come after the message was saved is told as that", async () => {
  const { server, id } = await setUp();
  server.state.busy = 1;
  let asked = 0;
  const sessionApiKey = (): string => {
    if (++asked > 1) throw new Error("locked");
    return "k";
  };
  const client = createAgentClient({ baseUrl: server.url, sessionApiKey });
  await expect(sendMessage(client, id, "hello")).rejects.toMatchObject({ name: "CredentialsError" });
});

test("no listener stays on the caller's signal", async () => {
  const { server, client, id } = await setUp();
  server.state.busy = 3;
  const { signal } = new AbortController();
  expect(await sendMessage(client, id, "hello", { signal })).toBe("running");
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("a caller that leaves while the server has no place gets its own reason", async () => {
  const { server, client, id } = await setUp();
  const caller = new AbortController();
  server.state.busy = 1;
  server.next(RUN, { ...BUSY, headers: { "Retry-After": "60" } });
  const sent = expect(sendMessage(client, id, "hello", { signal: caller.signal })).rejects.toBe("enough");
  await vi.waitFor(() => expect(server.calls(RUN)).toHaveLength(1));
  caller.abort("enough");
  await sent;
  expect([server.calls(MESSAGE).length, server.calls(RUN).length]).toEqual([1, 1]);
});
