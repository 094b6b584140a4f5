/**
 * A second opinion: the normalised document as JSON Schema for ajv. It shares no code with the generated checks and
 * schemas but the normaliser.
 */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readDocument } from "../../scripts/document.js";
import { type Normalised, normalise } from "../../scripts/normalise.js";
import { type Fields, isFields } from "./corpus.js";

export type Validate = (value: unknown) => boolean;

export function normalisedDocument(): Normalised {
  const text = readFileSync(new URL("../../openapi.json", import.meta.url), "utf8");
  return normalise(readDocument(text, "openapi.json"));
}

/** Answers: only what the document itself requires; any string for an enum; no bounds; further fields are welcome. */
export const tolerantReference = (normalised: Normalised): ((name: string) => Validate) =>
  reference(normalised, tolerant);

/** Requests: everything as the document says, but formats, which only annotate. */
export const strictReference = (normalised: Normalised): ((name: string) => Validate) => reference(normalised, strict);

type Rewrite = (schema: Fields) => Fields;

function reference({ document }: Normalised, rewrite: Rewrite): (name: string) => Validate {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false });
  ajv.addKeyword({ keyword: "isBlob", validate: (_: unknown, value: unknown) => value instanceof Blob });
  const validators = new Map<unknown, Validate>();
  const find = (id: string): Validate => {
    const validate = validators.get(id) ?? ajv.getSchema(id);
    if (!validate) throw new Error(`the document has no ${id}`);
    validators.set(id, validate as Validate);
    return validate as Validate;
  };
  ajv.addKeyword({
    keyword: "heldToTag",
    errors: false,
    validate: ({ propertyName, mapping }: Discriminator, value: unknown) => {
      const tag = isFields(value) ? value[propertyName] : undefined;
      return typeof tag === "string" && Object.hasOwn(mapping, tag) && find(idOfRef(mapping[tag]))(value);
    },
  });
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema({ ...rewrite(schema), $id: idOf(name) });
  }
  return (name) => find(idOf(name));
}

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: { readonly [tag: string]: string };
}

const idOf = (name: string): string => `schema:${name}`;
const idOfRef = (ref: unknown): string => idOf(String(ref).slice("#/components/schemas/".length));

/** Rewrites the schemas inside a schema; lists of names and constants stay. */
function inside(schema: Fields, rewrite: Rewrite): Fields {
  const one = (value: unknown): unknown => (isFields(value) ? rewrite(value) : value);
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === "properties" && isFields(value)) {
      return [key, Object.fromEntries(Object.entries(value).map(([name, property]) => [name, one(property)]))];
    }
    if (["items", "additionalProperties", "propertyNames"].includes(key)) return [key, one(value)];
    if (["anyOf", "oneOf", "prefixItems"].includes(key) && Array.isArray(value)) return [key, value.map(one)];
    return [key, key === "$ref" ? idOfRef(value) : value];
  });
  return Object.fromEntries(entries);
}

const omit = (schema: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));

const NOT_CHECKED = ["enum", "format", "pattern", "propertyNames", "default", "examples", "discriminator"].concat(
  ["minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ["minItems", "maxItems", "uniqueItems", "minProperties"],
);

function tolerant(schema: Fields): Fields {
  if (schema["format"] === "binary") return {};
  if (schema["x-unlisted"] === true) return { type: "string", not: schema["not"] };
  const { discriminator } = schema;
  // The tag alone decides which member a value is held to, also where an opened enum is the tag.
  if (isFields(discriminator)) return { heldToTag: discriminator };
  const open = omit(inside(schema, tolerant), NOT_CHECKED);
  if ("x-wire-required" in schema) open["required"] = schema["x-wire-required"];
  if (schema["additionalProperties"] === false) delete open["additionalProperties"];
  const { oneOf, prefixItems } = open;
  // Opened, several members may fit at once.
  if (oneOf !== undefined) return { ...omit(open, ["oneOf"]), anyOf: oneOf };
  return Array.isArray(prefixItems) ? { ...open, minItems: prefixItems.length, maxItems: prefixItems.length } : open;
}

/** A `oneOf` is an `anyOf`: where the document leaves members told apart by a function, several may fit at once. */
function strict(schema: Fields): Fields {
  if (schema["format"] === "binary") return { isBlob: true };
  const { oneOf, ...rest } = omit(inside(schema, strict), ["format", "discriminator", "default", "examples"]);
  return oneOf === undefined ? rest : { ...rest, anyOf: oneOf };
}
