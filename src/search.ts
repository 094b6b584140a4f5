/** Searches over all pages, one page at a time and none before it is asked for. */
import type { CallOptions } from "./calls.js";
import { type AgentClient, unwrap } from "./client.js";
import { ContractError } from "./errors.js";
import type { EventSource } from "./events.js";
import { EVENT_PYTHON_PATHS, type EventKind } from "./generated/kinds.js";
import type {
  Event as AgentEvent,
  ConversationExecutionStatus,
  ConversationInfo,
  ConversationSortOrder,
  EventSortOrder,
} from "./generated/types.js";
import { field } from "./tags.js";

/**
 * Any string, without hiding the names that editors can suggest.
 * @inline
 */
type Other = string & Record<never, never>;

/**
 * Options of every search.
 *
 * @example
 * const aFew: PageOptions = { pageSize: 5, signal: AbortSignal.timeout(10_000) }; // the five newest, then more
 * for await (const { id, title } of searchConversations(client, aFew)) render(title ?? id);
 */
export interface PageOptions extends CallOptions {
  /** How many items one call asks for: 1 to 100, and 100 unless said otherwise. */
  readonly pageSize?: number | undefined;
}

/**
 * Which events, and in which order.
 *
 * @example
 * const today: EventSearch = { kind: "ActionEvent", timestamp__gte: "2026-01-02T00:00:00Z" };
 * for await (const call of searchEvents(client, conversationId, today)) render(call.timestamp);
 */
export interface EventSearch extends PageOptions {
  /** The events of one kind, by its name on the wire, on every server. */
  readonly kind?: EventKind | Other | undefined;
  /** The events from one source. */
  readonly source?: EventSource | Other | undefined;
  /** The messages that contain this text, whatever its case. */
  readonly body?: string | undefined;
  /** Not before this time: ISO 8601, without an offset the server's local time. */
  readonly timestamp__gte?: string | undefined;
  /** Before this time: ISO 8601, without an offset the server's local time. */
  readonly timestamp__lt?: string | undefined;
  /** Oldest first (`TIMESTAMP`) unless said otherwise. The order is that of the log, forwards or backwards. */
  readonly sort_order?: EventSortOrder | undefined;
}

/**
 * The events of a conversation, over all pages. A page is fetched when its first event is asked for; `break` ends it.
 * Events that are added meanwhile come at the end, or not at all when the newest come first. Events are not validated.
 *
 * @throws RangeError at once, when `pageSize` is not a whole number from 1 to 100
 * @throws {ContractError} while iterating, when a page is not the one that was asked for: the server begins again at the
 * start when it does not know a page
 * @throws {HttpError} while iterating, of an error status
 * @example
 * for await (const message of searchEvents(client, conversationId, { kind: "MessageEvent", sort_order: "TIMESTAMP_DESC" })) {
 *   console.log(message.timestamp, textOf(message));
 *   break; // the newest is enough: one call
 * }
 * @see `GET /api/conversations/{conversation_id}/events/search` of the document; server rule: up to 1.57 `kind` has to be
 * the full name of the Python class
 */
export function searchEvents(
  client: AgentClient,
  conversationId: string,
  options: EventSearch = {},
): AsyncGenerator<AgentEvent, void> {
  const { kind, source, body, timestamp__gte, timestamp__lt, sort_order = "TIMESTAMP", signal } = options;
  const filters = {
    kind: kind === undefined ? null : pythonPath(kind),
    source: source ?? null,
    body: body ?? null,
    timestamp__gte: timestamp__gte ?? null,
    timestamp__lt: timestamp__lt ?? null,
    sort_order,
    limit: limitOf(options),
  };
  const path = "/api/conversations/{conversation_id}/events/search";
  const pageFrom = async (page_id: string | null): Promise<Page<AgentEvent>> => {
    const params = { path: { conversation_id: conversationId }, query: { ...filters, page_id } };
    return unwrap(await client.GET(path, { params, signal: signal ?? null }));
  };
  return itemsOf(`GET ${path}`, pageFrom, signal);
}

