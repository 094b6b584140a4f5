/**
 * Check functions: "is this value valid", as straight code (generated, for speed: less than a tenth of JSON.parse).
 * They answer yes or no; why not is said by the shapes (emit-shapes.ts). Pure.
 */
import { need } from "./document.js";
import type { EmitOptions } from "./emit.js";
import { closureOfModel, type Model, type ModelNode, type ModelSchema, standalone, untagged } from "./model.js";

const PRELUDE = `import type * as T from "./types.js";

type Fields = { readonly [name: string]: unknown };
type Check = (value: unknown) => boolean;

export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
export const isAnything: Check = () => true;
export const isString: Check = (value) => typeof value === "string";
export const isNumber: Check = (value) => Number.isFinite(value);
export const isInteger: Check = (value) => Number.isInteger(value);
export const isBoolean: Check = (value) => typeof value === "boolean";

const optionalString: Check = (value) => value === undefined || typeof value === "string";
const optionalBoolean: Check = (value) => value === undefined || typeof value === "boolean";
const maybeString: Check = (value) => value == null || typeof value === "string";
const maybeBoolean: Check = (value) => value == null || typeof value === "boolean";

export function isArrayOf(check: Check, value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (let i = 0; i < value.length; i++) if (!check(value[i])) return false;
  return true;
}

export function isRecordOf(check: Check, value: unknown): boolean {
  if (!isFields(value)) return false;
  for (const name of Object.keys(value)) if (name !== "__proto__" && !check(value[name])) return false;
  return true;
}
`;

export function emitChecks(options: EmitOptions, roots: readonly string[]): string {
  const writer = new CheckWriter(options);
  const functions = standalone(closureOfModel(options.model, roots), roots).map((schema) => writer.schema(schema));
  return [options.banner, PRELUDE, ...writer.helpers(), ...functions].join("\n");
}

class CheckWriter {
  readonly #prefix: string;
  readonly #model: Model;
  /** Checks of inner parts, by their code: equal parts share one function. */
  readonly #inner = new Map<string, string>();
  /** Checks of the branches of tagged unions, without their tag, by their code. */
  readonly #branchChecks = new Map<string, string>();

  constructor({ prefix, model }: EmitOptions) {
    this.#prefix = prefix;
    this.#model = model;
  }

