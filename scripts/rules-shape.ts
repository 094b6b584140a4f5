/** Rules on shapes, under the document's own names: each changes the copy it gets and says how often. */
import { refOf, refTo } from "./direction.js";
import {
  canonical,
  contentOf,
  DocumentError,
  isNode,
  type Node,
  type OpenApiDocument,
  operationsOf,
  pointer,
  responsesOf,
  type SchemaNode,
} from "./document.js";
import type { Dialect } from "./repairs.js";
import {
  allSchemas,
  discriminatorOf,
  isAnything,
  membersOf,
  requiredOf,
  setRequired,
  tagValues,
} from "./schema-node.js";

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
function addSchemas(document: OpenApiDocument, { addedSchemas }: Dialect): number {
  for (const [name, schema] of Object.entries(addedSchemas)) {
    if (name in document.components.schemas) {
      throw new DocumentError(
        `${pointer(["components", "schemas", name])}: the document has it now; drop it from scripts/repairs.ts`,
      );
    }
    document.components.schemas[name] = canonical(schema) as SchemaNode;
  }
  return Object.keys(addedSchemas).length;
}

const FILE_SCHEMA = { type: "string", format: "binary" };

const answerContent = (answers: "file" | "text" | { readonly schema: string }): Node => {
  if (answers === "file") return { "application/octet-stream": { schema: FILE_SCHEMA } };
  if (answers === "text") return { "text/plain": { schema: { type: "string" } } };
  return { "application/json": { schema: refTo(answers.schema) } };
};

/** Success answers that the document gets wrong one by one (repairs.ts has the proofs). */
function repairResponses(document: OpenApiDocument, dialect: Dialect): number {
  let changes = 0;
  for (const repair of dialect.responses) {
    const [method = "", path = ""] = repair.operation.split(" ");
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) continue;
    const responses = responsesOf(operation);
    const ok = responses["200"] ?? { description: "Success" };
    responses["200"] = ok;
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
        if (
          media &&
          !/json|^text\//.test(type) &&
          (!isNode(media["schema"]) || isAnything(media["schema"]) || type.startsWith("image/"))
        ) {
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
      if (values.length === 0)
        throw new DocumentError(`${pointer(path)}: branch ${branch} has no constant ${propertyName}`);
      for (const value of values) {
        if (wire.has(String(value)))
          throw new DocumentError(`${pointer(path)}: two branches have ${propertyName} ${JSON.stringify(value)}`);
        wire.set(String(value), refTo(branch).$ref);
      }
    }
    const strings = branches.every((branch) =>
      tagValues(document.components.schemas[branch], propertyName).every((value) => typeof value === "string"),
    );
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
function errorResponses(document: OpenApiDocument, { errors }: Dialect): number {
  if (errors === undefined) return 0;
  let changes = 0;
  for (const { operation } of operationsOf(document)) {
    const responses = responsesOf(operation);
    responses["default"] ??= { description: "Any other error" };
    for (const [status, response] of Object.entries(responses)) {
      if (!(status === "default" || Number(status) >= 400) || Object.keys(contentOf(response)).length > 0) continue;
      response["content"] = { "application/json": { schema: refTo(errors) } };
      changes++;
    }
  }
  return changes;
}

/** In the order in which they work. */
export const SHAPE_RULES = [
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
