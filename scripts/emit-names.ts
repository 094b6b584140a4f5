/** The committed name map: a rename in a new document shows up in the review. Pure. */
import { constant, type EmitOptions } from "./emit.js";
import type { Normalised } from "./normalise.js";

export function emitNames({ schemaNames, operationNames }: Normalised, { banner, prefix }: EmitOptions): string {
  const table = (names: ReadonlyMap<string, string>): string =>
    [...names]
      .filter(([from, to]) => from !== to)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, to]) => `  ${JSON.stringify(from)}: ${JSON.stringify(to)},\n`)
      .join("");
  return [
    banner,
    `/** Schemas that the document calls something else: its name to ours. */\nexport const ${constant({ prefix }, "SCHEMA_NAMES")} = {\n${table(schemaNames)}} as const;\n`,
    `/** Operation ids of the document to ours. */\nexport const ${constant({ prefix }, "OPERATION_NAMES")} = {\n${table(operationNames)}} as const;\n`,
  ].join("\n");
}
