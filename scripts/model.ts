/**
 * The intermediate form that every emitter reads: small nodes, direction applied, defined before used. Types, and the
 * few questions that emitters ask. Pure.
 */

export interface Bounds {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
}

export interface Property {
  readonly name: string;
  readonly node: ModelNode;
  /** Must be present at run time. */
  readonly required: boolean;
  /** Always present as far as the types go. */
  readonly always: boolean;
}

export type ModelNode =
  | { readonly type: "any" | "boolean" | "null" | "file" | "unlisted" }
  | { readonly type: "string" | "number" | "integer"; readonly bounds: Bounds }
  | { readonly type: "enum"; readonly values: readonly string[] }
  | { readonly type: "literal"; readonly value: string | number | boolean }
  | { readonly type: "array"; readonly items: ModelNode; readonly bounds: Bounds }
  | { readonly type: "tuple"; readonly items: readonly ModelNode[] }
  | { readonly type: "record"; readonly values: ModelNode; readonly keys?: readonly string[]; readonly bounds: Bounds }
  | { readonly type: "object"; readonly properties: readonly Property[]; readonly extra: boolean }
  | { readonly type: "nullable"; readonly inner: ModelNode }
  | { readonly type: "union"; readonly members: readonly ModelNode[]; readonly tag?: string }
  | { readonly type: "tagged"; readonly tag: string; readonly branches: readonly Branch[]; readonly other?: string }
  | { readonly type: "ref"; readonly name: string };

/** One member of a tagged union: the tag's values and the schema they name. */
export interface Branch {
  readonly values: readonly string[];
  readonly name: string;
}

export interface ModelSchema {
  readonly name: string;
  /** The type of the document that this schema describes; differs from `name` for the closed twin of a shared schema. */
  readonly typeName: string;
  readonly node: ModelNode;
  /** Requests are closed as the document says; everything else is open. */
  readonly closed: boolean;
  readonly description: string | undefined;
}

export interface Model {
  readonly version: string;
  /** In definition order. */
  readonly schemas: ReadonlyMap<string, ModelSchema>;
  /** Unions with a member for kinds that are not listed, by name. */
  readonly openUnions: ReadonlyMap<string, OpenUnion>;
}

/** What the normaliser leaves on a union that takes members it does not list. */
export interface OpenMark {
  readonly tag: string;
  readonly known: string;
  readonly unknown: string;
}

export interface OpenUnion extends OpenMark {
  readonly branches: readonly Branch[];
  /** Python path by kind. */
  readonly pythonPaths: Readonly<Record<string, string>>;
}

/** The nodes directly inside a node. */
function partsOf(node: ModelNode): readonly ModelNode[] {
  switch (node.type) {
    case "array":
      return [node.items];
    case "tuple":
      return node.items;
    case "record":
      return [node.values];
    case "object":
      return node.properties.map((property) => property.node);
    case "nullable":
      return [node.inner];
    case "union":
      return node.members;
    default:
      return [];
  }
}

/** Names that a node refers to, at any depth. */
export function refsOfNode(node: ModelNode): string[] {
  if (node.type === "ref") return [node.name];
  if (node.type !== "tagged") return partsOf(node).flatMap(refsOfNode);
  return [...node.branches.map((branch) => branch.name), ...(node.other === undefined ? [] : [node.other])];
}

/** Depth first, so that a schema comes after those it needs, as far as cycles let it. */
export function inOrder(schemas: ReadonlyMap<string, ModelSchema>): Map<string, ModelSchema> {
  const done = new Map<string, ModelSchema>();
  const open = new Set<string>();
  const visit = (name: string): void => {
    const schema = schemas.get(name);
    if (!schema || done.has(name) || open.has(name)) return;
    open.add(name);
    for (const ref of refsOfNode(schema.node)) visit(ref);
    open.delete(name);
    done.set(name, schema);
  };
  for (const name of schemas.keys()) visit(name);
  return done;
}

/** An object without its tag: what is left to test once the tag has chosen the branch. */
export const untagged = ({ node }: ModelSchema, tag: string): ModelNode =>
  node.type === "object" ? { ...node, properties: node.properties.filter((property) => property.name !== tag) } : node;

/** Those of `schemas` that are used by themselves, not only as a branch of a tagged union. */
export function standalone(schemas: readonly ModelSchema[], roots: readonly string[]): ModelSchema[] {
  const inside = (node: ModelNode): string[] =>
    node.type === "tagged"
      ? node.other === undefined
        ? []
        : [node.other]
      : node.type === "ref"
        ? [node.name]
        : partsOf(node).flatMap(inside);
  const used = new Set([...roots, ...schemas.flatMap(({ node }) => inside(node))]);
  return schemas.filter(({ name }) => used.has(name));
}

/** The schemas of the model that `roots` need, in definition order. */
export function closureOfModel(model: Model, roots: readonly string[]): ModelSchema[] {
  const needed = new Set<string>();
  const visit = (name: string): void => {
    const schema = model.schemas.get(name);
    if (!schema || needed.has(name)) return;
    needed.add(name);
    for (const ref of refsOfNode(schema.node)) visit(ref);
  };
  for (const root of roots) visit(root);
  return [...model.schemas.values()].filter((schema) => needed.has(schema.name));
}
