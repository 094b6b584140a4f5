/** A part of what a store has, so that a component renders when that part changes. */
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";

/**
 * Reads a part of a store. A part that is made anew each time but holds the same is the part from before.
 *
 * @param initial - what there is on a server that renders, and in a browser while it takes that over
 */
export function useSelected<Source, Part>(
  subscribe: (listener: () => void) => () => void,
  read: () => Source,
  initial: Source,
  select: (source: Source) => Part,
): Part {
  const shown = useRef<Kept<Part>>(undefined);
  const [now, first] = useMemo(
    () => [keeping(read, select, shown), keeping(() => initial, select, shown)] as const,
    [read, initial, select],
  );
  const part = useSyncExternalStore(subscribe, now, first);
  useEffect(() => {
    shown.current = { part };
  }, [part]);
  return part;
}

type Kept<Part> = { readonly part: Part } | undefined;

/** The part, looked for again when the source is another one only. */
function keeping<Source, Part>(
  read: () => Source,
  select: (source: Source) => Part,
  shown: { readonly current: Kept<Part> },
): () => Part {
  let last: { readonly source: Source; readonly part: Part } | undefined;
  return () => {
    const source = read();
    if (last && Object.is(last.source, source)) return last.part;
    const before = last ?? shown.current;
    const part = select(source);
    last = { source, part: before && isSame(before.part, part) ? before.part : part };
    return last.part;
  };
}

type Fields = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Fields =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));

/** The same value, or lists and objects of the same values. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && Object.is(a[key], b[key]))
  );
}
