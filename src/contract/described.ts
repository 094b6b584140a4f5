/** What a schema itself says of a value, its type, bounds, properties and items, whatever it refers to beside. */
import { type Bounds, bothBounds, bothTexts, boundsOf } from "./bounds.js";
import { type At, entriesOf, inside, isNode, itemsOf, member, textsOf } from "./document.js";

type TypeName = "any" | "array" | "boolean" | "file" | "integer" | "never" | "number" | "object" | "string";

/** A value described in place. */
export interface Described {
  readonly pointer: string;
  readonly type: TypeName;
  /** The values that it is limited to, each with its place: an enum, or a constant as the only one. */
  readonly values: readonly At[] | undefined;
  readonly format: string | undefined;
  readonly bounds: Bounds;
  readonly properties: ReadonlyMap<string, At>;
  readonly required: ReadonlySet<string>;
  /** What properties without a name of their own have to be; an absent schema is anything. */
  readonly extra: At;
  readonly items: At;
  readonly tuple: readonly At[] | undefined;
  readonly names: At;
  /** Keywords that nothing here judges, as text: a change of them is seen. */
  readonly others: ReadonlyMap<string, string>;
}

const OTHERS =
  "not if then else contains minContains maxContains patternProperties dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties contentEncoding contentMediaType contentSchema".split(
    " ",
  );
const BY_KEYWORD: { readonly [keyword: string]: TypeName } = {
  properties: "object",
  required: "object",
  additionalProperties: "object",
  items: "array",
  prefixItems: "array",
};

/** What the schema says itself, one for each type; nothing said is anything. */
export function described(at: At): readonly (Described | "null")[] {
  const { value } = at;
  if (!isNode(value)) return [describedAs(at, value === false ? "never" : "any", undefined)];
  const values = valuesOf(at);
  const types = typesOf(value, values);
  return types.flatMap((type): (Described | "null")[] => {
    if (type === "null") return values && !values.some(({ value: each }) => each === null) ? [] : ["null"];
    const fitting = values?.filter(
      ({ value: each }) => typeOfValue(each) === type || (type === "number" && typeof each === "number"),
    );
    if (fitting?.length === 0) return [];
    return [
      describedAs(
        at,
        isFile(value, type) ? "file" : type,
        type === "boolean" && fitting?.length === 2 ? undefined : fitting,
      ),
    ];
  });
}

const valuesOf = (at: At): readonly At[] | undefined => {
  const constant = inside(at, "const");
  if (constant.value !== undefined) return [constant];
  return member(at.value, "enum") === undefined ? undefined : itemsOf(inside(at, "enum"));
};

function typesOf(schema: object, values: readonly At[] | undefined): readonly (TypeName | "null")[] {
  const type = member(schema, "type");
  const said = typeof type === "string" ? [type] : textsOf(type);
  if (said.length > 0) return said.map((name) => KNOWN.find((known) => known === name) ?? "any");
  if (values) {
    const types = new Set(values.map(({ value }) => typeOfValue(value)));
    if (types.has("number")) types.delete("integer");
    return [...types];
  }
  const keyword = Object.keys(BY_KEYWORD).find((each) => Object.hasOwn(schema, each));
  return [(keyword === undefined ? undefined : BY_KEYWORD[keyword]) ?? "any"];
}

const KNOWN: readonly (TypeName | "null")[] = ["array", "boolean", "integer", "null", "number", "object", "string"];

function typeOfValue(value: unknown): TypeName | "null" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return KNOWN.find((name) => name === typeof value) ?? "any";
}

/** Both spellings of an upload or a download. */
const isFile = (schema: object, type: string): boolean =>
  type === "string" &&
  (member(schema, "format") === "binary" || member(schema, "contentMediaType") === "application/octet-stream");

function describedAs(at: At, type: TypeName, values: readonly At[] | undefined): Described {
  const format = member(at.value, "format");
  const tuple = itemsOf(inside(at, "prefixItems"));
  return {
    pointer: at.pointer,
    type,
    values,
    format: typeof format === "string" && type !== "file" ? format : undefined,
    bounds: boundsOf(at.value, at.pointer, type),
    properties: new Map(entriesOf(inside(at, "properties"))),
    required: new Set(textsOf(member(at.value, "required"))),
    extra: inside(at, "additionalProperties"),
    items: inside(at, "items"),
    tuple: tuple.length > 0 ? tuple : undefined,
    names: inside(at, "propertyNames"),
    others: new Map(
      OTHERS.flatMap((key) =>
        member(at.value, key) === undefined || (key === "contentMediaType" && type === "file")
          ? []
          : [[key, canonicalText(member(at.value, key))]],
      ),
    ),
  };
}

/** Does the tuple end with its places? */
export const isFull = ({ tuple, items, bounds }: Described): boolean =>
  tuple !== undefined && (items.value === false || Number(bounds.get("maxItems")?.value) <= tuple.length);

/** JSON with sorted keys: the order in the document says nothing. */
export function canonicalText(value: unknown): string {
  const sorted = (_: string, item: unknown): unknown =>
    isNode(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item;
  return JSON.stringify(value, sorted) ?? "";
}

/** What has to suit both. */
export function merged(a: Described, b: Described): Described {
  const has = new Set(b.values?.map(({ value }) => canonicalText(value)));
  const values =
    a.values && b.values ? a.values.filter(({ value }) => has.has(canonicalText(value))) : (a.values ?? b.values);
  const type = values?.length === 0 ? "never" : commonType(a.type, b.type);
  return {
    pointer: a.pointer,
    type,
    values,
    format: WITHOUT_FORMAT.has(type) ? undefined : both(a.format, b.format),
    bounds: bothBounds(a.bounds, b.bounds, type),
    properties: new Map([
      ...a.properties,
      ...[...b.properties].map(([name, at]) => [name, allOf(a.properties.get(name), at)] as const),
    ]),
    required: new Set([...a.required, ...b.required]),
    extra: allOf(a.extra, b.extra),
    items: allOf(a.items, b.items),
    tuple: a.tuple ?? b.tuple,
    names: allOf(a.names, b.names),
    others: new Map([
      ...a.others,
      ...[...b.others].map(([key, text]) => [key, both(a.others.get(key), text) ?? text] as const),
    ]),
  };
}

/** A format beside says nothing of these. */
const WITHOUT_FORMAT: ReadonlySet<string> = new Set(["array", "boolean", "file", "object"]);

const both = (a: string | undefined, b: string | undefined): string | undefined =>
  a !== undefined && b !== undefined ? bothTexts(a, b) : (a ?? b);

function commonType(a: TypeName, b: TypeName): TypeName {
  if (a === b || b === "any") return a;
  if (a === "any") return b;
  return [a, b].every((type) => type === "integer" || type === "number") ? "integer" : "never";
}

const allOf = (a: At | undefined, b: At): At => {
  if (a?.value === undefined || a.value === true) return b;
  return b.value === undefined || b.value === true ? a : { pointer: a.pointer, value: { allOf: [a.value, b.value] } };
};
