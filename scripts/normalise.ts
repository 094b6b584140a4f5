/**
 * The document as published becomes the document as the wire has it. Each rule is one small function with the reason
 * above it; they work, in order, on a copy. Pure: the input is never changed.
 *
 * Members of our own in the result: `x-wire-required` (what must be present at run time; `required` is what a server
 * of this version always sends), `x-open` (a union with a member for kinds that are not listed), `x-unlisted` (that
 * member's kind), `x-python-path` (by kind), `x-get-body` (an operation that fetch cannot express).
 */
import { closureOf, type Direction, directions, refOf, refsOf, refTo } from "./direction.js";
import {
  canonical,
  contentOf,
  DocumentError,
  isNode,
  type Node,
  type OpenApiDocument,
  operationSchemas,
  operationsOf,
  pointer,
  responsesOf,
  type SchemaAt,
  type SchemaNode,
  schemasIn,
} from "./document.js";
import { operationId, operationNames, schemaNames } from "./naming.js";
import { ADDED_SCHEMAS, RESPONSE_REPAIRS, UNLISTED_BASE_FIELDS, VARYING_SCHEMAS } from "./repairs.js";

export interface Normalised {
  readonly document: OpenApiDocument;
  readonly directions: ReadonlyMap<string, Direction>;
  readonly schemaNames: ReadonlyMap<string, string>;
  readonly operationNames: ReadonlyMap<string, string>;
  /** How often each rule changed something, in order. */
  readonly applied: readonly { readonly rule: string; readonly changes: number }[];
}

type Schemas = OpenApiDocument["components"]["schemas"];

export function normalise(input: OpenApiDocument): Normalised {
  const document = canonical(input);
  const applied: { rule: string; changes: number }[] = [];
  const apply = (rule: (document: OpenApiDocument) => number): void => {
    applied.push({ rule: rule.name, changes: rule(document) });
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

// ---------------------------------------------------------------------------------------------------------------------
// Walking

function* allSchemas(document: OpenApiDocument): Generator<SchemaAt> {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    yield* schemasIn(schema, ["components", "schemas", name]);
  }
  for (const operation of operationsOf(document)) yield* operationSchemas(operation);
}

const propertiesOf = (schema: SchemaNode): { [name: string]: SchemaNode } =>
  isNode(schema["properties"]) ? (schema["properties"] as { [name: string]: SchemaNode }) : {};

const requiredOf = (schema: SchemaNode): string[] => (Array.isArray(schema["required"]) ? schema["required"] : []);

const setRequired = (schema: SchemaNode, names: Iterable<string>): void => {
  const list = [...new Set(names)].sort();
  if (list.length > 0) schema["required"] = list;
  else delete schema["required"];
};

const membersOf = (schema: SchemaNode): SchemaNode[] => {
  const members = schema["oneOf"] ?? schema["anyOf"];
  return Array.isArray(members) ? members : [];
};

const isNullable = (schema: SchemaNode): boolean => membersOf(schema).some((member) => member["type"] === "null");

/** Nothing is said about the value: it may be anything, null included. */
const isAnything = (schema: SchemaNode): boolean =>
  !["type", "$ref", "anyOf", "oneOf", "enum", "const", "allOf"].some((key) => key in schema);

/** The tag values of a union's branch: one constant, or several. */
const tagValues = (branch: SchemaNode | undefined, tag: string): unknown[] => {
  const property = branch && propertiesOf(branch)[tag];
  if (!property) return [];
  return "const" in property ? [property["const"]] : Array.isArray(property["enum"]) ? property["enum"] : [];
};

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: { [value: string]: string };
}

const discriminatorOf = (schema: SchemaNode): Discriminator | undefined => {
  const found = schema["discriminator"];
  if (!isNode(found) || typeof found["propertyName"] !== "string") return undefined;
  return { propertyName: found["propertyName"], mapping: (found["mapping"] ?? {}) as { [value: string]: string } };
};

// ---------------------------------------------------------------------------------------------------------------------
// Rules on shapes, under the document's own names

/** `readOnly` and `writeOnly` stand on fields that travel both ways (keys come back masked); direction says it better. */
function dropAccessMarks(document: OpenApiDocument): number {
  let changes = 0;
  for (const { schema } of allSchemas(document)) {
    for (const mark of ["readOnly", "writeOnly"]) {
      if (!(mark in schema)) continue;
      delete schema[mark];
      changes++;
    }
  }
  return changes;
}

