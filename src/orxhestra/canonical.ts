/** The bytes that orxhestra hashes and signs. They are called canonical JSON there, and differ from RFC 8785. */
import { pythonFloat } from "./python-text.js";

const encoder = /*@__PURE__*/ new TextEncoder();

const fail = (what: string): never => {
  throw new TypeError(`${what} has no canonical form`);
};

/** The text itself; half a character is refused, for Python cannot encode it. */
const whole = (text: string): string => (/\p{Surrogate}/u.test(text) ? fail("half a surrogate pair") : text);

/** The UTF-8 of a text that Python could encode, too. */
export const utf8 = (text: string): Uint8Array => encoder.encode(whole(text));

/**
 * The canonical JSON of a value as orxhestra has it: text and keys in NFC, keys in the order of their code points, whole
 * numbers as integers with all digits, fractions as Python writes them. A bigint is an integer that no number can hold.
 *
 * @throws {TypeError} for what JSON does not have: NaN, infinities, functions, gaps in lists, half characters, objects
 * with `toJSON`, and objects of a class (a Map, a Date, a Number): JSON may not have what they hold
 * @example
 * const bytes = orx.canonicalBytes({ b: 1.0, a: "e\u0301" });
 * console.log(new TextDecoder().decode(bytes)); // {"a":"é","b":1}
 * @see docs/orxhestra.md, "Canonical bytes"
 */
export const canonicalBytes = (value: unknown): Uint8Array => encoder.encode(canonicalText(value));

function canonicalText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(whole(value).normalize("NFC"));
    case "number":
      return numberText(value);
    case "bigint":
    case "boolean":
      return String(value);
    case "object":
      if (value === null) return "null";
      if ("toJSON" in value && typeof value.toJSON === "function") return fail("an object that makes its own JSON");
      return Array.isArray(value) ? `[${Array.from(value, canonicalText).join(",")}]` : objectText(value);
    default:
      return fail(`a value of type ${typeof value}`);
  }
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) return fail("a number that is not finite");
  if (Object.is(value, -0)) return "-0.0";
  return Number.isInteger(value) ? BigInt(value).toString() : pythonFloat(value);
}

/** Does it hold what its keys say, and nothing more? Objects of another window are plain, too. */
function isPlain(value: object): boolean {
  const above: unknown = Object.getPrototypeOf(value);
  return above === null || Object.getPrototypeOf(above) === null;
}

function objectText(value: object): string {
  if (!isPlain(value)) return fail("an object of a class");
  const members = new Map<string, string>();
  for (const [key, item] of Object.entries(value)) {
    // as JSON.stringify has it; of two keys that NFC makes equal the later one counts
    if (item !== undefined) members.set(whole(key).normalize("NFC"), canonicalText(item));
  }
  const sorted = [...members].sort(([a], [b]) => compareCodePoints(a, b));
  return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${item}`).join(",")}}`;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Surrogates stand for characters behind all others, though their code units do not. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}
