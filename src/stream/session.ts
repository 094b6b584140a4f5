/**
 * The session socket: each event comes with its index in the log, and a connection goes on from where the last one
 * ended. The cursor is the last index below which nothing is missing, for live events can overtake each other.
 *
 * @see server rule: `session_protocol.py` (the same in 1.45.0 to 1.58.2)
 */
import type { FullState } from "../events.js";
import type { Event as AgentEvent } from "../generated/types.js";
import { field, text } from "../tags.js";
import type { StreamUpdate } from "../updates.js";
import type { Out } from "./items.js";
import { FIRST_FRAME_MS, GAP_MS, type Protocol, type ProtocolContext, SILENCE_MS, type Start } from "./protocol.js";

/** More than these do not overtake each other: then what is missing is unreadable. */
const MOST_PENDING = 5_000;
/** So many that came over REST are remembered. */
const MOST_FETCHED = 1_000;

/** Reads it from `start` on. */
export function sessionProtocol(
  start: Start,
  { conversationId, log, items, deliver }: ProtocolContext,
): Protocol<StreamUpdate> {
  // The place in the log: all events up to here are out. Without a `seq`, the end of the log, which `sync` tells
  let seq = start === "live" ? undefined : typeof start === "number" ? Math.max(start, -1) : (start.seq ?? -1);
  let id = typeof start === "object" && start.seq !== null ? start.id : undefined;
  /** The index is not known: events are passed over up to the one with this id. */
  let skippedTo = typeof start === "object" && start.seq === null ? start.id : undefined;
  /** REST has just said that the log has the last event; over the socket it may be too large. */
  let isConfirmed = false;
  /** The index before the first one that is of interest. */
  let base = seq;
  /** Came over REST, where an index is a guess: the log may have unreadable events before it. */
  const fetched = new Set<string>();
  const pending = new Map<number, AgentEvent>();
  /** A whole state is newer than the events that came before it, and so has to wait for them. */
  const states: FullState[] = [];

  // Of this connection
  let through = -1;
  /** Whether the replay has ended. */
  let isLive = false;
  /** Whether `live` has been said: also when REST had all of the history, for the first frame may be long in coming. */
  let isTold = false;
  /** The first event has to be the last one of before, else the log is another one. */
  let known: string | undefined;
  /** The index at its beginning. */
  let asked = -1;
  /** The log may have been replaced since REST confirmed it: to be asked again now that there is a connection. */
  let isUnsure = false;
  let [gapSince, heardAt] = [Number.POSITIVE_INFINITY, 0];
  let [hasFrame, hasLooked, isMore] = [false, false, false];

  const give = (event: AgentEvent, at: number, out: Out): void => {
    id = event.id;
    if (fetched.delete(event.id)) return;
    if (skippedTo !== undefined) {
      if (event.id === skippedTo) skippedTo = undefined;
      return;
    }
    deliver(event, at, out);
  };
  const giveFetched = (event: AgentEvent, at: number, out: Out): void => {
    give(event, at, out);
    fetched.add(event.id);
  };
  /** Gives what is there up to an index, and then all that follows without a gap. */
  const settle = (to: number, out: Out): void => {
    for (let at = (seq ?? -1) + 1; at <= to || pending.has(at); at++) {
      const event = pending.get(at);
      pending.delete(at);
      seq = at;
      if (event) give(event, at, out);
      else if (skippedTo === undefined) out.push({ type: "gap", seq: at });
    }
  };
  const takeEvent = (at: unknown, event: AgentEvent, out: Out, now: number): "replaced" | undefined => {
    if (typeof at !== "number" || typeof event?.id !== "string") return undefined;
    if (known !== undefined) {
      // Further on, if the index was a guess; when the replay has ended without it, the log is another one
      if (event.id !== known) return undefined;
      known = undefined;
      seq = Math.max(seq ?? -1, at);
    }
    seq ??= at - 1;
    if (at <= seq) {
      fetched.delete(event.id);
      // Where only gaps have been, there is an event now
      return id === undefined && base !== undefined && at > base ? "replaced" : undefined;
    }
    if (at === seq + 1 && pending.size === 0) {
      // As nearly all of them do it comes in its turn
      seq = at;
      give(event, at, out);
      return undefined;
    }
    pending.set(at, event);
    settle(seq, out);
    giveStates(out);
    if (pending.size === 0) gapSince = Number.POSITIVE_INFINITY;
    else if (pending.size > MOST_PENDING) settle(Math.min(...pending.keys()) - 1, out);
    else gapSince = Math.min(gapSince, now);
    return undefined;
  };

  const takeState = (event: unknown, out: Out): "replaced" | undefined => {
    const value = field(event, "key") === "full_state" ? field(event, "value") : undefined;
    if (!isLive) {
      if (known !== undefined || skippedTo !== undefined) return "replaced";
      isLive = true;
      settle(through, out);
      // The last ones may be told once more, as live events
      for (const oldest of fetched) {
        if (fetched.size <= MOST_FETCHED) break;
        fetched.delete(oldest);
      }
      // What ended while nobody was listening, and became nothing, was not told
      if (field(value, "execution_status") !== "running") items.idle(out);
      tellLive(out);
    }
    if (typeof value === "object" && value !== null) states.push(value as FullState); // as sent
    giveStates(out);
    return undefined;
  };
  const tellLive = (out: Out): void => {
    if (!isTold) out.push({ type: "live" });
    isTold = true;
  };
  const giveStates = (out: Out): void => {
    if (pending.size === 0) for (const value of states.splice(0)) out.push({ type: "state", value });
  };

  /** For when there is no event of before to go on from. The first frame is held back while the agent runs. */
  const hasBecomeDeaf = async (isFirst: boolean): Promise<boolean> => {
    if (isLive && seq !== undefined) return (await log.count()) > seq + 1;
    await log.probe();
    return !isFirst && (hasFrame || !(await log.isRunning()));
  };

  return {
    path() {
      const after = seq === undefined ? "" : `?after_seq=${known === undefined ? asked : seq - 1}`;
      return `/sockets/session/${encodeURIComponent(conversationId)}${after}`;
    },
    begin(now) {
      pending.clear();
      states.length = 0;
      items.broken();
      known = isConfirmed || skippedTo !== undefined ? undefined : id;
      [isUnsure, isConfirmed] = [isConfirmed, false];
      asked = (id === undefined ? base : seq) ?? -1;
      [through, isLive, isTold] = [-1, false, false];
      [gapSince, heardAt] = [Number.POSITIVE_INFINITY, now];
      [hasFrame, hasLooked, isMore] = [false, false, false];
    },
    receive(frame, out, now) {
      [heardAt, hasFrame] = [now, true];
      switch (field(frame, "type")) {
        case "durable":
          return takeEvent(field(frame, "seq"), field(frame, "event") as AgentEvent, out, now); // checked there
        case "sync": {
          const end = field(frame, "through_seq");
          through = typeof end === "number" ? end : -1;
          seq ??= through;
          base ??= through;
          return through < asked ? "replaced" : undefined;
        }
        case "transient":
          return takeState(field(frame, "event"), out);
        case "error":
          out.push({ type: "error", code: text(field(frame, "code")), detail: text(field(frame, "detail")) });
          return undefined;
        default:
          items.frame(frame, out); // what it does not know, it leaves alone
          return undefined;
      }
    },
    dueAt() {
      if (isMore || isUnsure) return 0;
      const gap = isLive ? gapSince + GAP_MS : Number.POSITIVE_INFINITY;
      return Math.min(gap, heardAt + (hasFrame || hasLooked ? SILENCE_MS : FIRST_FRAME_MS));
    },
    async lookUp(out, now) {
      const [isGap, isFirst] = [pending.size > 0, !hasLooked];
      [isMore, isUnsure, hasLooked, gapSince] = [false, false, true, Number.POSITIVE_INFINITY];
      if (seq === undefined || skippedTo !== undefined || (id === undefined && seq >= 0)) {
        const isDeaf = await hasBecomeDeaf(isFirst);
        heardAt = now();
        return isGap || isDeaf ? "again" : undefined;
      }
      const page = await log.after(id);
      heardAt = now();
      if (page === undefined) return "replaced";
      const end = isGap ? Math.min(...pending.keys()) : Number.POSITIVE_INFINITY;
      for (const event of page.events) {
        if (isLive && !isGap) return "again"; // it has become deaf
        if (event.id === pending.get(end)?.id) {
          settle(end - 1, out);
          giveStates(out);
          return undefined;
        }
        if (seq + 1 < end) seq += 1;
        giveFetched(event, seq, out);
      }
      isMore = page.isMore;
      if (isMore) return undefined;
      if (isGap) return "again";
      // One that waits for a tool is kept
      if (!isLive && isTold && (hasFrame || !(await log.isRunning()))) return "again";
      tellLive(out);
      return undefined;
    },
    async fetchNext(out) {
      let [from, passed] = [id, id === undefined ? (seq ?? -1) + 1 : 0];
      if (passed > 0 && !(await log.isWhole())) return "replaced"; // which one is next, nobody can tell
      for (;;) {
        const page = await log.after(from);
        if (page === undefined) return "replaced";
        // It is the last one of before, which REST has; or the next one
        const event = known === undefined ? page.events[passed] : undefined;
        isConfirmed = known !== undefined || event !== undefined;
        if (event !== undefined) {
          seq = (seq ?? -1) + 1;
          giveFetched(event, seq, out);
        }
        if (isConfirmed) return "again";
        passed -= page.events.length;
        from = page.events.at(-1)?.id;
        if (!page.isMore || from === undefined) return undefined;
      }
    },
    restart(out) {
      out.push({ type: "reset", reason: "log_replaced" });
      [seq, base, id, skippedTo, isConfirmed] = [-1, -1, undefined, undefined, false];
      fetched.clear();
      pending.clear();
    },
  };
}
