/** REST over all conversations: starting one, finding some. */
import { run, say, USERS_ONLY } from "./actions.js";
import {
  answer,
  crash,
  invalid,
  invalidLimit,
  missing,
  NO_PLACE,
  ok,
  refuse,
  type SimulatedAnswer,
} from "./answers.js";
import { type Config, configOf } from "./config.js";
import { TOOL_MODULES } from "./defaults.js";
import { type Fields, fieldsOf, listOf } from "./fields.js";
import { canonical } from "./ids.js";
import { infoOf } from "./info.js";
import { ready } from "./run.js";
import { newConversation } from "./state.js";
import { type Conversation, isAtLeast, utcAt, type World } from "./world.js";

/** Asking for one that exists gives it as it is. */
export function create(world: World, body: unknown): SimulatedAnswer {
  const request = fieldsOf(body);
  if (body === undefined) return missing(["body"]);
  if (request["workspace"] === undefined) return missing(["body", "workspace"], body);
  if (AGENTS.every((name) => (request[name] ?? null) === null)) {
    return invalid("value_error", ["body"], `Value error, ${NO_AGENT}`, { input: body, ctx: { error: NO_AGENT } });
  }
  const asked = request["conversation_id"];
  const id = typeof asked === "string" ? canonical(asked) : world.random.uuid();
  const known = world.conversations.get(id);
  if (known) return ok(infoOf(world, known, false));
  if (world.busy > 0) {
    world.busy--;
    return NO_PLACE;
  }
  const config = configOf(request, utcAt(world.now()));
  const wrong = parentFault(world, id, config) ?? toolFault(config) ?? profileFault(world, request);
  if (wrong) return wrong;
  const made = newConversation(world, id, config);
  world.conversations.set(id, made);
  const { initial_message: first } = request;
  if (first === undefined || first === null) return answer(201, infoOf(world, made, false));
  const { role = "user", content } = fieldsOf(first);
  if (role !== "user") {
    ready(world, made); // the conversation is there all the same
    return crash(world, USERS_ONLY);
  }
  say(world, made, listOf(content));
  const info = infoOf(world, made, false); // its run begins behind the answer
  run(world, made);
  return answer(201, info);
}

const AGENTS = ["agent", "agent_settings", "agent_profile_id"];
const NO_AGENT = "One of `agent`, `agent_settings`, or `agent_profile_id` must be provided";

function parentFault(world: World, id: string, { parent_conversation_id: parent, workspace }: Config) {
  if (parent === null) return undefined;
  if (parent === id) return refuse(422, "A conversation cannot be its own parent");
  const found = world.conversations.get(parent);
  if (!found) return refuse(422, `Parent conversation ${parent} not found`);
  const isShared = found.config?.workspace["working_dir"] === workspace["working_dir"];
  return isShared ? undefined : refuse(422, `Parent conversation ${parent} belongs to a different workspace`);
}

function toolFault({ client_tools }: Config): SimulatedAnswer | undefined {
  const names = client_tools.map(({ name }) => String(name));
  const own = names.find((name) => Object.hasOwn(TOOL_MODULES, name));
  if (own !== undefined) {
    const advice = "Choose a unique client tool name.";
    return refuse(422, `Client tool name '${own}' collides with an existing non-client tool. ${advice}`);
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return undefined;
  const advice = "Client tool names must be unique.";
  return refuse(422, `Duplicate client tool name '${twice}' in one registration request. ${advice}`);
}

function profileFault({ areas }: World, request: Fields): SimulatedAnswer | undefined {
  const { agent_profile_id: id } = request;
  if (typeof id !== "string" || [...areas.agentProfiles.values()].some((one) => one["id"] === id)) return undefined;
  return refuse(404, `Agent profile with id '${id}' not found`);
}

const STATUSES = ["idle", "running", "paused", "waiting_for_confirmation", "finished", "error", "stuck", "deleting"];
const ORDERS = ["CREATED_AT", "UPDATED_AT", "CREATED_AT_DESC", "UPDATED_AT_DESC"];

/** Its page ids are those of conversations, but without dashes. */
export function searchConversations(world: World, query: URLSearchParams): SimulatedAnswer {
  const wrong =
    invalidLimit(query) ?? invalidEnum(query, "status", STATUSES) ?? invalidEnum(query, "sort_order", ORDERS);
  if (wrong) return wrong;
  const limit = Number(query.get("limit") ?? 100);
  const order = query.get("sort_order") ?? "CREATED_AT_DESC";
  const at = order.startsWith("UPDATED") ? "updatedAt" : "createdAt";
  const sorted = found(world, query).sort((a, b) => a[at] - b[at]);
  if (order.endsWith("DESC")) sorted.reverse();
  const pageId = ({ id }: Conversation): string => id.replaceAll("-", "");
  const start = Math.max(
    sorted.findIndex((one) => pageId(one) === query.get("page_id")),
    0,
  );
  const next = sorted[start + limit];
  const items = sorted.slice(start, start + limit).map((one) => infoOf(world, one));
  return ok({ items, next_page_id: next ? pageId(next) : null });
}

/** `GET /api/conversations/count`. */
export const countConversations = (world: World, query: URLSearchParams): SimulatedAnswer =>
  invalidEnum(query, "status", STATUSES) ?? ok(found(world, query).length);

function found({ conversations }: World, query: URLSearchParams): Conversation[] {
  const status = query.get("status");
  return [...conversations.values()].filter(({ saved }) => status === null || saved.status === status);
}

function invalidEnum(query: URLSearchParams, name: string, values: readonly string[]): SimulatedAnswer | undefined {
  const input = query.get(name);
  if (input === null || values.includes(input)) return undefined;
  const quoted = values.map((value) => `'${value}'`);
  const expected = `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
  return invalid("enum", ["query", name], `Input should be ${expected}`, { input, ctx: { expected } });
}

/** Several by their ids, null in place of those that are not there. */
export function getConversations(world: World, query: URLSearchParams): SimulatedAnswer {
  const ids = query.getAll("ids");
  if (ids.length === 0) return missing(["query", "ids"]);
  if (ids.length >= 100 && !isAtLeast(world, "1.58")) return crash(world, "");
  const info = (id: string): Fields | null => {
    const conversation = world.conversations.get(canonical(id));
    return conversation ? infoOf(world, conversation) : null;
  };
  return ok(ids.map(info));
}
