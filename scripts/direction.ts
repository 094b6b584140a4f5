/** Which schemas requests reach and which responses reach. Pure. */
import { type OpenApiDocument, operationSchemas, operationsOf, type SchemaNode, schemasIn } from "./document.js";

export type Direction = "request" | "response" | "both" | "none";

const SCHEMA_PREFIX = "#/components/schemas/";

export const refTo = (name: string): { $ref: string } => ({ $ref: SCHEMA_PREFIX + name });
export const nameOfRef = (ref: string): string => ref.slice(SCHEMA_PREFIX.length);

export const refOf = (schema: SchemaNode): string | undefined => {
  const ref = schema["$ref"];
  return typeof ref === "string" ? nameOfRef(ref) : undefined;
};

/** Names of the schemas that `schema` refers to directly. */
export const refsOf = (schema: unknown): string[] =>
  [...schemasIn(schema)].flatMap(({ schema: node }) => refOf(node) ?? []);

/** All schemas reachable from `seeds`, the seeds included. */
export function closureOf(seeds: Iterable<string>, schemas: { readonly [name: string]: unknown }): Set<string> {
  const seen = new Set<string>();
  const todo = [...seeds];
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    todo.push(...refsOf(schemas[name]));
  }
  return seen;
}

/** Direction by schema name: what requests reach, what responses reach, both, or neither. */
export function directions(document: OpenApiDocument): Map<string, Direction> {
  const { schemas } = document.components;
  const found = operationsOf(document).flatMap((at) => [...operationSchemas(at)]);
  const used = (sent: boolean): string[] =>
    found.filter((place) => place.sent === sent).flatMap(({ schema }) => refOf(schema) ?? []);
  const overSockets = Object.keys(schemas).filter((name) => schemas[name]?.["x-received"] === true);
  const requests = closureOf(used(true), schemas);
  const responses = closureOf([...used(false), ...overSockets], schemas);
  return new Map(
    Object.keys(schemas).map((name) => {
      const [asked, answered] = [requests.has(name), responses.has(name)];
      return [name, asked && answered ? "both" : asked ? "request" : answered ? "response" : "none"];
    }),
  );
}
