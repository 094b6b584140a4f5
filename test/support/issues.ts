/** What a refusal says. */
import { ContractError, type Issue } from "../../src/errors.js";
import { safeParseEvent } from "../../src/parse.js";

/** The error that `parse` throws; a test that gets none fails. */
export function errorOf(parse: () => unknown): ContractError {
  try {
    parse();
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
  throw new Error("expected a refusal");
}

/** The issues of a value as an event; none when it is one. */
export const issuesOf = (value: unknown): readonly Issue[] => {
  const parsed = safeParseEvent(value);
  return parsed.ok ? [] : parsed.error.issues;
};
