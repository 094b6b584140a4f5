/** Small questions about schemas of the document, which all rules ask. Pure. */
import { nameOfRef, refTo } from "./direction.js";
import {
  isNode,
  type OpenApiDocument,
  operationSchemas,
  operationsOf,
  type SchemaAt,
  type SchemaNode,
  schemasIn,
} from "./document.js";

export function* allSchemas(document: OpenApiDocument): Generator<SchemaAt> {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    yield* schemasIn(schema, ["components", "schemas", name]);
  }
  for (const operation of operationsOf(document)) yield* operationSchemas(operation);
}

export const propertiesOf = (schema: SchemaNode): { [name: string]: SchemaNode } =>
  isNode(schema["properties"]) ? (schema["properties"] as { [name: string]: SchemaNode }) : {};

export const requiredOf = (schema: SchemaNode): string[] =>
  Array.isArray(schema["required"]) ? schema["required"] : [];

export const setRequired = (schema: SchemaNode, names: Iterable<string>): void => {
  const list = [...new Set(names)].sort();
  if (list.length > 0) schema["required"] = list;
  else delete schema["required"];
};

export const membersOf = (schema: SchemaNode): SchemaNode[] => {
  const members = schema["oneOf"] ?? schema["anyOf"];
  return Array.isArray(members) ? members : [];
};

export const isNullable = (schema: SchemaNode): boolean =>
  membersOf(schema).some((member) => member["type"] === "null");

/** Nothing is said about the value: it may be anything, null included. */
export const isAnything = (schema: SchemaNode): boolean =>
  !["type", "$ref", "anyOf", "oneOf", "enum", "const", "allOf"].some((key) => key in schema);

/** The tag values of a union's branch: one constant, or several. */
export const tagValues = (branch: SchemaNode | undefined, tag: string): unknown[] => {
  const property = branch && propertiesOf(branch)[tag];
  if (!property) return [];
  return "const" in property ? [property["const"]] : Array.isArray(property["enum"]) ? property["enum"] : [];
};

export interface Discriminator {
  readonly propertyName: string;
  readonly mapping: { [value: string]: string };
}

export const discriminatorOf = (schema: SchemaNode): Discriminator | undefined => {
  const found = schema["discriminator"];
  if (!isNode(found) || typeof found["propertyName"] !== "string") return undefined;
  const mapping = found["mapping"];
  return { propertyName: found["propertyName"], mapping: isNode(mapping) ? (mapping as Discriminator["mapping"]) : {} };
};

/** Lets the keys of a discriminator point at schemas by other names. */
export function retarget(schema: SchemaNode, rename: (name: string) => string): void {
  const mapping = discriminatorOf(schema)?.mapping ?? {};
  for (const [value, target] of Object.entries(mapping)) mapping[value] = refTo(rename(nameOfRef(target))).$ref;
}
