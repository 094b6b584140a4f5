/** An OpenAPI 3.1 document as text becomes an object, or one clear sentence that names the place. Pure. */

import ts from "typescript";

/** A mutable piece of the document while rules work on a copy of it. */
export type Node = { [key: string]: unknown };
/** A JSON Schema object of the document. */
export type SchemaNode = Node;

export interface OpenApiDocument extends Node {
  openapi: string;
  info: { title: string; version: string };
  paths: { [path: string]: { [method: string]: Node } };
  components: { schemas: { [name: string]: SchemaNode }; [section: string]: unknown };
}

/** The document cannot be used; `message` says where and what to do. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
}

const METHODS: readonly string[] = ["delete", "get", "head", "options", "patch", "post", "put", "trace"];

/** What must be there by now; that it is not is a defect of a rule, said by its place and not passed over. */
export function need<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new DocumentError(`${what} is missing; a rule before this one lost it`);
  return value;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A JSON pointer fragment of a path of keys. */
export const pointer = (path: readonly (string | number)[]): string =>
  `#${path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;

/** Reads a document from its text. `name` is what messages call it. Throws {@link DocumentError}. */
export function readDocument(text: string, name: string): OpenApiDocument {
  const fail = (place: string, what: string): never => {
    throw new DocumentError(`${name}${place && ` at ${place}`}: ${what}`);
  };
  if (text.trim() === "") return fail("", "the file is empty; expected an OpenAPI 3.1 document as JSON");
  const root = parseJson(text, name);
  if (!isNode(root)) return fail("#", "expected an object");
  const { openapi, info, paths, components } = root;
  if (typeof openapi !== "string")
    return fail("#/openapi", 'missing; expected an OpenAPI document with "openapi": "3.1.x"');
  if (!/^3\.1\.\d+$/.test(openapi))
    return fail("#/openapi", `version ${JSON.stringify(openapi)} is not supported; expected 3.1.x`);
  if (!isNode(info) || typeof info["version"] !== "string") return fail("#/info/version", "missing; expected a string");
  if (!isNode(paths) || Object.keys(paths).length === 0)
    return fail("#/paths", "missing or empty; expected the operations");
  if (!isNode(components) || !isNode(components["schemas"]) || Object.keys(components["schemas"]).length === 0) {
    return fail("#/components/schemas", "missing or empty; expected the schemas");
  }
  for (const [path, item] of Object.entries(paths)) {
    const other = Object.keys(isNode(item) ? item : {}).find((method) => !METHODS.includes(method));
    const place = pointer(["paths", path, other ?? ""]);
    if (other !== undefined) return fail(place, "path-wide members are not supported; move them into the operations");
  }
  checkReferences(root, name);
  return root as OpenApiDocument;
}

/** Nothing nests too deeply and every `$ref` points at something, or {@link DocumentError}. */
export function checkReferences(root: Node, name: string): void {
  const deep = tooDeep(root, []);
  if (deep) throw new DocumentError(`${name} at ${pointer(deep.slice(0, 6))}: nested too deeply`);
  const dangling = findDangling(root, root, []);
  if (dangling)
    throw new DocumentError(
      `${name} at ${pointer(dangling.path)}: $ref ${JSON.stringify(dangling.ref)} points at nothing`,
    );
}

/** Throws {@link DocumentError} with the place of the first fault. */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new DocumentError(`${name}: not JSON (${firstFault(text, String(error))})`);
  }
}

type Parsed = ts.JsonSourceFile & { readonly parseDiagnostics: readonly ts.Diagnostic[] };

/** JSON.parse says "position N" for most faults; TypeScript's JSON reader knows the place of the others. */
function firstFault(text: string, message: string): string {
  const source = ts.parseJsonText("document.json", text) as Parsed;
  const position = /position (\d+)/.exec(message)?.[1];
  const offset = position === undefined ? (source.parseDiagnostics[0]?.start ?? 0) : Number(position);
  const { line, character } = source.getLineAndCharacterOfPosition(offset);
  const what = offset >= text.trimEnd().length ? "it ends too early, at" : "unexpected text at";
  return `${what} line ${line + 1}, column ${character + 1}`;
}

/** No document nests like this; a file that does is made to break its readers. */
const MAX_DEPTH = 200;

function tooDeep(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (path.length > MAX_DEPTH) return path;
  for (const [key, item] of Object.entries(value)) {
    const found = tooDeep(item, [...path, key]);
    if (found) return found;
  }
  return undefined;
}

function findDangling(
  value: unknown,
  root: Node,
  path: (string | number)[],
): { path: (string | number)[]; ref: string } | undefined {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = findDangling(item, root, [...path, index]);
      if (found) return found;
    }
    return undefined;
  }
  if (!isNode(value)) return undefined;
  const ref = value["$ref"];
  if (typeof ref === "string" && resolveRef(root, ref) === undefined) return { path: [...path, "$ref"], ref };
  for (const [key, item] of Object.entries(value)) {
    const found = findDangling(item, root, [...path, key]);
    if (found) return found;
  }
  return undefined;
}

function resolveRef(root: Node, ref: string): unknown {
  if (!ref.startsWith("#/")) return undefined;
  return ref
    .slice(2)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, key) => (isNode(at) && Object.hasOwn(at, key) ? at[key] : undefined), root);
}

/** Order by code units: the same on every machine. */
const byText = (a: unknown, b: unknown): number => Number(String(a) > String(b)) - Number(String(a) < String(b));

/** A deep copy with sorted keys and sorted `required` sets: the order in the input says nothing. */
export function canonical<T>(value: T): T {
  return sortDeep(value, "") as T;
}

function sortDeep(value: unknown, key: string): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => sortDeep(item, ""));
    return key === "required" ? items.sort(byText) : items;
  }
  if (!isNode(value)) return value;
  const sorted = Object.keys(value).sort();
  return Object.fromEntries(sorted.map((name) => [name, sortDeep(value[name], name)]));
}

const SINGLE = ["items", "additionalProperties", "propertyNames"];
const LISTS = ["anyOf", "oneOf", "prefixItems"];

/** A schema and all schemas inside it (not through `$ref`), with their paths; never into defaults or examples. */
export function* schemasIn(schema: unknown, path: readonly (string | number)[] = []): Generator<SchemaAt> {
  if (!isNode(schema)) return;
  yield { schema, path };
  const { properties } = schema;
  if (isNode(properties)) {
    for (const [name, item] of Object.entries(properties)) yield* schemasIn(item, [...path, "properties", name]);
  }
  for (const key of SINGLE) yield* schemasIn(schema[key], [...path, key]);
  for (const key of LISTS) {
    const list = schema[key];
    if (Array.isArray(list)) for (const [index, item] of list.entries()) yield* schemasIn(item, [...path, key, index]);
  }
}

export interface SchemaAt {
  readonly schema: SchemaNode;
  readonly path: readonly (string | number)[];
}

export interface OperationAt {
  readonly path: string;
  readonly method: string;
  readonly operation: Node;
}

export function operationsOf(document: OpenApiDocument): OperationAt[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Media types of a request body or of a response, by name. */
export function contentOf(holder: unknown): { [mediaType: string]: Node } {
  const content = isNode(holder) ? holder["content"] : undefined;
  return isNode(content) ? (content as { [mediaType: string]: Node }) : {};
}

export const responsesOf = (operation: Node): { [status: string]: Node } =>
  operation["responses"] as { [status: string]: Node };

/** The schemas that stand in an operation itself: parameters, request body, responses. */
export function* operationSchemas({
  path,
  method,
  operation,
}: OperationAt): Generator<SchemaAt & { readonly sent: boolean }> {
  const at = ["paths", path, method];
  const parameters = Array.isArray(operation["parameters"]) ? operation["parameters"] : [];
  for (const [index, parameter] of parameters.entries()) {
    for (const found of schemasIn(parameter.schema, [...at, "parameters", index, "schema"]))
      yield { ...found, sent: true };
  }
  for (const [type, media] of Object.entries(contentOf(operation["requestBody"]))) {
    for (const found of schemasIn(media["schema"], [...at, "requestBody", "content", type, "schema"]))
      yield { ...found, sent: true };
  }
  for (const [status, response] of Object.entries(responsesOf(operation))) {
    for (const [type, media] of Object.entries(contentOf(response))) {
      const place = [...at, "responses", status, "content", type, "schema"];
      for (const found of schemasIn(media["schema"], place)) yield { ...found, sent: false };
    }
  }
}
