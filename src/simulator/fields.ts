/** Values of the wire, whose shape nobody has looked at. */

/** An object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value has fields: an object, and no list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object as it is; nothing of anything else. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** A list as it is; anything else is an empty one. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text as it is; something else in place of anything else. */
export const textOr = (value: unknown, otherwise = ""): string => (typeof value === "string" ? value : otherwise);

/** Without the fields that are null, at any depth. */
export function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (!isFields(value)) return value;
  const there = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  return Object.fromEntries(there.map(([name, field]) => [name, compact(field)]));
}

/** A value as Python shows it: texts in single quotes, unless they have some and no double ones. */
export function pythonRepr(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(", ")}]`;
  if (isFields(value)) {
    return `{${Object.entries(value)
      .map(([name, field]) => `${pythonRepr(name)}: ${pythonRepr(field)}`)
      .join(", ")}}`;
  }
  if (typeof value !== "string") return JSON.stringify(value);
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  return quote + Array.from(value, (character) => escapedFor(quote, character)).join("") + quote;
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function escapedFor(quote: string, character: string): string {
  if (character === quote) return `\\${quote}`;
  const short = ESCAPES[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  if (character === " " || !/[\p{C}\p{Z}]/u.test(character)) return character;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
}

/** JSON as Python writes it: with spaces between, and nothing but ASCII. */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`;
  if (isFields(value)) {
    const there = Object.entries(value).filter(([, field]) => field !== undefined);
    return `{${there.map(([name, field]) => `${pythonJson(name)}: ${pythonJson(field)}`).join(", ")}}`;
  }
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value ?? null).replace(/[\u007f-\uffff]/g, escaped);
}
