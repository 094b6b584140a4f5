/** What this package mends one by one, for those who ask at run time whether it is still needed. Pure. */
import { constant, type EmitOptions } from "./emit.js";
import type { Dialect } from "./repairs.js";

const PRELUDE = `/** A success answer that the document gets wrong. */
export interface ResponseRepair {
  readonly operation: string;
  /** Status 200 is declared as anything; it really carries this. */
  readonly answers?: string;
  /** A success status that is not declared. */
  readonly alsoAnswers?: string;
}
`;

export function emitRepairs({ responses, addedSchemas }: Dialect, { banner, prefix }: EmitOptions): string {
  const rows = responses.map(({ operation, answers, alsoAnswers }) => {
    const carried = typeof answers === "object" ? answers.schema : answers;
    return `  ${JSON.stringify({ operation, answers: carried, alsoAnswers })},\n`;
  });
  const names = Object.keys(addedSchemas).map((name) => `  ${JSON.stringify(name)},\n`);
  return `${banner}
${PRELUDE}
/** The answers that are mended. */
export const ${constant({ prefix }, "RESPONSE_REPAIRS")}: readonly ResponseRepair[] = [
${rows.join("")}];

/** Schemas that the wire has and the document does not name. */
export const ${constant({ prefix }, "ADDED_SCHEMAS")}: readonly string[] = [
${names.join("")}];
`;
}
