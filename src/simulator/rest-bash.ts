/** REST over commands: those of the server, and those of a conversation's runtime, which nobody else sees. */
import {
  invalid,
  invalidLimit,
  invalidUuid,
  missing,
  NOT_FOUND,
  ok,
  refuse,
  type SimulatedAnswer,
  type SimulatedRequest,
  SUCCESS,
} from "./answers.js";
import { clearBash, commandOf, startCommand, stopCommand } from "./bash.js";
import { fieldsOf } from "./fields.js";
import { UUID } from "./ids.js";
import { type Conversation, naive, type WireEvent, type World } from "./world.js";

const NOT_ALLOWED = refuse(405, "Method Not Allowed");

/** What is asked of the commands of one runtime; `cwd` is where its commands have to stay. */
export function restBash(
  world: World,
  store: Conversation,
  request: SimulatedRequest,
  parts: readonly (string | undefined)[],
  cwd: string | null = null,
): SimulatedAnswer {
  const { method, query = new URLSearchParams(), body } = request;
  const [area, id, verb] = parts;
  const route = `${method} ${area}`;
  const events = store.log.map(({ event }) => event);
  if (area === "bash_events") {
    if (id === undefined) return method === "DELETE" ? ok({ cleared_count: clearBash(store) }) : NOT_ALLOWED;
    if (method !== "GET") return NOT_ALLOWED;
    if (id === "search") return search(events, query);
    return id === "" ? batch(events, body) : one(events, id);
  }
  if (route === "POST start_bash_command" || route === "POST execute_bash_command") {
    const { command } = fieldsOf(body);
    if (body === undefined) return missing(["body"]);
    if (typeof command !== "string") return missing(["body", "command"], body);
    const where = fieldsOf(body)["cwd"];
    if (cwd !== null && typeof where === "string" && !isInside(where, cwd)) {
      return refuse(422, "cwd must be inside the conversation workspace");
    }
    const waits = area === "execute_bash_command";
    const started = startCommand(world, store, { ...fieldsOf(body), cwd: where ?? cwd }, waits);
    return ok(waits ? started.output() : started.event);
  }
  if (area === "bash_commands" && verb === "stop" && id !== undefined) {
    if (method !== "POST") return NOT_ALLOWED;
    if (!UUID.test(id)) return invalidUuid("command_id", id);
    return stopCommand(store, id.replaceAll("-", "").toLowerCase()) ? SUCCESS : NOT_FOUND;
  }
  return ["start_bash_command", "execute_bash_command"].includes(area ?? "") ? NOT_ALLOWED : NOT_FOUND;
}

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

const one = (events: readonly WireEvent[], id: string): SimulatedAnswer => {
  const event = events.find((event) => event.id === id);
  return event ? ok(event) : NOT_FOUND;
};

function batch(events: readonly WireEvent[], body: unknown): SimulatedAnswer {
  if (body === undefined) return missing(["body"]);
  if (!Array.isArray(body)) return invalid("list_type", ["body"], "Input should be a valid list", { input: body });
  return ok(body.map((id) => events.find((event) => event.id === id) ?? null));
}

/** Pages are told by the names of the files in which the server keeps events. */
function search(events: readonly WireEvent[], query: URLSearchParams): SimulatedAnswer {
  const wrong = invalidLimit(query);
  if (wrong) return wrong;
  const [kind, command, from, before, order] = [
    "kind__eq",
    "command_id__eq",
    "timestamp__gte",
    "timestamp__lt",
    "order__gt",
  ].map((name) => query.get(name));
  const at = ({ timestamp }: WireEvent): string => naive(String(timestamp));
  const matching = events.filter(
    (event) =>
      (!kind || kind === event.kind) &&
      (!command || command.replaceAll("-", "").toLowerCase() === commandOf(event)) &&
      (!from || at(event) >= naive(from)) &&
      (!before || at(event) < naive(before)),
  );
  if (query.get("sort_order") === "TIMESTAMP_DESC") matching.reverse();
  const limit = Number(query.get("limit") ?? 100);
  const start = Math.max(
    matching.findIndex((event) => fileName(event) === query.get("page_id")),
    0,
  );
  const next = matching[start + limit];
  // The order is looked at last: a page may have fewer than it could
  const items = matching
    .slice(start, start + limit)
    .filter(({ order: place }) => !order || typeof place !== "number" || place > Number(order));
  return ok({ items, next_page_id: next ? fileName(next) : null });
}

function fileName(event: WireEvent): string {
  const digits = String(event["timestamp"]).replace(/\D/g, "").padEnd(20, "0");
  return [digits, event.kind, commandOf(event), event.id].filter((part) => part !== undefined).join("_");
}
