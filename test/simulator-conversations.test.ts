/** Everything that REST can do to a conversation of the simulated server, as a real one has answered it. */
import { describe, expect, test } from "vitest";
import { ConversationInfoSchema } from "../src/schemas.js";
import { type Fields, fieldsOf } from "../src/simulator/fields.js";
import { scripted } from "./support/scripted.js";
import { framesOf, server } from "./support/simulated.js";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const detailOf = ({ status, body }: { readonly status: number; readonly body: unknown }): string =>
  `${status} ${JSON.stringify(fieldsOf(body)["detail"] ?? body)}`;

describe("a conversation that is not there", () => {
  test.each([
    ["GET /", '404 "Not Found"'],
    ["PATCH /", '200 {"success":false}'],
    ["DELETE /", '400 "Bad Request"'],
    ["POST /pause", '400 "Bad Request"'],
    ["POST /interrupt", '400 "Bad Request"'],
    ["POST /run", '404 "Not Found"'],
    ["POST /goal", '404 "Not Found"'],
    ["POST /secrets", '404 "Not Found"'],
    ["POST /switch_llm", '404 "Not Found"'],
    ["GET /runtime", '404 "Not Found"'],
    ["POST /condense", '404 "Conversation not found"'],
    ["POST /navigate", '404 "Conversation not found"'],
    ["POST /fork", '404 "Source conversation not found"'],
    ["POST /ask_agent", '500 "Internal Server Error"'],
    ["GET /events/count", `404 "Conversation not found: ${NOBODY}"`],
    ["POST /bash/execute_bash_command", `404 "Conversation not found: ${NOBODY}"`],
    ["GET /nothing", '404 "Not Found"'],
    ["GET /run", '405 "Method Not Allowed"'],
    ["PUT /", '405 "Method Not Allowed"'],
  ])("%s is answered with %s", (call, expected) => {
    const [method = "", path = ""] = call.split(" ");
    const answer = server().rest({ method, path: `/api/conversations/${NOBODY}${path.replace(/^\/$/, "")}` });
    expect(detailOf(answer)).toBe(expected);
  });
});

