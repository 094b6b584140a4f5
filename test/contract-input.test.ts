/** What cannot be compared is said in one line with the document and the place; what is odd and right is compared. */
import { isAgentServerError } from "agent-server-client";
import { compareDocuments } from "agent-server-client/contract";
import { describe, expect, test } from "vitest";

type Json = { readonly [key: string]: unknown };

const json = (schema: unknown): Json => ({ content: { "application/json": { schema } } });
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const documentOf = (schema: unknown, schemas: Json = {}, more: Json = {}): Json => ({
  openapi: "3.1.0",
  paths: { "/api/x": { get: { operationId: "x", responses: { "200": json(schema) } } } },
  components: { schemas },
  ...more,
});
const GOOD = documentOf({ type: "string" });

const nested = (depth: number): unknown => {
  let schema: unknown = { type: "string" };
  for (let level = 0; level < depth; level++) schema = { type: "array", items: schema };
  return schema;
};

const BROKEN: Readonly<Record<string, readonly [unknown, string]>> = {
  "a text": ["<html>", "expected an object"],
  nothing: [undefined, "expected an object"],
  "a list": [[], "expected an object"],
  "an object of something else": [
    { detail: "Not Found" },
    "openapi: missing; expected an OpenAPI document of version 3.1 or later",
  ],
  "OpenAPI 3.0": [
    documentOf({}, {}, { openapi: "3.0.3" }),
    "openapi: version 3.0.3 is not supported; expected 3.1 or later",
  ],
  "OpenAPI 4": [
    documentOf({}, {}, { openapi: "4.0.0" }),
    "openapi: version 4.0.0 is not supported; expected 3.1 or later",
  ],
  "Swagger 2": [
    { swagger: "2.0", paths: {} },
    "openapi: a Swagger 2 document is not supported; expected an OpenAPI document of version 3.1 or later",
  ],
  "no paths": [{ openapi: "3.1.0" }, "paths: missing; expected the operations"],
  "another API": [
    { openapi: "3.1.0", paths: { "/pets": {} } },
    "paths: no path is below /api: is it the document of an Agent Server?",
  ],
  "a reference to nowhere": [
    documentOf({ properties: { a: ref("Nowhere") } }),
    "paths./api/x.get.responses.200.content.application/json.schema.properties.a.$ref: the reference to #/components/schemas/Nowhere points at nothing",
  ],
  "a key of a union to nowhere": [
    documentOf(
      { oneOf: [ref("A")], discriminator: { propertyName: "kind", mapping: { A: "#/components/schemas/B" } } },
      { A: {} },
    ),
    "schema.discriminator.mapping.A: the reference to #/components/schemas/B points at nothing",
  ],
  "a reference out of the document": [
    documentOf({ $ref: "other.json#/A" }),
    "schema.$ref: only a reference within the document is followed",
  ],
  "a reference to itself": [
    documentOf(ref("A"), { A: ref("A") }),
    "components.schemas.A: the schema leads back to itself and says nothing",
  ],
  "a circle of references": [
    documentOf(ref("A"), { A: ref("B"), B: { anyOf: [{ type: "null" }, ref("A")] } }),
    "components.schemas.A: the schema leads back to itself and says nothing",
  ],
  "a circle of answers": [
    {
      ...GOOD,
      paths: { "/api/x": { get: { responses: { "200": { $ref: "#/components/responses/A" } } } } },
      components: { responses: { A: { $ref: "#/components/responses/A" } } },
    },
    "paths./api/x.get.responses.200.$ref: the reference leads back to itself",
  ],
  "a schema that is none": [documentOf({ properties: { a: "string" } }), "schema.properties.a: expected a schema"],
  "properties that are a list": [documentOf({ properties: [] }), "schema.properties: expected schemas by name"],
  "a union that is an object": [documentOf({ anyOf: {} }), "schema.anyOf: expected a list"],
  "endless nesting": [documentOf(nested(300)), ": nested too deeply"],
};

describe("a document that cannot be compared is refused with one line", () => {
  test.each(Object.entries(BROKEN))("%s", (_, [broken, message]) => {
    for (const [name, call] of [
      ["actual", () => compareDocuments(GOOD, broken)],
      ["pinned", () => compareDocuments(broken, GOOD)],
    ] as const) {
      const error = errorOf(call);
      expect(isAgentServerError(error) && error.classification.reason).toBe("contract");
      expect(error).toMatchObject({ name: "ContractError", issues: [{ code: "document" }] });
      const { message: text } = error as Error;
      expect(text.startsWith(`The ${name} document: `), text).toBe(true);
      expect(text.endsWith(message), text).toBe(true);
      expect(text).not.toMatch(/\n/);
    }
  });
});

function errorOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

