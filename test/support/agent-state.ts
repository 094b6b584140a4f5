/** What the small agent server does with a request: the rules of the real one, without the network. */

export interface StoredEvent {
  readonly id: string;
  readonly kind: string;
  readonly source: string;
  readonly timestamp: string;
  readonly text?: string;
}

export interface Conversation {
  readonly id: string;
  status: string;
  readonly created: number;
  readonly events: StoredEvent[];
}

export interface State {
  readonly version: "1.52" | "1.58.2";
  readonly conversations: Map<string, Conversation>;
  readonly files: Map<string, Buffer>;
  /** So many more runs are refused for lack of a place. */
  busy: number;
  isReady: boolean;
}

export interface Asked {
  readonly method: string;
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the connection after the answer without having said so. */
  readonly thenCloses?: true;
}

const ok = (json: unknown): Reply => ({ status: 200, json });
const refuse = (status: number, detail: unknown): Reply => ({ status, json: { detail } });
const NOT_FOUND = refuse(404, "Not Found");

/** Whatever is asked for. */
export async function reply(state: State, asked: Asked): Promise<Reply> {
  const { method, parts, query } = asked;
  if (parts[0] !== "api") return outside(state, parts[0]);
  if (parts[1] === "file") return file(state, asked, parts[2], query.get("path") ?? "");
  const [, , id, part, last] = parts;
  if (id === undefined) return create(state, asked);
  if (id === "search") return searchConversations(state, query);
  const conversation = state.conversations.get(id);
  if (part === "file" && conversation) return file(state, asked, last, `${id}:${query.get("path")}`);
  if (part === "events") {
    if (!conversation) return refuse(404, `Conversation not found: ${id}`);
    if (method === "POST")
      return last === "respond_to_confirmation" ? ok({ success: true }) : message(state, conversation, asked);
    return last === "search" ? searchEvents(state, conversation, query) : event(state, conversation, last ?? "");
  }
  if (!conversation) return NOT_FOUND;
  return part === "run" ? run(state, conversation) : ok(info(conversation));
}

function outside(state: State, name: string | undefined): Reply {
  if (name === "server_info") return ok({ version: state.version, capabilities: [] });
  return state.isReady ? ok({ status: "ready" }) : { status: 503, json: { status: "initializing" } };
}

async function file(
  state: State,
  { contentType, body }: Asked,
  verb: string | undefined,
  path: string,
): Promise<Reply> {
  if (verb === "upload") {
    const form = await new Response(body, { headers: { "Content-Type": contentType } }).formData();
    const part = form.get("file");
    if (!(part instanceof Blob))
      return refuse(422, [{ type: "missing", loc: ["body", "file"], msg: "Field required" }]);
    state.files.set(path, Buffer.from(await part.arrayBuffer()));
    return ok({ success: true });
  }
  const bytes = state.files.get(path);
  return bytes ? { status: 200, bytes } : refuse(404, "File not found");
}

const info = ({ id, status }: Conversation): object => ({ id, execution_status: status });

function create(state: State, { body }: Asked): Reply {
  const { conversation_id } = JSON.parse(String(body)) as { conversation_id?: string };
  const known = state.conversations.get(conversation_id ?? "");
  if (known) return ok(info(known));
  const id = conversation_id ?? crypto.randomUUID();
  const made: Conversation = { id, status: "idle", created: state.conversations.size, events: [] };
  state.conversations.set(id, made);
  return { status: 201, json: info(made) };
}

function message(state: State, conversation: Conversation, { body }: Asked): Reply {
  const { content, run: isToRun } = JSON.parse(String(body)) as { content: { text: string }[]; run: boolean };
  const text = content.map((part) => part.text).join(" ");
  const id = `${conversation.id}-${conversation.events.length}`;
  conversation.events.push({ id, kind: "MessageEvent", source: "user", timestamp: "2026-01-01T00:00:00", text });
  if (!isToRun || conversation.status === "running") return ok({ success: true });
  if (run(state, conversation).status === 200) return ok({ success: true });
  const where = `/api/conversations/${conversation.id}/run`;
  return refuse(
    429,
    `Message saved, but the conversation run limit was reached. Retry POST ${where} without resending the message.`,
  );
}

