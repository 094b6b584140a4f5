/**
 * A schema with its spelling taken away: `anyOf` with null and a list of types, `allOf` of one, a constant and an enum of
 * one, unions in unions, bounds that bound nothing all come to the same. What is left is what a value may be.
 */
import { canonicalText, type Described, described, merged } from "./described.js";
import {
  type At,
  below,
  entriesOf,
  fail,
  inside,
  isNode,
  itemsOf,
  lookUp,
  member,
  type Source,
  targetOf,
} from "./document.js";

/** Another schema, by name. */
export interface Reference {
  readonly ref: At;
  /** Where the reference stands. */
  readonly pointer: string;
}

/** One thing that a value may be: another schema, or something described in place. */
export type Option = Reference | Described;

/** How the members of a union are told apart, as the document says. */
export interface Discriminator {
  readonly at: At;
  readonly property: string;
  /** Pointer of the member by the key that the document has for it. */
  readonly mapping: ReadonlyMap<string, string>;
}

/** What a value may be. */
export interface Shape {
  readonly pointer: string;
  readonly nullable: boolean;
  readonly options: readonly Option[];
  readonly discriminator: Discriminator | undefined;
  readonly fallback: At;
  readonly deprecated: boolean;
}

/** Is it another schema, or described in place? */
export const isReference = (option: Option): option is Reference => "ref" in option;

/** The shape of a schema; an absent one is anything. */
export function shapeOf(source: Source, at: At): Shape {
  const found = alternatives(source, at);
  const options = distinct(found.filter((each) => each !== "null"));
  const nullable = found.includes("null");
  return {
    pointer: at.pointer,
    nullable,
    options: options.length === 0 && !nullable ? nothingAt(at) : options,
    discriminator: discriminatorOf(at),
    fallback: inside(at, "default"),
    deprecated: member(at.value, "deprecated") === true,
  };
}

/** No value suits all parts. */
const nothingAt = ({ pointer }: At): readonly Option[] =>
  described({ value: false, pointer }).filter((each) => each !== "null");

/** The same schema twice is there once, and what takes anything leaves nothing to the others. */
export function distinct(all: readonly Option[]): readonly Option[] {
  const possible = all.filter((each) => isReference(each) || each.type !== "never");
  const anything = possible.find((each) => !isReference(each) && each.type === "any");
  if (anything) return [anything];
  const options = listed(possible);
  return [...new Map(options.map((each) => [isReference(each) ? each.ref.pointer : each, each])).values()];
}

/** Texts, numbers and truths: nothing is inside them. */
const SIMPLE: ReadonlySet<string> = new Set(["boolean", "integer", "number", "string"]);

const isBare = ({ format, bounds, others, type }: Described): boolean =>
  SIMPLE.has(type) && format === undefined && bounds.size === 0 && others.size === 0;

/** Values that are listed one by one are one list. */
function listed(options: readonly Option[]): readonly Option[] {
  const kept = new Map<unknown, Option>();
  for (const each of options) {
    if (isReference(each) || !each.values || !isBare(each)) kept.set(each, each);
    else kept.set(each.type, withValuesOf(kept.get(each.type), each));
  }
  return [...kept.values()];
}

function withValuesOf(known: Option | undefined, more: Described): Described {
  if (known === undefined || isReference(known)) return more;
  const values = [...(known.values ?? []), ...(more.values ?? [])];
  const distinct = [...new Map(values.map((each) => [canonicalText(each.value), each])).values()];
  return { ...known, values: known.type === "boolean" && distinct.length === 2 ? undefined : distinct };
}

/** A union that may be null is often a union in a union: its discriminator is further inside. */
function discriminatorOf(at: At): Discriminator | undefined {
  const found = inside(at, "discriminator");
  const property = member(found.value, "propertyName");
  if (typeof property !== "string") {
    const parts = ["anyOf", "oneOf", "allOf"].flatMap((key) => itemsOf(inside(at, key)));
    return parts.map(discriminatorOf).find((each) => each !== undefined);
  }
  const mapping = entriesOf(inside(found, "mapping")).map(([key, target]) => [key, String(target.value)] as const);
  return { at: found, property, mapping: new Map(mapping) };
}

type Alternative = Option | "null";

/** What each part of a schema allows; a value has to suit all parts. */
function alternatives(source: Source, at: At): readonly Alternative[] {
  const target = targetOf(at.value);
  const parts: (readonly Alternative[])[] = itemsOf(inside(at, "allOf")).map((each) => alternatives(source, each));
  if (target !== undefined)
    parts.push([{ ref: lookUp(source, target, below(at.pointer, "$ref")), pointer: at.pointer }]);
  for (const key of ["anyOf", "oneOf"]) {
    const members = itemsOf(inside(at, key));
    if (members.length > 0) parts.push(members.flatMap((each) => alternatives(source, each)));
  }
  const own = described(at);
  const [first = own, ...more] = [...parts, own].filter(
    (part) => part !== own || parts.length === 0 || !isAnything(own),
  );
  return more.reduce((left, right) => {
    const suiting = both(source, left, right);
    if (suiting.length > MOST_ALTERNATIVES) fail(source, at.pointer, "allOf of unions allows too many combinations");
    return suiting;
  }, first);
}

/** Unions multiply each other: a document with so many combinations is made to keep its readers busy. */
const MOST_ALTERNATIVES = 200;

const isAnything = (options: readonly Alternative[]): boolean =>
  options.length === 1 &&
  options.every((each) => each !== "null" && takesNull(each) && each.bounds.size === 0 && each.format === undefined);

/** Bounds and formats are of texts, numbers, lists and objects: null keeps them all. */
const takesNull = (option: Alternative): option is Described | "null" =>
  option === "null" || (!isReference(option) && option.type === "any" && option.others.size === 0);

function both(source: Source, left: readonly Alternative[], right: readonly Alternative[]): readonly Alternative[] {
  if (isAnything(left)) return right;
  if (isAnything(right)) return left;
  const [inLeft, inRight] = [expanded(source, left), expanded(source, right)];
  return inLeft.flatMap((a) =>
    inRight.flatMap((b): Alternative[] => {
      if (a === "null" || b === "null") return takesNull(a) && takesNull(b) ? ["null"] : [];
      const one = merged(a, b);
      return one.type === "never" ? [] : [one];
    }),
  );
}

/** References followed, down to what is described. */
function expanded(
  source: Source,
  options: readonly Alternative[],
  seen = new Set<string>(),
): readonly (Described | "null")[] {
  return options.flatMap((each): readonly (Described | "null")[] => {
    if (each === "null" || !isReference(each)) return [each];
    if (seen.has(each.ref.pointer)) return [];
    seen.add(each.ref.pointer);
    return expanded(source, alternatives(source, each.ref), seen);
  });
}

/** One step down: what the schema that an option names may be. */
export const expandedOnce = (source: Source, option: Option): readonly Option[] =>
  isReference(option) ? shapeOf(source, option.ref).options : [option];

/** May the value be null, in whatever way that is said? */
export const mayBeNull = (source: Source, { nullable, options }: Shape, seen = new Set<string>()): boolean =>
  nullable ||
  options.some((each) => {
    if (!isReference(each)) return each.type === "any";
    if (seen.has(each.ref.pointer)) return false;
    seen.add(each.ref.pointer);
    return mayBeNull(source, shapeOf(source, each.ref), seen);
  });

/** Is nothing said about the value? */
export const isFree = (source: Source, at: At): boolean =>
  !isNode(at.value) || shapeOf(source, at).options.some((each) => !isReference(each) && each.type === "any");