/** A title repeats the name of what it stands on: noise in every hover. */
function dropTitles(document: OpenApiDocument): number {
  let changes = 0;
  for (const { schema } of allSchemas(document)) {
    if (typeof schema["title"] !== "string") continue;
    delete schema["title"];
    changes++;
  }
  return changes;
}

/** The wire has shapes that the document does not name (see repairs.ts). */
function addSchemas(document: OpenApiDocument): number {
  for (const [name, schema] of Object.entries(ADDED_SCHEMAS)) {
    if (name in document.components.schemas) {
      throw new DocumentError(`${pointer(["components", "schemas", name])}: the document has it now; drop it from scripts/repairs.ts`);
    }
    document.components.schemas[name] = canonical(schema) as SchemaNode;
  }
  return Object.keys(ADDED_SCHEMAS).length;
}

const FILE_SCHEMA = { type: "string", format: "binary" };

const answerContent = (answers: "file" | "text" | { readonly schema: string }): Node => {
  if (answers === "file") return { "application/octet-stream": { schema: FILE_SCHEMA } };
  if (answers === "text") return { "text/plain": { schema: { type: "string" } } };
  return { "application/json": { schema: refTo(answers.schema) } };
};

/** Success answers that the document gets wrong one by one (repairs.ts has the proofs). */
function repairResponses(document: OpenApiDocument): number {
  let changes = 0;
  for (const repair of RESPONSE_REPAIRS) {
    const [method = "", path = ""] = repair.operation.split(" ");
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) continue;
    const responses = responsesOf(operation);
    const ok = (responses["200"] ??= { description: "Success" });
    if (repair.answers) ok["content"] = answerContent(repair.answers);
    if (repair.alsoAnswers) responses[repair.alsoAnswers] = structuredClone(ok);
    changes++;
  }
  return changes;
}

/** An answer declared both as JSON `{}` and as a file is a file; any other media type without a schema is one too. */
function fileResponses(document: OpenApiDocument): number {
  let changes = 0;
  for (const { operation } of operationsOf(document)) {
    for (const response of Object.values(responsesOf(operation))) {
      const content = contentOf(response);
      const types = Object.keys(content);
      const json = content["application/json"];
      if (types.length > 1 && isNode(json?.["schema"]) && isAnything(json["schema"])) {
        delete content["application/json"];
        changes++;
      }
      for (const type of types) {
        const media = content[type];
        if (media && !/json|^text\//.test(type) && (!isNode(media["schema"]) || isAnything(media["schema"]) || type.startsWith("image/"))) {
          media["schema"] = FILE_SCHEMA;
          changes++;
        }
      }
    }
  }
  return changes;
}

/** An upload is declared by `contentMediaType`, which no generator reads: it is a Blob. */
function uploads(document: OpenApiDocument): number {
  let changes = 0;
  for (const { schema } of allSchemas(document)) {
    if (schema["contentMediaType"] !== "application/octet-stream") continue;
    delete schema["contentMediaType"];
    schema["format"] = "binary";
    changes++;
  }
  return changes;
}

/** fetch refuses a GET with a body, so these leave `paths`; the operation table keeps them (`x-get-body`). */
function markGetBodies(document: OpenApiDocument): number {
  let changes = 0;
  for (const { method, operation } of operationsOf(document)) {
    if (method !== "get" || !("requestBody" in operation)) continue;
    operation["x-get-body"] = true;
    changes++;
  }
  return changes;
}

/**
 * Discriminator keys are Python paths (`openhands__sdk__…ActionEvent-Output__1`); the wire has the branch's constant.
 * Generators copy the keys into the types, so they must be right. A tag that is not a string needs no discriminator:
 * the constants narrow. The paths are kept: servers up to 1.52 filter by them.
 */
