/** Where two lists of JSON values differ, item by item. The order of an object's fields does not matter. */
interface Difference {
  readonly at: number;
  readonly is: unknown;
  readonly recorded: unknown;
}

export const differencesOf = (given: readonly unknown[], recorded: readonly unknown[]): Difference[] =>
  Array.from({ length: Math.max(given.length, recorded.length) }, (_, at) => at).flatMap((at) => {
    const [is, was] = [sorted(given[at]), sorted(recorded[at])];
    return JSON.stringify(is) === JSON.stringify(was) ? [] : [{ at, is, recorded: was }];
  });

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([field, inner]) => [field, sorted(inner)]));
}
