import { describe, expect, test } from "vitest";
import { checkDocument } from "../scripts/check-document.js";
import { canonical, DocumentError, readDocument } from "../scripts/document.js";
import { SPEC_VERSIONS, specDocument, specText } from "./support/spec.js";

const minimal = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: { "/a": { get: { operationId: "a", responses: {} } } },
  components: { schemas: { A: { type: "string" } } },
};

const messageOf = (text: string): string => {
  try {
    readDocument(text, "doc.json");
  } catch (error) {
    expect(error).toBeInstanceOf(DocumentError);
    return (error as DocumentError).message;
  }
  return "accepted";
};
const messageWith = (change: object): string => messageOf(JSON.stringify({ ...minimal, ...change }));

describe("readDocument", () => {
  test("takes a document and a byte order mark", () => {
    expect(messageOf(JSON.stringify(minimal))).toBe("accepted");
    expect(messageOf(`\uFEFF${JSON.stringify(minimal)}`)).toBe("accepted");
  });

  test.each([
    ["empty", "", "doc.json: the file is empty; expected an OpenAPI 3.1 document as JSON"],
    ["blank", " \n ", "doc.json: the file is empty; expected an OpenAPI 3.1 document as JSON"],
    ["truncated", '{\n  "openapi": "3.1.0",\n  "pa', "doc.json: not JSON (it ends too early, at line 3, column 6)"],
    ["cut in a value", '{"a": [1,', "doc.json: not JSON (it ends too early, at line 1, column 10)"],
    ["not JSON", '{\n  "a": 1,\n  b\n}', "doc.json: not JSON (unexpected text at line 3, column 3)"],
    ["YAML", "openapi: 3.1.0\npaths: {}\n", "doc.json: not JSON (unexpected text at line 1, column 1)"],
    ["an array", "[]", "doc.json at #: expected an object"],
    ["null", "null", "doc.json at #: expected an object"],
  ])("names the place: %s", (_, text, message) => {
    expect(messageOf(text)).toBe(message);
  });

  test.each([
    [
      { openapi: undefined, swagger: "2.0" },
      '#/openapi: missing; expected an OpenAPI document with "openapi": "3.1.x"',
    ],
    [{ openapi: "3.0.3" }, '#/openapi: version "3.0.3" is not supported; expected 3.1.x'],
    [{ openapi: "4.1.0" }, '#/openapi: version "4.1.0" is not supported; expected 3.1.x'],
    [{ info: { title: "t" } }, "#/info/version: missing; expected a string"],
    [{ info: 3 }, "#/info/version: missing; expected a string"],
    [{ paths: {} }, "#/paths: missing or empty; expected the operations"],
    [{ paths: undefined }, "#/paths: missing or empty; expected the operations"],
    [{ components: {} }, "#/components/schemas: missing or empty; expected the schemas"],
    [{ components: { schemas: {} } }, "#/components/schemas: missing or empty; expected the schemas"],
    [
      { paths: { "/a": { parameters: [] } } },
      "#/paths/~1a/parameters: path-wide members are not supported; move them into the operations",
    ],
    [
      { components: { schemas: { A: { items: { $ref: "#/components/schemas/B" } } } } },
      '#/components/schemas/A/items/$ref: $ref "#/components/schemas/B" points at nothing',
    ],
    [
      { components: { schemas: { A: { anyOf: [{ $ref: "other.json#/x" }] } } } },
      '#/components/schemas/A/anyOf/0/$ref: $ref "other.json#/x" points at nothing',
    ],
  ])("names the place in the document: %j", (change, message) => {
    expect(messageWith(change)).toBe(`doc.json at ${message}`);
  });

  test("says where a real document was cut, whatever the place", () => {
    const text = specText("1.52.0");
    for (let at = 1; at < text.length; at += 49_999)
      expect(messageOf(text.slice(0, at))).toMatch(/^doc\.json: not JSON \(.* at line \d+, column \d+\)$/);
  });
});