describe("starting", () => {
  test("keeps all that was asked for, and fills in the rest", () => {
    const { ask } = scripted([], {
      confirmation_policy: { kind: "ConfirmRisky" },
      security_analyzer: { kind: "LLMSecurityAnalyzer" },
      tags: { a: "b" },
      max_iterations: 7,
      stuck_detection: false,
      secrets: { A: { kind: "StaticSecret", value: "hidden" } },
      client_tools: [{ name: "chart", description: "x", parameters: { type: "object" } }],
    });
    const { body } = ask("GET /");
    expect(ConversationInfoSchema.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({
      confirmation_policy: { kind: "ConfirmRisky", threshold: "HIGH", confirm_unknown: true },
      security_analyzer: { kind: "LLMSecurityAnalyzer" },
      tags: { a: "b" },
      max_iterations: 7,
      stuck_detection: false,
      secret_registry: { secret_sources: { A: { kind: "StaticSecret", value: null, description: null } } },
      client_tools: [{ name: "chart", annotations: null }],
      agent: { llm: { api_key: null, usage_id: "default" }, tools: [{}, {}, { name: "chart" }] },
      runtime_info: { runtime_status: "available" },
    });
    expect(JSON.stringify(body)).not.toContain("hidden");
  });

  test("hides keys: nothing over REST, stars on the sockets", () => {
    const agent = { kind: "Agent", llm: { model: "m", api_key: "sk-hidden", aws_session_token: "hidden" }, tools: [] };
    const { simulator, id, ask } = scripted([], { agent });
    expect(ask("GET /").body).toMatchObject({ agent: { llm: { api_key: null, aws_session_token: null } } });
    const [snapshot] = framesOf(simulator.connect(`/sockets/events/${id}`));
    expect(snapshot).toMatchObject({ key: "full_state", value: { agent: { llm: { api_key: "**********" } } } });
    expect(JSON.stringify([snapshot, ask("GET /").body])).not.toContain("hidden");
  });

  test("with settings in place of an agent gives it all tools and a condenser", () => {
    const agent_settings = { llm: { model: "m" } };
    const { body } = scripted([], { agent: undefined, agent_settings }).ask("GET /");
    expect(ConversationInfoSchema.safeParse(body).success).toBe(true);
    const { agent } = body as { readonly agent: { readonly tools: readonly Fields[]; readonly condenser: Fields } };
    expect(agent.tools.map(({ name }) => name)).toContain("browser_tool_set");
    expect(agent.condenser["kind"]).toBe("LLMSummarizingCondenser");
  });

  test.each([
    [{ agent: undefined }, "422"],
    [{ workspace: undefined }, "422"],
    [{ agent_profile_id: NOBODY }, `404 "Agent profile with id '${NOBODY}' not found"`],
    [{ parent_conversation_id: NOBODY }, `422 "Parent conversation ${NOBODY} not found"`],
    [{ parent_conversation_id: NOBODY, conversation_id: NOBODY }, '422 "A conversation cannot be its own parent"'],
    [
      { client_tools: [{ name: "terminal", description: "", parameters: {} }] },
      "422 \"Client tool name 'terminal' collides with an existing non-client tool. Choose a unique client tool name.\"",
    ],
  ])("is refused for %j", (more, expected) => {
    const body = { agent: { llm: { model: "m" } }, workspace: { working_dir: "/w" }, ...more };
    const answer = server().rest({ method: "POST", path: "/api/conversations", body });
    expect(detailOf(answer).startsWith(expected)).toBe(true);
  });

  test("with a message runs at once, behind the answer", () => {
    const { simulator, settle } = scripted([]);
    const initial_message = { content: [{ type: "text", text: "hi" }] };
    const body = { agent: { llm: { model: "m" } }, workspace: { working_dir: "/w" }, initial_message };
    const { status, body: info } = simulator.rest({ method: "POST", path: "/api/conversations", body });
    expect([status, fieldsOf(info)["execution_status"], fieldsOf(info)["runtime_info"]]).toEqual([201, "idle", null]);
    settle();
    const path = `/api/conversations/${String(fieldsOf(info)["id"])}`;
    expect(simulator.rest({ method: "GET", path }).body).toMatchObject({ execution_status: "finished", title: "hi" });
  });

  test("one with a parent is a child of it", () => {
    const { simulator, id, ask } = scripted([]);
    const body = { agent: { llm: {} }, workspace: { working_dir: "/project" }, parent_conversation_id: id };
    const child = simulator.rest({ method: "POST", path: "/api/conversations", body });
    expect(child).toMatchObject({ status: 201, body: { parent_conversation_id: id } });
    expect(ask("GET /").body).toMatchObject({ sub_conversation_ids: [fieldsOf(child.body)["id"]] });
  });
});

describe("finding", () => {
  test("counts, pages, and gives several by their ids", () => {
    const { simulator, id, ask } = scripted([]);
    simulator.wind(1_000);
    const other = simulator.add();
    expect(ask("GET /api/conversations/count").body).toBe(2);
    expect(ask("GET /api/conversations/count?status=running").body).toBe(0);
    expect(ask("GET /api/conversations/count?status=x").status).toBe(422);
    const page = ask("GET /api/conversations/search?limit=1").body as { items: Fields[]; next_page_id: string };
    expect(page.items.map((item) => item["id"])).toEqual([other]);
    expect(page.next_page_id).toBe(id.replaceAll("-", ""));
    const next = ask(`GET /api/conversations/search?limit=1&page_id=${page.next_page_id}`).body;
    expect(next).toMatchObject({ items: [{ id }], next_page_id: null });
    expect(ask(`GET /api/conversations?ids=${other}&ids=${NOBODY}&ids=${id.replaceAll("-", "")}`).body).toMatchObject([
      { id: other },
      null,
      { id },
    ]);
    expect(ask("GET /api/conversations").status).toBe(422);
    expect(ask("GET /api/conversations/123").status).toBe(422);
    expect(ask("POST /api/conversations/search").status).toBe(405);
    for (const item of [...page.items, fieldsOf(ask("GET /").body)])
      expect(ConversationInfoSchema.safeParse(item).success).toBe(true);
  });
});

describe("changing", () => {
  test("what is part of the state is told by an event, once; titles and secrets are not", () => {
    const { ask, log } = scripted([]);
    const policy = { kind: "AlwaysConfirm" };
    for (const call of ["POST /confirmation_policy", "POST /confirmation_policy"]) {
      expect(ask(call, { policy }).body).toEqual({ success: true });
    }
    ask("POST /security_analyzer", { security_analyzer: { kind: "LLMSecurityAnalyzer" } });
    ask("POST /security_analyzer", { security_analyzer: null });
    ask("PATCH /", { title: " Named ", tags: { a: "b" } });
    ask("POST /secrets", { secrets: { A: "b" } });
    ask("POST /switch_llm", { llm: { model: "other", usage_id: "second" } });
    ask("POST /switch_llm", { llm: { model: "third", usage_id: "second" } });
    expect(log()).toEqual(["confirmation_policy", "security_analyzer", "security_analyzer", "tags", "agent"]);
    expect(ask("GET /").body).toMatchObject({
      title: "Named",
      tags: { a: "b" },
      confirmation_policy: policy,
      security_analyzer: null,
      agent: { llm: { model: "other" } },
      secret_registry: { secret_sources: { A: { value: null } } },
    });
  });

  test("what cannot be done is refused as the server does", () => {
    const { ask } = scripted([]);
    expect(detailOf(ask("POST /switch_profile", { profile_name: "p" }))).toBe("404 \"Profile 'p' not found\"");
    expect(ask("POST /switch_acp_model", { model: "m" }).status).toBe(400);
    expect(ask("POST /load_plugin", { plugin_ref: "p" }).status).toBe(400);
    expect(ask("POST /condense")).toMatchObject({ status: 500, thenCloses: true });
    expect(detailOf(ask("POST /navigate", { event_id: "x" }))).toBe('404 "Unknown event_id: x"');
    expect(detailOf(ask("POST /goal", { objective: " " }))).toBe('400 "Goal objective must not be empty."');
    expect(detailOf(ask("POST /goal/resume"))).toBe('400 "no_resumable_goal"');
    expect(ask("POST /events/respond_to_confirmation", {}).status).toBe(422);
  });

  test("before anything has begun a pause and an interrupt are the same, and the second does nothing", () => {
    const { ask, log } = scripted([]);
    expect(ask("POST /interrupt").body).toEqual({ success: true });
    expect(ask("POST /pause").body).toEqual({ success: true });
    expect(log()).toEqual(["status paused", "Pause"]);
  });
});
