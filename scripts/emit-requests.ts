/** What the server looks for in a request before it does anything, as data. Pure. */
import { closureOf, nameOfRef } from "./direction.js";
import {
  contentOf,
  isNode,
  type Node,
  need,
  type OpenApiDocument,
  type OperationAt,
  operationsOf,
  type SchemaNode,
} from "./document.js";
import { type EmitOptions, key } from "./emit.js";
import type { Normalised } from "./normalise.js";
import { ruleOf } from "./request-rules.js";
import { propertiesOf, requiredOf } from "./schema-node.js";

const PRELUDE = `import type * as z from "zod/mini";
import * as S from "./schemas.js";

/** What a value has to be. */
export type Rule =
  | { readonly is: "any" | "bool" | "file" | "uuid" | "datetime" | "path" }
  | { readonly is: "str"; readonly min?: number; readonly max?: number; readonly pattern?: string; readonly isSecret?: true }
  | { readonly is: "int" | "float"; readonly ge?: number; readonly gt?: number; readonly le?: number; readonly lt?: number }
  /** An enum has a class of its own in the server. */
  | { readonly is: "enum" | "literal"; readonly values: readonly string[] }
  | { readonly is: "const"; readonly value: string | number | boolean }
  | { readonly is: "list"; readonly items: Rule; readonly min?: number; readonly max?: number }
  | { readonly is: "tuple"; readonly items: readonly Rule[] }
  | { readonly is: "dict"; readonly values: Rule }
  | { readonly is: "nullable"; readonly of: Rule }
  | { readonly is: "union"; readonly of: readonly Rule[] }
  | { readonly is: "tagged"; readonly tag: string; readonly members: { readonly [value: string]: string } }
  /** A model by its name in {@link MODELS}. */
  | { readonly is: "model"; readonly name: string };

/** A class of the server. */
export interface ModelRule {
  /** What the server calls it. */
  readonly name: string;
  readonly fields: { readonly [field: string]: Rule };
  readonly required?: readonly string[];
  /** Fields that are not listed are refused; else they are passed over. */
  readonly closed?: true;
  /** Of a class that is told apart from its siblings by \`kind\`. */
  readonly kind?: string;
}

export interface ParameterRule {
  readonly in: "path" | "query";
  readonly name: string;
  readonly required?: true;
  readonly rule: Rule;
}

export interface RequestRule {
  readonly parameters?: readonly ParameterRule[];
  readonly body?: { readonly form?: true; readonly required?: true; readonly rule: Rule };
}
`;

export function emitRequests({ document, schemaNames, directions }: Normalised, { banner }: EmitOptions): string {
  const { schemas } = document.components;
  const classes = new Map([...schemaNames].map(([python, name]) => [name, className(python)]));
  const rows = operationsOf(document)
    .map((at) => [String(at.operation["operationId"]), requestRule(at, document)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const roots = operationsOf(document).flatMap(({ operation }) => rootsOf(operation));
  const models = [...closureOf(roots, schemas)].sort().flatMap((name) => {
    const schema = need(schemas[name], name);
    if (!isNode(schema["properties"])) return [];
    return [`  ${key(name)}: ${text(modelRule(name, schema, classOf(name, classes), document))},\n`];
  });
  const bodies = rows.flatMap(([id, { body }]) => {
    const model = isNode(body) ? bodyModel(body["rule"]) : undefined;
    if (model === undefined) return [];
    return [`  ${key(id)}: S.${model}${directions.get(model) === "both" ? "Input" : ""}Schema,\n`];
  });
  const requests = rows.map(([id, row]) => `  ${key(id)}: ${text(row)},\n`).join("");
  return [
    banner,
    PRELUDE,
    `/** Every class that requests reach, by the name of its schema. */\nexport const MODELS: { readonly [name: string]: ModelRule } = {\n${models.join("")}};\n`,
    `/** Every operation of the document by id. */\nexport const REQUESTS: { readonly [operation: string]: RequestRule } = {\n${requests}};\n`,
    `/** What the types say of the body of an operation, where that is an object. */\nexport const BODY_SCHEMAS: { readonly [operation: string]: z.ZodMiniType } = {\n${bodies.join("")}};\n`,
  ].join("\n");
}

/** The schema of a body that is an object of one class, or null. */
const bodyModel = (rule: unknown): string | undefined => {
  if (!isNode(rule)) return undefined;
  return rule["is"] === "nullable" ? bodyModel(rule["of"]) : rule["is"] === "model" ? String(rule["name"]) : undefined;
};

/**
 * The server says class names without the module and the direction that the document puts around some. A body that is
 * made of the parameters of a function is no class to it.
 */
function className(python: string): string {
  if (python.startsWith("Body_")) return "Body";
  const [plain = python] = python.split(/-(?:Input|Output)(?:__\d+)?$/);
  return plain.split("__").at(-1) ?? plain;
}

/** Of the twins that one class became, the request's is ours: its name is the class's and "Input". */
const classOf = (name: string, classes: ReadonlyMap<string, string>): string =>
  classes.get(name) ?? classes.get(name.replace(/Input$/, "")) ?? name;

const rootsOf = (operation: Node): string[] => {
  const parameters = Array.isArray(operation["parameters"]) ? (operation["parameters"] as Node[]) : [];
  const media = Object.values(contentOf(operation["requestBody"]));
  return [...parameters, ...media].flatMap(({ schema }) =>
    [...JSON.stringify(schema ?? {}).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = ""]) => nameOfRef(ref)),
  );
};

/** As code: names without quotes where they need none. */
function text(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(text).join(", ")}]`;
  if (!isNode(value)) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return entries.length === 0 ? "{}" : `{ ${entries.map(([name, item]) => `${key(name)}: ${text(item)}`).join(", ")} }`;
}

function requestRule({ path, method, operation }: OperationAt, document: OpenApiDocument): Node {
  const place = `${method.toUpperCase()} ${path}`;
  const all = Array.isArray(operation["parameters"]) ? (operation["parameters"] as Node[]) : [];
  // A header is any text, so nothing can be wrong with it
  const parameters = all
    .filter((parameter) => parameter["in"] === "path" || parameter["in"] === "query")
    .map((parameter) => ({
      in: parameter["in"],
      name: parameter["name"],
      required: parameter["required"] === true ? true : undefined,
      rule: ruleOf(parameter["schema"] as SchemaNode, { document, place }),
    }));
  const [type, media] = Object.entries(contentOf(operation["requestBody"]))[0] ?? [];
  const body = operation["requestBody"] as Node | undefined;
  return {
    parameters: parameters.length > 0 ? parameters : undefined,
    body: media && {
      form: type === "multipart/form-data" ? true : undefined,
      required: body?.["required"] === true ? true : undefined,
      rule: ruleOf(media["schema"] as SchemaNode, { document, place }),
    },
  };
}

function modelRule(name: string, schema: SchemaNode, python: string, document: OpenApiDocument): Node {
  const isKind = (field: string): boolean => field === "kind" && "const" in (propertiesOf(schema)[field] ?? {});
  const required = requiredOf(schema).filter((field) => !isKind(field));
  const fields = Object.entries(propertiesOf(schema)).flatMap(([field, property]) =>
    isKind(field) ? [] : [[field, ruleOf(property, { document, place: `${name}.${field}` })]],
  );
  return {
    name: python,
    fields: Object.fromEntries(fields) as Node,
    required: required.length > 0 ? required : undefined,
    closed: schema["additionalProperties"] === false ? true : undefined,
    kind: isKind("kind") ? propertiesOf(schema)["kind"]?.["const"] : undefined,
  };
}
