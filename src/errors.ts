/** The errors of this package. Messages name places and rules, never values from the input. */

/** One thing that is wrong with a value. */
export interface Issue {
  /** Where: property names and array indices from the value's root. */
  readonly path: readonly (string | number)[];
  readonly code: "missing" | "invalid_type" | "invalid_value" | "unreadable" | "internal";
  /** What was expected and what is there, by type; never the value itself. */
  readonly message: string;
}

const BRAND = "agent-server-client.error";

/** What all errors of this package have in common. */
export class AgentServerError extends Error {
  constructor(name: string, message: string) {
    super(message);
    const hidden = { configurable: true, writable: true };
    Object.defineProperty(this, "name", { value: name, ...hidden });
    Object.defineProperty(this, Symbol.for(BRAND), { value: true });
  }
}

/**
 * Is it an error of this package, of whichever copy of it?
 *
 * @example
 * try { parseEvent(value) } catch (error) { if (isAgentServerError(error)) console.log(error.name) }
 */
export function isAgentServerError(value: unknown): value is AgentServerError {
  try {
    return typeof value === "object" && value !== null && Reflect.get(value, Symbol.for(BRAND)) === true;
  } catch {
    return false;
  }
}

/** A value is not what the document says it should be. `issues` says where; at most 20 times. */
export class ContractError extends AgentServerError {
  declare readonly name: "ContractError";
  readonly issues: readonly Issue[];

  /** `what` is the name of the schema that the value was held against. */
  constructor(what: string, issues: readonly Issue[]) {
    super("ContractError", `${what}: ${issues.map(lineOf).join("; ")}`);
    this.issues = issues;
  }
}

const lineOf = ({ path, message }: Issue): string => (path.length === 0 ? message : `${path.join(".")}: ${message}`);
