/**
 * One intermediate form of the normalised document: small nodes, direction applied, in an order in which everything is
 * defined before it is used. Every emitter reads this and nothing else. Pure.
 */

import { type Direction, nameOfRef, refOf } from "./direction.js";
import { DocumentError, isNode, need, pointer, type SchemaNode } from "./document.js";
import {
  type Bounds,
  type Branch,
  inOrder,
  type Model,
  type ModelNode,
  type ModelSchema,
  type OpenMark,
  type OpenUnion,
  type Property,
} from "./model.js";
import type { Normalised } from "./normalise.js";

interface Scope {
  readonly schemas: { readonly [name: string]: SchemaNode };
  readonly directions: ReadonlyMap<string, Direction>;
  readonly closed: boolean;
  readonly path: readonly (string | number)[];
}

/** The model of a normalised document. Throws {@link DocumentError} at a construct that no emitter knows. */
export function buildModel({ document, directions }: Normalised): Model {
  const { schemas } = document.components;
  const entries = Object.entries(schemas).flatMap(([name, schema]): ModelSchema[] => {
    const direction = directions.get(name) ?? "none";
    const build = (closed: boolean): ModelSchema => ({
      name: closed && direction === "both" ? `${name}Input` : name,
      typeName: name,
      node: nodeOf(schema, { schemas, directions, closed, path: ["components", "schemas", name] }),
      closed,
      description: typeof schema["description"] === "string" ? schema["description"] : undefined,
    });
    return direction === "both" ? [build(false), build(true)] : [build(direction === "request")];
  });
  return {
    version: document.info.version,
    schemas: inOrder(new Map(entries.map((entry) => [entry.name, entry]))),
    openUnions: new Map(Object.entries(schemas).flatMap(([name, schema]) => openUnion(name, schema, schemas))),
  };
}

function openUnion(name: string, schema: SchemaNode, schemas: Scope["schemas"]): [string, OpenUnion][] {
  const open = schema["x-open"] as OpenMark | undefined;
  if (!open) return [];
  const known = need(schemas[open.known], open.known);
  const paths = (known["x-python-path"] ?? {}) as Record<string, string>;
  return [[name, { ...open, branches: branchesOf(known, (ref) => ref), pythonPaths: paths }]];
}

// ---------------------------------------------------------------------------------------------------------------------
// Schema to node