const pythonPath = (kind: string): string =>
  Object.hasOwn(EVENT_PYTHON_PATHS, kind) ? EVENT_PYTHON_PATHS[kind as EventKind] : kind;

/**
 * Which conversations, and in which order.
 *
 * @example
 * const waiting: ConversationSearch = { status: "waiting_for_confirmation", sort_order: "UPDATED_AT_DESC" };
 * for await (const { id } of searchConversations(client, waiting)) report(id, "waits for somebody's answer");
 */
export interface ConversationSearch extends PageOptions {
  /** The conversations with one status. */
  readonly status?: ConversationExecutionStatus | undefined;
  /** The newest first (`CREATED_AT_DESC`) unless said otherwise. */
  readonly sort_order?: ConversationSortOrder | undefined;
}

/**
 * The server's conversations, over all pages. A page is fetched when its first conversation is asked for; `break` ends
 * it. When conversations change meanwhile, an order by `UPDATED_AT` can give one twice or miss one, and one that would
 * begin the next page and is deleted or has another status by then ends the search with a ContractError.
 *
 * @throws RangeError at once, when `pageSize` is not a whole number from 1 to 100
 * @throws {ContractError} while iterating, when a page is not the one that was asked for: the server begins again at the
 * start when it does not know a page
 * @throws {HttpError} while iterating, of an error status: a wrong session key is one, not an empty list
 * @example
 * for await (const conversation of searchConversations(client, { status: "running" })) {
 *   console.log(conversation.id, conversation.title);
 * }
 * @see `GET /api/conversations/search` of the document
 */
export function searchConversations(
  client: AgentClient,
  options: ConversationSearch = {},
): AsyncGenerator<ConversationInfo, void> {
  const { status, sort_order = "CREATED_AT_DESC", signal } = options;
  const filters = { status: status ?? null, sort_order, limit: limitOf(options) };
  const path = "/api/conversations/search";
  const pageFrom = async (page_id: string | null): Promise<Page<ConversationInfo>> =>
    unwrap(await client.GET(path, { params: { query: { ...filters, page_id } }, signal: signal ?? null }));
  return itemsOf(`GET ${path}`, pageFrom, signal);
}

function limitOf({ pageSize = 100 }: PageOptions): number {
  if (Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= 100) return pageSize;
  throw new RangeError("pageSize: expected a whole number from 1 to 100");
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_page_id?: string | null;
}

/** A page begins with the item whose id it was asked for. Anything else is another page, and could go on for ever. */
async function* itemsOf<Item extends { readonly id: string }>(
  call: string,
  pageFrom: (pageId: string | null) => Promise<Page<Item>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item, void> {
  const begun = new Set<string>();
  let pageId: string | null = null;
  for (;;) {
    const page: Page<Item> = await pageFrom(pageId);
    if (!Array.isArray(field(page, "items"))) throw fault(call, ["items"], "expected an array");
    const first = plain(page.items[0]?.id);
    if (pageId !== null && first !== plain(pageId)) {
      throw fault(call, ["items", 0, "id"], "expected the id that the page was asked for with");
    }
    begun.add(first);
    for (const item of page.items) {
      signal?.throwIfAborted();
      yield item;
    }
    pageId = page.next_page_id ?? null;
    if (pageId === null) return;
    if (begun.has(plain(pageId))) throw fault(call, ["next_page_id"], "expected a page that was not read before");
  }
}

/** The server writes the same id with and without dashes: a conversation's page id has none. */
const plain = (id: unknown): string => (typeof id === "string" ? id.replaceAll("-", "").toLowerCase() : "");

const fault = (call: string, path: readonly (string | number)[], message: string): ContractError =>
  new ContractError(call, [{ path, code: "invalid_value", message }]);
