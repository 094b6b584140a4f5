/** What all parts of a comparison hand to each other. */
import type { Checked } from "./check-document.js";
import { type Collector, note, type Place } from "./collector.js";
import { type At, nameOf } from "./document.js";
import type { Severity } from "./finding.js";
import type { Direction, RuleName } from "./rules.js";

/** Two schemas of the documents that stand for each other, to be compared once in each direction. */
interface Pair {
  readonly direction: Direction;
  readonly pinned: At;
  readonly actual: At;
}

/** A comparison under way. */
export interface Comparison {
  readonly pinned: Checked;
  readonly actual: Checked;
  readonly collector: Collector;
  /** Pairs to be compared, and by key all that ever were. */
  readonly queue: Pair[];
  readonly known: Set<string>;
  /** Schemas of the actual document that have another name in the pinned one. */
  readonly renamed: Map<string, string>;
  /** What came of schemas that stand for each other in one place only; `open` while it is being looked at. */
  readonly replaced: Map<string, Replaced | "open" | undefined>;
  readonly compare: (use: Use, pinned: At, actual: At) => void;
}

/** What differs between a schema and the one that stands in its place. */
export interface Replaced {
  readonly severity: Severity;
  readonly words: string;
}

/** Where two schemas are compared: which way values go, what the place is called, who is told. */
export interface Use {
  readonly comparison: Comparison;
  readonly direction: Direction;
  readonly place: Place;
  readonly collector: Collector;
}

/** What differs in a place: the rule, where in the document, in words, before and after. */
export interface Told {
  readonly what: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly severity?: Severity;
}

/** Tells of a difference. */
export const tell = ({ collector, direction, place }: Use, rule: RuleName, pointer: string, told: Told): void =>
  note(collector, direction, { rule, pointer, place, ...told });

/** A step down: `name`, `name[]`, `name.*`. */
export function under(use: Use, step: string): Use {
  const { owner, field, ...rest } = use.place;
  const glue = field === "" || step.startsWith("[") ? "" : ".";
  return { ...use, place: { ...rest, owner, field: `${field}${glue}${step}` } };
}

/** Two named schemas stand for each other: they are compared once, not once for each use. */
export function meet({ comparison, direction }: Use, pinned: At, actual: At): void {
  const key = `${direction} ${pinned.pointer} ${actual.pointer}`;
  if (comparison.known.has(key)) return;
  comparison.known.add(key);
  comparison.queue.push({ direction, pinned, actual });
}

/** Compares the schemas that wait for it, and those that are met on the way. */
export function drain(comparison: Comparison): void {
  const { queue, collector, renamed, compare } = comparison;
  for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
    const { direction, pinned, actual } = pair;
    const [name, now] = [nameOf(pinned.pointer), nameOf(actual.pointer)];
    const use: Use = {
      comparison,
      direction,
      collector,
      place: { owner: `schema \`${name}\``, isShared: true, field: "" },
    };
    if (name !== now) {
      renamed.set(actual.pointer, pinned.pointer);
      tell(use, "schema-renamed", pinned.pointer, { what: `it is called \`${now}\` now`, before: name, after: now });
    }
    compare(use, pinned, actual);
  }
}
