/**
 * The legacy socket: bare events, now and then out of order, and no place to go on from. The order of the log comes from
 * REST, where the id of any event is such a place. A live event goes out at once when the event before it in the tree is
 * out; another one waits until the log has told what comes before it.
 *
 * @see server rule: `sockets.py`, `page_id` of `events/search`
 */
import type { FullState } from "../events.js";
import type { Event as AgentEvent } from "../generated/types.js";
import { field, text } from "../tags.js";
import type { StreamUpdate } from "../updates.js";
import type { Out } from "./items.js";
import { FIRST_FRAME_MS, GAP_MS, type Protocol, type ProtocolContext, SILENCE_MS, type Start } from "./protocol.js";
import { createRecent } from "./recent.js";

/** Of live events that wait; the others will be found in the log. */
const MOST_WAITING = 1_000;
/** Up to 1.44 an event is sent before it is in the log. So often it is looked for there. */
const MOST_TRIES = 3;
const NEVER = Number.POSITIVE_INFINITY;

const hasParent = (parent: unknown): parent is string => typeof parent === "string" && parent !== "__root__";

/** Reads it from `start` on. */
export function legacyProtocol(
  start: Start,
  { conversationId, log, items, deliver }: ProtocolContext,
): Protocol<StreamUpdate> {
  let id = typeof start === "object" ? start.id : undefined;
  let isFromNewest = start === "live";
  /** So many events of the log are passed over. */
  let passed = typeof start === "number" ? start + 1 : 0;
  /** So many have been read; and whether an index is a place among them, which it is only if all can be read. */
  let [read, isPlaced] = [0, passed === 0];
  const recent = createRecent();
  /** Live events that are not out yet, in the order in which they came. */
  const waiting = new Map<string, AgentEvent>();
  /** A whole state is newer than the events that came before it, and so has to wait for them. */
  const states: FullState[] = [];
  let tries = 0;

  // Of this connection
  /** Whether `live` has been said: also without a frame, for there may be none for long. */
  let isTold = false;
  /**
   * A whole state is told when nothing is being written to the log. Once the log has been read after that, live events go
   * out as they come; before that, what was told just before this connection may be neither here nor there yet.
   */
  let [hasState, isCaughtUp] = [false, false];
  let [hasHeard, isMore] = [false, false];
  let [waitsSince, heardAt] = [NEVER, 0];

  const give = (event: AgentEvent, out: Out): void => {
    waiting.delete(event.id);
    id = event.id;
    if (recent.has(event.id)) return;
    recent.add(event.id);
    read += 1;
    if (passed > 0) passed -= 1;
    else deliver(event, null, out);
  };
  /** Without a parent it is the first one; or its copy here lacks it, as those of hooks do, and the log has to tell. */
  const isNext = ({ parent_id: parent }: AgentEvent): boolean =>
    hasParent(parent) ? recent.has(parent) : id === undefined;
  /** Gives those whose turn has come. */
  const giveWaiting = (out: Out): void => {
    for (let left = Number.NaN; left !== waiting.size; ) {
      left = waiting.size;
      for (const event of waiting.values()) {
        if (isNext(event)) give(event, out);
        else if (!hasParent(event.parent_id)) break; // what came after it is behind it
      }
    }
  };
  const settle = (): void => {
    if (waiting.size === 0) [waitsSince, tries] = [NEVER, 0];
  };

  const giveStates = (out: Out): void => {
    if (!isCaughtUp || waiting.size > 0) return;
    for (const value of states.splice(0)) {
      if (field(value, "execution_status") !== "running") items.idle(out);
      out.push({ type: "state", value });
    }
  };

  const takeEvent = (event: AgentEvent, out: Out, now: number): void => {
    if (recent.has(event.id)) return;
    waiting.set(event.id, event);
    for (const oldest of waiting.keys()) {
      if (waiting.size <= MOST_WAITING) break;
      waiting.delete(oldest);
    }
    if (isCaughtUp) giveWaiting(out);
    settle();
    if (waiting.size > 0) waitsSince = Math.min(waitsSince, now);
  };

  return {
    path: () => `/sockets/events/${encodeURIComponent(conversationId)}`,
    begin(now) {
      items.broken();
      waiting.clear();
      states.length = 0;
      [isTold, hasState, isCaughtUp] = [false, false, false];
      [hasHeard, isMore] = [false, false];
      [tries, waitsSince, heardAt] = [0, NEVER, now];
    },
    receive(frame, out, now) {
      const event = frame as AgentEvent & { readonly key?: unknown; readonly value?: unknown }; // read with care below
      if (typeof field(frame, "kind") !== "string" || typeof field(frame, "id") !== "string") return undefined;
      heardAt = now;
      const kind: string = event.kind;
      const isState = kind === "ConversationStateUpdateEvent" && event.key === "full_state";
      isMore ||= !hasHeard || (isState && !hasState); // now it is subscribed: what came before is in the log
      [hasHeard, hasState] = [true, hasState || isState];
      if (kind === "StreamingDeltaEvent") items.delta(event, out);
      else if (kind === "ServerErrorEvent") {
        out.push({ type: "error", code: text(field(event, "code")), detail: text(field(event, "detail")) });
      } else if (isState) {
        if (typeof event.value === "object" && event.value !== null) states.push(event.value as FullState); // as sent
      } else takeEvent(event, out, now);
      giveStates(out);
      return undefined;
    },
    dueAt() {
      if (isMore) return 0;
      return Math.min(waitsSince + GAP_MS, heardAt + (hasHeard || isTold ? SILENCE_MS : FIRST_FRAME_MS));
    },
    async lookUp(out, now) {
      const isSilence = isTold && waiting.size === 0 && !isMore;
      if (isFromNewest) {
        id = (await log.newest())?.id;
        if (id !== undefined) {
          recent.add(id);
          waiting.delete(id);
        }
        isFromNewest = false;
      }
      const count = isPlaced ? 0 : await log.count();
      const page = await log.after(id);
      heardAt = now();
      if (waiting.size > 0) waitsSince = heardAt;
      isMore = false;
      if (page === undefined) {
        tries += 1;
        waitsSince = heardAt;
        return tries > MOST_TRIES ? "replaced" : undefined;
      }
      for (const event of page.events) {
        if (isSilence && !recent.has(event.id)) return "again"; // it has become deaf
        give(event, out);
      }
      isMore = page.isMore;
      if (isMore) return undefined;
      // One that waits for a tool is kept. Another one is dead, or the server has left out the first frame
      if (isSilence && !hasHeard && !(await log.isRunning())) return "again";
      if (!isPlaced) {
        isMore = (await log.count()) !== count;
        if (isMore) return undefined;
        if (passed > 0 || read < count) return "replaced"; // it is shorter, or nobody can tell which event has that index
        isPlaced = true;
      }
      isCaughtUp = hasState;
      if (!isTold) out.push({ type: "live" });
      isTold = true;
      tries += 1;
      // What the log has not after all this is of another one: the server began anew, and this was still on its way
      if (tries > MOST_TRIES) waiting.clear();
      if (isCaughtUp) giveWaiting(out);
      settle();
      giveStates(out);
      return undefined;
    },
    fetchNext: () => Promise.resolve(undefined), // it has no limit for frames
    restart(out) {
      out.push({ type: "reset", reason: "log_replaced" });
      [id, isFromNewest, passed, isPlaced] = [undefined, false, 0, true];
      recent.clear();
    },
  };
}
