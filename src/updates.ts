/** What a followed conversation tells, one update at a time: the stream gives them, the store takes them. */
import type { AgentServerError } from "./errors.js";
import type { FullState } from "./events.js";
import type { Event as AgentEvent } from "./generated/types.js";

/**
 * A place in the log of a conversation, to go on from later. It is plain data: keep it as JSON wherever you like.
 *
 * @example
 * const keep = (cursor: Cursor) => JSON.stringify(cursor); // for a database, or localStorage
 * const kept: Cursor = JSON.parse(keep({ seq: 41, id: eventId }));
 * const rest = streamEvents(client, conversationId, { after: kept }); // begins with the event at 42
 * @see `after_seq` of the session socket, `page_id` of `events/search`
 */
export interface Cursor {
  /** The index in the log; null where the server did not say it (the legacy socket, REST). */
  readonly seq: number | null;
  /** The id of the event there. */
  readonly id: string;
}

/**
 * An event of the log. Each comes exactly once, in log order.
 *
 * @example
 * const lineOf = ({ seq, event }: EventUpdate) => `${seq ?? "?"} ${event.timestamp} ${event.kind}`;
 * render(lineOf({ type: "event", seq: 0, cursor: { seq: 0, id: event.id }, event }));
 */
export interface EventUpdate {
  readonly type: "event";
  /** The index in the log; null where the server did not say it. */
  readonly seq: number | null;
  /** Go on from here after this event. */
  readonly cursor: Cursor;
  /** As it came; with `parse`, what that made of it. */
  readonly event: AgentEvent;
}

/**
 * The whole state as the server saw it just then. It is not in the log.
 *
 * @example
 * const modelOf = ({ value }: StateUpdate) => (value.agent?.kind === "Agent" ? value.agent.llm.model : null);
 * render(modelOf({ type: "state", value: { execution_status: "idle" } })); // null: not every field is always there
 */
export interface StateUpdate {
  readonly type: "state";
  /** Not all fields have to be there; what is absent is null, or not known. */
  readonly value: FullState;
}

/**
 * Text as the model writes it. It is never in the log: the message or the action that it becomes is.
 *
 * @example
 * const written = new Map<string, string>();
 * const take = ({ itemId, text, status }: ItemUpdate) => written.set(itemId, status === "aborted" ? "" : text);
 * for await (const update of streamEvents(client, conversationId)) {
 *   if (update.type === "item") take(update);
 *   else if (update.type === "live") break;
 * }
 */
export interface ItemUpdate {
  readonly type: "item";
  /** The id of the event that the item becomes; on the legacy socket an id of ours. */
  readonly itemId: string;
  /** Counts from 1. A higher attempt starts the text anew. */
  readonly attempt: number;
  /** `aborted`: nothing becomes of it, unless a higher attempt follows. */
  readonly status: "open" | "aborted";
  /** The whole text so far. */
  readonly text: string;
  /** The whole reasoning so far. */
  readonly reasoning: string;
  /** What this update adds to the text. */
  readonly textDelta: string;
  /** What this update adds to the reasoning. */
  readonly reasoningDelta: string;
  /** A piece is missing. The event will have all of it. */
  readonly lossy: boolean;
}

/**
 * How the connection is doing.
 *
 * @example
 * const noteOf = ({ status, error }: ConnectionUpdate) =>
 *   status === "waiting" ? `Connecting again. ${error?.classification.message ?? ""}` : status;
 * render(noteOf({ type: "connection", status: "waiting", attempt: 1 }));
 */
export interface ConnectionUpdate {
  readonly type: "connection";
  /** `waiting`: for the next attempt. `paused`: the consumer is behind. */
  readonly status: "connecting" | "open" | "waiting" | "paused" | "closed";
  /** How many attempts there have been since a connection last held. */
  readonly attempt: number;
  /** Why the last connection ended. */
  readonly error?: AgentServerError | undefined;
}

/**
 * One thing that a followed conversation tells, told apart by `type`:
 *
 * - `event`, `state`, `item`, `connection`: see their types.
 * - `live`: the history has been delivered; what follows is happening now.
 * - `reset`: the log is another one. Clear what you have; it is read from its start.
 * - `gap`: the server cannot read the event at this index, now or later.
 * - `error`: the server could not make sense of a frame of this socket, or `parse` refused an event (`invalid_event`). The
 *   conversation goes on.
 *
 * @example
 * const log: AgentEvent[] = [];
 * const take = (update: StreamUpdate) => {
 *   if (update.type === "event") log.push(update.event);
 *   else if (update.type === "reset") log.length = 0;
 * };
 * take({ type: "reset", reason: "log_replaced" });
 */
export type StreamUpdate =
  | EventUpdate
  | StateUpdate
  | ItemUpdate
  | { readonly type: "live" }
  | { readonly type: "reset"; readonly reason: "log_replaced" }
  | { readonly type: "gap"; readonly seq: number }
  | { readonly type: "error"; readonly code: string; readonly detail: string }
  | ConnectionUpdate;

/** Ids of the server are never like this. */
const OWN_ITEM = "streamed:";

/**
 * The id of an item whose server names none: the legacy socket does not say which event its pieces of text become.
 * Takes anything that is unique among the items of a conversation.
 */
export const ownItemId = (name: string | number): string => `${OWN_ITEM}${name}`;

/** Is it an item that the next message or action of the agent closes, whichever id that has? */
export const isOwnItemId = (itemId: string): boolean => itemId.startsWith(OWN_ITEM);