describe("what is odd and right is compared", () => {
  const found = (before: unknown, after: unknown): string[] =>
    compareDocuments(before, after).map(({ rule, message }) => `${rule}: ${message}`);

  test("schemas that hold themselves", () => {
    const tree = (more: Json): Json =>
      documentOf(ref("Tree"), {
        Tree: { type: "object", properties: { children: { type: "array", items: ref("Tree") }, ...more } },
      });
    expect(found(tree({}), tree({ name: { type: "string" } }))).toEqual([
      "property-added: schema `Tree` (received): the property `name` is new.",
    ]);
  });

  test("schemas that hold each other under other names", () => {
    const pair = (a: string, b: string, type: string): Json =>
      documentOf(ref(a), {
        [a]: { type: "object", properties: { next: ref(b) } },
        [b]: { type: "object", properties: { back: ref(a), value: { type } } },
      });
    expect(found(pair("A", "B", "string"), pair("C", "D", "string"))).toEqual([
      "schema-renamed: schema `A` (received): it is called `C` now.",
      "schema-renamed: schema `B` (received): it is called `D` now.",
    ]);
    expect(found(pair("A", "B", "string"), pair("C", "D", "integer"))).toContain(
      "type-changed: schema `B` (received), field `value`: the type is integer now, not string.",
    );
  });

  test("schemas that hold themselves and stand in the place of another", () => {
    const list = (value: Json): Json => ({ type: "object", properties: { value, next: { type: "null" } } });
    const own = (name: string, type: string): Json => ({
      type: "object",
      properties: { value: { type }, next: ref(name) },
    });
    const schemas = { A: own("A", "string"), B: own("B", "string"), C: own("C", "integer"), D: list({}) };
    const both = (name: string): Json =>
      documentOf(
        {
          type: "object",
          properties: { here: ref(name), all: { prefixItems: Object.keys(schemas).map(ref), type: "array" } },
        },
        schemas,
      );
    expect(found(both("A"), both("B"))).toEqual([
      "schema-replaced: operation `GET /api/x`, answer 200, field `here`: it is `B` now, not `A` (the same by another name).",
    ]);
    expect(found(both("A"), both("C"))).toEqual([
      "schema-replaced: operation `GET /api/x`, answer 200, field `here`: it is `C` now, not `A` (field `value`: the type is integer now, not string).",
    ]);
  });

  test("names like those of every object, and names with slashes", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"a/b~c":{"type":"string"}}}',
    ) as Json;
    const changed = JSON.parse(JSON.stringify(schema).replaceAll('"string"', '"integer"')) as Json;
    const findings = compareDocuments(documentOf(schema), documentOf(changed));
    expect(findings.map(({ message }) => message.split(": ")[0])).toEqual([
      "operation `GET /api/x`, answer 200, field `__proto__`",
      "operation `GET /api/x`, answer 200, field `a/b~c`",
      "operation `GET /api/x`, answer 200, field `constructor`",
    ]);
    expect(findings[1]?.pointer).toBe(
      "#/paths/~1api~1x/get/responses/200/content/application~1json/schema/properties/a~1b~0c",
    );
    expect(
      compareDocuments(documentOf({}), documentOf({}, {}, { paths: { "/api/x": {}, "/api/constructor": {} } })),
    ).toHaveLength(1);
  });

  test("an operation in pieces: shared parameters, and parts that are written elsewhere", () => {
    const limit = { name: "limit", in: "query", schema: { type: "integer" } };
    const operation = {
      operationId: "x",
      parameters: [limit],
      requestBody: json({ type: "string" }),
      responses: { "200": json({ type: "string" }) },
    };
    const inOne = { ...GOOD, paths: { "/api/x": { post: operation } } };
    const inPieces = {
      ...GOOD,
      paths: { "/api/x": { $ref: "#/components/pathItems/X" } },
      components: {
        pathItems: {
          X: {
            parameters: [{ $ref: "#/components/parameters/Limit" }],
            post: {
              operationId: "x",
              requestBody: { $ref: "#/components/requestBodies/B" },
              responses: { "200": { $ref: "#/components/responses/A" } },
            },
          },
        },
        parameters: { Limit: limit },
        requestBodies: { B: json({ type: "string" }) },
        responses: { A: json({ $ref: "#/components/schemas/Plain%20text" }) },
        schemas: { "Plain text": { type: "string" } },
      },
    };
    expect(found(inOne, inPieces)).toEqual(["schema-added: schema `Plain text`: it is new."]);
  });

  test("a type or a keyword that nobody knows yet", () => {
    expect(found(documentOf({ type: "string" }), documentOf({ type: "moment", since: 3.2 }))).toHaveLength(1);
    expect(found(documentOf({ type: "string" }), documentOf({ type: "string", since: 3.2 }))).toEqual([]);
    expect(found(documentOf({}, {}, { openapi: "3.2.0" }), documentOf({}))).toEqual([]);
  });
});
