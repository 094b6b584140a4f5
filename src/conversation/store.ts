/** All that is known of one conversation, kept up to date by what a stream tells. */
import type { Event as AgentEvent } from "../generated/types.js";
import { isServerErrorEvent } from "../guards.js";
import type { ConnectionUpdate, Cursor, StreamUpdate } from "../updates.js";
import { type ConversationContents, createContents } from "./store-contents.js";
import type { ConversationView, ViewOptions } from "./view.js";

/**
 * How the connection is doing.
 *
 * @example
 * const noteOf = ({ status, attempt, error }: ConversationConnection) =>
 *   status === "waiting" ? `Not connected (attempt ${attempt}): ${error?.classification.message}` : "";
 * render(noteOf(createConversationStore().getSnapshot().connection));
 */
export interface ConversationConnection {
  /** `idle`: nothing has been said of one. */
  readonly status: ConnectionUpdate["status"] | "idle";
  /** How many attempts there have been since a connection last held. */
  readonly attempt: number;
  /** Why the last connection ended. */
  readonly error: NonNullable<ConnectionUpdate["error"]> | null;
  /** What the server could not make sense of, on this connection. It is not about the conversation. */
  readonly complaint: { readonly code: string; readonly detail: string } | null;
}

/**
 * A conversation at one time. Nothing in it ever changes; what has not changed is the same object in the next one.
 *
 * @example
 * const placeholder = ({ live, status }: ConversationSnapshot) =>
 *   !live ? "Loading …" : status === "running" ? "The agent works." : "Your message";
 * render(placeholder(createConversationStore().getSnapshot()));
 */
export interface ConversationSnapshot extends ConversationContents {
  /** How the connection is doing. */
  readonly connection: ConversationConnection;
  /** Has the history been delivered? */
  readonly live: boolean;
  /** Where a stream can go on from. */
  readonly cursor: Cursor | null;
}

/**
 * See {@link createConversationStore}. Its functions can be handed on by themselves.
 *
 * @example
 * const fill = async (store: ConversationStore) => {
 *   const after = store.getSnapshot().cursor ?? -1; // goes on where it left off
 *   for await (const update of streamEvents(client, conversationId, { after })) {
 *     store.apply(update);
 *     if (update.type === "live") break;
 *   }
 * };
 * await fill(createConversationStore());
 */
