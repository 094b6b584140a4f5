/** Text as the model writes it, until the message or action comes that has it. */
import type { Event as AgentEvent, StreamingDeltaEvent } from "../generated/types.js";
import { isActionEvent, isAgentMessage, isConversationErrorEvent, isInterruptEvent, isStateUpdate } from "../guards.js";
import { type ItemUpdate, isOwnItemId, ownItemId } from "../updates.js";

/**
 * Text that the model is writing.
 *
 * @example
 * const lineOf = ({ text, reasoning, lossy }: ConversationItem) => `${text || reasoning}${lossy ? " …" : ""}`;
 * render(createConversationStore().getSnapshot().items.map(lineOf));
 */
export interface ConversationItem {
  /** The id of the event that it becomes; from the legacy socket an id of ours. */
  readonly itemId: string;
  /** Counts from 1: with a higher one the model has begun anew. */
  readonly attempt: number;
  /** The whole text so far. */
  readonly text: string;
  /** The whole reasoning so far. */
  readonly reasoning: string;
  /** A piece is missing. The event will have all of it. */
  readonly lossy: boolean;
}

/** Items that come and go. Each answer says whether something changed. */
export interface OpenItems {
  update(update: ItemUpdate): boolean;
  /** Takes a piece as the legacy socket sends it. */
  delta(event: StreamingDeltaEvent): boolean;
  /** Takes an event that is new in the log. */
  event(event: AgentEvent): boolean;
  /** The same array until something changes. */
  read(): readonly ConversationItem[];
}

/** After these nothing more is written of what was being written. */
const ENDS = [isAgentMessage, isActionEvent, isConversationErrorEvent, isInterruptEvent];
const RUN_IS_OVER: readonly unknown[] = ["finished", "error", "stuck", "paused"];

/** The text that pieces of the legacy socket add up to. */
interface Pieces {
  readonly itemId: string;
  readonly since: string;
  /** The pieces it is made of: one may come twice. */
  readonly ids: Set<string>;
}

/** Nothing is being written. `isLogged` tells of an id whether its event has come. */
export function createItems(isLogged: (id: string) => boolean): OpenItems {
  const items = new Map<string, ConversationItem>();
  /** The attempts of which nothing became. */
  const aborted = new Map<string, number>();
  let pieces: Pieces | undefined;
  /** When the last text was done. */
  let doneAt = "";
  let newestAt = "";
  let read: readonly ConversationItem[] | undefined;

  const set = (item: ConversationItem): true => {
    items.set(item.itemId, item);
    read = undefined;
    return true;
  };

  const drop = (itemId: string): boolean => {
    if (!items.delete(itemId)) return false;
    read = undefined;
    return true;
  };

  const dropWhere = (isMeant: (itemId: string) => boolean): boolean =>
    [...items.keys()].filter(isMeant).map(drop).includes(true);

  /** Its pieces have no id that an event has: which event it becomes is a matter of time. */
  const dropOwn = (at: string): boolean => {
    if (at > doneAt) doneAt = at;
    const isLater = pieces !== undefined && at < pieces.since;
    const spared = isLater ? pieces?.itemId : undefined;
    const done = [...items.keys()].filter((itemId) => isOwnItemId(itemId) && itemId !== spared);
    for (const itemId of done) aborted.set(itemId, Number.POSITIVE_INFINITY); // its id is no event's, which would tell
    return done.map(drop).includes(true);
  };

  return {
    update({ itemId, attempt, status, text, reasoning, lossy }) {
      const before = items.get(itemId);
      if (isLogged(itemId) || attempt <= (aborted.get(itemId) ?? 0) || attempt < (before?.attempt ?? 0)) return false;
      if (status === "aborted") {
        aborted.set(itemId, attempt);
        return drop(itemId);
      }
      // A text only grows: what is shorter is late.
      const isLate =
        attempt === before?.attempt && text.length + reasoning.length < before.text.length + before.reasoning.length;
      const isSame =
        before?.attempt === attempt && before.text === text && before.reasoning === reasoning && before.lossy === lossy;
      return !isLate && !isSame && set({ itemId, attempt, text, reasoning, lossy });
    },
    delta({ id, timestamp, content, reasoning_content }) {
      if (timestamp < doneAt || pieces?.ids.has(id)) return false;
      if (pieces === undefined || !items.has(pieces.itemId))
        pieces = { itemId: ownItemId(id), since: timestamp, ids: new Set() };
      pieces.ids.add(id);
      const { text = "", reasoning = "" } = items.get(pieces.itemId) ?? {};
      return set({
        itemId: pieces.itemId,
        attempt: 1,
        text: text + (content ?? ""),
        reasoning: reasoning + (reasoning_content ?? ""),
        lossy: false,
      });
    },
    event(event) {
      const changes = [drop(event.id)];
      if (ENDS.some((is) => is(event))) changes.push(dropOwn(event.timestamp));
      // That nothing becomes of an item may be said while nobody listens. The end of an earlier run says nothing.
      const isNewest = event.timestamp >= newestAt;
      if (isNewest) newestAt = event.timestamp;
      if (isNewest && isStateUpdate(event, "execution_status") && RUN_IS_OVER.includes(event.value))
        changes.push(
          dropOwn(event.timestamp),
          dropWhere((itemId) => !isOwnItemId(itemId)),
        );
      return changes.includes(true);
    },
    read() {
      read ??= [...items.values()];
      return read;
    },
  };
}
