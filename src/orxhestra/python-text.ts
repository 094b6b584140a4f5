/** How Python writes a value as text (`str(value)`): what orxhestra makes of a message's content that is no string. */

/** What Python does not print as it is: controls, unassigned, private, separators other than the space. */
const HIDDEN = /[\\\p{C}\p{Z}]/gu;

function escaped(character: string): string {
  if (character === " ") return character;
  if ("\\\n\r\t".includes(character)) return JSON.stringify(character).slice(1, -1);
  const code = character.codePointAt(0) ?? 0;
  const [letter, width] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(Number(width), "0")}`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text.replace(HIDDEN, escaped);
  return quote + (quote === "'" ? inner.replaceAll("'", "\\'") : inner) + quote;
}

/** A fraction as Python writes it: the same digits, but from 0.0001 down an exponent of two digits at least. */
export const pythonFloat = (value: number): string =>
  Math.abs(value) < 1e-4 ? value.toExponential().replace(/-(\d)$/, "-0$1") : String(value);

/** `repr(value)` of Python for a JSON value; whole numbers are taken for integers. */
export function pythonRepr(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "boolean":
      return value ? "True" : "False";
    case "number":
      return Number.isInteger(value) ? BigInt(value).toString() : pythonFloat(value);
    case "bigint":
      return value.toString();
    case "object":
      if (value === null) return "None";
      return Array.isArray(value) ? `[${value.map(pythonRepr).join(", ")}]` : dictionary(value);
    default:
      return "None";
  }
}

const dictionary = (value: object): string =>
  `{${Object.entries(value)
    .map(([key, item]) => `${quoted(key)}: ${pythonRepr(item)}`)
    .join(", ")}}`;
