import { describe, expect, it } from "vitest";
import { explain } from "../src/explain.js";
import type { Shape } from "../src/generated/shapes.js";

/** Issues as `path: message`, the root as an empty path. */
const told = (shape: Shape, value: unknown): string[] =>
  explain(shape, value).map(({ path, message }) => `${path.join(".")}: ${message}`);

const text: Shape = { object: { type: { is: "text" }, text: "string" } };
const image: Shape = { object: { type: { is: "image" }, urls: { array: "string" } } };
const list: Shape = { object: { value: "integer", next: { maybe: () => list } } };

describe("a shape and a value that fits", () => {
  it.each<[shape: Shape, values: readonly unknown[]]>([
    ["any", [undefined, null, 1, () => 1]],
    ["string", ["", "x"]],
    ["number", [0, -1.5, 1e300]],
    ["integer", [0, -1, 2 ** 60]],
    ["boolean", [true, false]],
    ["null", [null]],
    [{ is: "a" }, ["a"]],
    [{ is: 1 }, [1]],
    [{ is: false }, [false]],
    [{ array: "string" }, [[], ["a", "b"]]],
    [{ tuple: ["string", "integer"] }, [["a", 1]]],
    [{ tuple: [] }, [[]]],
    [{ record: "integer" }, [{}, { a: 1, "b c": 2 }, Object.create(null)]],
    [{ object: { a: "string" } }, [{ a: "" }, { a: "", further: 1 }]],
    [{ object: { a: { optional: "string" } } }, [{}, { a: "x" }, { a: undefined }]],
    [{ object: { a: { nullable: "string" } } }, [{ a: null }, { a: "x" }]],
    [{ object: { a: { maybe: "string" } } }, [{}, { a: null }, { a: "x" }]],
    [{ union: ["string", "integer"] }, ["a", 1]],
    [
      { union: [text, image], tag: "type" },
      [
        { type: "text", text: "" },
        { type: "image", urls: [] },
      ],
    ],
    [{ tagged: "type", branches: { text, image } }, [{ type: "text", text: "" }]],
    [{ tagged: "type", branches: { text }, other: "any" }, [{ type: "newer" }]],
    [list, [{ value: 1 }, { value: 1, next: { value: 2, next: null } }]],
  ])("has no issue: %j", (shape, values) => {
    for (const value of values) expect(told(shape, value)).toEqual([]);
  });
});

describe("a shape and a value that does not fit", () => {
  it.each<[shape: Shape, value: unknown, issues: readonly string[]]>([
    ["string", undefined, [": missing; expected a string"]],
    ["string", 5, [": expected a string, got a number"]],
    ["string", null, [": expected a string, got null"]],
    ["number", "1", [": expected a number, got a string"]],
    ["number", [], [": expected a number, got an array"]],
    ["integer", {}, [": expected an integer, got an object"]],
    ["boolean", 1n, [": expected a boolean, got a bigint"]],
    ["boolean", Symbol("s"), [": expected a boolean, got a symbol"]],
    ["null", true, [": expected null, got a boolean"]],
    ["null", () => 1, [": expected null, got a function"]],
    [{ is: "a" }, "b", [': expected "a"']],
    [{ is: "a" }, 1, [': expected "a", got a number']],
    [{ is: true }, false, [": expected true"]],
    [{ is: "a" }, undefined, [': missing; expected "a"']],
    [{ array: "string" }, {}, [": expected an array, got an object"]],
    [{ array: "string" }, ["a", 1, null], ["1: expected a string, got a number", "2: expected a string, got null"]],
    [
      { array: "string" },
      Object.assign([], { length: 2 }),
      ["0: missing; expected a string", "1: missing; expected a string"],
    ],
    [{ tuple: ["string", "integer"] }, "ab", [": expected an array, got a string"]],
    [{ tuple: ["string", "integer"] }, ["a"], [": expected 2 items, got 1"]],
    [{ tuple: ["string", "integer"] }, ["a", "b"], ["1: expected an integer, got a string"]],
    [{ record: "integer" }, [], [": expected an object, got an array"]],
    [{ record: "integer" }, { a: 1, b: "x" }, ["b: expected an integer, got a string"]],
    [
      { object: { a: "string", b: "string" } },
      { a: 1 },
      ["a: expected a string, got a number", "b: missing; expected a string"],
    ],
    [{ object: { a: "string" } }, null, [": expected an object, got null"]],
    [{ object: { a: { optional: "string" } } }, { a: null }, ["a: expected a string, got null"]],
    [{ object: { a: { nullable: "string" } } }, {}, ["a: missing; expected a string"]],
    [{ object: { a: { maybe: "string" } } }, { a: 1 }, ["a: expected a string, got a number"]],
    [{ tagged: "type", branches: { text } }, "text", [": expected an object, got a string"]],
    [{ tagged: "type", branches: { text } }, {}, ["type: missing; expected a string"]],
    [{ tagged: "type", branches: { text } }, { type: 5 }, ["type: expected a string, got a number"]],
    [{ tagged: "type", branches: { text, image } }, { type: "video" }, ["type: expected one of text, image"]],
    [{ tagged: "type", branches: { text } }, { type: "toString" }, ["type: expected one of text"]],
    [{ tagged: "type", branches: { text } }, { type: "text" }, ["text: missing; expected a string"]],
    [{ tagged: "type", branches: { text }, other: "null" }, { type: "newer" }, [": expected null, got an object"]],
    [
      list,
      { value: 1, next: { value: 2, next: { value: "3" } } },
      ["next.next.value: expected an integer, got a string"],
    ],
  ])("has its issues: %j with %s", (shape, value, issues) => {
    expect(told(shape, value)).toEqual(issues);
  });

  it("tells a fraction, and a number that JSON does not have, from a whole number", () => {
    for (const value of [1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(explain("integer", value)).toMatchObject([{ path: [], code: "invalid_type" }]);
    }
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) expect(explain("number", value)).toHaveLength(1);
  });

  it("has a code for what is missing, of the wrong type, or of the wrong value", () => {
    const codes = (shape: Shape, value: unknown): string[] => explain(shape, value).map(({ code }) => code);
    expect(codes("string", undefined)).toEqual(["missing"]);
    expect(codes("string", 5)).toEqual(["invalid_type"]);
    expect(codes({ is: "a" }, "b")).toEqual(["invalid_value"]);
    expect(codes({ tuple: [] }, [1])).toEqual(["invalid_value"]);
    expect(codes({ union: ["string", "null"] }, 5)).toEqual(["invalid_value"]);
    expect(codes({ tagged: "type", branches: {} }, { type: "x" })).toEqual(["invalid_value"]);
  });
});

