import { describe, expect, test } from "vitest";
import { closureOfModel, type Model, type ModelNode, type ModelSchema, refsOfNode } from "../scripts/model.js";
import { normalise } from "../scripts/normalise.js";
import { buildModel } from "../scripts/schema-model.js";
import { normalised, PLAIN, SPEC_VERSIONS, smallDocument } from "./support/spec.js";

const model = (schemas: Record<string, object>, use: { answers?: string[]; asks?: string[] }): Model =>
  buildModel(normalise(smallDocument(schemas, use), PLAIN));
const answered = (schema: object): ModelNode | undefined =>
  model({ A: schema }, { answers: ["A"] }).schemas.get("A")?.node;
const asked = (schema: object): ModelNode | undefined => model({ A: schema }, { asks: ["A"] }).schemas.get("A")?.node;
const text = { type: "string" } as const;

describe("nodes", () => {
  test.each([
    [{}, { type: "any" }],
    [
      { ...text, minLength: 3, pattern: "^a" },
      { type: "string", bounds: {} },
    ],
    [{ ...text, format: "binary" }, { type: "file" }],
    [
      { ...text, enum: ["a"] },
      { type: "string", bounds: {} },
    ],
    [
      { type: "integer", minimum: 1 },
      { type: "integer", bounds: {} },
    ],
    [{ type: "number" }, { type: "number", bounds: {} }],
    [{ type: "boolean" }, { type: "boolean" }],
    [{ type: "null" }, { type: "null" }],
    [{ const: 5 }, { type: "literal", value: 5 }],
    [{ type: "array" }, { type: "array", items: { type: "any" }, bounds: {} }],
    [
      { type: "array", prefixItems: [text, {}] },
      { type: "tuple", items: [{ type: "string", bounds: {} }, { type: "any" }] },
    ],
    [{ type: "object" }, { type: "record", values: { type: "any" }, bounds: {} }],
    [
      { type: "object", additionalProperties: text },
      { type: "record", values: { type: "string", bounds: {} }, bounds: {} },
    ],
    [{ anyOf: [text, { type: "null" }] }, { type: "nullable", inner: { type: "string", bounds: {} } }],
    [{ anyOf: [text, { ...text, format: "password" }] }, { type: "string", bounds: {} }],
    [
      { anyOf: [text, { type: "boolean" }, { type: "null" }] },
      { type: "nullable", inner: { type: "union", members: [{ type: "string", bounds: {} }, { type: "boolean" }] } },
    ],
    [
      { type: "object", properties: { a: text }, additionalProperties: false },
      {
        type: "object",
        properties: [{ name: "a", node: { type: "string", bounds: {} }, required: false, always: true }],
        extra: true,
      },
    ],
  ])("in an answer %j is open", (schema, node) => {
    expect(answered(schema)).toEqual(node);
  });

  test.each([
    [
      { ...text, minLength: 3, pattern: "^a" },
      { type: "string", bounds: { minLength: 3, pattern: "^a" } },
    ],
    [
      { ...text, enum: ["a"] },
      { type: "enum", values: ["a"] },
    ],
    [
      { type: "integer", minimum: 1, exclusiveMaximum: 9 },
      { type: "integer", bounds: { minimum: 1, exclusiveMaximum: 9 } },
    ],
    [
      { type: "array", items: text, uniqueItems: true, maxItems: 2 },
      { type: "array", items: { type: "string", bounds: {} }, bounds: { uniqueItems: true, maxItems: 2 } },
    ],
    [
      { type: "object", additionalProperties: text, minProperties: 1, propertyNames: { enum: ["k"] } },
      { type: "record", values: { type: "string", bounds: {} }, bounds: { minProperties: 1 }, keys: ["k"] },
    ],
    [
      { type: "object", properties: { a: text }, required: ["a"], additionalProperties: false },
      {
        type: "object",
        properties: [{ name: "a", node: { type: "string", bounds: {} }, required: true, always: true }],
        extra: false,
      },
    ],
  ])("in a request %j is closed", (schema, node) => {
    expect(asked(schema)).toEqual(node);
  });

  test.each([
    [{ allOf: [text] }, '#/components/schemas/A: the keyword "allOf" is not supported'],
    [
      { type: "object", properties: { a: { not: text } } },
      '#/components/schemas/A/properties/a: the keyword "not" is not supported',
    ],
    [
      { type: "array", items: { multipleOf: 2 } },
      '#/components/schemas/A/items: the keyword "multipleOf" is not supported',
    ],
    [{ type: ["string", "null"] }, '#/components/schemas/A: type ["string","null"] is not supported'],
    [{ type: "string", enum: [1] }, "#/components/schemas/A: only enums of strings are supported"],
    [
      { type: "object", properties: {}, additionalProperties: text },
      "#/components/schemas/A: properties beside a schema for further ones are not supported",
    ],
  ])("what no emitter knows is refused with its place: %j", (schema, message) => {
    expect(() => answered(schema)).toThrow(message);
  });

  test("members of a union without a discriminator get the tag that tells them apart", () => {
    const tagged = (value: string): object => ({ type: "object", properties: { type: { const: value }, x: text } });
    const schemas = {
      A: { anyOf: [{ $ref: "#/components/schemas/T" }, { $ref: "#/components/schemas/I" }] },
      T: tagged("text"),
      I: tagged("image"),
    };
    expect(model(schemas, { answers: ["A"] }).schemas.get("A")?.node).toMatchObject({ type: "union", tag: "type" });
    const same = { ...schemas, I: tagged("text") };
    expect(model(same, { answers: ["A"] }).schemas.get("A")?.node).not.toHaveProperty("tag");
  });
});

