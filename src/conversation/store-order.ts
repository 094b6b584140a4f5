/** Entries of a log by their index in it, among others whose index nobody said. */

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
export const NEAR = 64;

/**
 * Puts an entry to its place by its index, when that is near the end. Otherwise it goes to the end and the answer is
 * false: the entries want {@link sortBySeq}.
 */
export function insertBySeq<T extends Placed>(entries: T[], entry: T, seq: number): boolean {
  let place = entries.length;
  for (let index = place - 1; index >= 0; index--) {
    if (entries.length - index > NEAR) {
      entries.push(entry);
      return false;
    }
    const other = entries[index]?.seq ?? null;
    if (other === null) continue;
    if (other < seq) break;
    place = index;
  }
  entries.splice(place, 0, entry);
  return true;
}
