/** One sensible value of a schema, as code. Pure. */
import { nameOfRef, refOf } from "./direction.js";
import { DocumentError, isNode, need, type SchemaNode } from "./document.js";
import { key } from "./emit.js";
import { HINTS, hexOf, MEMBERS, type SampleValue, TEXTS, uuidOf } from "./sample-texts.js";
import { discriminatorOf, isNullable, membersOf, propertiesOf, requiredOf } from "./schema-node.js";

type Schemas = { readonly [name: string]: SchemaNode };

interface Place {
  readonly schemas: Schemas;
  /** The schema with a name of its own that the value belongs to. */
  readonly owner: string;
  /** The field that the value is of. */
  readonly field: string;
  /** The document itself wants the field, it does not fill it by itself. */
  readonly isWanted: boolean;
}

const call = (name: string): string => `mock${name}()`;

/** The fields of the sample of an object schema, one line each. */
export function sampleFields(name: string, schema: SchemaNode, schemas: Schemas): string[] {
  const hints = { ...toolHints(name, schemas), ...HINTS[name] };
  const always = new Set([...requiredOf(schema), ...Object.keys(hints)]);
  const wanted = new Set((schema["x-wire-required"] ?? schema["required"] ?? []) as string[]);
  return Object.entries(propertiesOf(schema)).flatMap(([field, property]) => {
    if (!always.has(field)) return [];
    const hint = hints[field];
    const place = { schemas, owner: name, field, isWanted: wanted.has(field) };
    const code = hint === undefined ? sampleOf(property, place) : literal(hint);
    return [`${key(field)}: ${code}`];
  });
}

/** A value of a schema that has no fields of its own: an enum, a union, a map. */
export const sampleOfNamed = (name: string, schema: SchemaNode, schemas: Schemas): string =>
  sampleOf(schema, { schemas, owner: name, field: "", isWanted: true });

/** A value of a schema that stands in an operation. */
export const sampleOfAnswer = (schema: SchemaNode, schemas: Schemas): string =>
  sampleOf(schema, { schemas, owner: "", field: "", isWanted: true });

function literal(value: SampleValue): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const { mock, ...fields } = value as { readonly [field: string]: SampleValue };
  const entries = Object.entries(fields).map(([name, item]) => `${key(name)}: ${literal(item)}`);
  const object = entries.length > 0 ? `{ ${entries.join(", ")} }` : "";
  return typeof mock === "string" ? `mock${mock}(${object})` : object;
}

function sampleOf(schema: SchemaNode, place: Place): string {
  const ref = refOf(schema);
  if (ref !== undefined) return ofReference(ref, place);
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (schema["x-unlisted"] === true) return '"Newer" as string as T.Unlisted.kind';
  const members = membersOf(schema);
  if (isNullable(schema) && !place.isWanted) return "null";
  if (members.length > 0) return sampleOf(memberOf(schema, place), place);
  if (isPlain(schema["default"])) return JSON.stringify(schema["default"]);
  if (Array.isArray(schema["enum"])) return JSON.stringify(goodOf(schema["enum"]));
  switch (schema["type"]) {
    case "string":
      return schema["format"] === "binary" ? 'new Blob(["sample"])' : JSON.stringify(textOf(schema, place));
    case "integer":
    case "number":
      return JSON.stringify(numberOf(schema));
    case "boolean":
      return "false";
    case "null":
      return "null";
    case "array":
      return listOf(schema, place);
    case "object":
      return "properties" in schema
        ? `{ ${sampleFields("", schema, place.schemas).join(", ")} }`
        : recordOf(schema, place);
    default:
      return '"anything"';
  }
}

/** The first that says that all is well, as far as words go. */
const goodOf = (values: readonly unknown[]): unknown =>
  values.find((value) => !/error|fail|missing|unknown|unavailable/i.test(String(value))) ?? values[0];

/** Scalars, and lists and maps that need no samples inside. */
const isPlain = (value: unknown): boolean =>
  value !== undefined && value !== null && (typeof value !== "object" || Object.keys(value).length === 0);

/** Enums are written out, objects call their own builder, unions that of a member. */
function ofReference(name: string, place: Place): string {
  const schema = need(place.schemas[name], name);
  if ("properties" in schema) return call(name);
  return sampleOf(schema, { ...place, owner: name });
}

/** The member that is named for this union, else one that is no stranger and no failure. */
function memberOf(schema: SchemaNode, { owner, field }: Place): SchemaNode {
  const members = membersOf(schema).filter((member) => member["type"] !== "null");
  const wanted = MEMBERS[owner.replace(/^Known/, "")];
  const names = members.map((member) => refOf(member) ?? "");
  const mapping = discriminatorOf(schema)?.mapping ?? {};
  if (wanted !== undefined && Object.values(mapping).some((ref) => nameOfRef(ref) === wanted))
    return { $ref: `#/components/schemas/${wanted}` };
  const good = members.find((_, index) => !/^Unknown|Fail|Error/.test(names[index] ?? ""));
  if (!good) throw new DocumentError(`no sample: ${owner}.${field} is a union without members`);
  return good;
}

function textOf(schema: SchemaNode, { owner, field, schemas }: Place): string {
  const example = Array.isArray(schema["examples"]) ? schema["examples"][0] : undefined;
  if (typeof example === "string") return example;
  if (field === "id" || schema["format"] === "uuid")
    return isBranch(owner, "BashEvent", schemas) ? hexOf(owner) : uuidOf(field === "id" ? owner : `${owner}.${field}`);
  if (schema["format"] === "date-time") return "2026-01-02T03:04:05Z";
  return TEXTS.find(([pattern]) => pattern.test(field))?.[1] ?? `Sample ${field.replaceAll("_", " ")}`.trim();
}

const isBranch = (name: string, stem: string, schemas: Schemas): boolean =>
  Object.values(discriminatorOf(schemas[`Known${stem}`] ?? {})?.mapping ?? {}).some((ref) => nameOfRef(ref) === name);

/** Within its bounds, and zero where that is one. */
function numberOf({ minimum, exclusiveMinimum }: SchemaNode): number {
  if (typeof exclusiveMinimum === "number") return exclusiveMinimum + 1;
  return typeof minimum === "number" ? minimum : 0;
}

/** One item where the document wants a list, none where it fills an empty one in. */
function listOf(schema: SchemaNode, place: Place): string {
  const { prefixItems, items } = schema;
  const inside = { ...place, isWanted: true };
  if (Array.isArray(prefixItems))
    return `[${prefixItems.map((item: SchemaNode) => sampleOf(item, inside)).join(", ")}]`;
  return place.isWanted && isNode(items) ? `[${sampleOf(items, inside)}]` : "[]";
}

function recordOf({ additionalProperties, propertyNames }: SchemaNode, place: Place): string {
  if (!place.isWanted || !isNode(additionalProperties)) return "{}";
  const [name = "example"] = isNode(propertyNames) ? ((propertyNames["enum"] ?? []) as string[]) : [];
  return `{ ${key(name)}: ${sampleOf(additionalProperties, place)} }`;
}

/** "TerminalTool" is the tool `terminal`, with a `TerminalAction` and a `TerminalObservation`. */
function toolHints(name: string, schemas: Schemas): Readonly<Record<string, SampleValue>> {
  if (!isBranch(name, "ToolDefinition", schemas)) return {};
  const stem = name.replace(/Tool$/, "");
  const words = stem.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  return { title: words, description: `The tool ${words}.`, action_type: `${stem}Action` };
}
