/** What a check says: one thing that differs, how bad it is, and where. */

/** How much a difference hurts: code that fits the pinned document breaks, goes on to work, or may just want to know. */
export type Severity = "breaking" | "compatible" | "info";

/** What of this package a difference concerns: what it is generated from, or a repair of the document's faults. */
export type Touched = "generated code" | "repair";

/** One difference, or one event that is not as it should be. */
export interface Finding {
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
