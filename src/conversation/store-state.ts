/** What is the case now, of what the log says piece by piece and snapshots of the whole state say at once. */
import type { FullState, StateValue } from "../events.js";
import type { Event as AgentEvent } from "../generated/types.js";
import { isConversationStateUpdateEvent, isStateUpdate } from "../guards.js";
import type { ConversationLog } from "./store-log.js";
import { usageTotals } from "./usage.js";

/** A snapshot of the whole state. It is in no log. */
interface StateSnapshot {
  readonly value: FullState;
  /** When the server took it; null when that was not handed on. */
  readonly time: string | null;
  /** How many events had arrived before it. */
  readonly arrival: number;
}

/** What was used, as an update of it or the whole state says it. */
type Stats = Parameters<typeof usageTotals>[0];

/** An update of one field. Absent is null. */
interface Update<T> {
  readonly event: AgentEvent;
  readonly value: T | null;
}

/** What is the case. */
interface CurrentState {
  readonly status: StateValue<"execution_status"> | null;
  readonly stats: Stats | null;
  /** The event that the next one will follow. */
  readonly leafId: string | null;
}

/** The state beside the log. */
export interface StateFold {
  /** Takes a snapshot; an earlier one than the one it has changes nothing. */
  take(snapshot: StateSnapshot): boolean;
  /** Reads on in the log from `kept`. Reading an event again is no harm: in log order the last update of a field counts. */
  read(events: readonly AgentEvent[], kept: number): CurrentState;
}

/** Nothing is known yet. */
export function createStateFold(log: Pick<ConversationLog, "entry">): StateFold {
  let snapshot: StateSnapshot | undefined;
  let status: Update<StateValue<"execution_status">> | undefined;
  let stats: Update<Stats> | undefined;
  let last: AgentEvent | undefined;

  const arrivalOf = (event: AgentEvent): number => log.entry(event.id)?.arrival ?? 0;

  /** Is it from after the snapshot? By time; else by where the conversation stood; else by which came first. */
  const isAfter = (event: AgentEvent, taken: StateSnapshot, events: readonly AgentEvent[]): boolean => {
    const { value, time, arrival } = taken;
    if (time !== null && time !== event.timestamp) return event.timestamp > time;
    const places = [event.parent_id, value.leaf_event_id].map((id) => placeOf(id ?? null, events));
    const [stood = 0, stands = 0] = places;
    return stood === stands ? arrivalOf(event) >= arrival || isBehind(taken) : stood > stands;
  };

  /** Of what has not come yet: after all that has. */
  const placeOf = (id: string | null, events: readonly AgentEvent[]): number => {
    if (id === null) return -1;
    const entry = log.entry(id);
    return entry === undefined ? Number.POSITIVE_INFINITY : events.lastIndexOf(entry.event);
  };

  const newest = <T>(update: Update<T> | undefined, seen: T | null | undefined, events: readonly AgentEvent[]) => {
    if (snapshot === undefined || seen === null || seen === undefined) return update?.value ?? null;
    if (update !== undefined && isAfter(update.event, snapshot, events)) return update.value;
    return seen;
  };

  /** A snapshot that knows of less use than the log is older than the log, and the conversation stands elsewhere. */
  const isBehind = ({ value }: StateSnapshot): boolean => {
    const used = value.stats && stats?.value ? [value.stats, stats.value].map((each) => usageTotals(each)) : [];
    const [then, now] = used.map(({ promptTokens, completionTokens }) => promptTokens + completionTokens);
    return then !== undefined && now !== undefined && then < now;
  };

  const leafOf = (): string | null => {
    const end = last?.id ?? null;
    if (snapshot === undefined) return end;
    const { value, time, arrival } = snapshot;
    const leaf = value.leaf_event_id ?? null;
    if (leaf === null ? value.head_is_empty !== true : log.entry(leaf) === undefined) return end;
    if (last === undefined) return leaf;
    const isOlder =
      time !== null && time !== last.timestamp
        ? last.timestamp > time
        : arrivalOf(last) >= arrival || isBehind(snapshot);
    return isOlder ? end : leaf;
  };

  return {
    take(next) {
      const isLate = snapshot?.time && next.time && next.time < snapshot.time;
      if (isLate) return false;
      // A whole state leaves out what is null, and says of the head whether there is one
      const isHeadSaid = next.value.head_is_empty !== undefined && next.value.head_is_empty !== null;
      const before = isHeadSaid ? { ...snapshot?.value, leaf_event_id: null } : snapshot?.value;
      snapshot = { ...next, value: { ...before, ...next.value } };
      return true;
    },
    read(events, kept) {
      for (let index = kept; index < events.length; index++) {
        const event = events[index];
        if (isStateUpdate(event, "execution_status")) status = { event, value: event.value ?? null };
        else if (isStateUpdate(event, "stats")) stats = { event, value: event.value ?? null };
        if (event !== undefined && !isConversationStateUpdateEvent(event)) last = event;
      }
      return {
        status: newest(status, snapshot?.value.execution_status, events),
        stats: newest<Stats>(stats, snapshot?.value.stats, events),
        leafId: leafOf(),
      };
    },
  };
}
