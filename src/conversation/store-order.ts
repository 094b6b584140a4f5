/** The places of entries in a log: by the index that the server says, or near the end by what they tell. */
import type { Event as AgentEvent } from "../generated/types.js";
import { isConversationStateUpdateEvent } from "../guards.js";

/** Something that may know its index in the log. */
export interface Placed {
  readonly seq: number | null;
}

/** What stands without an index keeps to the one before it. */
function groupsOf<T extends Placed>(entries: readonly T[]): T[][] {
  const groups: T[][] = [[]];
  for (const entry of entries) {
    if (entry.seq === null) groups.at(-1)?.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

const seqOf = (group: readonly Placed[]): number => group[0]?.seq ?? -1;

/**
 * The entries in rising order of index. An entry without one stays behind the entry that it is behind now. Gives the
 * same array back when nothing is out of order.
 */
export function sortBySeq<T extends Placed>(entries: readonly T[]): readonly T[] {
  let highest = -1;
  const isSorted = entries.every(({ seq }) => {
    if (seq === null) return true;
    const rises = seq > highest;
    highest = seq;
    return rises;
  });
  return isSorted
    ? entries
    : groupsOf(entries)
        .sort((a, b) => seqOf(a) - seqOf(b))
        .flat();
}

/** So far from the end a place is looked for. */
const NEAR = 64;

/** Puts an entry to its place by its index, when that is near the end. Otherwise the answer is false. */
export function insertBySeq<T extends Placed>(entries: T[], entry: T, seq: number): boolean {
  let place = entries.length;
  for (let index = place - 1; index >= 0; index--) {
    if (entries.length - index > NEAR) return false;
    const other = entries[index]?.seq ?? null;
    if (other === null) continue;
    if (other < seq) break;
    place = index;
  }
  if (place === entries.length) entries.push(entry);
  else entries.splice(place, 0, entry);
  return true;
}

/**
 * Where an event goes without an index: to the end, as a rule. A state update names as its parent the event that was the last one then: one that comes after
 * a later event, and is older than that, belongs before it. So does one that is older than another with its key.
 */
export function placeIn(entries: readonly { readonly event: AgentEvent }[], event: AgentEvent): number {
  let place = entries.length;
  if (!isConversationStateUpdateEvent(event)) return place;
  const end = Math.max(0, place - NEAR);
  for (let index = place - 1; index >= end; index--) {
    const other = entries[index]?.event;
    if (other === undefined || other.id === event.parent_id) break;
    const tells = !isConversationStateUpdateEvent(other) || other.key === event.key;
    if (tells && other.timestamp > event.timestamp) place = index;
  }
  return place;
}
