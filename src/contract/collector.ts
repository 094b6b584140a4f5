/** Where differences come together: one finding for each place, however many uses lead there. */
import { bySeverity, type Finding, type Severity, type Touched, worse } from "./finding.js";
import { type Direction, RULES, type RuleName } from "./rules.js";

/** A place in words: what holds it, and the way from there. */
export interface Place {
  /** "operation `POST /api/x`, request body", "schema `X`". */
  readonly owner: string;
  /** It is used from many places: then it is said whether values are sent or received. */
  readonly isShared?: boolean;
  /** "items[].name"; empty at the top. */
  readonly field: string;
}

/** A difference as it is found. */
export interface Difference {
  readonly rule: RuleName;
  readonly pointer: string;
  readonly place: Place;
  readonly what: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** For rules that are as bad as what they stand for. */
  readonly severity?: Severity;
}

interface Found {
  readonly difference: Difference;
  readonly severity: Severity;
  readonly directions: ReadonlySet<Direction>;
}

/** Differences by what and where. */
export type Collector = Map<string, Found>;

/** Adds a difference; a known one gets as bad as its worst use. */
export function note(collector: Collector, direction: Direction, difference: Difference): void {
  const { rule, pointer, what } = difference;
  const key = `${rule} ${pointer} ${what}`;
  const known = collector.get(key);
  const severity = worse(RULES[rule][direction], difference.severity ?? "info");
  collector.set(key, {
    difference: known?.difference ?? difference,
    severity: worse(severity, known?.severity ?? "info"),
    directions: new Set([...(known?.directions ?? []), direction]),
  });
}

/** The worst of a collector, in words; undefined when it is empty. */
export function worstOf(collector: Collector): { readonly severity: Severity; readonly words: string } | undefined {
  const [worst] = [...collector.values()].sort(
    (a, b) => bySeverity(a.severity, b.severity) || (textOf(a) < textOf(b) ? -1 : 1),
  );
  return worst && { severity: worst.severity, words: textOf(worst) };
}

const DIRECTION_WORDS = (directions: ReadonlySet<Direction>): string =>
  directions.size === 2 ? "sent and received" : directions.has("request") ? "sent" : "received";

function textOf({ difference: { place, what }, directions }: Found): string {
  const owner = place.isShared ? `${place.owner} (${DIRECTION_WORDS(directions)})` : place.owner;
  const field = place.field === "" ? "" : `field \`${place.field}\``;
  const where = [owner, field].filter((part) => part !== "").join(", ");
  return where === "" ? what : `${where}: ${what}`;
}

/** The findings, the worst first, then by place. `isMended` says where this package repairs the document. */
export const findingsOf = (collector: Collector, isMended: (pointer: string) => boolean): Finding[] =>
  [...collector.values()].map((found) => findingOf(found, isMended)).sort(inOrder);

const byText = (a: string, b: string): number => Number(a > b) - Number(a < b);
const inOrder = (a: Finding, b: Finding): number =>
  bySeverity(a.severity, b.severity) || byText(a.pointer, b.pointer) || byText(a.message, b.message);

function findingOf(found: Found, isMended: (pointer: string) => boolean): Finding {
  const { rule, pointer, before, after } = found.difference;
  const touches: Touched[] = [
    ...(touchesCode(found) ? (["generated code"] as const) : []),
    ...(rule === "repair-not-needed" || isMended(pointer) ? (["repair"] as const) : []),
  ];
  return {
    severity: found.severity,
    rule,
    pointer,
    message: `${textOf(found)}.`,
    ...(before === undefined ? {} : { before: shortText(before) }),
    ...(after === undefined ? {} : { after: shortText(after) }),
    ...(touches.length === 0 ? {} : { touches }),
  };
}

function touchesCode({ difference: { rule, pointer }, directions }: Found): boolean {
  const { code } = RULES[rule];
  if (code === "validators") return directions.has("request") && pointer.startsWith("#/components/schemas/");
  if (code === "requests") return directions.has("request");
  return code === "always" || (code === "events" && pointer.startsWith("#/components/schemas/Event/"));
}

const LONGEST = 200;

/** A value of the document as text: as it is, or as JSON, and not too long. */
export function shortText(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
