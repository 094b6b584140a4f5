/** Unions whose members are told apart, and schemas that travel both ways. */
import { compareDocuments } from "agent-server-client/contract";
import { describe, expect, test } from "vitest";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const member = (kind: string, more: object = {}, required = ["kind"]): object => ({
  type: "object",
  properties: { kind: { const: kind, type: "string" }, ...more },
  required,
});
const SCHEMAS = { A: member("a"), B: member("b"), C: member("c"), D: member("d") };
const told = (tag: string, ...names: string[]): object => ({
  oneOf: names.map(ref),
  discriminator: { propertyName: tag },
});

/** All schemas are reached beside the union, so that none is new or gone. */
const documentOf = (union: object, schemas: object = SCHEMAS, sent = false): object => {
  const all = { type: "array", prefixItems: Object.keys(schemas).map(ref) };
  const json = { content: { "application/json": { schema: { type: "object", properties: { union, all } } } } };
  const operation = { ...(sent ? { requestBody: json } : {}), responses: { "200": json } };
  return { openapi: "3.1.0", paths: { "/api/x": { post: operation } }, components: { schemas } };
};
const found = (before: object, after: object): [string, string][] =>
  compareDocuments(before, after).map(({ severity, rule }) => [severity, rule]);

describe("a union whose members are told apart", () => {
  test("has a kind more and a kind less when another schema takes the place of one", () => {
    expect(found(documentOf(told("kind", "A", "B")), documentOf(told("kind", "A", "C")))).toEqual([
      ["compatible", "kind-removed"],
      ["compatible", "kind-added"],
    ]);
  });

  test("does not tell which conversations its server had before", () => {
    const made = ["AWithRisk", "AWithRiskWithSummary", "BWithSummary", "ClientAction_show_chart"];
    const running = { ...SCHEMAS, ...Object.fromEntries(made.map((name) => [name, member(name)])) };
    const after = documentOf(told("kind", "ClientAction_show_chart", "AWithRisk", "A", "B", ...made), running);
    const quiet = documentOf(told("kind", "A", "B"));
    expect(found(quiet, after)).toEqual([]);
    expect(found(after, quiet)).toEqual([]);
  });

  test("has a new kind when what it is named after is no kind", () => {
    const all = { A: member("a"), EWithRisk: member("EWithRisk") };
    expect(found(documentOf(told("kind", "A"), all), documentOf(told("kind", "A", "EWithRisk"), all))).toEqual([
      ["compatible", "kind-added"],
    ]);
  });

  test("by anything but kind is read closed: another member breaks readers", () => {
    expect(
      found(documentOf({ oneOf: [ref("A"), ref("B")] }), documentOf({ oneOf: [ref("B"), ref("C"), ref("A")] })),
    ).toEqual([["breaking", "union-member-added"]]);
  });

  test("needs its tag, whether or not the document says so", () => {
    const untagged = { ...SCHEMAS, A: member("a", { more: { type: "string" } }, []) };
    expect(found(documentOf(told("kind", "A", "B")), documentOf(told("kind", "A", "B"), untagged))).toEqual([
      ["compatible", "property-added"],
    ]);
    expect(
      found(
        documentOf({ oneOf: [ref("A"), ref("B")] }, untagged),
        documentOf(told("kind", "A", "B"), { ...untagged, A: member("a") }, false),
      ),
    ).toEqual([
      ["breaking", "property-removed"],
      ["info", "discriminator-added"],
    ]);
  });

  test("has its discriminator also where it may be null", () => {
    const orNull = (tag: string): object => ({ anyOf: [told(tag, "A", "B"), { type: "null" }] });
    expect(found(documentOf(orNull("kind")), documentOf(orNull("type")))).toEqual([
      ["breaking", "discriminator-changed"],
    ]);
  });

  test("has new names for its members, and is the same", () => {
    const renamed = { A2: member("a"), B2: member("b"), C: member("c"), D: member("d") };
    const union = (...names: string[]): object =>
      documentOf(told("kind", ...names), names.includes("A") ? SCHEMAS : renamed);
    expect(found(union("B", "A", "C"), union("A2", "C", "B2"))).toEqual([
      ["info", "schema-renamed"],
      ["info", "schema-renamed"],
    ]);
  });
});

describe("a schema that travels both ways", () => {
  const both = (schema: object): object =>
    documentOf(ref("S"), { S: { type: "object", properties: { s: schema } } }, true);
  const text = { type: "string" };

  test.each([
    { what: "less is allowed", before: text, after: { ...text, format: "uuid" }, rule: "format-added" },
    { what: "more is allowed", before: text, after: { type: ["string", "null"] }, rule: "became-nullable" },
  ])("is judged by the worse of the two when $what, and told once", ({ before, after, rule }) => {
    expect(found(both(before), both(after))).toEqual([["breaking", rule]]);
    expect(compareDocuments(both(before), both(after))[0]?.message).toMatch(
      /^schema `S` \(sent and received\), field `s`: /,
    );
  });
});
