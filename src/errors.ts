/**
 * The errors of this package. Messages name operations, places and rules, never values: no key, no body, no address of
 * a user can be in one. What the server wrote is behind getters, for those who ask for it.
 */
import { type Classification, CONTRACT, classificationOfRow, type ErrorReason, type Row } from "./reasons.js";
import { field } from "./tags.js";

/**
 * One thing that is wrong with a value.
 *
 * @example
 * const lineOf = ({ path, message }: Issue) => `${path.join(".")}: ${message}`;
 * const parsed = safeParseEvent({ ...event, timestamp: 5 });
 * if (!parsed.ok) console.log(parsed.error.issues.map(lineOf)); // ["timestamp: expected a string, got a number"]
 */
export interface Issue {
  /** Where: property names and array indices from the value's root. */
  readonly path: readonly (string | number)[];
  /** What kind of fault; of answers of the server, its own word for it. */
  readonly code: string;
  /** What was expected and what is there, by type; never the value itself. */
  readonly message: string;
}

/**
 * What is told of an error of others: no message, for it may hold anything.
 *
 * @example
 * await getEvent(client, conversationId, eventId).catch((error: unknown) => {
 *   const cause = error instanceof NetworkError ? (error.cause as ForeignCause) : undefined;
 *   report(cause?.code === "ECONNREFUSED" ? "Nothing listens there: has the server started?" : error);
 * });
 */
export interface ForeignCause {
  /** The class: `TypeError`; "Error" when it says none that could be a class. */
  readonly name: string;
  /** The word of the system or the runtime: `ECONNREFUSED`, `UND_ERR_SOCKET`. Absent when there is none. */
  readonly code?: string;
}

const BRAND = "agent-server-client.error";

/**
 * What all errors of this package have in common.
 *
 * @example
 * try {
 *   await sendMessage(client, conversationId, "Go on, please.");
 * } catch (error) {
 *   if (!isAgentServerError(error)) throw error; // a mistake in the code, or an aborted signal's reason
 *   report(error.message, error.classification.message, error.classification.user_action);
 * }
 */
export class AgentServerError extends Error {
  /** What went wrong and what now. */
  readonly classification: Classification;

  /** `cause` is kept as it is when it is one of these errors; of others only their {@link ForeignCause}. */
  constructor(name: string, message: string, classification: Classification, cause?: unknown) {
    super(message);
    this.classification = classification;
    const hidden = { configurable: true, writable: true };
    Object.defineProperty(this, "name", { value: name, ...hidden });
    Object.defineProperty(this, Symbol.for(BRAND), { value: true });
    if (cause !== undefined) Object.defineProperty(this, "cause", { value: safeCause(cause), ...hidden });
  }
}

/** Class names and system codes are words of letters; anything else may be a value. */
const word = (value: unknown, form: RegExp): string | undefined =>
  typeof value === "string" && value.length <= 40 && form.test(value) ? value : undefined;
const NAME = /^(?:[A-Z][A-Za-z]+)?(?:Error|Exception)$/;
const CODE = /^(?:E[A-Z]|ERR_|UND_|CERT_|DEPTH_|SELF_|UNABLE_)[A-Z_]+$/;

/** An error of ours stays; of others the name and the code are kept. */
function safeCause(cause: unknown): AgentServerError | ForeignCause {
  if (isAgentServerError(cause)) return cause;
  const code = word(field(cause, "code"), CODE) ?? word(field(field(cause, "cause"), "code"), CODE);
  return { name: word(field(cause, "name"), NAME) ?? "Error", ...(code === undefined ? {} : { code }) };
}

/**
 * Is it an error of this package, of whichever copy of it?
 *
 * @example
 * try {
 *   parseEvent(value);
 * } catch (error) {
 *   if (isAgentServerError(error)) console.log(error.name, error.classification.reason);
 * }
 */
export function isAgentServerError(value: unknown): value is AgentServerError {
  return field(value, Symbol.for(BRAND)) === true;
}

const OF_ANSWER: readonly [ErrorReason, Row] = ["contract", CONTRACT];

/**
 * A value is not what the document says it should be. `issues` says where; at most 20 times.
 *
 * @example
 * try {
 *   parseEvent({ ...event, source: null });
 * } catch (error) {
 *   if (!(error instanceof ContractError)) throw error;
 *   report(error.message, error.issues.map(({ path }) => path.join("."))); // …, ["source"]
 * }
 */
export class ContractError extends AgentServerError {
  /** Tells it from other errors, also when the package is there twice. */
  declare readonly name: "ContractError";
  /** What is wrong and where. */
  readonly issues: readonly Issue[];

  /** `what` is the name of the schema that the value was held against. */
  constructor(what: string, issues: readonly Issue[], [reason, row] = OF_ANSWER, cause?: unknown) {
    const message = `${what}: ${issues.map(lineOf).join("; ")}`;
    super("ContractError", message, classificationOfRow(row, reason, "contract"), cause);
    this.issues = issues;
  }
}

const lineOf = ({ path, message }: Issue): string => (path.length === 0 ? message : `${path.join(".")}: ${message}`);
