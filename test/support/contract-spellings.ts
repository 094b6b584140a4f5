/** Edits that change nothing but the spelling. */
import { isNode, type Node } from "../../scripts/document.js";
import { isNullable, membersOf, requiredOf } from "../../scripts/schema-node.js";
import type { Edit } from "./contract-edit.js";
import { edited, type Places } from "./contract-places.js";
import type { Random } from "./random.js";

/** Edits of the spelling of one schema: what is allowed stays the same. */
function respelt(suits: (schema: Node) => boolean, change: (schema: Node) => Node): Edit {
  return ({ document, schemas }: Places, random) => {
    const found = schemas.filter(({ schema }) => suits(schema));
    if (found.length === 0) return undefined;
    const { path } = random.pick(found);
    return { document: edited(document, path, (schema) => change(schema as Node)), rule: undefined, path };
  };
}

const withoutNull = (schema: Node): Node[] => membersOf(schema).filter((member) => member["type"] !== "null");
const isOneTypeOrNull = (schema: Node): boolean =>
  "anyOf" in schema &&
  isNullable(schema) &&
  withoutNull(schema).length === 1 &&
  withoutNull(schema).every(
    (member) => typeof member["type"] === "string" && !("enum" in member) && !("const" in member),
  );

export const SPELLINGS: Readonly<Record<string, Edit>> = {
  "null by a list of types": respelt(isOneTypeOrNull, (schema) => {
    const { anyOf: _, ...others } = schema;
    const [only = {}] = withoutNull(schema);
    return { ...others, ...only, type: ["null", only["type"]] };
  }),
  "a reference in allOf": respelt(
    (schema) => "$ref" in schema,
    ({ $ref, ...others }) => ({ ...others, allOf: [{ $ref }] }),
  ),
  "a reference in anyOf of one": respelt(
    (schema) => "$ref" in schema,
    ({ $ref, ...others }) => ({ ...others, anyOf: [{ $ref }] }),
  ),
  "a constant as an enum of one": respelt(
    (schema) => "const" in schema,
    ({ const: value, ...others }) => ({ ...others, enum: [value] }),
  ),
  "an empty list of required properties": respelt(
    (schema) => "properties" in schema && requiredOf(schema).length === 0,
    (schema) => ({ ...schema, required: [] }),
  ),
  "further properties allowed in words": respelt(
    (schema) => "properties" in schema && !("additionalProperties" in schema),
    (schema) => ({ ...schema, additionalProperties: {} }),
  ),
  "null as the default": respelt(
    (schema) => isNullable(schema) && !("default" in schema),
    (schema) => ({ ...schema, default: null }),
  ),
  "other texts": respelt(
    () => true,
    (schema) => ({ ...schema, title: "T", description: "D", examples: [1], "x-new": 1, readOnly: true }),
  ),
  "bounds that bound nothing": respelt(
    ({ type, minLength }) => type === "string" && minLength === undefined,
    (schema) => ({ ...schema, minLength: 0 }),
  ),
  "an inclusive bound of whole numbers": respelt(
    ({ type, exclusiveMinimum }) => type === "integer" && typeof exclusiveMinimum === "number",
    ({ exclusiveMinimum, ...others }) => ({ ...others, minimum: Number(exclusiveMinimum) + 1 }),
  ),
  "members in another order": respelt(
    (schema) => membersOf(schema).length > 1,
    (schema) => {
      const key = "oneOf" in schema ? "oneOf" : "anyOf";
      return { ...schema, [key]: [...membersOf(schema)].reverse() };
    },
  ),
};

/** The document with the items of every list whose order says nothing, and the keys of every object, in another order. */
export function shuffled(value: unknown, random: Random, key = ""): unknown {
  const shuffle = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, at: random.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  if (Array.isArray(value)) {
    const items = value.map((item) => shuffled(item, random));
    return UNORDERED.has(key) ? shuffle(items) : items;
  }
  if (!isNode(value)) return value;
  return Object.fromEntries(shuffle(Object.entries(value)).map(([name, item]) => [name, shuffled(item, random, name)]));
}

const UNORDERED = new Set([
  "required",
  "enum",
  "anyOf",
  "oneOf",
  "allOf",
  "parameters",
  "tags",
  "security",
  "examples",
]);
