/** JSON objects: how a change is merged into one, and how it is brought into the form of its defaults. */

/** A JSON object. */
export type Json = { readonly [field: string]: unknown };

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/** A value as an object; anything else is one without fields. */
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

/** A value if it is a text that says something. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

/** A value if it is a text, else the empty one. */
export const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A copy with other values for some fields. */
export const withField = (value: Json, field: string, content: unknown): Json => ({ ...value, [field]: content });

/** A copy without a field. */
const withoutField = (value: Json, field: string): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== field));

/**
 * Merges a change: objects field by field, all else as a whole. Null takes a field away; at the first level only if
 * `nullsFirst` says so.
 */
export function merged(base: Json, change: Json, nullsFirst: boolean): Json {
  let result = base;
  for (const [field, content] of Object.entries(change)) {
    const known = base[field];
    if (content === null && nullsFirst) result = withoutField(result, field);
    else if (isObject(known) && isObject(content)) result = withField(result, field, merged(known, content, true));
    else result = withField(result, field, content);
  }
  return result;
}

/** A value that cannot be what it should be. */
export class Misfit extends Error {}

/** Fields whose object may have any fields, though it is empty at first. */
const isOpen = (value: Json): boolean => Object.keys(value).length === 0;

/**
 * A value with all fields of its defaults and no others, to any depth.
 *
 * @throws {Misfit} when a field has another type than its default
 */
export function conforming(defaults: Json, value: Json): Json {
  const fields = Object.entries(defaults).map(([field, normal]) => {
    const given = value[field];
    return [field, given === undefined ? normal : fitting(normal, given)] as const;
  });
  return Object.fromEntries(fields);
}

function fitting(normal: unknown, given: unknown): unknown {
  if (normal === null) return given;
  if (isObject(normal) && isObject(given)) return isOpen(normal) ? given : conforming(normal, given);
  if (typeof normal === "number" && textOf(given) !== undefined && Number.isFinite(Number(given))) return Number(given);
  if (typeof given !== typeof normal || given === null || Array.isArray(given) !== Array.isArray(normal)) {
    throw new Misfit("another type than its default");
  }
  return given;
}

/** Tools as they are named in settings and profiles, with their parameters. */
export const toolsOf = (tools: unknown): unknown =>
  Array.isArray(tools) ? tools.map((tool) => ({ params: {}, ...objectOf(tool) })) : tools;
