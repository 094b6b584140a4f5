/** Which request does what. */
import { finalResponse } from "../conversation/answers.js";
import type { Event as AgentEvent } from "../generated/types.js";
import { run, stop } from "./actions.js";
import {
  answer,
  invalid,
  missing,
  NOT_FOUND,
  ok,
  refuse,
  type SimulatedAnswer,
  type SimulatedRequest,
  SUCCESS,
} from "./answers.js";
import { areas, keysOf } from "./areas.js";
import { append } from "./log.js";
import { countEvents, getEvent, getEvents, postEvent, respond, searchEvents } from "./rest-events.js";
import { newConversation } from "./state.js";
import { type Conversation, isAtLeast, type WireEvent, type World } from "./world.js";

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const NOT_ALLOWED = refuse(405, "Method Not Allowed");

/** What the server answers to a request. */
export function rest(world: World, request: SimulatedRequest): SimulatedAnswer {
  const { method, path, query = new URLSearchParams(), body } = request;
  const [root, area, id, part, last, more] = path.split("/").slice(1).map(decodeURIComponent);
  if (root !== "api") return outside(world, path);
  if (world.keys.size > 0 && !keysOf(request).some((key) => world.keys.has(key))) return refuse(401, "Unauthorized");
  const ofArea = areas(world, request);
  if (ofArea) return ofArea;
  if (path === "/api/bash/bash_events/search") {
    return ok({ items: world.bash.log.map(({ event }) => event), next_page_id: null });
  }
  if (area !== "conversations" || more !== undefined) return NOT_FOUND;
  if (id === undefined || id === "") return method === "POST" ? create(world, body) : NOT_ALLOWED;
  if (id === "search") return method === "GET" ? searchConversations(world, query) : NOT_ALLOWED;
  if (!UUID.test(id)) {
    return invalid("uuid_parsing", ["path", "conversation_id"], "Input should be a valid UUID", { input: id });
  }
  const conversation = world.conversations.get(id.toLowerCase());
  if (part === "events") {
    return conversation
      ? events(world, conversation, method, last, query, body)
      : refuse(404, `Conversation not found: ${id.toLowerCase()}`);
  }
  return last === undefined ? one(world, conversation, `${method} ${part ?? ""}`) : NOT_FOUND;
}

function outside({ version, isReady }: World, path: string): SimulatedAnswer {
  if (path === "/server_info") return ok({ title: "OpenHands Agent Server", version: FULL_VERSIONS[version] });
  if (path === "/alive" || path === "/health") return ok(path === "/alive" ? { status: "ok" } : "OK");
  if (path === "/ready") return isReady ? ok({ status: "ready" }) : answer(503, { status: "initializing" });
  return NOT_FOUND;
}

const FULL_VERSIONS = { "1.44": "1.44.0", "1.52": "1.52.0", "1.58": "1.58.2" } as const;

function events(
  world: World,
  conversation: Conversation,
  method: string,
  last: string | undefined,
  query: URLSearchParams,
  body: unknown,
): SimulatedAnswer {
  const route = `${method} ${last ?? ""}`;
  if (route === "GET ") return getEvents(world, conversation, body);
  if (route === "GET search") return searchEvents(world, conversation, query);
  if (route === "GET count") return countEvents(world, conversation, query);
  if (route === "POST ") return postEvent(world, conversation, body);
  if (route === "POST respond_to_confirmation") {
    return respond(world, conversation, body, (pending, rejection_reason) => {
      const rejected = pending.map(({ id, tool_name, tool_call_id }) => ({
        source: "environment",
        tool_name,
        tool_call_id,
        action_id: id,
        rejection_reason,
        rejection_source: "user",
        kind: "UserRejectObservation",
      }));
      append(world, conversation, rejected);
    });
  }
  return method === "GET" && last !== undefined ? getEvent(world, conversation, last) : NOT_ALLOWED;
}

