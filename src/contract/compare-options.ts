/** What a value may be, against what it may be now: members of unions find their counterparts, whatever the order. */
import { type Collector, worstOf } from "./collector.js";
import { compareDescribed } from "./compare-described.js";
import { meet, type Replaced, tell, type Use } from "./comparison.js";
import {
  allDescribed,
  type Belong,
  isAlike,
  type Lists,
  labelOf,
  nameOfOption,
  signatureOf,
  tagsOf,
  takeCouples,
  takeStrangers,
} from "./couples.js";
import type { Source } from "./document.js";
import { distinct, expandedOnce, isReference, mayBeNull, type Option, type Shape } from "./shape.js";

/** Compares what a value may be, null included. */
export function compareOptions(use: Use, pinned: Shape, actual: Shape): void {
  const lists: Lists = { pinned: pinned.options, actual: actual.options };
  takeReferences(use, lists);
  compareNull(use, pinned, actual, lists);
  if (pinned.options.length > 1 || actual.options.length > 1)
    tellMembers(use, pinned, actual, takeStrangers(use.comparison, lists));
  if (lists.pinned.length === 0 || lists.actual.length === 0) tellMembers(use, pinned, actual, lists);
  else if ([...lists.pinned, ...lists.actual].some(isReference)) compareReplaced(use, pinned, actual, lists);
  else compareInPlace(use, pinned, actual, lists);
}

/** Other schemas stand in this place than those that the pinned document names. */
function compareReplaced(use: Use, pinned: Shape, actual: Shape, lists: Lists): void {
  const { replaced } = use.comparison;
  const key = [use.direction, ...lists.pinned.map(placeOf), "->", ...lists.actual.map(placeOf)].join(" ");
  if (!replaced.has(key)) {
    replaced.set(key, "open");
    replaced.set(key, lookInside(use, pinned, actual, lists));
  }
  const found = replaced.get(key);
  if (found === "open") return;
  const isNamed = [...lists.pinned, ...lists.actual].every(isReference);
  if (!found && !isNamed) return;
  const [before = "", after = ""] = [lists.pinned, lists.actual].map((options) =>
    options.map(nameOfOption).join(" or "),
  );
  const what = `it is ${after} now, not ${before} (${found ? found.words : "the same by another name"})`;
  const { severity = "info" } = found ?? {};
  const isOther = isNamed && severity !== "info" && use.direction === "response";
  tell(use, "schema-replaced", pinned.pointer, { what, before, after, severity: isOther ? "breaking" : severity });
}

const placeOf = (option: Option): string => (isReference(option) ? option.ref.pointer : option.pointer);
/** References to a schema of the same name, or of one that took its name over, are compared there and not here. */
function takeReferences(use: Use, lists: Lists): void {
  const { comparison } = use;
  const { pinned, actual } = comparison;
  const same = takeCouples(lists, (a, b) => isReference(a) && isReference(b) && a.ref.pointer === b.ref.pointer);
  const isNew: Belong = (a, b) =>
    isReference(a) && isReference(b) && !actual.reached.has(a.ref.pointer) && !pinned.reached.has(b.ref.pointer);
  const isSole = lists.pinned.length === 1 && lists.actual.length === 1;
  const renamed = takeCouples(lists, (a, b) => isNew(a, b) && (isSole || tagsOf(comparison, a, b) === "same"));
  for (const [a, b] of [...same, ...renamed]) if (isReference(a) && isReference(b)) meet(use, a.ref, b.ref);
}

/** Null is told here unless the schemas that both name are where it comes from. */
function compareNull(use: Use, pinned: Shape, actual: Shape, lists: Lists): void {
  const { pinned: source, actual: other } = use.comparison;
  if ([...pinned.options, ...actual.options].some((option) => !isReference(option) && option.type === "any")) return;
  const before = mayBeNull(source, { ...pinned, options: lists.pinned });
  const after = mayBeNull(other, { ...actual, options: lists.actual });
  if (before === after || mayBeNull(source, pinned) === mayBeNull(other, actual)) return;
  if (after) tell(use, "became-nullable", pinned.pointer, { what: "it may be null now" });
  else tell(use, "became-not-nullable", pinned.pointer, { what: "it may no longer be null" });
}

/** What has no counterpart came or went. */
function tellMembers(use: Use, pinned: Shape, actual: Shape, lists: Lists): void {
  const tag = (pinned.discriminator ?? actual.discriminator)?.property;
  const isKind = tag === "kind";
  const { pinned: source, actual: other } = use.comparison;
  for (const option of lists.pinned) {
    const label = labelOf(source, option, tag);
    tell(use, isKind ? "kind-removed" : "union-member-removed", option.pointer, {
      what: `${isKind ? "the kind" : "the member"} ${label} is gone`,
      before: label,
    });
  }
  for (const option of lists.actual) {
    const label = labelOf(other, option, tag);
    tell(use, isKind ? "kind-added" : "union-member-added", option.pointer, {
      what: `${isKind ? "the kind" : "the member"} ${label} is new`,
      after: label,
    });
  }
}

/** Another schema stands here: what differs between the two is one difference of this place. */
function lookInside(use: Use, pinned: Shape, actual: Shape, lists: Lists): Replaced | undefined {
  const collector: Collector = new Map();
  const within: Use = { ...use, collector, place: { owner: "", field: "" } };
  const inside: Lists = { ...lists };
  for (let size = -1; size !== inside.pinned.length + inside.actual.length; ) {
    size = inside.pinned.length + inside.actual.length;
    inside.pinned = distinct(inside.pinned.flatMap((option) => unionOpened(use.comparison.pinned, option)));
    inside.actual = distinct(inside.actual.flatMap((option) => unionOpened(use.comparison.actual, option)));
    takeReferences(within, inside);
  }
  compareInPlace(within, pinned, actual, {
    pinned: allDescribed(use.comparison.pinned, inside.pinned),
    actual: allDescribed(use.comparison.actual, inside.actual),
  });
  return worstOf(collector);
}

/** A union's members instead of its name; other schemas keep their name. */
function unionOpened(source: Source, option: Option): readonly Option[] {
  const members = expandedOnce(source, option);
  return members.length > 1 || members.some(isReference) ? members : [option];
}

/** Members that are described, not named: by their tags, by their type, and what is left over by being left over. */
function compareInPlace(use: Use, pinned: Shape, actual: Shape, lists: Lists): void {
  const { comparison } = use;
  const couples = [
    ...takeCouples(lists, (a, b) => tagsOf(comparison, a, b) === "same"),
    ...takeCouples(lists, (a, b) => isAlike(a, b) && signatureOf(a) === signatureOf(b)),
    ...takeCouples(lists, (a, b) => isAlike(a, b) && tagsOf(comparison, a, b) === "none"),
  ];
  if (lists.pinned.length === 1 && lists.actual.length === 1) couples.push(...takeCouples(lists, () => true));
  for (const [a, b] of couples) if (!isReference(a) && !isReference(b)) compareDescribed(use, a, b);
  tellMembers(use, pinned, actual, lists);
}
