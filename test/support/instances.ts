/** Random valid instances of the normalised document's schemas, bounds and patterns included. */
import type { OpenApiDocument } from "../../scripts/document.js";
import { type Fields, isFields } from "./corpus.js";
import type { Random } from "./random.js";

interface Scope {
  readonly schemas: OpenApiDocument["components"]["schemas"];
  readonly random: Random;
  /** References left to follow before everything is kept as small as possible. */
  readonly depth: number;
  /** How likely a bound is overstepped, by one where that makes sense. */
  readonly strain: number;
}

export interface InstanceOptions {
  readonly depth?: number;
  readonly strain?: number;
}

/** A random instance of the schema `name`; valid, unless it is asked to strain the bounds. */
export function instanceOf(
  document: OpenApiDocument,
  name: string,
  random: Random,
  options: InstanceOptions = {},
): unknown {
  const { depth = 5, strain = 0 } = options;
  return instance(
    { $ref: `#/components/schemas/${name}` },
    { schemas: document.components.schemas, random, depth, strain },
  );
}

const EXAMPLES = ["text", "", "a-b", "0f", "agent", "é😀", "2026-01-02T03:04:05Z", "0123456789abcdef", "x".repeat(80)];

/** One matching string per pattern of the document; a new pattern needs a line here. */
const MATCHES: Readonly<Record<string, readonly string[]>> = {
  "^[0-9a-f]{64}$": ["0123456789abcdef".repeat(4)],
  "^/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*$": ["/", "/a/b.c"],
  "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$": ["a", "A.b-c_0", "a".repeat(64)],
  "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$": [
    "0123abcd-0123-ABCD-0123-0123456789ab",
  ],
  "^[a-z0-9]+(?:-[a-z0-9]+)*$": ["a", "a-b2-c"],
  "^[0-9a-fA-F]{4,64}$": ["00ff", "AbCd01"],
  "^[a-z0-9]+(-[a-z0-9]+)*$": ["a", "a-b2-c"],
};

function instance(schema: Fields, scope: Scope): unknown {
  const { random, schemas, depth } = scope;
  if (typeof schema["$ref"] === "string") {
    const name = schema["$ref"].slice("#/components/schemas/".length);
    return instance(schemas[name] ?? {}, { ...scope, depth: depth - 1 });
  }
  if ("const" in schema) return schema["const"];
  if (schema["x-unlisted"] === true) return `Newer${random.below(5)}`;
  const members = schema["oneOf"] ?? schema["anyOf"];
  if (Array.isArray(members)) return instance(member(members, scope), scope);
  if (Array.isArray(schema["enum"])) return random.chance(scope.strain) ? "unlisted" : random.pick(schema["enum"]);
  switch (schema["type"]) {
    case "string":
      return schema["format"] === "binary" ? new Blob(["x"]) : text(schema, scope);
    case "integer":
    case "number":
      return numberIn(schema, scope);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "array":
      return arrayOf(schema, scope);
    case "object":
      return isFields(schema["properties"]) ? objectOf(schema, schema["properties"], scope) : recordOf(schema, scope);
    default:
      return random.pick([null, "any", 1, [1], { any: null }]);
  }
}

/** Deep down, the members that lead no deeper. */
function member(members: readonly Fields[], { random, depth }: Scope): Fields {
  const shallow = members.filter((schema) => !("$ref" in schema));
  return random.pick(depth <= 0 && shallow.length > 0 ? shallow : members);
}

const lengthOf = (value: string): number => Array.from(value).length;

function text(schema: Fields, { random, strain }: Scope): string {
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const matches = typeof pattern === "string" ? MATCHES[pattern] : undefined;
  if (typeof pattern === "string" && !matches) throw new Error(`no example matches ${pattern}`);
  if (random.chance(strain)) {
    const length = random.pick([Number(minLength) - 1, Number(minLength), Number(maxLength), Number(maxLength) + 1]);
    return random.pick(["a", "😀", "-"]).repeat(Number.isFinite(length) ? Math.max(0, length) : 3);
  }
  const fits = (value: string): boolean => lengthOf(value) >= Number(minLength) && lengthOf(value) <= Number(maxLength);
  const candidates = (matches ?? EXAMPLES).filter(fits);
  return candidates.length > 0 ? random.pick(candidates) : "a".repeat(Number(minLength));
}

function numberIn(schema: Fields, { random, strain }: Scope): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const step = schema["type"] === "integer" ? 1 : 0.25;
  const low = Number(minimum ?? (exclusiveMinimum === undefined ? -3 : Number(exclusiveMinimum) + step));
  const high = Number(maximum ?? (exclusiveMaximum === undefined ? low + 5 : Number(exclusiveMaximum) - step));
  if (random.chance(strain)) return random.pick([low - step, high + step, low + step / 2]);
  return random.pick([low, high, low + Math.floor((high - low) / (2 * step)) * step]);
}

function arrayOf(schema: Fields, scope: Scope): unknown[] {
  const { items, prefixItems, minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems } = schema;
  if (Array.isArray(prefixItems)) return prefixItems.map((item: Fields) => instance(item, scope));
  const more = scope.depth <= 0 ? 0 : scope.random.below(3);
  const least = Number(minItems) - (scope.random.chance(scope.strain) ? 1 : 0);
  const length = Math.max(0, Math.min(least + more, Number(maxItems)));
  const made = Array.from({ length }, () => instance(isFields(items) ? items : {}, scope));
  return uniqueItems === true ? [...new Set(made)] : made;
}

function objectOf(schema: Fields, properties: Fields, scope: Scope): Fields {
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  const share = scope.depth <= 0 ? 0 : 0.4;
  const result: Fields = {};
  for (const [name, property] of Object.entries(properties)) {
    if (required.has(name) || scope.random.chance(share)) result[name] = instance(property as Fields, scope);
  }
  if (scope.random.chance(scope.strain / 4)) result["not_listed"] = 1;
  return result;
}

function recordOf(schema: Fields, scope: Scope): Fields {
  const { additionalProperties, propertyNames, minProperties = 0 } = schema;
  const names =
    isFields(propertyNames) && Array.isArray(propertyNames["enum"]) ? propertyNames["enum"] : ["a", "b c", "é"];
  const count = Number(minProperties) + (scope.depth <= 0 ? 0 : scope.random.below(2));
  const values = isFields(additionalProperties) ? additionalProperties : {};
  return Object.fromEntries(names.slice(0, count).map((name) => [name, instance(values, scope)]));
}
