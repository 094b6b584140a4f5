/** Two descriptions of a value: type, allowed values, format, bounds, and what is inside. */
import { isTighter, textOfBound } from "./bounds.js";
import { shortText } from "./collector.js";
import { compareLists, compareObjects } from "./compare-object.js";
import { tell, type Use } from "./comparison.js";
import { canonicalText, type Described } from "./described.js";
import type { At } from "./document.js";

/** Compares what stands in the same place of both documents. */
export function compareDescribed(use: Use, pinned: Described, actual: Described): void {
  if (pinned.type !== actual.type) {
    tellType(use, pinned, actual);
    return;
  }
  compareValues(use, pinned, actual);
  compareFormat(use, pinned, actual);
  compareBounds(use, pinned, actual);
  compareOthers(use, pinned, actual);
  if (pinned.type === "object") compareObjects(use, pinned, actual);
  if (pinned.type === "array") compareLists(use, pinned, actual);
}

function tellType(use: Use, { pointer, type: before }: Described, { type: after }: Described): void {
  const what = `the type is ${wordOf(after)} now, not ${wordOf(before)}`;
  const rule = holds(before, after) ? "type-narrowed" : holds(after, before) ? "type-widened" : "type-changed";
  tell(use, rule, pointer, { what, before, after });
}

const wordOf = (type: string): string => (type === "any" ? "anything" : type === "never" ? "nothing" : type);

/** Is every value of the second type one of the first? */
const holds = (type: string, other: string): boolean =>
  type === "any" || other === "never" || (type === "number" && other === "integer");

function compareValues(use: Use, { pointer, values: before }: Described, { values: after }: Described): void {
  const told = { before: listOf(before), after: listOf(after) };
  if (before && after) compareEnums(use, pointer, before, after);
  else if (after)
    tell(use, "enum-added", pointer, { what: `only these values are allowed now: ${told.after}`, ...told });
  else if (before) {
    const rule = before.length === 1 ? "constant-widened" : "enum-removed";
    tell(use, rule, pointer, { what: "values that are not listed are allowed now", ...told });
  }
}

function compareEnums(use: Use, pointer: string, before: readonly At[], after: readonly At[]): void {
  const [gone, added] = [without(before, after), without(after, before)];
  if (before.length === 1 && added.length > 0) {
    const told = { before: listOf(before), after: listOf(after) };
    const rule = gone.length > 0 ? "constant-changed" : "constant-widened";
    tell(use, rule, pointer, { what: `the value was always ${told.before}, and is now ${told.after}`, ...told });
    return;
  }
  for (const each of gone)
    tell(use, "enum-value-removed", each.pointer, {
      what: `the value ${shortJson(each.value)} is gone`,
      before: each.value,
    });
  for (const each of added)
    tell(use, "enum-value-added", each.pointer, {
      what: `the value ${shortJson(each.value)} is new`,
      after: each.value,
    });
}

const shortJson = (value: unknown): string => shortText(JSON.stringify(value));
const listOf = (values: readonly At[] | undefined): string =>
  values
    ?.map(({ value }) => shortJson(value))
    .sort()
    .join(", ") ?? "any";

function without(values: readonly At[], others: readonly At[]): readonly At[] {
  const known = new Set(others.map(({ value }) => canonicalText(value)));
  return values.filter(({ value }) => !known.has(canonicalText(value)));
}

function compareFormat(use: Use, { pointer, format: before }: Described, { format: after }: Described): void {
  if (before === after) return;
  const told = { before: before ?? "none", after: after ?? "none" };
  const rule = before === undefined ? "format-added" : after === undefined ? "format-removed" : "format-changed";
  tell(use, rule, pointer, { what: `the format is ${told.after} now, not ${told.before}`, ...told });
}

function compareBounds(use: Use, pinned: Described, actual: Described): void {
  for (const key of new Set([...pinned.bounds.keys(), ...actual.bounds.keys()])) {
    const [before, after] = [pinned.bounds.get(key), actual.bounds.get(key)];
    if (before && after && before.value === after.value && before.open === after.open) continue;
    const told = {
      before: before ? textOfBound(key, before) : "none",
      after: after ? textOfBound(key, after) : "none",
    };
    const rule = !after
      ? "constraint-loosened"
      : !before
        ? "constraint-tightened"
        : key === "pattern"
          ? "pattern-changed"
          : isTighter(key, after, before)
            ? "constraint-tightened"
            : "constraint-loosened";
    const what = !after
      ? `the bound ${told.before} is gone`
      : `the bound is ${told.after} now${before ? `, not ${told.before}` : ""}`;
    tell(use, rule, (before ?? after)?.pointer ?? pinned.pointer, { what, ...told });
  }
}

function compareOthers(use: Use, pinned: Described, actual: Described): void {
  for (const key of new Set([...pinned.others.keys(), ...actual.others.keys()])) {
    const [before, after] = [pinned.others.get(key), actual.others.get(key)];
    if (before === after) continue;
    tell(use, "keyword-changed", pinned.pointer, {
      what: `the keyword ${key} is another one`,
      before: before ?? "none",
      after: after ?? "none",
    });
  }
}