function run(state: State, conversation: Conversation): Reply {
  if (conversation.status === "running")
    return refuse(409, "Conversation already running. Wait for completion or pause first.");
  if (state.busy > 0) {
    state.busy--;
    return refuse(429, "Conversation run limit reached. Retry the request later.");
  }
  conversation.status = "running";
  return ok({ success: true });
}

function event(state: State, { events }: Conversation, id: string): Reply {
  const found = events.find((one) => one.id === id);
  if (found) return ok(found);
  if (state.version === "1.58.2") return NOT_FOUND;
  const exception = `'Unknown event_id: ${id}'`;
  const json = { detail: "Internal Server Error", exception, error_id: "0".repeat(32) };
  return { status: 500, json, thenCloses: true };
}

/** Where 1.52 looks for a kind: the name of the Python class. */
const PYTHON_PATHS: Readonly<Record<string, string>> = {
  MessageEvent: "openhands.sdk.event.llm_convertible.message.MessageEvent",
  ActionEvent: "openhands.sdk.event.llm_convertible.action.ActionEvent",
};

function searchEvents({ version }: State, { events }: Conversation, query: URLSearchParams): Reply {
  const [kind, source, body] = ["kind", "source", "body"].map((name) => query.get(name));
  const [from, before] = [query.get("timestamp__gte"), query.get("timestamp__lt")];
  const matches = (one: StoredEvent): boolean =>
    (!kind || kind === (PYTHON_PATHS[one.kind] ?? one.kind) || (version === "1.58.2" && kind === one.kind)) &&
    (!source || source === one.source) &&
    (!body || (one.text ?? "").toLowerCase().includes(body.toLowerCase())) &&
    (!from || one.timestamp >= from) &&
    (!before || one.timestamp < before);
  const ordered = query.get("sort_order") === "TIMESTAMP_DESC" ? events.toReversed() : events;
  return page(ordered, query, (one) => one.id, matches);
}

function searchConversations({ conversations }: State, query: URLSearchParams): Reply {
  const status = query.get("status");
  const found = [...conversations.values()].filter((one) => !status || one.status === status);
  const sign = query.get("sort_order") === "CREATED_AT" ? 1 : -1;
  const ordered = found.sort((a, b) => sign * (a.created - b.created));
  // The ids of pages are those of conversations, but written without dashes
  return page(
    ordered,
    query,
    (one) => one.id.replaceAll("-", ""),
    () => true,
    info,
  );
}

/** A page begins with the item whose id is asked for; with the first of all when there is none such. */
function page<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  idOf: (item: Item) => string,
  matches: (item: Item) => boolean,
  shown: (item: Item) => unknown = (item) => item,
): Reply {
  const limit = Number(query.get("limit") ?? 100);
  if (limit < 1 || limit > 100)
    return refuse(422, [{ type: "less_than_equal", loc: ["query", "limit"], msg: "1 to 100" }]);
  const begin = items.findIndex((item) => idOf(item) === query.get("page_id"));
  const rest = items.slice(Math.max(begin, 0)).filter(matches);
  const next = rest[limit];
  return ok({ items: rest.slice(0, limit).map(shown), next_page_id: next === undefined ? null : idOf(next) });
}

/** Messages m1, m2, … of a user, a minute apart. */
export const messages = (count: number, from = 1): StoredEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `m${from + index}`,
    kind: "MessageEvent",
    source: "user",
    timestamp: `2026-01-01T${String(Math.floor((from + index) / 60)).padStart(2, "0")}:${String((from + index) % 60).padStart(2, "0")}:00`,
    text: `text ${from + index}`,
  }));
