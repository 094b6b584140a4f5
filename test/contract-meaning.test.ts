/** What two parts of a schema say together, and what is said beside a reference or a list: an edit of it is found. */
import { compareDocuments } from "agent-server-client/contract";
import { describe, expect, test } from "vitest";

const text = { type: "string" };
const whole = { type: "integer" };
const nothing = { type: "null" };
const named = { $ref: "#/components/schemas/Named" };

/** `sent` and `received` each alone: the same edit is as bad as its direction. */
function documentOf(schema: unknown, direction: "received" | "sent"): object {
  const json = { content: { "application/json": { schema } } };
  const operation = direction === "sent" ? { requestBody: json, responses: {} } : { responses: { "200": json } };
  const also = { get: { responses: { "200": { content: { "application/json": { schema: named } } } } } };
  return {
    openapi: "3.1.0",
    paths: { "/api/x": { post: operation }, "/api/named": also },
    components: { schemas: { Named: text } },
  };
}
const found = (before: unknown, after: unknown, direction: "received" | "sent"): string[] =>
  compareDocuments(documentOf(before, direction), documentOf(after, direction)).map(
    ({ severity, rule }) => `${severity} ${rule}`,
  );

const tuple = (more: object): object => ({ type: "array", prefixItems: [text, text], ...more });
const both = (...allOf: object[]): object => ({ allOf });

describe("an edit of what is said", () => {
  test.each([
    ["beside a reference", { ...named, maxLength: 5 }, { ...named, maxLength: 3 }, "constraint-tightened"],
    [
      "beside a union",
      { anyOf: [text, nothing], maxLength: 5 },
      { anyOf: [text, nothing], maxLength: 3 },
      "constraint-tightened",
    ],
    ["without a type", both(whole, { minimum: 1 }), both(whole, { minimum: 2 }), "constraint-tightened"],
    ["by the other pattern", both(pattern("a"), pattern("b")), both(pattern("c"), pattern("b")), "pattern-changed"],
    ["behind the places of a tuple", tuple({}), tuple({ items: whole }), "type-narrowed"],
    ["behind the places, of the end", tuple({}), tuple({ items: false }), "type-narrowed"],
  ])("%s is found", (_, before, after, rule) => {
    expect(found(before, after, "sent")).toEqual([`breaking ${rule}`]);
    expect(found(before, after, "received")).toEqual([`compatible ${rule}`]);
  });

  test.each([
    ["by the other format", both(format("a"), format("b")), both(format("a"), format("c")), "format-changed"],
    [
      "by the other not",
      both({ not: text }, { not: whole }),
      both({ not: nothing }, { not: whole }),
      "keyword-changed",
    ],
    ["of the items behind a tuple", tuple({ items: text }), tuple({ items: whole }), "type-changed"],
    [
      "of the media type",
      { ...text, contentMediaType: "image/png" },
      { ...text, contentMediaType: "image/gif" },
      "keyword-changed",
    ],
  ])("%s is found, and breaks both ways", (_, before, after, rule) => {
    expect(found(before, after, "sent")).toEqual([`breaking ${rule}`]);
    expect(found(before, after, "received")).toEqual([`breaking ${rule}`]);
  });

  test.each([
    ["a pattern and a pattern", both(pattern("a"), pattern("b")), both(pattern("b"), pattern("a"))],
    ["a union of constants is an enum", { anyOf: [{ const: "a" }, { ...text, const: "b" }] }, { enum: ["b", "a"] }],
    ["true or false", { anyOf: [{ const: true }, { const: false }] }, { type: "boolean" }],
    ["numbers that are listed", { enum: [1, 2.5] }, { type: "number", enum: [2.5, 1] }],
    [
      "what both lists have",
      both({ anyOf: [{ const: "a" }, { const: "b" }] }, { anyOf: [{ const: "b" }, { const: "c" }] }),
      { const: "b" },
    ],
    ["null keeps every bound", { anyOf: [text, nothing], maxLength: 5 }, { type: ["string", "null"], maxLength: 5 }],
    ["a bound beside a reference", { ...named, maxLength: 5 }, both(named, { maxLength: 5 })],
    ["bounds that are of another type", { ...whole, allOf: [{ maxLength: 5 }] }, whole],
    ["a tuple that ends", tuple({ maxItems: 2 }), tuple({ maxItems: 2, items: false })],
  ])("%s: the same in other words is none", (_, before, after) => {
    for (const direction of ["sent", "received"] as const) {
      expect(found(before, after, direction)).toEqual([]);
      expect(found(after, before, direction)).toEqual([]);
    }
  });

  test("one constant more is a value more, however it is written", () => {
    const constants = (...values: string[]): object => ({ anyOf: values.map((value) => ({ const: value })) });
    expect(found(constants("a", "b"), constants("a", "c", "b"), "received")).toEqual(["compatible enum-value-added"]);
    expect(found(constants("a", "b", "c"), { enum: ["a", "b"] }, "sent")).toEqual(["breaking enum-value-removed"]);
  });

  test("a step of 0.1 takes what a step of 0.3 took", () => {
    const steps = (multipleOf: number): object => ({ type: "number", multipleOf });
    expect(found(steps(0.3), steps(0.1), "sent")).toEqual(["compatible constraint-loosened"]);
    expect(found(steps(0.1), steps(0.3), "sent")).toEqual(["breaking constraint-tightened"]);
  });
});

function pattern(is: string): object {
  return { ...text, pattern: is };
}
function format(is: string): object {
  return { ...text, format: is };
}
