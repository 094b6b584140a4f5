/**
 * The document as published becomes the document as the wire has it. Each rule is one small function with the reason
 * above it; they work, in order, on a copy. Pure: the input is never changed.
 *
 * Members of our own in the result: `x-wire-required` (what must be present at run time; `required` is what a server
 * of this version always sends), `x-open` (a union with a member for kinds that are not listed), `x-unlisted` (that
 * member's kind), `x-python-path` (by kind), `x-get-body` (an operation that fetch cannot express).
 */
import { type Direction, directions, refOf, refTo } from "./direction.js";
import { canonical, need, type OpenApiDocument, operationsOf } from "./document.js";
import { operationId, operationNames, schemaNames } from "./naming.js";
import { AGENT_SERVER, type Dialect } from "./repairs.js";
import { DIRECTION_RULES } from "./rules-direction.js";
import { SHAPE_RULES } from "./rules-shape.js";
import { allSchemas, retarget } from "./schema-node.js";

export interface Normalised {
  readonly document: OpenApiDocument;
  readonly directions: ReadonlyMap<string, Direction>;
  readonly schemaNames: ReadonlyMap<string, string>;
  readonly operationNames: ReadonlyMap<string, string>;
  /** How often each rule changed something, in order. */
  readonly applied: readonly { readonly rule: string; readonly changes: number }[];
}

export function normalise(input: OpenApiDocument, dialect: Dialect = AGENT_SERVER): Normalised {
  const document = canonical(input);
  const applied: { rule: string; changes: number }[] = [];
  const apply = (rule: (document: OpenApiDocument, dialect: Dialect) => number): void => {
    applied.push({ rule: rule.name, changes: rule(document, dialect) });
  };
  for (const rule of SHAPE_RULES) apply(rule);
  const names = renameSchemas(document);
  applied.push({ rule: "renameSchemas", changes: [...names].filter(([from, to]) => from !== to).length });
  const operations = renameOperations(document);
  applied.push({ rule: "renameOperations", changes: operations.size });
  for (const rule of DIRECTION_RULES) apply(rule);
  return {
    document: canonical(document),
    directions: directions(document),
    schemaNames: names,
    operationNames: operations,
    applied,
  };
}

/** Names that are no identifiers, or say where Python keeps the class, become plain ones (naming.ts has the rules). */
function renameSchemas(document: OpenApiDocument): Map<string, string> {
  const { schemas } = document.components;
  const sameBody = (a: string, b: string): boolean => JSON.stringify(schemas[a]) === JSON.stringify(schemas[b]);
  const names = schemaNames(Object.keys(schemas), sameBody);
  for (const { schema } of allSchemas(document)) {
    const ref = refOf(schema);
    if (ref !== undefined) schema["$ref"] = refTo(need(names.get(ref), ref)).$ref;
    retarget(schema, (name) => need(names.get(name), name));
  }
  document.components.schemas = Object.fromEntries([...names].map(([from, to]) => [to, need(schemas[from], from)]));
  return names;
}

/** Operation ids repeat the whole path; the function's name is enough. */
function renameOperations(document: OpenApiDocument): Map<string, string> {
  const names = operationNames(document.paths);
  for (const { operation } of operationsOf(document)) {
    const id = operationId(operation);
    operation["operationId"] = need(names.get(id), id);
  }
  return names;
}
