/** Two schemas that stand in the same place. */
import { shortText } from "./collector.js";
import { constantsOf } from "./compare-object.js";
import { compareOptions } from "./compare-options.js";
import { meet, tell, type Use } from "./comparison.js";
import { canonicalText } from "./described.js";
import { type At, isEqual, lookUp, nameOf } from "./document.js";
import { type Discriminator, isReference, shapeOf } from "./shape.js";

/** Compares two schemas, and what is said beside them. */
export function compareSchemas(use: Use, pinned: At, actual: At): void {
  if (meetTargets(use, pinned, actual)) return;
  const before = shapeOf(use.comparison.pinned, pinned);
  const after = shapeOf(use.comparison.actual, actual);
  compareOptions(use, before, after);
  compareDiscriminators(use, before.discriminator, after.discriminator);
  compareDefaults(use, before.fallback, after.fallback, pinned.pointer);
  if (before.deprecated !== after.deprecated) tellDeprecated(use, pinned.pointer, after.deprecated);
}

/** What is written alike differs at most in what it refers to. */
function meetTargets(use: Use, pinned: At, actual: At): boolean {
  const [before, after] = [use.comparison.pinned, use.comparison.actual].map(({ targets }) => targets);
  const mine = before?.get(pinned.pointer);
  const others = after?.get(actual.pointer);
  if (!mine || !others || !isEqual(pinned.value, actual.value)) return false;
  for (const [pointer, target] of mine) {
    const other = others.get(pointer);
    if (other) meet(use, target, other);
  }
  return true;
}

/** Tells of a mark of deprecation that came or went. */
export const tellDeprecated = (use: Use, pointer: string, isDeprecated: boolean): void =>
  isDeprecated
    ? tell(use, "deprecated", pointer, { what: "it is deprecated now" })
    : tell(use, "no-longer-deprecated", pointer, { what: "it is no longer deprecated" });

/** Null is what leaving out means anyway. */
function compareDefaults(use: Use, before: At, after: At, pointer: string): void {
  const [was, is] = [before.value ?? null, after.value ?? null].map(canonicalText);
  if (was === is) return;
  const told = { before: was === "null" ? "none" : was, after: is === "null" ? "none" : is };
  tell(use, "default-changed", before.value === undefined ? pointer : before.pointer, {
    what: `the default is ${shortText(told.after)} now, not ${shortText(told.before)}`,
    ...told,
  });
}

function compareDiscriminators(use: Use, before: Discriminator | undefined, after: Discriminator | undefined): void {
  if (before?.property === after?.property) {
    if (before && after) compareMappings(use, before, after);
    return;
  }
  const told = { before: before?.property ?? "none", after: after?.property ?? "none" };
  const what = `its members are told apart by ${told.after} now, not by ${told.before}`;
  const rule = !before ? "discriminator-added" : !after ? "discriminator-removed" : "discriminator-changed";
  tell(use, rule, (before ?? after)?.at.pointer ?? "", { what, ...told });
}

function compareMappings(use: Use, before: Discriminator, after: Discriminator): void {
  const now = keysByTarget(after);
  for (const [target, keys] of keysByTarget(before)) {
    const other = now.get(target);
    if (other === undefined || other === keys || other === tagOf(use, target, after.property)) continue;
    const what = `the document has the key ${other} for \`${nameOf(target)}\` now, not ${keys}`;
    tell(use, "discriminator-mapping-changed", before.at.pointer, { what, before: keys, after: other });
  }
}

/** What the document calls each member. A number at the end of a Python path counts what has the same name, and says nothing. */
function keysByTarget({ mapping }: Discriminator): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>();
  for (const [key, target] of mapping)
    found.set(target, [...(found.get(target) ?? []), key.replace(PYTHON_SUFFIX, "")]);
  return new Map([...found].map(([target, keys]) => [target, [...new Set(keys)].sort().join(", ")]));
}

const PYTHON_SUFFIX = /(?:-Output|-Input)?(?:__\d+)?$/;

/** The key that the member itself has: a mapping by it is right, and needs no repair. */
function tagOf({ comparison: { actual } }: Use, target: string, property: string): string | undefined {
  const [only] = target.startsWith("#") ? shapeOf(actual, lookUp(actual, target, target)).options : [];
  const value = only && !isReference(only) ? constantsOf(only).get(property) : undefined;
  return typeof value === "string" ? value : undefined;
}