describe("checkDocument", () => {
  const schemas = (A: unknown): object => ({ components: { schemas: { A } } });
  const get = (operation: unknown): object => ({ paths: { "/a/{b}": { get: operation } } });

  test.each([
    [{ paths: { "/a/{b}": 1 } }, "#/paths/~1a~1{b}: expected an object"],
    [get(null), "#/paths/~1a~1{b}/get: expected an object"],
    [get({ responses: {} }), "#/paths/~1a~1{b}/get/operationId: expected something, but it is missing"],
    [get({ operationId: "a" }), "#/paths/~1a~1{b}/get/responses: expected something, but it is missing"],
    [get({ operationId: 1, responses: {} }), "#/paths/~1a~1{b}/get/operationId: expected a string"],
    [get({ operationId: "a", responses: { 200: 1 } }), "#/paths/~1a~1{b}/get/responses/200: expected an object"],
    [
      get({ operationId: "a", responses: { 200: { content: { "text/plain": 1 } } } }),
      "#/paths/~1a~1{b}/get/responses/200/content/text~1plain: expected an object",
    ],
    [get({ operationId: "a", responses: {}, parameters: {} }), "#/paths/~1a~1{b}/get/parameters: expected a list"],
    [schemas([]), "#/components/schemas/A: expected an object"],
    [schemas({ properties: { a: 3 } }), "#/components/schemas/A/properties/a: expected an object"],
    [schemas({ required: "a" }), "#/components/schemas/A/required: expected a list of strings"],
    [schemas({ anyOf: {} }), "#/components/schemas/A/anyOf: expected a list"],
    [schemas({ anyOf: [{}, { items: [] }] }), "#/components/schemas/A/anyOf/1/items: expected an object"],
    [
      schemas({ additionalProperties: { $ref: 1 } }),
      "#/components/schemas/A/additionalProperties/$ref: expected a string",
    ],
    [schemas({ additionalProperties: 1 }), "#/components/schemas/A/additionalProperties: expected an object"],
    [
      schemas({ oneOf: [{}], discriminator: {} }),
      "#/components/schemas/A/discriminator/propertyName: expected something, but it is missing",
    ],
  ])("names the first fault by its place: %j", (change, message) => {
    const document = readDocument(JSON.stringify({ ...minimal, ...change }), "doc.json");
    expect(() => checkDocument(document)).toThrow(message);
  });

  test.each([
    [schemas({ anyOf: [] }), "#/components/schemas/A/anyOf: expected a list that is not empty"],
    [schemas({ enum: [] }), "#/components/schemas/A/enum: expected a list that is not empty"],
    [schemas({ const: null }), "#/components/schemas/A/const: expected a string, a number or a boolean"],
    [schemas({ const: {} }), "#/components/schemas/A/const: expected a string, a number or a boolean"],
    [schemas({ pattern: "(" }), "#/components/schemas/A/pattern: expected a regular expression"],
    [schemas({ minLength: "x" }), "#/components/schemas/A/minLength: expected a number"],
    [
      schemas({ $ref: "#/components/schemas/A" }),
      "#/components/schemas/A/$ref: expected a reference that does not lead back to itself",
    ],
    [
      schemas({ oneOf: [{}], discriminator: { propertyName: "kind" } }),
      "#/components/schemas/A/discriminator/mapping: expected something, but it is missing",
    ],
    [
      get({ operationId: "a", responses: { 422: { $ref: "#/components/schemas/A" } } }),
      "#/paths/~1a~1{b}/get/responses/422/$ref: expected something of its own",
    ],
    [schemas({ title: 5 }), "#/components/schemas/A/title: expected a string"],
    [schemas({ uniqueItems: "x" }), "#/components/schemas/A/uniqueItems: expected true or false"],
    [get({ operationId: "a", responses: {}, summary: [] }), "#/paths/~1a~1{b}/get/summary: expected a string"],
    [
      get({ operationId: "a", responses: {}, requestBody: {} }),
      "#/paths/~1a~1{b}/get/requestBody/content: expected something, but it is missing",
    ],
    [
      get({ operationId: "a", responses: {}, parameters: [{ name: "b", in: "x" }] }),
      "#/paths/~1a~1{b}/get/parameters/0/in: expected path, query, header or cookie",
    ],
    [
      get({ operationId: "a", responses: {}, parameters: [] }),
      "#/paths/~1a~1{b}/get/parameters: expected the path parameter b here and in the path",
    ],
    [
      { paths: { "/a": { get: { operationId: "a", responses: {}, parameters: [{ name: "c", in: "path" }] } } } },
      "#/paths/~1a/get/parameters: expected the path parameter c here and in the path",
    ],
    [
      { paths: { "/a": { get: { operationId: "x", responses: {} }, put: { operationId: "x", responses: {} } } } },
      "#/paths/~1a/put/operationId: expected an id that no other operation has",
    ],
  ])("and what no rule could work with: %j", (change, message) => {
    const document = readDocument(JSON.stringify({ ...minimal, ...change }), "doc.json");
    expect(() => checkDocument(document)).toThrow(message);
  });

  test("nesting without end is refused at once", () => {
    const nested = JSON.parse(`${'{"items":'.repeat(3000)}{}${"}".repeat(3000)}`) as object;
    expect(messageWith(schemas(nested))).toBe(
      "doc.json at #/components/schemas/A/items/items/items: nested too deeply",
    );
  });

  test("takes the real documents and flags for further properties", () => {
    for (const version of SPEC_VERSIONS) expect(() => checkDocument(specDocument(version))).not.toThrow();
    const document = readDocument(
      JSON.stringify({ ...minimal, ...schemas({ additionalProperties: true }) }),
      "doc.json",
    );
    expect(() => checkDocument(document)).not.toThrow();
  });
});

describe("canonical", () => {
  test("gives one text for any order of keys and of required sets", () => {
    const a = canonical({ b: [{ d: 1, c: 2 }], required: ["y", "x"], a: null });
    const b = canonical({ a: null, required: ["x", "y"], b: [{ c: 2, d: 1 }] });
    expect(JSON.stringify(a)).toBe(JSON.stringify(b));
    expect(JSON.stringify(a)).toBe('{"a":null,"b":[{"c":2,"d":1}],"required":["x","y"]}');
  });

  test("leaves the order of other lists and the input alone", () => {
    const input = { oneOf: ["b", "a"] };
    expect(canonical(input)).toEqual({ oneOf: ["b", "a"] });
    expect(canonical(input)).not.toBe(input);
  });
});