/** A conversation as a whole. Of one that is not there, each version has its own way of saying so. */
function one(world: World, conversation: Conversation | undefined, route: string): SimulatedAnswer {
  const unknown = isAtLeast(world, "1.58") ? NOT_FOUND : refuse(400, "Bad Request");
  switch (route) {
    case "GET ":
      return conversation ? ok(info(conversation)) : NOT_FOUND;
    case "GET agent_final_response":
      return conversation ? ok({ response: finalResponse(eventsOf(conversation)) }) : NOT_FOUND;
    case "DELETE ":
      if (!conversation) return unknown;
      remove(world, conversation.id);
      return SUCCESS;
    case "POST pause":
    case "POST interrupt":
      if (!conversation) return unknown;
      stop(world, conversation, route === "POST pause" ? "PauseEvent" : "InterruptEvent");
      return SUCCESS;
    case "POST run": {
      if (!conversation) return NOT_FOUND;
      const outcome = run(world, conversation);
      if (outcome === "running") {
        return refuse(409, "Conversation already running. Wait for completion or pause first.");
      }
      return outcome === "busy" ? refuse(429, "Conversation run limit reached. Retry the request later.") : SUCCESS;
    }
    default:
      return NOT_FOUND;
  }
}

const eventsOf = ({ log }: Conversation): AgentEvent[] => log.map(({ event }) => event as WireEvent & AgentEvent);

/** Its sockets are not closed. They fall silent. */
export function remove({ conversations }: World, id: string): void {
  conversations.get(id)?.subscribers.clear();
  conversations.delete(id);
}

const utc = (ms: number): string => new Date(ms).toISOString();

/** What REST says of a conversation: its status is the one that was saved last. */
const info = ({ id, savedStatus, head, createdAt, updatedAt }: Conversation): Readonly<Record<string, unknown>> => ({
  id,
  workspace: { working_dir: "workspace", kind: "LocalWorkspace" },
  execution_status: savedStatus,
  confirmation_policy: { kind: "NeverConfirm" },
  leaf_event_id: head,
  stats: { usage_to_metrics: {} },
  title: null,
  created_at: utc(createdAt),
  updated_at: utc(updatedAt),
  tags: {},
});

/** Asking for one that exists gives it as it is. */
function create(world: World, body: unknown): SimulatedAnswer {
  const request = (body ?? {}) as { readonly conversation_id?: string | null; readonly workspace?: unknown };
  if (body === undefined) return missing(["body"]);
  if (request.workspace === undefined) return missing(["body", "workspace"], body);
  const id = request.conversation_id?.toLowerCase() ?? world.random.uuid();
  const known = world.conversations.get(id);
  if (known) return ok(info(known));
  const made = newConversation(world, id);
  world.conversations.set(id, made);
  return answer(201, info(made));
}

/** Its page ids are those of conversations, but without dashes. */
function searchConversations({ conversations }: World, query: URLSearchParams): SimulatedAnswer {
  const limit = Number(query.get("limit") ?? 100);
  if (!(limit >= 1 && limit <= 100)) return invalid("less_than_equal", ["query", "limit"], "1 to 100");
  const status = query.get("status");
  const order = query.get("sort_order") ?? "CREATED_AT_DESC";
  const at = order.startsWith("UPDATED") ? "updatedAt" : "createdAt";
  const found = [...conversations.values()].filter((one) => status === null || one.savedStatus === status);
  const sorted = found.sort((a, b) => a[at] - b[at]);
  if (order.endsWith("DESC")) sorted.reverse();
  const pageId = (one: Conversation): string => one.id.replaceAll("-", "");
  const start = Math.max(
    sorted.findIndex((one) => pageId(one) === query.get("page_id")),
    0,
  );
  const next = sorted[start + limit];
  return ok({ items: sorted.slice(start, start + limit).map(info), next_page_id: next ? pageId(next) : null });
}
