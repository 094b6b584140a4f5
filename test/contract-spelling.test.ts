/** Two ways to write the same schema are no difference; what looks alike and is not, is one. */
import { compareDocuments } from "agent-server-client/contract";
import { describe, expect, test } from "vitest";

const text = { type: "string" };
const whole = { type: "integer" };
const nothing = { type: "null" };
const a = { type: "object", properties: { a: text }, required: ["a"] };
const ref = { $ref: "#/components/schemas/Named" };
const NAMED = { type: "object", properties: { n: text } };

/** Both ways of values at once. */
const documentOf = (schema: unknown): object => {
  const json = {
    content: { "application/json": { schema: { type: "object", properties: { value: schema, named: ref } } } },
  };
  return {
    openapi: "3.1.0",
    paths: { "/api/x": { post: { requestBody: json, responses: { "200": json } } } },
    components: { schemas: { Named: NAMED } },
  };
};
const rulesOf = (before: unknown, after: unknown): string[] => [
  ...new Set(compareDocuments(documentOf(before), documentOf(after)).map(({ rule }) => rule)),
];

const SAME: Readonly<Record<string, readonly unknown[]>> = {
  "text or null": [
    { anyOf: [text, nothing] },
    { oneOf: [nothing, text] },
    { type: ["string", "null"] },
    { type: ["null", "string"] },
    { anyOf: [{ anyOf: [text] }, nothing, nothing] },
  ],
  "null only": [nothing, { const: null }, { enum: [null] }, { type: ["null"] }],
  "one of two texts, or null": [
    { enum: ["a", "b", null] },
    { type: ["string", "null"], enum: [null, "b", "a"] },
    { anyOf: [{ type: "string", enum: ["a", "b"] }, nothing] },
  ],
  "a constant": [
    { const: "a" },
    { enum: ["a"] },
    { type: "string", const: "a" },
    { allOf: [text, { enum: ["a", 1] }] },
  ],
  "a reference": [
    ref,
    { allOf: [ref] },
    { anyOf: [ref] },
    { ...ref, description: "D", title: "T", "x-a": 1 },
    { allOf: [{ oneOf: [ref, ref] }] },
  ],
  "a reference or null": [{ anyOf: [ref, nothing] }, { oneOf: [nothing, { allOf: [ref] }] }],
  anything: [{}, true, { description: "D" }, { anyOf: [text, {}] }, { anyOf: [{}, nothing] }, { allOf: [{}, true] }],
  nothing: [false, { allOf: [text, whole] }, { allOf: [text, false] }],
  "text or whole number": [
    { type: ["string", "integer"] },
    { anyOf: [whole, text] },
    { oneOf: [{ anyOf: [text] }, whole] },
  ],
  "two objects in one": [
    { type: "object", properties: { a: text, b: whole }, required: ["b", "a"] },
    { allOf: [a, { type: "object", properties: { b: whole }, required: ["b"] }] },
    { ...a, allOf: [{ properties: { b: whole }, required: ["b"] }] },
    {
      allOf: [
        { required: ["a", "b"] },
        { type: "object", properties: { a: {}, b: { type: "number" } } },
        { properties: { a: text, b: whole } },
      ],
    },
  ],
  "an object with a union beside it": [
    {
      anyOf: [
        { ...a, required: ["a"] },
        { ...a, properties: { a: text, b: whole }, required: ["a", "b"] },
      ],
    },
    { ...a, anyOf: [{ properties: { b: whole }, required: ["b"] }, {}] },
  ],
  "free objects": [
    { type: "object" },
    { type: "object", additionalProperties: true },
    { type: "object", additionalProperties: {}, required: [] },
  ],
  lists: [
    { type: "array" },
    { type: "array", items: {} },
    { type: "array", items: true, minItems: 0, uniqueItems: false },
  ],
  "bounded numbers": [
    { ...whole, minimum: 1, maximum: 9 },
    { ...whole, exclusiveMinimum: 0, exclusiveMaximum: 10 },
    { ...whole, minimum: 0.5, maximum: 9.5 },
    {
      allOf: [
        { ...whole, minimum: 1 },
        { ...whole, minimum: 0, maximum: 9 },
      ],
    },
  ],
  "a file": [
    { type: "string", format: "binary" },
    { type: "string", contentMediaType: "application/octet-stream" },
  ],
  "yes or no": [{ type: "boolean" }, { type: "boolean", enum: [true, false] }],
  "bounds of another type": [text, { ...text, minimum: 5, maxItems: 3, minProperties: 1 }],
  "a secret, or a mask": [
    { anyOf: [{ ...text, format: "password" }, text] },
    { anyOf: [text, { ...text, format: "password" }] },
  ],
  "a union of unions that may be null": [{ anyOf: [{ oneOf: [ref, a] }, nothing] }, { oneOf: [ref, a, nothing] }],
};

