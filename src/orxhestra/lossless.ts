/** Numbers as their text has them: Python tells integers from floats and keeps every digit, JSON.parse does neither. */
import { parse } from "lossless-json";

/** More digits than Python itself reads. */
const MAX_DIGITS = 4300;

/**
 * JSON with exact numbers: an integer beyond 2^53 is a bigint, `-0` is 0 as in Python (a negative zero is written
 * `-0.0`), all else is as JSON.parse has it. Of two equal keys the later one counts. Throws on text that is no JSON.
 */
export const readExactly = (json: string): unknown =>
  parse(json, undefined, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });

function exactNumber(digits: string): number | bigint {
  const value = Number(digits);
  if (/[.eE]/.test(digits)) return value;
  if (digits.length > MAX_DIGITS) throw new RangeError("an integer is too long");
  return Number.isSafeInteger(value) ? value + 0 : BigInt(digits);
}

/** Could the text of a value that JSON.parse made have been another number? True of integers beyond 2^53 and of -0. */
export function isAmbiguous(value: unknown): boolean {
  if (typeof value === "number")
    return Object.is(value, -0) || (Number.isInteger(value) && !Number.isSafeInteger(value));
  return typeof value === "object" && value !== null && Object.values(value).some(isAmbiguous);
}
