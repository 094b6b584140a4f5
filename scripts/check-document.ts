/** Is the document well formed where the rules will read it? The first fault is named by its place. Pure. */
import { DocumentError, isNode, type Node, pointer } from "./document.js";

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
const texts = is(
  "a list of strings",
  (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
);
const list = is("a list", Array.isArray);

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
const schemaOrFlag: Test = (value, path) => (typeof value === "boolean" ? undefined : schema(value, path));

const KEYWORDS: Readonly<Record<string, Test>> = {
  $ref: text,
  description: text,
  properties: mapOf(schema),
  required: texts,
  enum: list,
  items: schema,
  prefixItems: listOf(schema),
  anyOf: listOf(schema),
  oneOf: listOf(schema),
  additionalProperties: schemaOrFlag,
  propertyNames: schema,
  discriminator: fields({ propertyName: text, mapping: mapOf(text) }, ["propertyName"]),
};

const content = mapOf(fields({ schema }));

const operation = fields(
  {
    operationId: text,
    parameters: listOf(fields({ name: text, in: text, schema }, ["name", "in"])),
    requestBody: fields({ content }),
    responses: mapOf(fields({ content })),
    security: list,
  },
  ["operationId", "responses"],
);

/** Throws {@link DocumentError} at the first thing that is not what OpenAPI says. */
export function checkDocument(document: Node): void {
  fields({ paths: mapOf(mapOf(operation)), components: fields({ schemas: mapOf(schema) }) })(document, []);
}
