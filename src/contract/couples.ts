/** Members of unions and their counterparts in the other document, whatever the order. */
import { textOfBound } from "./bounds.js";
import { constantsOf } from "./compare-object.js";
import type { Comparison } from "./comparison.js";
import { canonicalText, type Described } from "./described.js";
import { nameOf, type Source } from "./document.js";
import { expandedOnce, isReference, type Option } from "./shape.js";

/** Two lists from which what belongs together is taken away. */
export interface Lists {
  pinned: readonly Option[];
  actual: readonly Option[];
}

/** Do these two stand for each other? */
export type Belong = (pinned: Option, actual: Option) => boolean;
type Couple = readonly [Option, Option];

/** Takes the pairs that belong together out of the lists. */
export function takeCouples(lists: Lists, belong: Belong): Couple[] {
  const left = [...lists.actual];
  const couples = lists.pinned.flatMap((pinned): Couple[] => {
    const index = left.findIndex((actual) => belong(pinned, actual));
    const [actual] = index < 0 ? [] : left.splice(index, 1);
    return actual ? [[pinned, actual]] : [];
  });
  lists.pinned = lists.pinned.filter((pinned) => !couples.some(([taken]) => taken === pinned));
  lists.actual = left;
  return couples;
}

/** What has a tag that nothing on the other side has. */
export function takeStrangers(comparison: Comparison, lists: Lists): Lists {
  const { pinned, actual } = lists;
  const isStrange = (tags: readonly Tags[]): boolean => tags.length > 0 && tags.every((found) => found === "different");
  const strangers = {
    pinned: pinned.filter((a) => isStrange(actual.map((b) => tagsOf(comparison, a, b)))),
    actual: actual.filter((b) => isStrange(pinned.map((a) => tagsOf(comparison, a, b)))),
  };
  lists.pinned = pinned.filter((option) => !strangers.pinned.includes(option));
  lists.actual = actual.filter((option) => !strangers.actual.includes(option));
  return strangers;
}

/** Members of one type are known by what else they say first: their order says nothing. */
export const signatureOf = (option: Option): string =>
  isReference(option)
    ? ""
    : canonicalText([
        option.format,
        option.values?.map(({ value }) => canonicalText(value)).sort(),
        [...option.bounds].map(([key, bound]) => textOfBound(key, bound)).sort(),
        [...option.properties.keys()].sort(),
        option.items.value,
      ]);

/** Are both described, and of one type? */
export const isAlike: Belong = (a, b) => !isReference(a) && !isReference(b) && a.type === b.type;

type Tags = "different" | "none" | "same";

/** Have both a constant in the same property, and is it the same? */
export function tagsOf(comparison: Comparison, pinned: Option, actual: Option): Tags {
  const constants = tagsIn(comparison.actual, actual);
  const shared = [...tagsIn(comparison.pinned, pinned)].filter(([name]) => constants.has(name));
  if (shared.length === 0) return "none";
  return shared.every(([name, value]) => constants.get(name) === value) ? "same" : "different";
}

/** Each member is held against each other one: what it says is looked up once. */
const looked = new WeakMap<Option, ReadonlyMap<string, unknown>>();

/** The constants of an object; of what may be several things, none. */
function tagsIn(source: Source, option: Option): ReadonlyMap<string, unknown> {
  const known = looked.get(option);
  if (known) return known;
  const [only, more] = allDescribed(source, [option]);
  const found = only && !more ? constantsOf(only) : new Map<string, unknown>();
  looked.set(option, found);
  return found;
}

/** References followed, down to what is described; the same one once. */
export function allDescribed(source: Source, options: readonly Option[], seen = new Set<string>()): Described[] {
  return options.flatMap((option) => {
    if (!isReference(option)) return [option];
    if (seen.has(option.ref.pointer)) return [];
    seen.add(option.ref.pointer);
    return allDescribed(source, expandedOnce(source, option), seen);
  });
}

/** A schema's name, or the type of what has none. */
export const nameOfOption = (option: Option): string =>
  isReference(option) ? `\`${nameOf(option.ref.pointer)}\`` : option.type === "any" ? "anything" : option.type;

/** A member as people call it: its tag, else its name. */
export function labelOf(source: Source, option: Option, tag: string | undefined): string {
  const [only, ...more] = allDescribed(source, [option]);
  const value = only && more.length === 0 && tag !== undefined ? constantsOf(only).get(tag) : undefined;
  return value === undefined ? nameOfOption(option) : JSON.stringify(value);
}
