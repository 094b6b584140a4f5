/** Shapes: the same schemas as plain data, small, for the explanation of a value that a check has refused. Pure. */
import { need } from "./document.js";
import { type EmitOptions, key } from "./emit.js";
import {
  closureOfModel,
  type Model,
  type ModelNode,
  type ModelSchema,
  type Property,
  standalone,
  untagged,
} from "./model.js";

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
  /** A shape with a name: made when it is needed, which costs nothing at import and lets shapes refer to each other. */
  | (() => Shape);
`;

export function emitShapes(options: EmitOptions, roots: readonly string[]): string {
  const writer = new ShapeWriter(options);
  const schemas = standalone(closureOfModel(options.model, roots), roots);
  return [options.banner, PRELUDE, ...schemas.flatMap((schema) => writer.schema(schema))].join("\n");
}

class ShapeWriter {
  readonly #prefix: string;
  readonly #model: Model;
  /** Branches without their tag, by text: equal ones share one constant. */
  readonly #branches = new Map<string, string>();
  #lines: string[] = [];

  constructor({ prefix, model }: EmitOptions) {
    this.#prefix = prefix;
    this.#model = model;
  }

  /** The line of a schema, after those that it needs. */
  schema({ name, node }: ModelSchema): string[] {
    this.#lines = [];
    const line = `export const ${this.#name(name)} = (): Shape => (${this.#shape(node)});\n`;
    return [...this.#lines, line];
  }

  #name(schema: string): string {
    return `${this.#prefix}${schema}Shape`;
  }

  #branch(name: string, tag: string): string {
    const text = this.#shape(untagged(need(this.#model.schemas.get(name), name), tag));
    const known = this.#branches.get(text);
    if (known !== undefined) return known;
    const constant = `branch${this.#branches.size + 1}`;
    this.#branches.set(text, constant);
    this.#lines.push(`const ${constant} = (): Shape => (${text});\n`);
    return constant;
  }

  #field({ name, node, required }: Property): string {
    if (required) return `${key(name)}: ${this.#shape(node)}`;
    const [word, inner] = node.type === "nullable" ? ["maybe", node.inner] : ["optional", node];
    return `${key(name)}: { ${word}: ${this.#shape(inner)} }`;
  }

  #shape(node: ModelNode): string {
    const of = (inner: ModelNode): string => this.#shape(inner);
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
      case "union": {
        const tag = node.tag === undefined ? "" : `, tag: ${JSON.stringify(node.tag)}`;
        return `{ union: [${node.members.map(of).join(", ")}]${tag} }`;
      }
      case "tagged": {
        const branches = node.branches.flatMap(({ values, name }) => {
          const branch = this.#branch(name, node.tag);
          return values.map((value) => `${key(value)}: ${branch}`);
        });
        const other = node.other === undefined ? "" : `, other: ${this.#name(node.other)}`;
        return `{ tagged: ${JSON.stringify(node.tag)}, branches: { ${branches.join(", ")} }${other} }`;
      }
      case "object":
        return `{ object: { ${node.properties.map((property) => this.#field(property)).join(", ")} } }`;
      case "ref":
        return this.#name(node.name);
    }
  }
}
