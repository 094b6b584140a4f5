/** Breaks values at random places, as servers, proxies and other versions might. Copies only what it changes. */
import { type Fields, isFields } from "./corpus.js";
import type { Random } from "./random.js";

export interface Mutated {
  readonly value: unknown;
  /** What was done, in order. */
  readonly names: readonly string[];
}

export interface MutateOptions {
  readonly random: Random;
  /** Values whose parts are grafted into others. */
  readonly donors: readonly unknown[];
  /** Also what JSON.parse never gives: undefined, NaN, holes; and `__proto__` as a key of its own. */
  readonly beyondJson?: boolean;
}

const JSON_VALUES: readonly unknown[] = [
  null,
  true,
  "",
  "text",
  "text",
  "agent",
  0,
  1,
  -1,
  1.5,
  -0.25,
  1e300,
  2 ** 53,
  [],
  [[]],
  [null],
  ["text"],
  [{}],
  {},
  { kind: "NeverSeen" },
  { text: "text", type: "text" },
  { "": 1 },
];
const OTHER_VALUES: readonly unknown[] = [
  undefined,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  [undefined],
  Object.assign([], { length: 2 }),
];
const EXTRA_NAMES = ["extra", "kind", "type", "text", "id", "content", "value", "constructor", "toString"];
const TAGS =
  "ActionEvent MessageEvent ObservationEvent PauseEvent TokenEvent TerminalAction FinishObservation ClientAction_x text image durable sync delta".split(
    " ",
  );

/** The value after `count` changes at random places, each at a random depth. */
export function mutate(value: unknown, count: number, options: MutateOptions): Mutated {
  const names: string[] = [];
  let result = value;
  for (let i = 0; i < count; i++) result = descend(result, options, names);
  return { value: result, names };
}

function descend(value: unknown, options: MutateOptions, names: string[]): unknown {
  const { random } = options;
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const copy: unknown[] = value.slice();
    const index = random.below(copy.length);
    copy[index] = descend(copy[index], options, names);
    return copy;
  }
  if (isFields(value) && random.chance(0.8)) {
    const keys = Object.keys(value);
    if (keys.length > 0) {
      const key = random.pick(keys);
      return withField(value, key, descend(value[key], options, names));
    }
  }
  const change = random.pick(changesOf(value));
  names.push(change.name);
  return change.make(value, options);
}

/** A copy with one field set, as an own one whatever its name. */
function withField(value: Fields, key: string, item: unknown): Fields {
  const copy = { ...value };
  Object.defineProperty(copy, key, { value: item, enumerable: true, configurable: true, writable: true });
  return copy;
}

function without(value: Fields, key: string): Fields {
  const { [key]: _, ...rest } = value;
  return rest;
}

interface Change {
  readonly name: string;
  readonly make: (value: unknown, options: MutateOptions) => unknown;
}

const odd = ({ random, beyondJson }: MutateOptions): unknown =>
  random.pick(beyondJson === true && random.chance(0.5) ? OTHER_VALUES : JSON_VALUES);

/** A random part of a random donor. */
function graft({ random, donors }: MutateOptions): unknown {
  let part: unknown = random.pick(donors);
  while (typeof part === "object" && part !== null && random.chance(0.7)) {
    const parts: unknown[] = Object.values(part);
    if (parts.length === 0) return part;
    part = random.pick(parts);
  }
  return part;
}

const ANYWHERE: readonly Change[] = [
  { name: "odd", make: (_, options) => odd(options) },
  { name: "graft", make: (_, options) => graft(options) },
  { name: "nest", make: (value) => [value] },
];

const IN_OBJECTS: readonly Change[] = [
  {
    name: "drop",
    make: (value, { random }) => {
      const keys = Object.keys(value as Fields);
      return keys.length === 0 ? value : without(value as Fields, random.pick(keys));
    },
  },
  {
    name: "extra",
    make: (value, options) => {
      const names = options.beyondJson === true ? [...EXTRA_NAMES, "__proto__"] : EXTRA_NAMES;
      return withField(value as Fields, options.random.pick(names), odd(options));
    },
  },
  {
    name: "add",
    make: (value, options) => withField(value as Fields, `new${options.random.below(3)}`, graft(options)),
  },
  {
    name: "tag",
    make: (value, { random }) => withField(value as Fields, random.chance(0.7) ? "kind" : "type", random.pick(TAGS)),
  },
];

const IN_ARRAYS: readonly Change[] = [
  { name: "push", make: (value, options) => [...(value as unknown[]), odd(options)] },
  { name: "push graft", make: (value, options) => [...(value as unknown[]), graft(options)] },
  { name: "pop", make: (value) => (value as unknown[]).slice(0, -1) },
  { name: "twice", make: (value) => [...(value as unknown[]), ...(value as unknown[])] },
];

/** Changes of a scalar that mostly keep its type. */
const IN_SCALARS: readonly Change[] = [
  { name: "other string", make: (value, { random }) => (typeof value === "string" ? random.pick(TAGS) : value) },
  { name: "other number", make: (value) => (typeof value === "number" ? -value * (value < 1e9 ? 1e12 : 1) : value) },
];

function changesOf(value: unknown): readonly Change[] {
  if (Array.isArray(value)) return [...ANYWHERE, ...IN_ARRAYS];
  return isFields(value) ? [...ANYWHERE, ...IN_OBJECTS, ...IN_OBJECTS] : [...ANYWHERE, ...IN_SCALARS];
}
