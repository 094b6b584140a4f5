/** The events of a conversation, each exactly once, for as long as someone reads them. */
import type { AgentClient } from "../client.js";
import type { Event as AgentEvent } from "../generated/types.js";
import { field } from "../tags.js";
import type { Cursor, StreamUpdate } from "../updates.js";
import { createFollower } from "./follow.js";
import { streamOf, type UpdateStream } from "./iterable.js";
import type { Start } from "./protocol.js";
import { type ReconnectOptions, waitsOf } from "./reconnect.js";
import { socketOf, type WebSocketConstructor } from "./socket.js";
import { conversationFeed } from "./source.js";

/**
 * Options of {@link streamEvents}.
 *
 * @example
 * const fromNowOn: StreamOptions = { after: "live", parse: parseEvent, signal: AbortSignal.timeout(600_000) };
 * const stream = streamEvents(client, conversationId, fromNowOn);
 */
export interface StreamOptions {
  /**
   * Where to begin: -1 for the whole history, which is also what it is unless said otherwise; the index of an event or a
   * cursor for what comes after it; `"live"` for what happens from now on.
   */
  readonly after?: number | "live" | Cursor | undefined;
  /** Which socket: `auto` takes that of the session, and the other one on servers before 1.45, which have only that. */
  readonly protocol?: "auto" | "session" | "events" | undefined;
  /** Validates each event, as `parseEvent` of `agent-server-client/schemas` does. What it refuses is an `error` update. */
  readonly parse?: ((value: unknown) => AgentEvent) | undefined;
  /** Takes the place of the global one, which Node has from 22 on; the package `ws` has one for Node 20. */
  readonly WebSocket?: WebSocketConstructor | undefined;
  /** How a lost connection is made again. */
  readonly reconnect?: ReconnectOptions | undefined;
  /** Ends the stream, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What {@link streamEvents} gives.
 *
 * @example
 * const stopAfter = (stream: EventStream, ms: number) => setTimeout(() => stream.close(), ms);
 * const stream = streamEvents(client, conversationId);
 * stopAfter(stream, 5); // ends the loop, quietly
 * for await (const update of stream) if (update.type === "event") render(update.event);
 */
export type EventStream = UpdateStream<StreamUpdate>;

/**
 * Follows a conversation: its history, then what happens, each event exactly once and in the order of the log, over any
 * number of lost connections. Nothing is connected before the first update is asked for, and nothing is left behind
 * after the end. It has one consumer; one that does not keep up costs bounded memory and loses nothing.
 *
 * @returns updates, told apart by `type`; see `StreamUpdate`
 * @throws RangeError when there is no WebSocket to use, `after` is no place in a log, or a wait is negative
 * @throws {SocketError} while iterating, after an update `closed`: when the conversation is not there (4004), its model needs
 * credentials that have to be activated first (1013), or the session key is not accepted (4001) and a key function gives no
 * other one
 * @throws {HttpError} or {ContractError} while iterating, after `closed`, when `conversationId` is no id of a conversation
 * or the client's `baseUrl` no address
 * @example
 * for await (const update of streamEvents(client, conversationId)) {
 *   if (update.type === "event") console.log(update.seq, update.event.kind);
 *   if (update.type === "live") break;
 * }
 * @see server rule: `/sockets/session/{id}` with `after_seq`, `/sockets/events/{id}` with `page_id` of `events/search`
 */
export function streamEvents(client: AgentClient, conversationId: string, options: StreamOptions = {}): EventStream {
  const { protocol = "auto", parse, signal: outer } = options;
  const after = startOf(options.after ?? -1);
  const reconnect = waitsOf(options.reconnect ?? {});
  const WebSocket = socketOf(options.WebSocket);
  return streamOf((signal) => {
    const feed = conversationFeed(client, conversationId, { after, protocol, parse, signal });
    return createFollower(client, feed, { WebSocket, reconnect, signal });
  }, outer);
}

const isIndex = (value: unknown, least: number): value is number => Number.isInteger(value) && Number(value) >= least;

/** Cursors come from wherever they were kept. Null and absent are the same. */
function startOf(after: number | "live" | Cursor): Start {
  if (after === "live" || isIndex(after, -1)) return after;
  const [seq, id] = [field(after, "seq") ?? null, field(after, "id")];
  if (typeof id === "string" && id !== "" && (seq === null || isIndex(seq, 0))) return { seq, id };
  throw new RangeError('after: expected a whole number from -1 on, "live" or a cursor');
}
