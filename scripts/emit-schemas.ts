/**
 * zod/mini schemas, one export per schema of the document, annotated with the generated type. Every call is marked
 * pure, so that a bundler keeps only what is imported. Pure.
 */
import { type EmitOptions, key } from "./emit.js";
import type { Bounds, ModelNode, ModelSchema } from "./model.js";
import { schemaDoc } from "./schema-docs.js";

export function emitSchemas(options: EmitOptions): string {
  const { model, banner, prefix, factories = "./factories.js" } = options;
  const defined = new Set<string>();
  const exports = [...model.schemas.values()].map((schema) => {
    const { name, typeName } = schema;
    const type = `T.${prefix}${typeName}`;
    const line = `${schemaDoc(name, typeName, options)}export const ${prefix}${name}Schema: z.ZodMiniType<${type}> = ${definition(schema, type, { prefix, defined })};\n`;
    defined.add(name);
    return line;
  });
  return [banner, importsFrom(factories), ...exports].join("\n");
}

const importsFrom = (factories: string): string => `import * as z from "zod/mini";
import * as make from ${JSON.stringify(factories)};
import type * as T from "./types.js";
`;

interface Scope {
  readonly prefix: string;
  readonly defined: ReadonlySet<string>;
}

/** Every call is free of effects; the mark tells bundlers. */
const call = (what: string, ...args: readonly string[]): string => `/*@__PURE__*/ ${what}(${args.join(", ")})`;

function definition({ node, closed }: ModelSchema, type: string, scope: Scope): string {
  if (node.type === "object") {
    return call(`make.${closed && !node.extra ? "closedObject" : "object"}<${type}>`, fields(node.properties, scope));
  }
  if (node.type === "tagged") return tagged(node, `<${type}>`, scope);
  return call(`make.typed<${type}>`, expression(node, scope));
}

function fields(properties: Extract<ModelNode, { type: "object" }>["properties"], scope: Scope): string {
  const lines = properties.map(({ name, node, required }) => {
    if (required) return `  ${key(name)}: ${expression(node, scope)},\n`;
    const wrapped =
      node.type === "nullable"
        ? call("z.nullish", expression(node.inner, scope))
        : call("z.optional", expression(node, scope));
    return `  ${key(name)}: ${wrapped},\n`;
  });
  return `{\n${lines.join("")}}`;
}

function tagged(node: Extract<ModelNode, { type: "tagged" }>, type: string, scope: Scope): string {
  const options = `[${node.branches.map(({ name }) => reference(name, scope)).join(", ")}]`;
  return node.other === undefined
    ? call(`make.taggedUnion${type}`, JSON.stringify(node.tag), options)
    : call(`make.openUnion${type}`, JSON.stringify(node.tag), options, reference(node.other, scope));
}

const reference = (name: string, { prefix, defined }: Scope): string =>
  defined.has(name) ? `${prefix}${name}Schema` : call("z.lazy", `(): z.ZodMiniType => ${prefix}${name}Schema`);

function expression(node: ModelNode, scope: Scope): string {
  const of = (inner: ModelNode): string => expression(inner, scope);
  switch (node.type) {
    case "any":
      return call("z.unknown");
    case "unlisted":
      return call("z.string");
    case "boolean":
    case "null":
      return call(`z.${node.type}`);
    case "file":
      return call("make.file");
    case "string":
      return Object.keys(node.bounds).length > 0 ? call("make.string", ...checks(node.bounds)) : call("z.string");
    case "number":
      return Object.keys(node.bounds).length > 0 ? call("make.number", ...checks(node.bounds)) : call("z.number");
    case "integer":
      return call("make.integer", ...checks(node.bounds));
    case "enum":
      return call("z.enum", JSON.stringify(node.values));
    case "literal":
      return call("z.literal", JSON.stringify(node.value));
    case "array":
      return Object.keys(node.bounds).length > 0
        ? call("make.array", of(node.items), ...checks(node.bounds))
        : call("z.array", of(node.items));
    case "tuple":
      return call("z.tuple", `[${node.items.map(of).join(", ")}]`);
    case "record":
      return call(
        "make.record",
        of(node.values),
        ...checks(node.bounds),
        ...(node.keys ? [call("make.keys", JSON.stringify(node.keys))] : []),
      );
    case "object":
      return call(node.extra ? "make.object" : "make.closedObject", fields(node.properties, scope));
    case "nullable":
      return call("z.nullable", of(node.inner));
    case "union":
      return call("z.union", `[${node.members.map(of).join(", ")}]`);
    case "tagged":
      return tagged(node, "", scope);
    case "ref":
      return reference(node.name, scope);
  }
}

const BOUND_CHECKS: { readonly [Name in keyof Required<Bounds>]: (bound: string) => string } = {
  minLength: (bound) => call("z.minLength", bound),
  maxLength: (bound) => call("z.maxLength", bound),
  pattern: (bound) => call("z.regex", regex(JSON.parse(bound) as string)),
  minimum: (bound) => call("z.gte", bound),
  maximum: (bound) => call("z.lte", bound),
  exclusiveMinimum: (bound) => call("z.gt", bound),
  exclusiveMaximum: (bound) => call("z.lt", bound),
  minItems: (bound) => call("z.minLength", bound),
  maxItems: (bound) => call("z.maxLength", bound),
  uniqueItems: () => call("make.unique"),
  minProperties: (bound) => call("make.minProperties", bound),
};

const checks = (bounds: Bounds): string[] =>
  Object.entries(bounds).map(([name, bound]) => BOUND_CHECKS[name as keyof Bounds](JSON.stringify(bound)));

const regex = (pattern: string): string => String(new RegExp(pattern, "u"));
