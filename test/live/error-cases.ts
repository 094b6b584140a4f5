/** Requests that a server refuses, each way that it has. */
import { randomUUID } from "node:crypto";
import type { AgentClient } from "agent-server-client";
import type { Bench } from "./live.js";
import { type Answer, type PerVersion, since158 } from "./per-version.js";
import { clientOf } from "./server.js";

/** What a case can ask with. */
export interface ErrorStage extends Bench {
  /** A conversation that is idle. */
  readonly id: string;
  /** One whose tool is running. */
  readonly busyId: string;
}

export interface ErrorCase {
  readonly name: string;
  /** What comes back on each version, as {@link textOf} says it. */
  readonly answers: PerVersion;
  readonly ask: (stage: ErrorStage) => Promise<Answer>;
}

const BASE = "/api/conversations/{conversation_id}";
const NOBODY = "00000000-0000-4000-8000-000000000000";
const at = (conversation_id: string): { params: { path: { conversation_id: string } } } => ({
  params: { path: { conversation_id } },
});
const nobody = at(NOBODY);
const event = (
  conversation_id: string,
  event_id = "no-such-event",
): { params: { path: { conversation_id: string; event_id: string } } } => ({
  params: { path: { conversation_id, event_id } },
});

const error = (
  name: string,
  answers: PerVersion,
  ask: (client: AgentClient, stage: ErrorStage) => Promise<Answer>,
): ErrorCase => ({
  name,
  answers,
  ask: (stage) => ask(stage.client, stage),
});

