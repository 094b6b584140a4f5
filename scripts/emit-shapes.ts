/** Shapes: the same schemas as plain data, small, for the explanation of a value that a check has refused. Pure. */
import { type EmitOptions, key } from "./emit.js";
import { closureOfModel, type ModelNode, type ModelSchema } from "./model.js";

const PRELUDE = `/** A schema as data: what src/explain.ts walks to say where a value is wrong. */
export type Shape =
  | "any"
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "null"
  | { readonly is: string | number | boolean }
  | { readonly array: Shape }
  | { readonly tuple: readonly Shape[] }
  | { readonly record: Shape }
  | { readonly object: { readonly [name: string]: Shape } }
  /** May be absent. */
  | { readonly optional: Shape }
  /** May be null. */
  | { readonly nullable: Shape }
  /** May be null or absent. */
  | { readonly maybe: Shape }
  | { readonly union: readonly Shape[]; readonly tag?: string }
  | { readonly tagged: string; readonly branches: { readonly [value: string]: Shape }; readonly other?: Shape }
  /** Part of a cycle. */
  | (() => Shape);
`;

export function emitShapes({ model, banner, prefix }: EmitOptions, roots: readonly string[]): string {
  const schemas = closureOfModel(model, roots);
  const defined = new Set<string>();
  const lines = schemas.map((schema) => {
    const line = `export const ${shapeName(prefix, schema)}: Shape = ${shape(schema.node, prefix, defined)};\n`;
    defined.add(schema.name);
    return line;
  });
  return [banner, PRELUDE, ...lines].join("\n");
}

const shapeName = (prefix: string, { name }: Pick<ModelSchema, "name">): string => `${prefix}${name}Shape`;

function shape(node: ModelNode, prefix: string, defined: ReadonlySet<string>): string {
  const of = (inner: ModelNode): string => shape(inner, prefix, defined);
  const named = (name: string): string =>
    defined.has(name) ? shapeName(prefix, { name }) : `() => ${shapeName(prefix, { name })}`;
  switch (node.type) {
    case "any":
    case "number":
    case "integer":
    case "boolean":
    case "null":
    case "string":
      return JSON.stringify(node.type);
    case "unlisted":
    case "enum":
      return '"string"';
    case "file":
      return '"any"';
    case "literal":
      return `{ is: ${JSON.stringify(node.value)} }`;
    case "array":
      return `{ array: ${of(node.items)} }`;
    case "tuple":
      return `{ tuple: [${node.items.map(of).join(", ")}] }`;
    case "record":
      return `{ record: ${of(node.values)} }`;
    case "nullable":
      return `{ nullable: ${of(node.inner)} }`;
    case "union":
      return `{ union: [${node.members.map(of).join(", ")}]${node.tag === undefined ? "" : `, tag: ${JSON.stringify(node.tag)}`} }`;
    case "tagged": {
      const branches = node.branches.flatMap(({ values, name }) =>
        values.map((value) => `${key(value)}: ${named(name)}`),
      );
      const other = node.other === undefined ? "" : `, other: ${named(node.other)}`;
      return `{ tagged: ${JSON.stringify(node.tag)}, branches: { ${branches.join(", ")} }${other} }`;
    }
    case "object": {
      const fields = node.properties.map(({ name, node: property, required }) => {
        if (required) return `${key(name)}: ${of(property)}`;
        return property.type === "nullable"
          ? `${key(name)}: { maybe: ${of(property.inner)} }`
          : `${key(name)}: { optional: ${of(property)} }`;
      });
      return `{ object: { ${fields.join(", ")} } }`;
    }
    case "ref":
      return named(node.name);
  }
}