const BOUND_KEYS = {
  string: ["minLength", "maxLength", "pattern"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  array: ["minItems", "maxItems", "uniqueItems"],
  object: ["minProperties"],
} as const;

/** What answers may break without harm (newer servers do) and requests may not. */
const boundsOf = (schema: SchemaNode, type: keyof typeof BOUND_KEYS, scope: Scope): Bounds =>
  scope.closed
    ? Object.fromEntries(BOUND_KEYS[type].filter((key) => key in schema).map((key) => [key, schema[key]]))
    : {};

/** Says nothing about validity: comments, hints for forms, what is handled elsewhere. */
const SILENT = new Set(
  "description default examples title deprecated format discriminator acp_compatible openhands_settings openhands_settings_section".split(
    " ",
  ),
);
const isSilent = (key: string): boolean => SILENT.has(key) || key.startsWith("x-");

const HANDLED = new Set(
  "$ref type const enum anyOf oneOf items prefixItems properties required additionalProperties propertyNames"
    .split(" ")
    .concat(Object.values(BOUND_KEYS).flat()),
);

function nodeOf(schema: SchemaNode, scope: Scope): ModelNode {
  const fail = (what: string): never => {
    throw new DocumentError(`${pointer(scope.path)}: ${what}`);
  };
  if (schema["x-unlisted"] === true) return { type: "unlisted" };
  const unknown = Object.keys(schema).find((key) => !HANDLED.has(key) && !isSilent(key));
  if (unknown !== undefined)
    return fail(`the keyword ${JSON.stringify(unknown)} is not supported; teach scripts/schema-model.ts about it`);
  const at = (child: unknown, ...path: (string | number)[]): ModelNode =>
    nodeOf(child as SchemaNode, { ...scope, path: [...scope.path, ...path] });

  const ref = refOf(schema);
  if (ref !== undefined) return { type: "ref", name: refName(ref, scope) };
  if (isNode(schema["x-open"])) {
    const { tag, known, unknown: other } = schema["x-open"] as object as OpenMark;
    return {
      type: "tagged",
      tag,
      branches: branchesOf(need(scope.schemas[known], known), (name) => refName(name, scope)),
      other,
    };
  }
  if ("const" in schema) return { type: "literal", value: schema["const"] as string | number | boolean };
  const members = schema["oneOf"] ?? schema["anyOf"];
  if (Array.isArray(members)) return unionOf(schema, members, scope, at);
  if (Array.isArray(schema["enum"])) {
    const values = schema["enum"] as unknown[];
    if (!values.every((value) => typeof value === "string")) return fail("only enums of strings are supported");
    return scope.closed ? { type: "enum", values } : { type: "string", bounds: {} };
  }
  switch (schema["type"]) {
    case undefined:
      return { type: "any" };
    case "string":
      return schema["format"] === "binary"
        ? { type: "file" }
        : { type: "string", bounds: boundsOf(schema, "string", scope) };
    case "number":
    case "integer":
      return { type: schema["type"], bounds: boundsOf(schema, schema["type"], scope) };
    case "boolean":
    case "null":
      return { type: schema["type"] };
    case "array":
      if (Array.isArray(schema["prefixItems"])) {
        return { type: "tuple", items: schema["prefixItems"].map((item, index) => at(item, "prefixItems", index)) };
      }
      return { type: "array", items: at(schema["items"] ?? {}, "items"), bounds: boundsOf(schema, "array", scope) };
    case "object":
      return objectOf(schema, scope, at);
    default:
      return fail(`type ${JSON.stringify(schema["type"])} is not supported`);
  }
}

type At = (child: unknown, ...path: (string | number)[]) => ModelNode;

function objectOf(schema: SchemaNode, scope: Scope, at: At): ModelNode {
  const extra = schema["additionalProperties"];
  if (!isNode(schema["properties"])) {
    const keys = isNode(schema["propertyNames"])
      ? (schema["propertyNames"]["enum"] as string[] | undefined)
      : undefined;
    return {
      type: "record",
      values: isNode(extra) ? at(extra, "additionalProperties") : { type: "any" },
      bounds: boundsOf(schema, "object", scope),
      ...(scope.closed && keys ? { keys } : {}),
    };
  }
  if (isNode(extra))
    throw new DocumentError(`${pointer(scope.path)}: properties beside a schema for further ones are not supported`);
  const always = new Set((schema["required"] ?? []) as string[]);
  const required = new Set((schema["x-wire-required"] ?? schema["required"] ?? []) as string[]);
  const properties = Object.entries(schema["properties"]).map(
    ([name, property]): Property => ({
      name,
      node: at(property, "properties", name),
      required: required.has(name),
      always: always.has(name),
    }),
  );
  return { type: "object", properties, extra: !scope.closed || extra !== false };
}

function unionOf(schema: SchemaNode, list: readonly unknown[], scope: Scope, at: At): ModelNode {
  const key = "oneOf" in schema ? "oneOf" : "anyOf";
  const discriminator = schema["discriminator"];
  if (isNode(discriminator)) {
    const branches = branchesOf(schema, (name) => refName(name, scope));
    return { type: "tagged", tag: String(discriminator["propertyName"]), branches };
  }
  const nodes = list.map((member, index) => at(member, key, index));
  const rest = distinct(nodes.filter((node) => node.type !== "null"));
  const [only] = rest;
  const tag = rest.length > 1 ? commonTag(list, scope) : undefined;
  const inner: ModelNode = rest.length === 1 && only ? only : { type: "union", members: rest, ...(tag ? { tag } : {}) };
  return nodes.some((node) => node.type === "null") ? { type: "nullable", inner } : inner;
}

/** A secret is declared as "a string, or a string to mask": one member is enough. */
const distinct = (nodes: readonly ModelNode[]): ModelNode[] => [
  ...new Map(nodes.map((node) => [JSON.stringify(node), node])).values(),
];

/** Members that all have one constant of their own in the same property: not needed to tell them apart, but to explain. */
function commonTag(list: readonly unknown[], scope: Scope): string | undefined {
  const constants = list.map((member) => {
    const name = isNode(member) ? refOf(member) : undefined;
    const properties = name === undefined ? undefined : scope.schemas[name]?.["properties"];
    return isNode(properties)
      ? new Map(
          Object.entries(properties).flatMap(([key, property]) =>
            isNode(property) && "const" in property ? [[key, property["const"]]] : [],
          ),
        )
      : undefined;
  });
  const [first] = constants;
  return [...(first?.keys() ?? [])].find(
    (key) => new Set(constants.map((found) => found?.get(key))).size === list.length,
  );
}

function branchesOf(union: SchemaNode, name: (ref: string) => string): Branch[] {
  const { mapping } = union["discriminator"] as { mapping: { [value: string]: string } };
  const byName = new Map<string, string[]>();
  for (const [value, ref] of Object.entries(mapping)) {
    const target = name(nameOfRef(ref));
    byName.set(target, [...(byName.get(target) ?? []), value]);
  }
  return [...byName].map(([target, values]) => ({ name: target, values })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Inside a request a schema that travels both ways means its closed twin. */
const refName = (name: string, scope: Scope): string =>
  scope.closed && scope.directions.get(name) === "both" ? `${name}Input` : name;