describe("a union without a tag", () => {
  const either: Shape = { union: ["string", { array: "integer" }, { object: { a: "string", b: "string" } }] };

  it("is explained by the member that gets furthest", () => {
    expect(told(either, [1, "x"])).toEqual(["1: expected an integer, got a string"]);
    expect(told(either, { a: "", b: 1 })).toEqual(["b: expected a string, got a number"]);
  });

  it("says that nothing fits when no member gets anywhere", () => {
    expect(told(either, 5)).toEqual([": fits no member of the union"]);
    expect(told({ object: { a: either } }, {})).toEqual(["a: fits no member of the union"]);
  });

  it("prefers the member with the fewest issues", () => {
    const shape: Shape = { union: [{ object: { a: "string", b: "string" } }, { object: { b: "string" } }] };
    expect(told(shape, { b: 5 })).toEqual(["b: expected a string, got a number"]);
  });
});

describe("a union with a tag", () => {
  const block: Shape = { union: [text, image], tag: "type" };

  it("is explained by the member whose tag fits", () => {
    expect(told(block, { type: "text", text: 5 })).toEqual(["text: expected a string, got a number"]);
    expect(told(block, { type: "image", urls: [1] })).toEqual(["urls.0: expected a string, got a number"]);
    expect(told({ array: block }, [{ type: "image" }])).toEqual(["0.urls: missing; expected an array"]);
  });

  it("says that the tag is wrong when it fits no member", () => {
    expect(told(block, { type: "video", urls: [1] })).toEqual(["type: fits no member of the union"]);
    expect(told(block, { urls: [] })).toEqual(["type: fits no member of the union"]);
  });

  it("says that nothing fits when there is no object to have a tag", () => {
    expect(told(block, "text")).toEqual([": fits no member of the union"]);
    expect(told(block, null)).toEqual([": fits no member of the union"]);
  });
});

describe("the number of issues", () => {
  const many = (item: unknown): unknown[] => Array.from({ length: 50 }, () => item);

  it.each<[shape: Shape, value: unknown]>([
    [{ array: "string" }, many(1)],
    [{ tuple: many("string") as Shape[] }, many(1)],
    [{ record: "string" }, Object.fromEntries(many(1).entries())],
    [{ object: Object.fromEntries(many("string").entries()) as Record<string, Shape> }, {}],
    [{ array: { union: ["string", { array: "string" }] } }, [...many(1), [1, 2]]],
    [{ array: { union: ["null", { array: "string" }] } }, [[1], many(1)]],
  ])("is at most 20, in every sort of place", (shape, value) => {
    expect(explain(shape, value)).toHaveLength(20);
  });
});

it("an own `__proto__` key of a record is passed over, as the check passes it over", () => {
  expect(told({ record: "integer" }, JSON.parse('{"__proto__": "x", "a": 1}'))).toEqual([]);
});
