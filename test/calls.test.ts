/** Calls that take effect once: proved by what the server was asked, and by what it has afterwards. */
import { describe, expect, test, vi } from "vitest";
import { createConversation, respondToConfirmation } from "../src/calls.js";
import { createAgentClient } from "../src/client.js";
import type { StartConversationRequest } from "../src/generated/types.js";
import { type AgentServer, agentServer } from "./support/agent-server.js";

const CREATE = "POST /api/conversations";
const BUSY = { status: 429, json: { detail: "Conversation run limit reached. Retry the request later." } };

const bodyOf = (server: AgentServer, route: string): unknown => JSON.parse(String(server.calls(route)[0]?.body));

async function setUp() {
  const server = await agentServer();
  return { server, client: createAgentClient({ baseUrl: server.url, timeoutMs: 1_000 }), id: server.add() };
}

describe("createConversation", () => {
  const body: StartConversationRequest = {
    agent: { kind: "Agent", llm: { model: "openai/x" } },
    workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
  };

  test("is one POST of the body, and gives what the server made", async () => {
    const { server, client } = await setUp();
    const made = await createConversation(client, body);
    expect(server.requests).toHaveLength(1);
    expect(bodyOf(server, CREATE)).toEqual(body);
    expect([...server.state.conversations.keys()]).toContain(made.id);
  });

  test("a conversation that is there already is the answer too", async () => {
    const { server, client, id } = await setUp();
    expect(await createConversation(client, { ...body, conversation_id: id })).toMatchObject({ id });
    expect([server.requests.length, server.state.conversations.size]).toEqual([1, 1]);
  });

  test.each(["lose", "silent"] as const)(
    "without an id, an answer that is lost (%s) is an error after one POST",
    async (turn) => {
      for (const conversation_id of [undefined, null, ""]) {
        const { server, client } = await setUp();
        server.next(CREATE, turn);
        const made = createConversation(client, conversation_id === undefined ? body : { ...body, conversation_id });
        const name = turn === "lose" ? "NetworkError" : "TimeoutError";
        await expect(made).rejects.toMatchObject({ name, classification: { retryable: false } });
        expect(server.requests).toHaveLength(1);
      }
    },
  );

  test("with an id, the conversation whose answer was lost is looked up and not made again", async () => {
    const { server, client } = await setUp();
    const conversation_id = crypto.randomUUID();
    server.next(CREATE, "lose");
    expect(await createConversation(client, { ...body, conversation_id })).toMatchObject({ id: conversation_id });
    expect(server.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  test.each(["reset", "silent"] as const)(
    "with an id, what never arrived (%s) is sent once more when it is not there",
    async (turn) => {
      const { server, client } = await setUp();
      const conversation_id = crypto.randomUUID();
      server.next(CREATE, turn);
      expect(await createConversation(client, { ...body, conversation_id })).toMatchObject({ id: conversation_id });
      expect(server.requests.map(({ method }) => method)).toEqual(["POST", "GET", "POST"]);
      expect(server.calls(CREATE)[1]?.body).toEqual(server.calls(CREATE)[0]?.body);
    },
  );

  test("there is no third POST", async () => {
    const { server, client } = await setUp();
    server.next(CREATE, "reset", "reset");
    const made = createConversation(client, { ...body, conversation_id: crypto.randomUUID() });
    await expect(made).rejects.toMatchObject({ name: "NetworkError" });
    expect(server.requests.map(({ method }) => method)).toEqual(["POST", "GET", "POST"]);
  });

  test("a look-up that fails otherwise allows no second POST", async () => {
    const { server, client } = await setUp();
    const conversation_id = crypto.randomUUID();
    server.next(CREATE, "reset");
    server.next(`GET /${conversation_id}`, { status: 401, json: { detail: "Unauthorized" } });
    const made = createConversation(client, { ...body, conversation_id });
    await expect(made).rejects.toMatchObject({ name: "HttpError", status: 401 });
    expect(server.calls(CREATE)).toHaveLength(1);
  });

  test.each([429, 500, 503, 422])("a refusal with %i is thrown after one call", async (status) => {
    const { server, client } = await setUp();
    server.next(CREATE, { status, json: { detail: "no" } });
    const made = createConversation(client, { ...body, conversation_id: crypto.randomUUID() });
    await expect(made).rejects.toMatchObject({ name: "HttpError", status });
    expect(server.requests).toHaveLength(1);
  });

  test("a caller that leaves gets its own reason, and nothing is looked up", async () => {
    const { server, client } = await setUp();
    const caller = new AbortController();
    server.next(CREATE, "silent");
    const options = { signal: caller.signal };
    const made = createConversation(client, { ...body, conversation_id: crypto.randomUUID() }, options);
    const failed = expect(made).rejects.toBe("enough");
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    caller.abort("enough");
    await failed;
    expect(server.requests).toHaveLength(1);
  });
});

describe("respondToConfirmation", () => {
  const ROUTE = "POST /events/respond_to_confirmation";

  test.each([
    [{ accept: true }, { accept: true }],
    [
      { accept: false, reason: "no" },
      { accept: false, reason: "no" },
    ],
    [{ accept: false, reason: undefined }, { accept: false }],
  ])("%j is sent as %j, once", async (answer, sent) => {
    const { server, client, id } = await setUp();
    expect(await respondToConfirmation(client, id, answer)).toBeUndefined();
    expect(bodyOf(server, ROUTE)).toEqual(sent);
    expect(server.requests).toHaveLength(1);
  });

  test("a refusal is thrown, and a caller that leaves gets its own reason", async () => {
    const { server, client, id } = await setUp();
    server.next(ROUTE, BUSY);
    const refused = respondToConfirmation(client, id, { accept: true });
    await expect(refused).rejects.toMatchObject({ name: "HttpError", classification: { reason: "run_limit" } });
    expect(server.requests).toHaveLength(1);
    const left = respondToConfirmation(client, id, { accept: true }, { signal: AbortSignal.abort("enough") });
    await expect(left).rejects.toBe("enough");
  });
});
