/** Single edits of what a value may be, each with the finding that it has to give. */
import type { Node } from "../../scripts/document.js";
import { isNullable, membersOf } from "../../scripts/schema-node.js";
import {
  BREAKING,
  COMPATIBLE,
  type Edit,
  INFO,
  isPlainText,
  NARROWER,
  ofSchema,
  WIDER,
  without,
} from "./contract-edit.js";

const valuesOf = (schema: Node): readonly unknown[] => (Array.isArray(schema["enum"]) ? schema["enum"] : []);

/** Bounds by keyword, and which way is tighter. */
const BOUNDS: readonly (readonly [string, 1 | -1])[] = [
  ["minLength", 1],
  ["minItems", 1],
  ["minimum", 1],
  ["exclusiveMinimum", 1],
  ["maxLength", -1],
  ["maxItems", -1],
  ["maximum", -1],
  ["exclusiveMaximum", -1],
];
/** The type is the bound's own: a bound of anything else says nothing. */
const boundOf = (schema: Node): readonly [string, 1 | -1] | undefined =>
  schema["type"] === undefined || "prefixItems" in schema
    ? undefined
    : BOUNDS.find(([key]) => typeof schema[key] === "number" && schema[key] !== 0);

const shifted = (schema: Node, by: 1 | -1): Node => {
  const [key = "", tighter = 1] = boundOf(schema) ?? [];
  return { ...schema, [key]: Number(schema[key]) + tighter * by };
};

/** Never a member of a union: another member may have that type. */
function hasTwin(schema: Node): boolean {
  return "default" in schema;
}

export const VALUE_EDITS: Readonly<Record<string, Edit>> = {
  "change a type": ofSchema("type-changed", BREAKING, isPlainText, (schema) => ({
    ...without(schema, "minLength", "maxLength", "pattern"),
    type: "integer",
  })),
  "widen a type": ofSchema(
    "type-widened",
    WIDER,
    ({ schema }) =>
      schema["type"] === "integer" && !("const" in schema) && boundOf(schema) === undefined && !hasTwin(schema),
    (schema) => ({ ...schema, type: "number" }),
  ),
  "say nothing of a value": ofSchema("type-widened", WIDER, isPlainText, () => ({})),
  "allow null": ofSchema(
    "became-nullable",
    WIDER,
    ({ schema, isAlone }) => isAlone && typeof schema["type"] === "string" && schema["type"] !== "null",
    (schema, random) =>
      random.chance(0.5) && !("const" in schema) && !("enum" in schema)
        ? { ...schema, type: [schema["type"], "null"] }
        : {
            anyOf: [without(schema, "default"), { type: "null" }],
            ...("default" in schema ? { default: schema["default"] } : {}),
          },
  ),
  "forbid null": ofSchema(
    "became-not-nullable",
    NARROWER,
    ({ schema }) => "anyOf" in schema && isNullable(schema),
    (schema) => ({
      ...schema,
      anyOf: membersOf(schema).filter((member) => member["type"] !== "null"),
    }),
  ),
  "add a value": ofSchema(
    "enum-value-added",
    COMPATIBLE,
    ({ schema }) => valuesOf(schema).length > 1,
    (schema) => ({ ...schema, enum: ["new_one", ...valuesOf(schema)] }),
  ),
  "remove a value": ofSchema(
    "enum-value-removed",
    NARROWER,
    ({ schema }) => valuesOf(schema).length > 1,
    (schema, random) => {
      const gone = random.pick(valuesOf(schema));
      return { ...schema, enum: valuesOf(schema).filter((value) => value !== gone) };
    },
  ),
  "take an enum away": ofSchema(
    "enum-removed",
    COMPATIBLE,
    ({ schema }) => valuesOf(schema).length > 1 && "type" in schema,
    (schema) => without(schema, "enum"),
  ),
  "limit to values": ofSchema("enum-added", NARROWER, isPlainText, (schema) => ({ ...schema, enum: ["a", "b"] })),
  "change a constant": ofSchema(
    "constant-changed",
    BREAKING,
    ({ schema }) => typeof schema["const"] === "string",
    (schema) => ({ ...schema, const: "another" }),
  ),
  "take a constant away": ofSchema(
    "constant-widened",
    WIDER,
    ({ schema }) => typeof schema["const"] === "string",
    (schema) => ({ ...without(schema, "const"), enum: [schema["const"], "another"] }),
  ),
  "tighten a bound": ofSchema(
    "constraint-tightened",
    NARROWER,
    ({ schema }) => boundOf(schema) !== undefined,
    (schema) => shifted(schema, 1),
  ),
  "loosen a bound": ofSchema(
    "constraint-loosened",
    COMPATIBLE,
    ({ schema }) => boundOf(schema) !== undefined,
    (schema) => shifted(schema, -1),
  ),
  "set a bound": ofSchema(
    "constraint-tightened",
    NARROWER,
    (place) => isPlainText(place) && !("maxLength" in place.schema),
    (schema) => ({ ...schema, maxLength: 9 }),
  ),
  "change a pattern": ofSchema(
    "pattern-changed",
    NARROWER,
    ({ schema }) => "pattern" in schema,
    (schema) => ({ ...schema, pattern: "^x" }),
  ),
  "change a format": ofSchema(
    "format-changed",
    BREAKING,
    ({ schema }) => typeof schema["format"] === "string" && schema["format"] !== "binary",
    (schema) => ({ ...schema, format: "another" }),
  ),
  "take a format away": ofSchema(
    "format-removed",
    COMPATIBLE,
    ({ schema }) => typeof schema["format"] === "string" && schema["format"] !== "binary",
    (schema) => without(schema, "format"),
  ),
  "set a format": ofSchema("format-added", NARROWER, isPlainText, (schema) => ({ ...schema, format: "uuid" })),
  "change a default": ofSchema(
    "default-changed",
    INFO,
    ({ schema }) => (schema["default"] ?? null) !== null,
    (schema) => ({ ...schema, default: "another" }),
  ),
};
