/** Remembers the last ids, and forgets those of long ago. */

/** Knows at least so many of the last ids, and at most twice as many. */
export function createRecent(least = 5_000) {
  let [young, old] = [new Set<string>(), new Set<string>()];
  return {
    has: (id: string): boolean => young.has(id) || old.has(id),
    add(id: string): void {
      young.add(id);
      if (young.size >= least) [young, old] = [new Set(), young];
    },
    clear(): void {
      [young, old] = [new Set(), new Set()];
    },
  };
}
