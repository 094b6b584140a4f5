/** What differs between the versions, besides their refusals. */
import { request } from "node:http";
import { json } from "node:stream/consumers";
import { EVENT_KINDS, serverInfo, unwrap } from "agent-server-client";
import { listen } from "../../src/cli/listen.js";
import { OPERATIONS } from "../../src/generated/operations.js";
import { findingsIn } from "../support/server-table.js";
import { eventsOf, play, startConversation } from "./conversation.js";
import type { ErrorStage } from "./error-cases.js";
import { type PerVersion, since158 } from "./per-version.js";
import { TURNS } from "./script.js";

export interface Trait {
  readonly name: string;
  readonly shows: PerVersion;
  readonly look: (stage: ErrorStage) => Promise<string>;
}

const since152 = (before: string, since: string): PerVersion => ({
  "1.44.0": before,
  "1.52.0": since,
  "1.58.2": since,
});

const at = (conversation_id: string): { params: { path: { conversation_id: string } } } => ({
  params: { path: { conversation_id } },
});

interface ServerDocument {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly oneOf?: readonly { $ref: string }[] }>> };
}

async function documentOf({ baseUrl }: ErrorStage): Promise<ServerDocument> {
  return (await (await fetch(`${baseUrl}/openapi.json`)).json()) as ServerDocument;
}

/** A GET with a body, as no fetch makes one. */
async function getWithBody({ baseUrl, key }: ErrorStage, path: string, body: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = {
      "X-Session-API-Key": key,
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(text),
    };
    request(`${baseUrl}${path}`, { method: "GET", headers, agent: false }, (response) => {
      json(response).then((value) => {
        const items = Array.isArray(value) ? value.map((item) => (item === null ? "null" : "event")).join(", ") : "";
        resolve(`${response.statusCode} ${items}`.trim());
      }, reject);
    })
      .on("error", reject)
      .end(text);
  });
}

/** Whether the log's order is kept on a socket: which comes first, a message or the update that tells of it. */
async function orderOnSocket(stage: ErrorStage): Promise<string> {
  const { id } = await startConversation(stage);
  const socket = await listen(stage, `events/${id}`);
  await socket?.settle();
  await play(stage.client, id, TURNS.text);
  await socket?.settle();
  socket?.close();
  const log = (await eventsOf(stage.client, id)).map((event) => event.id);
  const places = (socket?.frames ?? []).map((frame) => log.indexOf(String(frame["id"]))).filter((place) => place >= 0);
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0)) ? "yes" : "no";
}

async function found({ client, id }: ErrorStage, kind: string): Promise<string> {
  const params = { ...at(id).params, query: { kind } };
  const page = unwrap(await client.GET("/api/conversations/{conversation_id}/events/search", { params }));
  return page.items.length > 0 ? "finds them" : "finds nothing";
}

const BINDING = "credential_binding_v1, credential_binding_readiness_probe_v1, credential_binding_activation_guard_v1";
const IN_152 = `conversation_runtime_routes_v1, profile_secret_scope_v1, profile_persona_v1, ${BINDING}, idempotent_conversation_create_v1, tool_catalog_v1, agent_profile_draft_materialize_v1`;
const CAPABILITIES: PerVersion = {
  "1.44.0": BINDING,
  "1.52.0": IN_152,
  "1.58.2": `${IN_152}, agent_launch_pipeline_v1, profile_public_skills_v1, skill_catalog_v1`,
};

export const TRAITS: readonly Trait[] = [
  {
    name: "the session socket",
    shows: since152("refused", "open"),
    async look(stage) {
      const socket = await listen(stage, `session/${stage.id}?after_seq=-1`);
      socket?.close();
      return socket ? "open" : "refused";
    },
  },
  {
    name: "events come over the legacy socket in the order of the log",
    shows: { "1.44.0": "yes", "1.52.0": "no", "1.58.2": "yes" },
    look: orderOnSocket,
  },
  {
    name: "a search for the bare kind `MessageEvent`",
    shows: since158("finds nothing", "finds them"),
    look: (stage) => found(stage, "MessageEvent"),
  },
  {
    name: "a search for the Python path of `MessageEvent`",
    shows: "finds them",
    look: (stage) => found(stage, "openhands.sdk.event.llm_convertible.message.MessageEvent"),
  },
  {
    name: "a batch of an event and an unknown id",
    shows: since158("500", "200 event, null"),
    async look(stage) {
      const [event] = await eventsOf(stage.client, stage.id);
      return getWithBody(stage, `/api/conversations/${stage.id}/events`, [event?.id, "no-such-event"]);
    },
  },
  {
    name: "a fork with a title gets a tag `title`",
    shows: since158("yes", "no"),
    async look({ client, id }) {
      const path = "/api/conversations/{conversation_id}/fork";
      const fork = unwrap(await client.POST(path, { ...at(id), body: { title: "Other" } }));
      return "title" in (fork.tags ?? {}) ? "yes" : "no";
    },
  },
  {
    name: "a title of blanks",
    shows: since158("200", "422"),
    async look({ client, id }) {
      const { response } = await client.PATCH("/api/conversations/{conversation_id}", {
        ...at(id),
        body: { title: " " },
      });
      return String(response.status);
    },
  },
  {
    name: "event kinds that this package does not list",
    shows: since158("none", "SecurityAnalysisEvent"),
    async look(stage) {
      const { Event } = (await documentOf(stage)).components.schemas;
      const kinds = (Event?.oneOf ?? []).map(({ $ref }) => $ref.slice($ref.lastIndexOf("/") + 1));
      return kinds.filter((kind) => !(EVENT_KINDS as readonly string[]).includes(kind)).join(", ") || "none";
    },
  },
  {
    name: "capabilities that it tells",
    shows: CAPABILITIES,
    look: async ({ client }) => ((await serverInfo(client)).capabilities ?? []).join(", ") || "none",
  },
  {
    name: "operations in its document",
    shows: { "1.44.0": "136", "1.52.0": "172", "1.58.2": "177" },
    async look(stage) {
      const { paths } = await documentOf(stage);
      return String(Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0));
    },
  },
  {
    name: "what `agent-contract check` finds",
    shows: {
      "1.44.0": "50 breaking, 28 compatible, 34 info",
      "1.52.0": "nothing",
      "1.58.2": "3 breaking, 28 compatible, 20 info",
    },
    look: async (stage) => findingsIn(await documentOf(stage)),
  },
  {
    name: "GET operations of this package's document that it lacks",
    shows: since152("19", "0"),
    async look(stage) {
      const { paths } = await documentOf(stage);
      const ours = Object.values(OPERATIONS).filter(({ method }) => method === "GET");
      return String(ours.filter(({ path }) => !("get" in (paths[path] ?? {}))).length);
    },
  },
];
