/** Is the document well formed where the rules will read it? The first fault is named by its place. Pure. */
import { refOf } from "./direction.js";
import { DocumentError, isNode, type OpenApiDocument, operationsOf, pointer } from "./document.js";

type Path = readonly (string | number)[];
type Test = (value: unknown, path: Path) => void;

const fail = (path: Path, expected: string): never => {
  throw new DocumentError(`${pointer(path)}: expected ${expected}`);
};

const is =
  (expected: string, test: (value: unknown) => boolean): Test =>
  (value, path) => {
    if (!test(value)) fail(path, expected);
  };

const text = is("a string", (value) => typeof value === "string");
const number = is("a number", (value) => typeof value === "number");
const scalar = is("a string, a number or a boolean", (value) => ["string", "number", "boolean"].includes(typeof value));
const pattern = is("a regular expression", (value) => {
  try {
    return typeof value === "string" && new RegExp(value, "u").unicode;
  } catch {
    return false;
  }
});
const flag = is("true or false", (value) => typeof value === "boolean");
const texts = is(
  "a list of strings",
  (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
);
const list = is("a list", Array.isArray);
const someValues = is("a list that is not empty", (value) => Array.isArray(value) && value.length > 0);

const listOf =
  (test: Test): Test =>
  (value, path) => {
    list(value, path);
    for (const [index, item] of (value as unknown[]).entries()) test(item, [...path, index]);
  };

const mapOf =
  (test: Test): Test =>
  (value, path) => {
    if (!isNode(value)) return fail(path, "an object");
    for (const [name, item] of Object.entries(value)) test(item, [...path, name]);
  };

const fields =
  (tests: Readonly<Record<string, Test>>, required: readonly string[] = []): Test =>
  (value, path) => {
    if (!isNode(value)) return fail(path, "an object");
    for (const name of required) if (!(name in value)) fail([...path, name], "something, but it is missing");
    for (const [name, test] of Object.entries(tests)) if (name in value) test(value[name], [...path, name]);
  };

const schema: Test = (value, path) => fields(KEYWORDS)(value, path);
const someSchemas: Test = (value, path) => {
  someValues(value, path);
  listOf(schema)(value, path);
};
const schemaOrFlag: Test = (value, path) => (typeof value === "boolean" ? undefined : schema(value, path));

const KEYWORDS: Readonly<Record<string, Test>> = {
  $ref: text,
  description: text,
  title: text,
  format: text,
  uniqueItems: flag,
  deprecated: flag,
  properties: mapOf(schema),
  required: texts,
  enum: someValues,
  const: scalar,
  pattern,
  minLength: number,
  maxLength: number,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minItems: number,
  maxItems: number,
  minProperties: number,
  items: schema,
  prefixItems: listOf(schema),
  anyOf: someSchemas,
  oneOf: someSchemas,
  additionalProperties: schemaOrFlag,
  propertyNames: schema,
  discriminator: fields({ propertyName: text, mapping: mapOf(text) }, ["propertyName", "mapping"]),
};

const content = mapOf(fields({ schema }));

const noReference = is(
  "something of its own (references are supported in schemas only)",
  (value) => value === undefined,
);
const response: Test = (value, path) => fields({ content, $ref: noReference })(value, path);

const place = is("path, query, header or cookie", (value) => /^(?:path|query|header|cookie)$/.test(String(value)));

const operation = fields(
  {
    operationId: text,
    summary: text,
    description: text,
    tags: texts,
    deprecated: flag,
    parameters: listOf(fields({ name: text, in: place, required: flag, schema }, ["name", "in"])),
    requestBody: fields({ content, required: flag, $ref: noReference }, ["content"]),
    responses: mapOf(response),
    security: list,
  },
  ["operationId", "responses"],
);

/** Throws {@link DocumentError} at the first thing that is not what OpenAPI says. */
export function checkDocument(document: OpenApiDocument): void {
  fields({ paths: mapOf(mapOf(operation)), components: fields({ schemas: mapOf(schema) }) })(document, []);
  uniqueOperations(document);
  pathParameters(document);
  noCircles(document);
}

/** Each name in braces is a parameter of the path, and the other way round. */
function pathParameters(document: OpenApiDocument): void {
  for (const { path, method, operation: found } of operationsOf(document)) {
    const parameters = Array.isArray(found["parameters"]) ? found["parameters"] : [];
    const declared = parameters.filter((parameter) => parameter.in === "path").map((parameter) => parameter.name);
    const named = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
    const odd = [
      ...named.filter((name) => !declared.includes(name)),
      ...declared.filter((name) => !named.includes(name)),
    ][0];
    if (odd !== undefined)
      fail(["paths", path, method, "parameters"], `the path parameter ${odd} here and in the path`);
  }
}

function uniqueOperations(document: OpenApiDocument): void {
  const seen = new Set<unknown>();
  for (const { path, method, operation: found } of operationsOf(document)) {
    const id = found["operationId"];
    if (seen.has(id)) fail(["paths", path, method, "operationId"], "an id that no other operation has");
    seen.add(id);
  }
}

/** A schema that is only a reference must come to something in the end. */
function noCircles({ components: { schemas } }: OpenApiDocument): void {
  for (const name of Object.keys(schemas)) {
    const seen = new Set([name]);
    for (let next = refOf(schemas[name] ?? {}); next !== undefined; next = refOf(schemas[next] ?? {})) {
      if (seen.has(next))
        fail(["components", "schemas", name, "$ref"], "a reference that does not lead back to itself");
      seen.add(next);
    }
  }
}