function wireKinds(document: OpenApiDocument): number {
  let changes = 0;
  for (const { schema, path } of allSchemas(document)) {
    const discriminator = discriminatorOf(schema);
    if (!discriminator) continue;
    const branches = membersOf(schema).map((member) => refOf(member) ?? "");
    const { propertyName, mapping } = discriminator;
    const wire = new Map<string, string>();
    for (const branch of branches) {
      const values = tagValues(document.components.schemas[branch], propertyName);
      if (values.length === 0) throw new DocumentError(`${pointer(path)}: branch ${branch} has no constant ${propertyName}`);
      for (const value of values) {
        if (wire.has(String(value))) throw new DocumentError(`${pointer(path)}: two branches have ${propertyName} ${JSON.stringify(value)}`);
        wire.set(String(value), refTo(branch).$ref);
      }
    }
    const strings = branches.every((branch) => tagValues(document.components.schemas[branch], propertyName).every((value) => typeof value === "string"));
    if (!strings) delete schema["discriminator"];
    else schema["discriminator"] = { propertyName, mapping: Object.fromEntries(wire) };
    if (Object.keys(mapping).length === 0 || [...wire.keys()].every((value) => value in mapping && strings)) continue;
    if (strings) schema["x-python-path"] = pythonPaths(mapping, wire);
    changes++;
  }
  return changes;
}

const pythonPaths = (mapping: { [key: string]: string }, wire: ReadonlyMap<string, string>): Node => {
  const byRef = new Map(Object.entries(mapping).map(([key, ref]) => [ref, key]));
  return Object.fromEntries(
    [...wire].map(([kind, ref]) => [
      kind,
      (byRef.get(ref) ?? kind).replace(/(-Output|-Input)?(__\d+)?$/, "").replaceAll("__", "."),
    ]),
  );
};

/** Branches of a tagged union need their tag: without it the server cannot tell which one is meant. */
function requireTags(document: OpenApiDocument): number {
  let changes = 0;
  for (const { schema } of allSchemas(document)) {
    const tag = discriminatorOf(schema)?.propertyName;
    if (tag === undefined) continue;
    for (const member of membersOf(schema)) {
      const branch = document.components.schemas[refOf(member) ?? ""];
      if (!branch || requiredOf(branch).includes(tag)) continue;
      setRequired(branch, [...requiredOf(branch), tag]);
      changes++;
    }
  }
  return changes;
}

/** `type: object` alone means any object; generators make it the object that has no key. */
function freeObjects(document: OpenApiDocument): number {
  let changes = 0;
  for (const { schema } of allSchemas(document)) {
    if (schema["type"] !== "object" || "properties" in schema || "additionalProperties" in schema) continue;
    schema["additionalProperties"] = true;
    changes++;
  }
  return changes;
}

/** Error answers are declared without content; an untyped `error` also keeps `data` from narrowing. */
function errorResponses(document: OpenApiDocument): number {
  let changes = 0;
  for (const { operation } of operationsOf(document)) {
    const responses = responsesOf(operation);
    responses["default"] ??= { description: "Any other error" };
    for (const [status, response] of Object.entries(responses)) {
      if (!(status === "default" || Number(status) >= 400) || Object.keys(contentOf(response)).length > 0) continue;
      response["content"] = { "application/json": { schema: refTo("ErrorResponse") } };
      changes++;
    }
  }
  return changes;
}

const SHAPE_RULES = [
  dropAccessMarks,
  dropTitles,
  addSchemas,
  repairResponses,
  fileResponses,
  uploads,
  markGetBodies,
  wireKinds,
  requireTags,
  freeObjects,
  errorResponses,
];

// ---------------------------------------------------------------------------------------------------------------------
// Names

/** Names that are no identifiers, or say where Python keeps the class, become plain ones (naming.ts has the rules). */
function renameSchemas(document: OpenApiDocument): Map<string, string> {
  const { schemas } = document.components;
  const sameBody = (a: string, b: string): boolean => JSON.stringify(schemas[a]) === JSON.stringify(schemas[b]);
  const names = schemaNames(Object.keys(schemas), sameBody);
  for (const { schema } of allSchemas(document)) {
    const ref = refOf(schema);
    if (ref !== undefined) schema["$ref"] = refTo(names.get(ref) ?? ref).$ref;
    const discriminator = discriminatorOf(schema);
    for (const [value, target] of Object.entries(discriminator?.mapping ?? {})) {
      const name = refOf({ $ref: target }) ?? "";
      if (discriminator) discriminator.mapping[value] = refTo(names.get(name) ?? name).$ref;
    }
  }
  document.components.schemas = Object.fromEntries([...names].map(([from, to]) => [to, schemas[from] ?? {}]));
  return names;
}

/** Operation ids repeat the whole path; the function's name is enough. */
function renameOperations(document: OpenApiDocument): Map<string, string> {
  const names = operationNames(document.paths);
  for (const { operation } of operationsOf(document)) {
    const id = operationId(operation);
    operation["operationId"] = names.get(id) ?? id;
  }
  return names;
}