describe("order", () => {
  test("a schema comes after those it needs, also around a cycle", () => {
    const schemas = {
      A: {
        type: "object",
        properties: { b: { $ref: "#/components/schemas/B" }, c: { $ref: "#/components/schemas/C" } },
      },
      B: { type: "array", items: { $ref: "#/components/schemas/A" } },
      C: text,
    };
    const { schemas: ordered } = model(schemas, { answers: ["A"] });
    const names = [...ordered.keys()].filter((name) => name.length === 1);
    expect(names).toEqual(["B", "C", "A"]);
  });

  test("an enum that travels both ways is open in answers and closed in requests", () => {
    const schemas = {
      Got: { type: "object", properties: { e: { $ref: "#/components/schemas/E" } } },
      Sent: { type: "object", properties: { e: { $ref: "#/components/schemas/E" } } },
      E: { ...text, enum: ["x", "y"] },
    };
    const both = model(schemas, { answers: ["Got"], asks: ["Sent"] }).schemas;
    expect(both.get("E")).toMatchObject({ node: { type: "string" }, closed: false, typeName: "E" });
    expect(both.get("EInput")).toMatchObject({
      node: { type: "enum", values: ["x", "y"] },
      closed: true,
      typeName: "E",
    });
    expect(both.get("Sent")?.node).toMatchObject({ properties: [{ node: { type: "ref", name: "EInput" } }] });
    expect(both.get("Got")?.node).toMatchObject({ properties: [{ node: { type: "ref", name: "E" } }] });
  });

  test.each(SPEC_VERSIONS)("the events of %s need no cycle, so no input can make them nest without end", (version) => {
    const found = closureOfModel(buildModel(normalised(version)), ["Event"]);
    expect(found.length).toBeGreaterThan(140);
    const model = buildModel(normalised(version));
    const reachesItself = ({ name, node }: ModelSchema): boolean =>
      closureOfModel(model, refsOfNode(node)).some((schema) => schema.name === name);
    expect(found.filter(reachesItself)).toEqual([]);
    expect([...model.schemas.values()].filter(reachesItself).length).toBeGreaterThan(0);
  });
});
