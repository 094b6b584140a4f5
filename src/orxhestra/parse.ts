/** Validation of events. */
import * as z from "zod/mini";
import { OrxEventSchema } from "../generated/orxhestra/schemas.js";
import type { OrxEvent } from "../generated/orxhestra/types.js";

/**
 * One thing that is wrong with a value.
 *
 * @example
 * const lineOf = ({ path, message }: orx.OrxIssue) => `${path.map(String).join(".")}: ${message}`;
 * try {
 *   orx.parseOrxEvent({ ...event, branch: 5 });
 * } catch (error) {
 *   if (error instanceof orx.OrxContractError) console.log(error.issues.map(lineOf)); // ["branch: expected string"]
 * }
 */
export interface OrxIssue {
  /** Where: property names and array indices from the value's root. */
  readonly path: readonly PropertyKey[];
  /** What was expected there; never what is there. */
  readonly message: string;
}

/**
 * A value is no event of orxhestra. `issues` says where and why: names and types, never values.
 *
 * @example
 * try {
 *   orx.parseOrxEvent(JSON.parse('{"type": 5}'));
 * } catch (error) {
 *   if (!(error instanceof orx.OrxContractError)) throw error;
 *   console.log(error.message, error.issues.length);
 * }
 */
export class OrxContractError extends TypeError {
  /** Tells it from other errors, also when the package is there twice. */
  override readonly name = "OrxContractError";
  /** What is wrong and where; at most 20 times. */
  readonly issues: readonly OrxIssue[];

  /** Takes what is wrong, in the order in which it is to be told. */
  constructor(issues: readonly OrxIssue[]) {
    super(`OrxEvent: ${issues.map(({ path, message }) => [...path, message].map(String).join(": ")).join("; ")}`);
    this.issues = issues;
  }
}

/** Enough to act on. */
const MAX_ISSUES = 20;

/**
 * The value as an event: the same object, typed. What has a default may be absent, further fields and newer types of
 * events and parts pass. Stricter than orxhestra: text is no number and no boolean, and a part needs its `type`.
 *
 * @throws {OrxContractError} with the places of what is wrong
 * @example
 * const event = orx.parseOrxEvent(JSON.parse(frame));
 * console.log(event.type, orx.text(event));
 * @see docs/orxhestra.md, "Events"
 */
export function parseOrxEvent(value: unknown): OrxEvent {
  const issues = issuesOf(value);
  if (issues.length > 0) throw new OrxContractError(issues);
  return value as OrxEvent;
}

/** A getter that throws, and nesting beyond the stack, are issues like any other. */
function issuesOf(value: unknown): OrxIssue[] {
  try {
    return (z.safeParse(OrxEventSchema, value).error?.issues ?? []).slice(0, MAX_ISSUES).map((issue) => ({
      path: issue.path,
      message: `expected ${"expected" in issue ? issue.expected : "another value"}`,
    }));
  } catch {
    return [{ path: [], message: "expected a value that can be read" }];
  }
}