export interface ConversationStore {
  /** Takes what a stream tells, or an event from elsewhere (a page of REST, a socket of your own). */
  readonly apply: (update: StreamUpdate | AgentEvent) => void;
  /** The conversation now: the same object until something changes. */
  readonly getSnapshot: () => ConversationSnapshot;
  /** The view of the active branch now, as `conversationView` gives it, without reading the log again. */
  readonly getView: (options?: ViewOptions) => ConversationView;
  /** Calls `listener` after changes, once for all that happen in one go. Returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * What {@link createConversationStore} can be told.
 *
 * @example
 * const strict: ConversationStoreOptions = { parse: parseEvent }; // for events of a source that you do not trust
 * createConversationStore(strict).apply(event);
 */
export interface ConversationStoreOptions {
  /** Checks each event: `parseEvent` of `agent-server-client/schemas`. What it throws, `apply` throws. */
  readonly parse?: ((event: unknown) => AgentEvent) | undefined;
}

const NO_CONNECTION: ConversationConnection = { status: "idle", attempt: 0, error: null, complaint: null };

/**
 * A store for one conversation: put in what a stream tells, in whatever order and however often, and read what is the
 * case. It reads nothing itself and knows no framework; `useSyncExternalStore(store.subscribe, store.getSnapshot)` fits.
 *
 * Events are in the order of the log: by the index that the session socket says; without one (REST, the legacy socket)
 * after their parent, history before the live events that it leads to. Give pages of REST forwards. Of copies of one
 * event that differ, the one that says most stays. A `full_state` event never enters the log: it is a snapshot of the
 * state, and counts for what the log has said nothing newer about. Pieces of text of the legacy socket
 * (StreamingDeltaEvent) become an item, which the next message or action of the agent replaces; a ServerErrorEvent is
 * about the connection. Unknown updates change nothing; unknown events are events like others.
 *
 * @example
 * const store = createConversationStore();
 * const stop = store.subscribe(() => render(store.getSnapshot().toolCalls));
 * for (const event of events) store.apply(event);
 * stop();
 * @see `streamEvents` of `agent-server-client/stream` for what to put in
 */
export function createConversationStore({ parse }: ConversationStoreOptions = {}): ConversationStore {
  let contents = createContents();
  let connection = NO_CONNECTION;
  let live = false;
  let cursor: Cursor | null = null;
  let snapshot: ConversationSnapshot = { ...contents.read(), connection, live, cursor };
  let isStale = false;
  const listeners = createListeners();

  const complain = ({ code, detail }: { readonly code: string; readonly detail: string }): true => {
    connection = { ...connection, complaint: { code, detail } };
    return true;
  };

  const takeEvent = (given: AgentEvent, seq: number | null): boolean => {
    const event = parse === undefined ? given : parse(given);
    return isServerErrorEvent(event) ? complain(event) : contents.event(event, seq);
  };

  /** A copy of an earlier event does not take it back. */
  const takeCursor = (next: Cursor): boolean => {
    const isEarlier = cursor !== null && cursor.seq !== null && next.seq !== null && next.seq <= cursor.seq;
    if (isEarlier || (cursor?.id === next.id && cursor.seq === next.seq)) return false;
    cursor = next;
    return true;
  };

  /** Did it change anything? */
  const take = (update: StreamUpdate): boolean => {
    switch (update.type) {
      case "event": {
        const hasChanged = takeEvent(update.event, update.seq);
        return takeCursor(update.cursor) || hasChanged;
      }
      case "state":
        return contents.state(update.value ?? {}, null);
      case "item":
        return contents.item(update);
      case "live": {
        const before = live;
        live = true;
        return !before;
      }
      case "reset":
        contents = createContents();
        live = false;
        cursor = null;
        return true;
      case "error":
        return complain(update);
      case "connection": {
        const { status, attempt, error = null } = update;
        const next = { status, attempt, error, complaint: status === "open" ? null : connection.complaint };
        const isSame = (Object.keys(next) as (keyof typeof next)[]).every((name) => next[name] === connection[name]);
        if (!isSame) connection = next;
        return !isSame;
      }
      default:
        return false;
    }
  };

  const getSnapshot = (): ConversationSnapshot => {
    if (isStale) snapshot = same(snapshot, { ...contents.read(), connection, live, cursor });
    isStale = false;
    return snapshot;
  };

  return {
    apply(update) {
      const hasChanged = isEvent(update) ? takeEvent(update, null) : take(update);
      if (!hasChanged) return;
      isStale = true;
      listeners.notify();
    },
    getSnapshot,
    getView(options) {
      getSnapshot();
      return contents.view(options);
    },
    subscribe: (listener) => listeners.add(listener),
  };
}

/** An event may have a `type` of its own, an update never has a kind. */
const isEvent = (update: StreamUpdate | AgentEvent): update is AgentEvent => "kind" in update;

/** The one before, when the next says the same. */
function same(before: ConversationSnapshot, next: ConversationSnapshot): ConversationSnapshot {
  const names = Object.keys(next) as (keyof ConversationSnapshot)[];
  return names.every((name) => before[name] === next[name]) ? before : next;
}

/** Listeners that are called once for all that happens in one go. */
function createListeners() {
  const listeners = new Set<{ readonly call: () => void }>();
  let isScheduled = false;

  const callAll = (): void => {
    isScheduled = false;
    // One that throws is reported as any failed promise is, and does not keep the others from hearing.
    // One may be gone by the time that its turn comes.
    for (const each of listeners) void Promise.resolve().then(() => listeners.has(each) && each.call());
  };

  return {
    add(call: () => void): () => void {
      // The same function may listen twice.
      const each = { call };
      listeners.add(each);
      return () => void listeners.delete(each);
    },
    notify() {
      if (isScheduled || listeners.size === 0) return;
      isScheduled = true;
      void Promise.resolve().then(callAll);
    },
  };
}
