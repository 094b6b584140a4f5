/** What the real server 1.52.0 answers where a request is at the edge of what it takes: asked of it, one by one. */
import { createAgentClient, createConversation, sendMessage, unwrap } from "agent-server-client";
import { mockConversationInfo, mockEvent } from "agent-server-client/mocks";
import { beforeEach, describe, expect, it } from "vitest";
import { MOCKED, useMock } from "./support/mocked.js";

const mock = useMock();
const client = createAgentClient({ baseUrl: MOCKED.baseUrl, sessionApiKey: MOCKED.key });
const START = {
  agent: { kind: "Agent", llm: { model: "openai/scripted" } },
  workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
} as const;

/** Status and body of an answer. */
async function ask(method: string, path: string, body?: unknown): Promise<readonly [number, unknown]> {
  const headers = { "X-Session-API-Key": MOCKED.key, "Content-Type": "application/json" };
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(`${MOCKED.baseUrl}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: sent }),
  });
  return [response.status, await response.json()];
}

let id = "";
beforeEach(async () => {
  ({ id } = await createConversation(client, START));
});
const bare = (uuid: string): string => uuid.replaceAll("-", "");

describe("an id without its dashes, or in capitals, is the same id", () => {
  const other = "AAAAAAAA-2222-4333-8444-555555555555";

  it("of a fork", async () => {
    expect(await ask("POST", `/api/conversations/${id}/fork`, { id: bare(other) })).toMatchObject([
      201,
      { id: other.toLowerCase() },
    ]);
    expect(await ask("GET", `/api/conversations/${other}`)).toMatchObject([200, { id: other.toLowerCase() }]);
    const taken = { detail: `Conversation with id ${other.toLowerCase()} already exists` };
    expect(await ask("POST", `/api/conversations/${id}/fork`, { id: other })).toEqual([409, taken]);
  });

  it("of a parent", async () => {
    const asked = { ...START, parent_conversation_id: bare(id) };
    expect(await ask("POST", "/api/conversations", asked)).toMatchObject([201, { parent_conversation_id: id }]);
  });

  it("of a runtime, and of a workspace", async () => {
    expect(await ask("GET", `/api/conversations/${bare(id)}/vscode/status`)).toMatchObject([200, { enabled: false }]);
    for (const form of [bare(id), id.toUpperCase(), `urn:uuid:${id}`]) {
      const answer = await ask("GET", `/api/conversations/${form}/workspace/none`);
      expect(answer).toEqual([404, { detail: "File not found" }]);
    }
    expect(await ask("GET", `/api/conversations/${bare(other)}/workspace`)).toEqual([
      404,
      { detail: `Conversation not found: ${other.toLowerCase()}` },
    ]);
  });

  it("to a test that emits and replays", async () => {
    expect(mock.emit(bare(id), mockEvent("PauseEvent")).kind).toBe("PauseEvent");
    const replayed = mock.replay({ conversation: mockConversationInfo({ id: bare(other) }), rest_search: [] });
    expect(replayed).toBe(other.toLowerCase());
    expect(await ask("GET", `/api/conversations/${other}`)).toMatchObject([200, { id: replayed }]);
  });
});

describe("names", () => {
  it("that objects have anyway are names like any other", async () => {
    for (const name of ["constructor", "__proto__", "toString"]) {
      const missing = [404, { detail: `MCP server '${name}' was not found` }];
      expect(await ask("DELETE", `/api/settings/mcp/${name}`)).toEqual(missing);
      expect(await ask("PATCH", `/api/settings/mcp/${name}`, { command: "x" })).toEqual(missing);
      expect(await ask("POST", `/api/settings/mcp/${name}`, { command: "x" })).toMatchObject([201, {}]);
      const [, settings] = await ask("GET", "/api/settings");
      const { agent_settings } = settings as { agent_settings: { mcp_config: object } };
      expect(Object.keys(agent_settings.mcp_config)).toContain(name);
    }
    const profile = { agent_kind: "openhands", llm_profile_ref: "default", constructor: 1 };
    expect(await ask("POST", "/api/agent-profiles/one", profile)).toMatchObject([
      422,
      { detail: [{ type: "extra_forbidden" }] },
    ]);
  });

  it("with a slash lead nowhere: the server reads it as one of the path", async () => {
    for (const [method, path] of [
      ["GET", "/api/conversations/x%2Fy"],
      ["GET", "/api/settings/secrets/a%2Fb"],
      ["DELETE", "/api/settings/mcp/a%2Fb"],
      ["POST", "/api/profiles/a%2Fb"],
      ["GET", "/api/git/commits/a%2Fb/changes?path=/workspace"],
    ] as const) {
      expect(await ask(method, path, method === "POST" ? {} : undefined), path).toEqual([404, { detail: "Not Found" }]);
    }
  });

  it.each([
    ["a/b", "'a/b'"],
    ["it's", `"it's"`],
    [`x"y'z`, `'x"y\\'z'`],
    ["", "''"],
  ])("of a profile to switch to have to be some: %s", async (profile_name, told) => {
    const [status, body] = await ask("POST", `/api/conversations/${id}/switch_profile`, { profile_name });
    expect(status).toBe(400);
    expect((body as { detail: string }).detail).toMatch(`Invalid profile name: ${told}. Profile names must be 1-64`);
  });

  it.each([
    ["it's", `"Unknown event_id: it's"`],
    [`"both'`, `'Unknown event_id: "both\\''`],
    ["a\\b", "'Unknown event_id: a\\\\b'"],
    ["tab\t", "'Unknown event_id: tab\\t'"],
    ["\u00a0\u200b", "'Unknown event_id: \\xa0\\u200b'"],
    ["ü🎉", "'Unknown event_id: ü🎉'"],
  ])("of an event that is not there are told as the server's language shows them: %s", async (event, exception) => {
    const path = `/api/conversations/${id}/events/${encodeURIComponent(event)}`;
    expect(await ask("GET", path)).toMatchObject([500, { exception }]);
  });
});

describe("events", () => {
  it("are filtered by an empty text too, which nothing but a message has", async () => {
    await sendMessage(client, id, "One", { run: false });
    const count = async (query: string): Promise<unknown> =>
      (await ask("GET", `/api/conversations/${id}/events/count${query}`))[1];
    expect(await count("")).toBe(3);
    expect(await count("?body=")).toBe(1);
    expect(await count("?source=")).toBe(0);
    expect(await count("?kind=")).toBe(0);
  });

  it("begin at the root while nothing is there to follow, state updates too", async () => {
    const policy = (kind: string) => ask("POST", `/api/conversations/${id}/confirmation_policy`, { policy: { kind } });
    await policy("AlwaysConfirm");
    await policy("NeverConfirm");
    const [, page] = await ask("GET", `/api/conversations/${id}/events/search`);
    const parents = (page as { items: { parent_id?: string }[] }).items.map((event) => event.parent_id);
    expect(parents.slice(1)).toEqual(["__root__"]);
  });

  it("have blocks that say what they are, though the request does not", async () => {
    await ask("POST", `/api/conversations/${id}/events`, { content: [{ text: "t" }, { image_urls: ["x"] }] });
    const path = { conversation_id: id };
    const { items } = unwrap(
      await client.GET("/api/conversations/{conversation_id}/events/search", {
        params: { path, query: { source: "user" } },
      }),
    );
    expect(items[0]).toMatchObject({ llm_message: { content: [{ type: "text" }, { type: "image" }] } });
  });
});

describe("a conversation", () => {
  it("is there, and an error is told, when somebody else than the user has the first word", async () => {
    const conversation_id = "bbbbbbbb-2222-4333-8444-555555555555";
    const initial_message = { role: "assistant", content: [] };
    expect(await ask("POST", "/api/conversations", { ...START, conversation_id, initial_message })).toMatchObject([
      500,
      { exception: "Only user messages are allowed to be sent to the agent." },
    ]);
    expect(await ask("GET", `/api/conversations/${conversation_id}`)).toMatchObject([
      200,
      { execution_status: "idle", last_user_message_id: null },
    ]);
    expect(await ask("GET", `/api/conversations/${conversation_id}/events/count`)).toEqual([200, 1]);
  });

  it.each([
    [{ type: "array" }, "'array'"],
    [{}, "None"],
    [{ type: ["object"] }, "['object']"],
    [{ type: true }, "True"],
  ])("has tools of its client that take an object, not %j", async (parameters, told) => {
    const client_tools = [{ name: "x", description: "d", parameters }];
    const error = `ClientToolSpec.parameters must be an object JSON Schema (got type=${told}). Example: {"type": "object", "properties": {...}}`;
    const issue = { type: "value_error", loc: ["body", "client_tools", 0, "parameters"], input: parameters };
    expect(await ask("POST", "/api/conversations", { ...START, client_tools })).toEqual([
      422,
      { detail: [{ ...issue, msg: `Value error, ${error}`, ctx: { error } }] },
    ]);
  });

  it("has tools of its client that take nothing, when that is not said", async () => {
    const client_tools = [{ name: "x", description: "d" }];
    const whole = { ...client_tools[0], annotations: null, parameters: { type: "object", properties: {} } };
    expect(await ask("POST", "/api/conversations", { ...START, client_tools })).toMatchObject([
      201,
      { client_tools: [whole] },
    ]);
  });
});

describe("a model", () => {
  it("may reason as hard as a later provider allows, which the types do not", async () => {
    const llm = { model: "openai/scripted", reasoning_effort: "max" };
    const asked = { ...START, agent: { ...START.agent, llm } };
    expect(await ask("POST", "/api/conversations", asked)).toMatchObject([
      201,
      { agent: { llm: { reasoning_effort: "max" } } },
    ]);
    expect(() => mock.assertNoInvalidRequests()).toThrow("body.agent.llm.reasoning_effort");
  });

  it("of a profile has its default where null is said", async () => {
    const llm = { model: "m", reasoning_effort: null, prompt_cache_retention: null, timeout: null };
    expect(await ask("POST", "/api/profiles/one", { llm })).toMatchObject([201, { name: "one" }]);
    expect(await ask("GET", "/api/profiles/one")).toMatchObject([
      200,
      { config: { reasoning_effort: "high", prompt_cache_retention: "24h", timeout: 300 } },
    ]);
  });

  it("is taken with the numbers that only the server's language has in JSON", async () => {
    const text = JSON.stringify({ ...START, tags: { a: 'NaN, "Infinity' } }).replace(
      '"model"',
      '"top_k":Infinity,"model"',
    );
    expect(await ask("POST", "/api/conversations", text)).toMatchObject([201, { tags: { a: 'NaN, "Infinity' } }]);
  });
});