/** A call that the client's types do not allow. */
const raw = (name: string, answers: PerVersion, method: string, path: string, body?: string): ErrorCase => ({
  name,
  answers,
  async ask({ baseUrl, key }) {
    const headers = { "X-Session-API-Key": key, "Content-Type": "application/json", Connection: "close" };
    const response = await fetch(`${baseUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    return { response, error: await response.json() };
  },
});

const TOO_LONG =
  '422 {"detail":[{"type":"less_than_equal","loc":["query","limit"],"msg":"Input should be less than or equal to 100","input":"… validation';

export const ERROR_CASES: readonly ErrorCase[] = [
  error("a wrong session key", '401 {"detail":"Unauthorized"} session_key', (_, stage) =>
    clientOf({ ...stage, key: "wrong" }).GET("/api/settings"),
  ),
  error(
    "events of an unknown conversation",
    '404 {"detail":"Conversation not found: <id>"} conversation_not_found',
    (client) => client.GET(`${BASE}/events/search`, nobody),
  ),
  error("an unknown conversation", '404 {"detail":"Not Found"} not_found', (client) => client.GET(BASE, nobody)),
  error("run, unknown conversation", '404 {"detail":"Not Found"} not_found', (client) =>
    client.POST(`${BASE}/run`, nobody),
  ),
  error("final response, unknown conversation", '404 {"detail":"Not Found"} not_found', (client) =>
    client.GET(`${BASE}/agent_final_response`, nobody),
  ),
  error("condense, unknown conversation", '404 {"detail":"Conversation not found"} conversation_not_found', (client) =>
    client.POST(`${BASE}/condense`, nobody),
  ),
  error("navigate, unknown conversation", '404 {"detail":"Conversation not found"} conversation_not_found', (client) =>
    client.POST(`${BASE}/navigate`, { ...nobody, body: { event_id: null } }),
  ),
  error(
    "fork, unknown conversation",
    '404 {"detail":"Source conversation not found"} conversation_not_found',
    (client) => client.POST(`${BASE}/fork`, { ...nobody, body: {} }),
  ),
  error(
    "pause, unknown conversation",
    since158('400 {"detail":"Bad Request"} bad_request', '404 {"detail":"Not Found"} not_found'),
    (client) => client.POST(`${BASE}/pause`, nobody),
  ),
  error(
    "interrupt, unknown conversation",
    since158('400 {"detail":"Bad Request"} bad_request', '404 {"detail":"Not Found"} not_found'),
    (client) => client.POST(`${BASE}/interrupt`, nobody),
  ),
  error(
    "delete, unknown conversation",
    since158('400 {"detail":"Bad Request"} bad_request', '404 {"detail":"Not Found"} not_found'),
    (client) => client.DELETE(BASE, nobody),
  ),
  error("patch, unknown conversation", since158("200", '404 {"detail":"Not Found"} not_found'), (client) =>
    client.PATCH(BASE, { ...nobody, body: { title: "T" } }),
  ),
  error(
    "ask agent, unknown conversation",
    since158(
      '500 {"detail":"Internal Server Error","exception":"500: Internal Server Error"} server_error',
      '404 {"detail":"Conversation not found"} conversation_not_found',
    ),
    (client) => client.POST(`${BASE}/ask_agent`, { ...nobody, body: { question: "?" } }),
  ),
  error(
    "an unknown event",
    since158(
      '500 {"detail":"Internal Server Error","exception":"\'Unknown event_id: no-such-event\'","error_id":"<id>"} event_not_found',
      '404 {"detail":"Not Found"} not_found',
    ),
    (client, { id }) => client.GET(`${BASE}/events/{event_id}`, event(id)),
  ),
  error(
    "an event of an unknown conversation",
    '404 {"detail":"Conversation not found: <id>"} conversation_not_found',
    (client) => client.GET(`${BASE}/events/{event_id}`, event(NOBODY)),
  ),
  error(
    "navigate to an unknown event",
    '404 {"detail":"Unknown event_id: nowhere"} event_not_found',
    (client, { id }) => client.POST(`${BASE}/navigate`, { ...at(id), body: { event_id: "nowhere" } }),
  ),
  error(
    "fork from an unknown event",
    '404 {"detail":"Unknown from_event_id: nowhere"} event_not_found',
    (client, { id }) => client.POST(`${BASE}/fork`, { ...at(id), body: { from_event_id: "nowhere" } }),
  ),
  error(
    "fork with an id that is taken",
    '409 {"detail":"Conversation with id <id> already exists"} already_exists',
    (client, { id }) => client.POST(`${BASE}/fork`, { ...at(id), body: { id } }),
  ),
  error(
    "run while running",
    '409 {"detail":"Conversation already running. Wait for completion or pause first."} already_running',
    (client, { busyId }) => client.POST(`${BASE}/run`, at(busyId)),
  ),
  error(
    "condense without a condenser",
    since158(
      '500 {"detail":"Internal Server Error","exception":"Cannot condense conversation: No condenser configured. To enable manual c… server_error',
      '409 {"detail":"Cannot condense conversation: No condenser configured"} conflict',
    ),
    (client, { id }) => client.POST(`${BASE}/condense`, at(id)),
  ),
  error(
    "a message from another role",
    '500 {"detail":"Internal Server Error","exception":"Only user messages are allowed to be sent to the agent.","error_id":"<id>… server_error',
    (client, { id }) =>
      client.POST(`${BASE}/events`, { ...at(id), body: { role: "assistant", content: [], run: false } }),
  ),
  error(
    "an unknown tool, at the first message",
    '500 {"detail":"Internal Server Error","exception":"\\"ToolDefinition \'no_such_tool\' is not registered\\"","error_id":"<id>"} server_error',
    async (client, { id, model, workingDir }) => {
      const tools = [{ name: "no_such_tool" }];
      const llm = { model: "openai/scripted", base_url: model.url, api_key: "sk-scripted" };
      const { data } = await client.POST("/api/conversations", {
        body: { agent: { kind: "Agent", llm, tools }, workspace: { kind: "LocalWorkspace", working_dir: workingDir } },
      });
      const content = [{ type: "text" as const, text: "Hi" }];
      return client.POST(`${BASE}/events`, { ...at(data?.id ?? id), body: { content, run: false } });
    },
  ),
  raw(
    "an id that is none",
    '422 {"detail":[{"type":"uuid_parsing","loc":["path","conversation_id"],"msg":"Input should be a valid UUID, invalid characte… validation',
    "GET",
    "/api/conversations/not-an-id",
  ),
  error(
    "a page that is too long",
    {
      "1.44.0": '500 {"detail":"Internal Server Error","exception":"","error_id":"<id>"} server_error',
      "1.52.0": TOO_LONG,
      "1.58.2": TOO_LONG,
    },
    (client, { id }) =>
      client.GET(`${BASE}/events/search`, { params: { path: { conversation_id: id }, query: { limit: 101 } } }),
  ),
  raw(
    "a conversation without a workspace",
    since158(
      '422 {"detail":[{"type":"missing","loc":["body","workspace"],"msg":"Field required","input":{"agent":{"llm":{"model":"m"},"sy… validation',
      '422 {"detail":[{"type":"missing","loc":["body","workspace"],"msg":"Field required","input":{"agent":{"kind":"Agent","llm":{"… validation',
    ),
    "POST",
    "/api/conversations",
    '{"agent":{"kind":"Agent","llm":{"model":"m"}}}',
  ),
  raw(
    "a body that is no JSON",
    '422 {"detail":[{"type":"json_invalid","loc":["body",1],"msg":"JSON decode error","input":{},"ctx":{"error":"Expecting proper… validation',
    "POST",
    "/api/conversations",
    "{",
  ),
  raw("an unknown path", '404 {"detail":"Not Found"} not_found', "GET", "/api/nowhere"),
  raw("another method", '405 {"detail":"Method Not Allowed"} bad_request', "DELETE", "/api/conversations"),
  error("a file that is not there", '404 {"detail":"File not found"} not_found', (client) =>
    client.GET("/api/file/download", { params: { query: { path: "/no/such/file" } } }),
  ),
  error("an unknown profile", '404 {"detail":"Profile \'nobody\' not found"} not_found', (client) =>
    client.GET("/api/profiles/{name}", { params: { path: { name: "nobody" } } }),
  ),
  error("an unknown secret", '404 {"detail":"Secret not found"} not_found', (client) =>
    client.GET("/api/settings/secrets/{name}", { params: { path: { name: "NOBODY" } } }),
  ),
  error(
    "an unknown agent profile",
    '404 {"detail":"Agent profile with id \'<id>\' not found"} not_found',
    (client, { workingDir }) =>
      client.POST("/api/conversations", {
        body: { agent_profile_id: randomUUID(), workspace: { kind: "LocalWorkspace", working_dir: workingDir } },
      }),
  ),
];