// ---------------------------------------------------------------------------------------------------------------------
// Rules on direction, under our names

/**
 * A schema that travels both ways and has optional fields is two types: a request may leave a field out that an answer
 * always has. The request's is called `XInput`.
 */
function splitSharedSchemas(document: OpenApiDocument): number {
  const { schemas } = document.components;
  const shared = [...directions(document)].filter(([, direction]) => direction === "both").map(([name]) => name);
  const split = new Set(shared.filter((name) => hasOptionalFields(schemas[name])));
  for (let size = -1; size !== split.size; ) {
    size = split.size;
    for (const name of shared) if (refsOf(schemas[name]).some((ref) => split.has(ref))) split.add(name);
  }
  for (const name of split) {
    if (`${name}Input` in schemas) throw new DocumentError(`${pointer(["components", "schemas", name])}: ${name}Input is taken`);
    schemas[`${name}Input`] = structuredClone(schemas[name] ?? {});
  }
  const toInput = ({ schema }: SchemaAt): void => {
    const name = refOf(schema);
    if (name !== undefined && split.has(name)) schema["$ref"] = refTo(`${name}Input`).$ref;
    const mapping = discriminatorOf(schema)?.mapping ?? {};
    for (const [value, target] of Object.entries(mapping)) {
      const branch = refOf({ $ref: target }) ?? "";
      if (split.has(branch)) mapping[value] = refTo(`${branch}Input`).$ref;
    }
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

const hasOptionalFields = (schema: SchemaNode | undefined): boolean =>
  schema !== undefined &&
  Object.entries(propertiesOf(schema)).some(([name, property]) => !requiredOf(schema).includes(name) && !isNullable(property));

const requestClosure = (document: OpenApiDocument): Set<string> => {
  const sent = operationsOf(document).flatMap((at) => [...operationSchemas(at)].filter((place) => place.sent));
  return closureOf(sent.flatMap(({ schema }) => refOf(schema) ?? []), document.components.schemas);
};

/**
 * A server always sends what it has: in answers every field that cannot be null is there. What can be null may also be
 * absent (search and sockets leave nulls out), and so may a field of unknown shape. At run time only what the document
 * itself requires must be there, so that an older server's answer passes.
 */
function tightenResponses(document: OpenApiDocument): number {
  let changes = 0;
  for (const schema of responseSchemas(document)) {
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

function* responseSchemas(document: OpenApiDocument): Generator<SchemaNode> {
  for (const [name, direction] of directions(document)) {
    if (direction !== "response" || VARYING_SCHEMAS.includes(name)) continue;
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
function openUnions(document: OpenApiDocument): number {
  const { schemas } = document.components;
  let changes = 0;
  for (const [name, direction] of directions(document)) {
    const union = schemas[name] ?? {};
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
    schemas[unknown] = unlistedMember(name, union, discriminator, UNLISTED_BASE_FIELDS[stem] ?? [], schemas);
    schemas[name] = { anyOf: [refTo(known), refTo(unknown)], "x-open": { tag, known, unknown } };
    for (const kept of ["description", "x-received"]) if (kept in union) schemas[name][kept] = union[kept];
    changes++;
  }
  return changes;
}

function unlistedMember(name: string, union: SchemaNode, { propertyName, mapping }: Discriminator, baseFields: readonly string[], schemas: Schemas): SchemaNode {
  const first = schemas[refOf(membersOf(union)[0] ?? {}) ?? ""] ?? {};
  const base = baseFields.filter((field) => field in propertiesOf(first));
  const properties = Object.fromEntries(
    base.map((field) => {
      const { default: _, ...property } = propertiesOf(first)[field] ?? {};
      return [field, property];
    }),
  );
  return {
    type: "object",
    description: `A member of ${name} that this version does not list: from a newer server, or defined by a client. Read its ${propertyName} with \`const ${propertyName}: string = value.${propertyName}\`.`,
    properties: { ...properties, [propertyName]: { type: "string", not: { enum: Object.keys(mapping) }, "x-unlisted": true } },
    required: [...base.filter((field) => requiredOf(first).includes(field)), propertyName].sort(),
    "x-wire-required": [propertyName],
    additionalProperties: true,
  };
}

const DIRECTION_RULES = [splitSharedSchemas, tightenResponses, openUnions];
