/** What a check says: one thing that differs, how bad it is, and where. */

/**
 * How much a difference hurts: code that fits the pinned document breaks, goes on to work, or may just want to know.
 *
 * @example
 * const exitCodes: Record<Severity, number> = { breaking: 1, compatible: 0, info: 0 };
 * const found: Severity[] = ["compatible", "breaking"];
 * console.log(Math.max(0, ...found.map((severity) => exitCodes[severity]))); // 1
 */
export type Severity = "breaking" | "compatible" | "info";

/**
 * What of this package a difference concerns: what it is generated from, or a repair of the document's faults.
 *
 * @example
 * const isOurs = ({ touches = [] }: Finding, what: Touched) => touches.includes(what);
 * const operation = { responses: {} };
 * const [old, now] = [{ get: operation }, {}].map((item) => ({ openapi: "3.1.0", paths: { "/api/x": item } }));
 * console.log(compareDocuments(old, now).filter((finding) => isOurs(finding, "generated code")).length);
 */
export type Touched = "generated code" | "repair";

/**
 * One difference, or one event that is not as it should be.
 *
 * @example
 * const lineOf = ({ severity, rule, pointer, message }: Finding) => `${severity} ${rule} at ${pointer}: ${message}`;
 * async function* received() {
 *   yield value;
 * }
 * for await (const finding of checkEvents(received())) report(lineOf(finding));
 * @see docs/contract-rules.md for every rule
 */
export interface Finding {
  /** How much it hurts. */
  readonly severity: Severity;
  /** The rule's name in kebab case, the same in every version (docs/contract-rules.md lists those of documents). */
  readonly rule: string;
  /** Where, as a JSON pointer: into the pinned document, for what is new into the actual one. */
  readonly pointer: string;
  /** One sentence that names the place in words. */
  readonly message: string;
  /** What was there, as short text. */
  readonly before?: string;
  /** What is there now, as short text. */
  readonly after?: string;
  /** Absent when it is neither. */
  readonly touches?: readonly Touched[];
}

const ORDER: readonly Severity[] = ["breaking", "compatible", "info"];

/** Below zero when `a` is worse. */
export const bySeverity = (a: Severity, b: Severity): number => ORDER.indexOf(a) - ORDER.indexOf(b);

/** The worse of two. */
export const worse = (a: Severity, b: Severity): Severity => (bySeverity(a, b) <= 0 ? a : b);
