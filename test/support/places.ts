/** Places inside a value: finding them, reading them, changing one in a copy. */
import { isFields } from "./corpus.js";

export type Place = readonly (string | number)[];

/** Every place inside `value`, outermost first. */
export function* placesIn(value: unknown, at: Place = []): Generator<Place> {
  if (at.length > 0) yield at;
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* placesIn(item, [...at, index]);
  else if (isFields(value)) for (const [name, item] of Object.entries(value)) yield* placesIn(item, [...at, name]);
}

export function valueAt(value: unknown, [key, ...rest]: Place): unknown {
  if (key === undefined) return value;
  const inner: unknown = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return valueAt(inner, rest);
}

/** A copy of `value` with `item` at the place; undefined takes the field away. */
export function withAt(value: unknown, [key, ...rest]: Place, item: unknown): unknown {
  if (key === undefined) return item;
  if (Array.isArray(value)) return value.map((old, index) => (index === key ? withAt(old, rest, item) : old));
  const old = isFields(value) ? value : {};
  const { [key]: inner, ...others } = old;
  const changed = withAt(inner, rest, item);
  return changed === undefined ? others : { ...old, [key]: changed };
}
