/** Documents that are made to break or to keep their readers busy end in one line, and soon. */
import { isAgentServerError } from "agent-server-client";
import { compareDocuments } from "agent-server-client/contract";
import { describe, expect, test } from "vitest";

type Json = { readonly [key: string]: unknown };

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const documentOf = (schema: unknown, schemas: Json = {}): Json => ({
  openapi: "3.1.0",
  paths: { "/api/x": { get: { responses: { "200": { content: { "application/json": { schema } } } } } } },
  components: { schemas },
});
const GOOD = documentOf({ type: "string" });

describe("what is made to keep its readers busy", () => {
  const chain = (name: string, length: number): Json =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [
        `${name}${index}`,
        { type: "object", properties: { [name]: {}, next: index + 1 < length ? ref(`${name}${index + 1}`) : {} } },
      ]),
    );
  const choices = (from: number): Json => ({
    anyOf: Array.from({ length: 10 }, (_, index) => ({ properties: { [`p${from}${index}`]: {} } })),
  });
  const says = (pinned: Json, actual: Json): string => {
    try {
      compareDocuments(pinned, actual);
    } catch (error) {
      if (isAgentServerError(error)) return error.message;
      throw error;
    }
    return "nothing";
  };

  test("schemas that lead to each other by the thousand, and values without a bottom", () => {
    const schemas = { ...chain("A", 2_000), ...chain("B", 2_000) };
    const pair = (...names: string[]): Json => documentOf({ type: "array", prefixItems: names.map(ref) }, schemas);
    expect(says(pair("A0", "B0"), pair("B0", "A0"))).toBe("The pinned or the actual document: nested too deeply");
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level++) deep = [deep];
    expect(says(GOOD, documentOf({ type: "string", default: deep }))).toContain("nested too deeply");
  });

  test("unions that multiply each other", () => {
    const product = documentOf({ allOf: [choices(0), choices(1), choices(2), choices(3), choices(4), choices(5)] });
    expect(says(GOOD, product)).toContain("schema: allOf of unions allows too many combinations");
  });

  test("unions that double with each step, and unions of hundreds", () => {
    const double = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        [`A${index}`, index < 39 ? { anyOf: [ref(`A${index + 1}`), ref(`B${index + 1}`)] } : { type: "string" }],
        [`B${index}`, index < 39 ? { anyOf: [ref(`B${index + 1}`), ref(`A${index + 1}`)] } : { type: "string" }],
      ]).flat(),
    );
    const kinds = (of: string): Json =>
      Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [
          `${of}${index}`,
          { properties: { kind: { const: `${of}${index}` } } },
        ]),
      );
    const union = (of: string): Json => documentOf({ oneOf: Object.keys(kinds(of)).map(ref) }, kinds(of));
    const begin = performance.now();
    says(documentOf({ anyOf: [ref("A0"), { type: "null" }] }, double), documentOf({ anyOf: [ref("A0"), {}] }, double));
    says(union("A"), union("B"));
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});
