/** Remembers the last ids, and forgets those of long ago. */

const HALF = 5_000;

/** Knows at least the last 5,000 ids and at most 10,000. */
export function createRecent() {
  let [young, old] = [new Set<string>(), new Set<string>()];
  return {
    has: (id: string): boolean => young.has(id) || old.has(id),
    add(id: string): void {
      young.add(id);
      if (young.size >= HALF) [young, old] = [new Set(), young];
    },
    clear(): void {
      [young, old] = [new Set(), new Set()];
    },
  };
}
