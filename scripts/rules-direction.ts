/** Rules on direction, under our names: what requests need, what answers have. Each changes the copy it gets. */
import { closureOf, directions, refOf, refsOf, refTo } from "./direction.js";
import {
  DocumentError,
  need,
  type OpenApiDocument,
  operationSchemas,
  operationsOf,
  pointer,
  type SchemaAt,
  type SchemaNode,
  schemasIn,
} from "./document.js";
import type { Dialect } from "./repairs.js";
import {
  type Discriminator,
  discriminatorOf,
  isAnything,
  isNullable,
  membersOf,
  propertiesOf,
  requiredOf,
  retarget,
  setRequired,
} from "./schema-node.js";

type Schemas = OpenApiDocument["components"]["schemas"];

/**
 * A schema that travels both ways and has optional fields is two types: a request may leave a field out that an answer
 * always has. The request's is called `XInput`.
 */
function splitSharedSchemas(document: OpenApiDocument): number {
  const { schemas } = document.components;
  const shared = [...directions(document)].filter(([, direction]) => direction === "both").map(([name]) => name);
  const split = new Set(shared.filter((name) => hasOptionalFields(need(schemas[name], name))));
  for (let size = -1; size !== split.size; ) {
    size = split.size;
    for (const name of shared) if (refsOf(schemas[name]).some((ref) => split.has(ref))) split.add(name);
  }
  for (const name of split) {
    if (`${name}Input` in schemas)
      throw new DocumentError(`${pointer(["components", "schemas", name])}: ${name}Input is taken`);
    schemas[`${name}Input`] = structuredClone(need(schemas[name], name));
  }
  const toInput = ({ schema }: SchemaAt): void => {
    const name = refOf(schema);
    if (name !== undefined && split.has(name)) schema["$ref"] = refTo(`${name}Input`).$ref;
    retarget(schema, (branch) => (split.has(branch) ? `${branch}Input` : branch));
  };
  const responseOnly = new Set([...directions(document)].filter(([, to]) => to !== "request").map(([name]) => name));
  const requests = [...requestClosure(document)].filter((name) => !responseOnly.has(name) || split.has(name));
  for (const name of requests) {
    const target = split.has(name) ? `${name}Input` : name;
    for (const place of schemasIn(schemas[target])) toInput(place);
  }
  for (const at of operationsOf(document)) {
    for (const place of operationSchemas(at)) if (place.sent) toInput(place);
  }
  return split.size;
}

const hasOptionalFields = (schema: SchemaNode): boolean =>
  Object.entries(propertiesOf(schema)).some(
    ([name, property]) => !requiredOf(schema).includes(name) && !isNullable(property),
  );

const requestClosure = (document: OpenApiDocument): Set<string> => {
  const sent = operationsOf(document).flatMap((at) => [...operationSchemas(at)].filter((place) => place.sent));
  return closureOf(
    sent.flatMap(({ schema }) => refOf(schema) ?? []),
    document.components.schemas,
  );
};

/**
 * A server always sends what it has: in answers every field that cannot be null is there. What can be null may also be
 * absent (search and sockets leave nulls out), and so may a field of unknown shape. At run time only what the document
 * itself requires must be there, so that an older server's answer passes.
 */
function tightenResponses(document: OpenApiDocument, { varying }: Dialect): number {
  let changes = 0;
  for (const schema of responseSchemas(document, varying)) {
    const properties = propertiesOf(schema);
    const wire = requiredOf(schema);
    const sure = (name: string): boolean => {
      const property = properties[name];
      return property !== undefined && !isNullable(property) && !isAnything(property);
    };
    schema["x-wire-required"] = wire.filter(sure);
    setRequired(schema, Object.keys(properties).filter(sure));
    changes += requiredOf(schema).filter((name) => !wire.includes(name)).length;
  }
  return changes;
}

function* responseSchemas(document: OpenApiDocument, varying: readonly string[]): Generator<SchemaNode> {
  for (const [name, direction] of directions(document)) {
    if (direction !== "response" || varying.includes(name)) continue;
    for (const { schema } of schemasIn(document.components.schemas[name])) if ("properties" in schema) yield schema;
  }
  for (const at of operationsOf(document)) {
    for (const { schema, sent } of operationSchemas(at)) if (!sent && "properties" in schema) yield schema;
  }
}

/**
 * A newer server and a client-defined tool send kinds that this document does not list. Each union of answers that is
 * told apart by `kind` gets one more member for them, and a name for the listed ones.
 */
function openUnions(document: OpenApiDocument, { unlistedBaseFields }: Dialect): number {
  const { schemas } = document.components;
  let changes = 0;
  for (const [name, direction] of directions(document)) {
    const union = need(schemas[name], name);
    const discriminator = discriminatorOf(union);
    const isOpen = discriminator?.propertyName === "kind" || union["x-received"] === true;
    if (direction !== "response" || !discriminator || !isOpen) continue;
    const tag = discriminator.propertyName;
    const stem = name.replace(/^Base|Base$/, "");
    const [known, unknown] = [`Known${stem}`, `Unknown${stem}`];
    for (const added of [known, unknown]) {
      if (added in schemas) throw new DocumentError(`${pointer(["components", "schemas", name])}: ${added} is taken`);
    }
    schemas[known] = { ...union, description: `A member of ${name} that this version lists.` };
    schemas[unknown] = unlistedMember(name, union, discriminator, unlistedBaseFields[stem] ?? [], schemas);
    schemas[name] = { anyOf: [refTo(known), refTo(unknown)], "x-open": { tag, known, unknown } };
    for (const kept of ["description", "x-received"]) if (kept in union) schemas[name][kept] = union[kept];
    changes++;
  }
  return changes;
}

/** The default is that of one member only. */
const withoutDefault = (schema: SchemaNode): SchemaNode =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== "default"));

function unlistedMember(
  name: string,
  union: SchemaNode,
  { propertyName, mapping }: Discriminator,
  baseFields: readonly string[],
  schemas: Schemas,
): SchemaNode {
  const [first = union] = membersOf(union).map((member) => need(schemas[String(refOf(member))], `a branch of ${name}`));
  const base = Object.entries(propertiesOf(first)).filter(([field]) => baseFields.includes(field));
  const properties = Object.fromEntries(base.map(([field, property]) => [field, withoutDefault(property)]));
  return {
    type: "object",
    description: `A member of ${name} that this version does not list: from a newer server, or defined by a client. Read its ${propertyName} with \`const ${propertyName}: string = value.${propertyName}\`.`,
    properties: {
      ...properties,
      [propertyName]: { type: "string", not: { enum: Object.keys(mapping) }, "x-unlisted": true },
    },
    required: [...requiredOf(first).filter((field) => baseFields.includes(field)), propertyName].sort(),
    "x-wire-required": [propertyName],
    additionalProperties: true,
  };
}

/** In the order in which they work. */
export const DIRECTION_RULES = [splitSharedSchemas, tightenResponses, openUnions];
