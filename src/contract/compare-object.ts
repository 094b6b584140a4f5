/** Objects and lists: properties that come and go, what has to be there, and what else may be. */
import type { Checked } from "./check-document.js";
import { tell, type Use, under } from "./comparison.js";
import { type Described, isFull } from "./described.js";
import { type At, below, member } from "./document.js";
import { isFree, mayBeNull, shapeOf } from "./shape.js";

/** Compares the properties of two objects. */
export function compareObjects(use: Use, pinned: Described, actual: Described): void {
  for (const [name, at] of pinned.properties) {
    const now = actual.properties.get(name);
    if (now) use.comparison.compare(under(use, name), at, now);
    else tellRemoved(use, name, at);
  }
  const needed = requiredOf(use, pinned, actual);
  for (const [name, { pointer }] of actual.properties) {
    if (pinned.properties.has(name)) continue;
    if (needed.has(name))
      tell(use, "required-property-added", pointer, { what: `the property \`${name}\` is new, and required` });
    else tell(use, "property-added", pointer, { what: `the property \`${name}\` is new` });
  }
  compareRequired(use, pinned, actual);
  compareExtra(use, pinned, actual);
  if (pinned.names.value !== undefined || actual.names.value !== undefined)
    use.comparison.compare(under(use, "(names)"), textsIfAbsent(pinned.names), textsIfAbsent(actual.names));
}

/** Names of properties are texts anyway. */
const textsIfAbsent = (at: At): At => (at.value === undefined ? { ...at, value: { type: "string" } } : at);

/** The tag of a member of a union has to be there, whether or not the document says so. */
const requiredOf = ({ comparison }: Use, pinned: Described, actual: Described, of = actual): ReadonlySet<string> =>
  new Set([
    ...of.required,
    ...(comparison.pinned.tags.get(pinned.pointer) ?? []),
    ...(comparison.actual.tags.get(actual.pointer) ?? []),
  ]);

/** Those who read answers reckon with its absence: null and absent are the same, and what may be anything may be null. */
const mayBeAbsent = (source: Checked, at: At): boolean => mayBeNull(source, shapeOf(source, at)) || isFree(source, at);

function tellRemoved(use: Use, name: string, at: At): void {
  const { pinned: source } = use.comparison;
  const rule = mayBeAbsent(source, at) ? "optional-property-removed" : "property-removed";
  tell(use, rule, at.pointer, { what: `the property \`${name}\` is gone` });
}

function compareRequired(use: Use, pinned: Described, actual: Described): void {
  const { pinned: source } = use.comparison;
  const [before, after] = [requiredOf(use, pinned, actual, pinned), requiredOf(use, pinned, actual)];
  for (const name of new Set([...before, ...after])) {
    const [at, now] = [pinned.properties.get(name), actual.properties.get(name)];
    if (before.has(name) === after.has(name) || (at === undefined) !== (now === undefined)) continue;
    const pointer = at?.pointer ?? below((after.has(name) ? actual : pinned).pointer, "required");
    const [was, is] = before.has(name) ? ["required", "optional"] : ["optional", "required"];
    const rule = after.has(name)
      ? "property-became-required"
      : at && mayBeAbsent(source, at)
        ? "nullable-property-became-optional"
        : "property-became-optional";
    tell(use, rule, pointer, { what: `the property \`${name}\` is ${is} now`, before: was, after: is });
  }
}

/** What properties without a name of their own have to be. */
function compareExtra(use: Use, pinned: Described, actual: Described): void {
  const [before, after] = [pinned.extra, actual.extra];
  const [closed, closes] = [before.value === false, after.value === false];
  if (closed && closes) return;
  if (closes)
    tell(use, "additional-properties-forbidden", pinned.pointer, {
      what: "properties that are not listed are refused now",
    });
  else if (closed)
    tell(use, "additional-properties-allowed", before.pointer, {
      what: "properties that are not listed are allowed now",
    });
  else use.comparison.compare(under(use, "*"), before, after);
}

/** Compares the items of two lists. */
export function compareLists(use: Use, pinned: Described, actual: Described): void {
  const { compare } = use.comparison;
  const [before, after] = [pinned.tuple, actual.tuple];
  if (before?.length !== after?.length) {
    const length = (tuple: readonly At[] | undefined): string => (tuple ? `${tuple.length} places` : "any length");
    const told = { before: length(before), after: length(after) };
    tell(use, "tuple-length-changed", pinned.pointer, {
      what: `the list has ${told.after}, not ${told.before}`,
      ...told,
    });
  }
  for (const [index, at] of (before ?? []).entries()) {
    const now = after?.[index];
    if (now) compare(under(use, `[${index}]`), at, now);
  }
  // What a tuple is followed by; where it ends with its places there is a bound, or the list has no other items
  const isOpen = before ? before.length === after?.length : !after;
  if (isOpen && !(isFull(pinned) && isFull(actual))) compare(under(use, "[]"), pinned.items, actual.items);
}

/** Does a property of the object have one value only, and which? */
export function constantsOf({ properties }: Described): ReadonlyMap<string, unknown> {
  const found = [...properties].flatMap(([name, at]): [string, unknown][] => {
    const value = member(at.value, "const") ?? onlyOf(member(at.value, "enum"));
    return value === undefined ? [] : [[name, value]];
  });
  return new Map(found.filter(([, value]) => typeof value !== "object"));
}

const onlyOf = (values: unknown): unknown => (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
