/** How a value is bounded beyond its type, and whether other bounds let more or less through. */
import { below, member } from "./document.js";

/** One bound: its value, and where it stands. */
export interface Bound {
  readonly value: number | string | true;
  /** The value itself is not allowed. */
  readonly open: boolean;
  readonly pointer: string;
}

/** By what is bounded; `minimum` and `exclusiveMinimum` bound the same. */
export type Bounds = ReadonlyMap<string, Bound>;

const LOWER = ["minLength", "minItems", "minProperties", "minimum"];
const UPPER = ["maxLength", "maxItems", "maxProperties", "maximum"];
const OF_TYPE: { readonly [type: string]: readonly string[] | undefined } = {
  any: ["minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems"].concat([
    "minProperties",
    "maxProperties",
    "minimum",
    "maximum",
    "multipleOf",
  ]),
  string: ["minLength", "maxLength", "pattern"],
  array: ["minItems", "maxItems", "uniqueItems"],
  object: ["minProperties", "maxProperties"],
  number: ["minimum", "maximum", "multipleOf"],
  integer: ["minimum", "maximum", "multipleOf"],
};

/** The bounds of a schema that mean something for a type; those that let everything through are left out. */
export function boundsOf(schema: unknown, pointer: string, type: string): Bounds {
  const found = (OF_TYPE[type] ?? []).flatMap((key): [string, Bound][] => {
    const plain = boundOf(schema, pointer, key, false);
    const open = boundOf(schema, pointer, `exclusive${key.charAt(0).toUpperCase()}${key.slice(1)}`, true);
    const tighter = plain && open ? (isTighter(key, open, plain) ? open : plain) : (open ?? plain);
    return tighter ? [[key, type === "integer" ? whole(key, tighter) : tighter]] : [];
  });
  return new Map(found);
}

function boundOf(schema: unknown, pointer: string, key: string, open: boolean): Bound | undefined {
  const value = member(schema, key);
  const says =
    typeof value === "string" || value === true || (typeof value === "number" && !(value === 0 && MIN_SIZE.test(key)));
  return says ? { value, open, pointer: below(pointer, key) } : undefined;
}

/** No length is below zero. */
const MIN_SIZE = /^min(?:Length|Items|Properties)$/;

/** Of whole numbers, above 0 is from 1. */
function whole(key: string, bound: Bound): Bound {
  if (typeof bound.value !== "number" || key === "multipleOf") return bound;
  const value =
    key === "minimum"
      ? bound.open
        ? Math.floor(bound.value) + 1
        : Math.ceil(bound.value)
      : bound.open
        ? Math.ceil(bound.value) - 1
        : Math.floor(bound.value);
  return { ...bound, value, open: false };
}

/** What is no binary fraction is divided with a small error: 0.3 is 3 times 0.1. */
const isWhole = (times: number): boolean => Math.abs(times - Math.round(times)) <= 1e-9 * Math.abs(times);

/** Does `a` let less through than `b`, or something else? */
export function isTighter(key: string, a: Bound, b: Bound): boolean {
  if (typeof a.value !== "number" || typeof b.value !== "number") return a.value !== b.value;
  if (key === "multipleOf") return !isWhole(b.value / a.value);
  if (a.value === b.value) return a.open && !b.open;
  return LOWER.includes(key) ? a.value > b.value : UPPER.includes(key) && a.value < b.value;
}

/** The bounds of a value of a type that has to keep both. */
export const bothBounds = (a: Bounds, b: Bounds, type: string): Bounds =>
  new Map(
    [...new Map([...a, ...[...b].map(([key, bound]) => [key, bothOf(key, a.get(key), bound)] as const)])]
      .filter(([key]) => OF_TYPE[type]?.includes(key))
      .map(([key, bound]) => [key, type === "integer" ? whole(key, bound) : bound]),
  );

function bothOf(key: string, a: Bound | undefined, b: Bound): Bound {
  if (a === undefined) return b;
  if (typeof a.value === "string" && typeof b.value === "string") return { ...a, value: bothTexts(a.value, b.value) };
  return isTighter(key, b, a) ? b : a;
}

const AND = " & ";

/** Two things that are asked for at once, in whatever order. */
export const bothTexts = (a: string, b: string): string =>
  [...new Set([...a.split(AND), ...b.split(AND)])].sort().join(AND);

/** A bound as a reader of the document would write it. */
export const textOfBound = (key: string, { value, open }: Bound): string =>
  `${open ? `exclusive${key.charAt(0).toUpperCase()}${key.slice(1)}` : key}: ${typeof value === "string" ? JSON.stringify(value) : value}`;