  helpers(): string[] {
    return [
      ...[...this.#inner].map(([code, name]) => `const ${name}: Check = (value) => ${code};\n`),
      ...[...this.#branchChecks].map(([code, name]) => `const ${name} = (value: Fields): boolean =>\n  ${code};\n`),
    ];
  }

  schema({ name, typeName, node, description }: ModelSchema): string {
    const doc = description === undefined ? "" : `/** ${description.split("\n")[0]?.replaceAll("*/", "")} */\n`;
    return `${doc}export function ${this.#name(name)}(value: unknown): value is T.${this.#prefix}${typeName} {\n${this.#body(node)}}\n`;
  }

  #name(schema: string): string {
    return `check${this.#prefix}${schema}`;
  }

  #body(node: ModelNode): string {
    if (node.type === "object") return `  return ${["isFields(value)", ...this.#tests(node)].join(" &&\n    ")};\n`;
    if (node.type === "tagged") {
      const cases = this.#branches(node).map(([check, values]) => {
        const labels = values.map((value) => `    case ${JSON.stringify(value)}:\n`).join("");
        return `${labels}      return ${check};\n`;
      });
      const rest = node.other === undefined ? "false" : `${this.#name(node.other)}(value)`;
      return `  if (!isFields(value)) return false;\n  switch (value[${JSON.stringify(node.tag)}]) {\n${cases.join("")}    default:\n      return ${rest};\n  }\n`;
    }
    return `  return ${this.#test(node, "value") ?? "true"};\n`;
  }

  /** The tags of a union by the check of what is left once the tag is known; branches that differ in nothing else share it. */
  #branches({ tag, branches }: Extract<ModelNode, { type: "tagged" }>): [check: string, values: string[]][] {
    const byCheck = new Map<string, string[]>();
    for (const { name, values } of branches) {
      const check = this.#fields(name, tag);
      byCheck.set(check, [...(byCheck.get(check) ?? []), ...values]);
    }
    return [...byCheck];
  }

  /** The call that checks a branch once its tag is known; its function is named after the first branch that needs it. */
  #fields(branch: string, tag: string): string {
    const node = untagged(need(this.#model.schemas.get(branch), branch), tag);
    const code = this.#tests(node).join(" &&\n  ");
    if (code === "") return "true";
    const known = this.#branchChecks.get(code);
    if (known !== undefined) return `${known}(value)`;
    const name = `fieldsOf${this.#prefix}${branch}`;
    this.#branchChecks.set(code, name);
    return `${name}(value)`;
  }

  /** What the fields of an object must pass. */
  #tests(node: ModelNode): string[] {
    if (node.type !== "object") return [];
    return node.properties.flatMap(
      ({ name, node: field, required }) => this.#property(field, `value[${JSON.stringify(name)}]`, required) ?? [],
    );
  }

  #property(node: ModelNode, value: string, required: boolean): string | undefined {
    const inner = node.type === "nullable" ? node.inner : node;
    const test = this.#test(inner, value);
    if (test === undefined || required) return this.#test(node, value);
    if (inner.type === "string" || inner.type === "boolean") {
      const type = inner.type === "string" ? "String" : "Boolean";
      return `${node.type === "nullable" ? "maybe" : "optional"}${type}(${value})`;
    }
    return node.type === "nullable" ? `(${value} == null || ${test})` : `(${value} === undefined || ${test})`;
  }

  /** An expression that is true when `value` is valid; undefined when everything is. */
  #test(node: ModelNode, value: string): string | undefined {
    switch (node.type) {
      case "any":
      case "file":
        return undefined;
      case "string":
      case "enum":
      case "unlisted":
        return `typeof ${value} === "string"`;
      case "number":
        return `Number.isFinite(${value})`;
      case "integer":
        return `Number.isInteger(${value})`;
      case "boolean":
        return `typeof ${value} === "boolean"`;
      case "null":
        return `${value} === null`;
      case "literal":
        return `${value} === ${JSON.stringify(node.value)}`;
      case "nullable": {
        const inner = this.#test(node.inner, value);
        return inner === undefined ? undefined : `(${value} === null || ${inner})`;
      }
      case "array":
        return `isArrayOf(${this.#check(node.items)}, ${value})`;
      case "record":
        return node.values.type === "any" ? `isFields(${value})` : `isRecordOf(${this.#check(node.values)}, ${value})`;
      case "union":
        return `(${node.members.map((member) => this.#test(member, value) ?? "true").join(" || ")})`;
      case "ref":
        return `${this.#name(node.name)}(${value})`;
      case "tuple":
      case "object":
      case "tagged":
        return `${this.#check(node)}(${value})`;
    }
  }

  /** The name of a function that checks `node`. */
  #check(node: ModelNode): string {
    const simple = { string: "isString", number: "isNumber", integer: "isInteger", boolean: "isBoolean" } as const;
    if (node.type === "ref") return this.#name(node.name);
    if (node.type in simple) return simple[node.type as keyof typeof simple];
    const code = this.#code(node);
    if (code === undefined) return "isAnything";
    const known = this.#inner.get(code);
    if (known !== undefined) return known;
    const name = `part${this.#inner.size + 1}`;
    this.#inner.set(code, name);
    return name;
  }

  #code(node: ModelNode): string | undefined {
    if (node.type === "tagged") return `{\n${this.#body(node)}}`;
    if (node.type === "tuple") {
      const items = node.items.map((item, index) => this.#test(item, `value[${index}]`) ?? "true");
      return ["Array.isArray(value)", `value.length === ${node.items.length}`, ...items].join(" && ");
    }
    if (node.type === "object") return ["isFields(value)", ...this.#tests(node)].join(" && ");
    return this.#test(node, "value");
  }
}