describe("the same in other words", () => {
  const PAIRS = Object.entries(SAME).flatMap(([name, ways]) =>
    ways.map((way, index) => ({ name, index, first: ways[0], way })),
  );
  test.each(PAIRS)("$name, way $index", ({ first, way }) => {
    expect(rulesOf(first, way)).toEqual([]);
    expect(rulesOf(way, first)).toEqual([]);
  });

  test("no two of these are the same", () => {
    const firsts = Object.entries(SAME).map(([name, [first]]) => [name, first] as const);
    for (const [name, first] of firsts)
      for (const [other, second] of firsts)
        if (name !== other && ![name, other].every((each) => ["a reference", "free objects"].includes(each)))
          expect(rulesOf(first, second), `${name}, ${other}`).not.toEqual([]);
  });
});

describe("alike and not the same", () => {
  test.each([
    { before: text, after: { anyOf: [text, whole] }, rules: ["union-member-added"] },
    { before: { anyOf: [ref, text] }, after: { anyOf: [ref, whole] }, rules: ["type-changed"] },
    {
      before: { anyOf: [a, text] },
      after: { anyOf: [text, { ...a, required: [] }] },
      rules: ["property-became-optional"],
    },
    { before: ref, after: NAMED, rules: [] },
    { before: ref, after: { ...NAMED, properties: { n: whole } }, rules: ["schema-replaced"] },
    { before: { anyOf: [ref, nothing] }, after: ref, rules: ["became-not-nullable"] },
    { before: { ...text, enum: ["a"] }, after: { ...text, enum: ["b", "a"] }, rules: ["constant-widened"] },
    { before: { ...whole, minimum: 0 }, after: { ...whole, exclusiveMinimum: 0 }, rules: ["constraint-tightened"] },
    {
      before: { type: "number", exclusiveMinimum: 0 },
      after: { type: "number", minimum: 0 },
      rules: ["constraint-loosened"],
    },
    { before: { ...whole, multipleOf: 4 }, after: { ...whole, multipleOf: 2 }, rules: ["constraint-loosened"] },
    { before: { ...whole, multipleOf: 2 }, after: { ...whole, multipleOf: 3 }, rules: ["constraint-tightened"] },
    { before: { type: "array", items: text }, after: { type: "array", items: whole }, rules: ["type-changed"] },
    {
      before: { type: "array", prefixItems: [text] },
      after: { type: "array", prefixItems: [whole] },
      rules: ["type-changed"],
    },
    {
      before: { type: "object", additionalProperties: text },
      after: { type: "object", additionalProperties: whole },
      rules: ["type-changed"],
    },
    {
      before: { type: "object", propertyNames: { enum: ["a", "b"] } },
      after: { type: "object", propertyNames: { enum: ["a"] } },
      rules: ["enum-value-removed"],
    },
    {
      before: { type: "object", propertyNames: { enum: ["a", "b"] } },
      after: { type: "object" },
      rules: ["enum-removed"],
    },
    { before: false, after: text, rules: ["type-widened"] },
    { before: text, after: false, rules: ["type-narrowed"] },
    { before: { type: "number" }, after: whole, rules: ["type-narrowed"] },
    { before: { type: "string", format: "binary" }, after: text, rules: ["type-changed"] },
    { before: { ...text, minLength: 1 }, after: { ...text, minLength: 0 }, rules: ["constraint-loosened"] },
    { before: { not: text }, after: { not: whole }, rules: ["keyword-changed"] },
  ])("$before, $after", ({ before, after, rules }) => {
    expect(rulesOf(before, after)).toEqual(rules);
  });
});
