/** Which request does what. */
import { answer, invalidUuid, NOT_FOUND, ok, refuse, type SimulatedAnswer, type SimulatedRequest } from "./answers.js";
import { areas, keysOf } from "./areas.js";
import { runtimeBash } from "./bash.js";
import { canonical, UUID } from "./ids.js";
import { configOrDefault } from "./info.js";
import { restBash } from "./rest-bash.js";
import { restConversation } from "./rest-conversation.js";
import { countConversations, create, getConversations, searchConversations } from "./rest-conversations.js";
import { countEvents, getEvent, getEvents, postEvent, postResponse, searchEvents } from "./rest-events.js";
import { serverInfo } from "./server-info.js";
import { trajectory } from "./trajectory.js";
import type { Conversation, World } from "./world.js";

const NOT_ALLOWED = refuse(405, "Method Not Allowed");

/** Whether a request has the right key, if one is asked for. */
export const unauthorised = ({ keys }: World, request: SimulatedRequest): SimulatedAnswer | undefined =>
  keys.size === 0 || isForAll(request) || keysOf(request).some((key) => keys.has(key))
    ? undefined
    : refuse(401, "Unauthorized");

/** Whether the server still waits for its key, nobody needs one to ask. */
const isForAll = ({ method, path }: SimulatedRequest): boolean => method === "GET" && path === "/api/init";

/** What the server answers to a request; undefined for a path that has nothing behind it here. */
export function rest(world: World, request: SimulatedRequest): SimulatedAnswer | undefined {
  const { path } = request;
  const [root, area, ...parts] = path.split("/").slice(1).map(decodeURIComponent);
  if (root !== "api") return outside(world, path);
  const other = unauthorised(world, request) ?? areas(world, request);
  if (other) return other;
  if (area === "conversations") return conversations(world, request, parts);
  if (area === "bash") return restBash(world, world.bash, request, parts);
  if (area === "file" && parts[0] === "download-trajectory") return trajectory(world, parts[1] ?? "");
  return undefined;
}

function outside(world: World, path: string): SimulatedAnswer {
  if (path === "/server_info" || path === "/") return ok(serverInfo(world));
  if (path === "/alive" || path === "/health") return ok({ status: "ok" });
  if (path !== "/ready") return NOT_FOUND;
  const message = "Server is still initializing";
  return world.isReady ? ok({ status: "ready" }) : answer(503, { status: "initializing", message });
}

type Parts = readonly (string | undefined)[];

function conversations(world: World, request: SimulatedRequest, [asked, ...parts]: Parts): SimulatedAnswer {
  const { method, query = new URLSearchParams(), body } = request;
  if (asked === undefined || asked === "") {
    if (method === "POST") return create(world, body);
    return method === "GET" ? getConversations(world, query) : NOT_ALLOWED;
  }
  if (parts.length === 0 && asked === "search" && method === "GET") return searchConversations(world, query);
  if (parts.length === 0 && asked === "count" && method === "GET") return countConversations(world, query);
  const [part, ...more] = parts;
  if (part === undefined || !INSIDE.has(part))
    return restConversation(world, asked, `${method} ${parts.join("/")}`, body);
  if (!UUID.test(asked)) return invalidUuid("conversation_id", asked);
  const id = canonical(asked);
  const conversation = world.conversations.get(id);
  if (!conversation) return refuse(404, `Conversation not found: ${id}`);
  if (part === "events") return events(world, conversation, request, more);
  if (part === "bash") {
    const { workspace } = configOrDefault(conversation);
    return restBash(world, runtimeBash(world, conversation), request, more, String(workspace["working_dir"]));
  }
  if (part === "file" && more[0] === "download-trajectory") return trajectory(world, more[1] ?? "");
  return NOT_FOUND;
}

/** What a conversation has beside itself: its events, and its runtime. */
const INSIDE: ReadonlySet<string> = new Set(["events", "bash", "file", "git", "vscode", "workspace"]);

function events(
  world: World,
  conversation: Conversation,
  { method, query = new URLSearchParams(), body }: SimulatedRequest,
  [last, more]: Parts,
): SimulatedAnswer {
  if (more !== undefined) return NOT_FOUND;
  const route = `${method} ${last ?? ""}`;
  if (route === "GET ") return getEvents(world, conversation, body);
  if (route === "GET search") return searchEvents(world, conversation, query);
  if (route === "GET count") return countEvents(world, conversation, query);
  if (route === "POST ") return postEvent(world, conversation, body);
  if (route === "POST respond_to_confirmation") return postResponse(world, conversation, body);
  return method === "GET" && last !== undefined ? getEvent(world, conversation, last) : NOT_ALLOWED;
}
