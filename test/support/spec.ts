/** The documents that codegen tests run on, and small ones made to measure. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type OpenApiDocument, readDocument } from "../../scripts/document.js";
import { type Normalised, normalise } from "../../scripts/normalise.js";
import type { Dialect } from "../../scripts/repairs.js";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** File of the document of each server version. */
export const SPEC_FILES = {
  "1.50.0": path("../fixtures/spec/openapi-1.50.0.json"),
  "1.52.0": path("../../openapi.json"),
  "1.58.2": path("../fixtures/spec/openapi-1.58.2.json"),
} as const;

export type SpecVersion = keyof typeof SPEC_FILES;
export const SPEC_VERSIONS = Object.keys(SPEC_FILES) as SpecVersion[];

export const specText = (version: SpecVersion): string => readFileSync(SPEC_FILES[version], "utf8");
export const specDocument = (version: SpecVersion): OpenApiDocument =>
  readDocument(specText(version), `${version}.json`);

const cache = new Map<SpecVersion, Normalised>();
/** Normalised once per version; tests read it and change nothing. */
export function normalised(version: SpecVersion): Normalised {
  const known = cache.get(version) ?? normalise(specDocument(version));
  cache.set(version, known);
  return known;
}

/** A dialect that repairs nothing: of a document that is right as it is. */
export const PLAIN: Dialect = {
  responses: [],
  addedSchemas: {},
  errors: undefined,
  varying: [],
  unlistedBaseFields: {},
};

/** The same value with the keys of every object in reverse. */
export const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([name, item]) => [name, reversed(item)]));
};

/** A small document: schemas that one GET answers with and one POST asks for. */
export function smallDocument(
  schemas: Record<string, object>,
  { answers = [], asks = [] }: { answers?: readonly string[]; asks?: readonly string[] } = {},
): OpenApiDocument {
  const ref = (name: string): object => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });
  const operations = [
    ...answers.map((name) => [
      `/api/get/${name}`,
      { get: operation(`get_${name}`, { responses: { "200": { description: "", content: ref(name) } } }) },
    ]),
    ...asks.map((name) => [
      `/api/post/${name}`,
      {
        post: operation(`post_${name}`, {
          requestBody: { content: ref(name) },
          responses: { "204": { description: "" } },
        }),
      },
    ]),
  ];
  const document = {
    openapi: "3.1.0",
    info: { title: "small", version: "0.0.1" },
    paths:
      operations.length > 0
        ? Object.fromEntries(operations)
        : { "/api/x": { get: operation("x", { responses: { "204": { description: "" } } }) } },
    components: { schemas },
  };
  return readDocument(JSON.stringify(document), "small.json");
}

const operation = (operationId: string, rest: object): object => ({ operationId, ...rest });
