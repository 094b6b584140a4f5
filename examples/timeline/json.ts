/** JSON or lines of JSON, and the place where it stops being either. Pure. */

/** Why a file cannot be shown; one line. */
export class TrafficError extends Error {
  override readonly name = "TrafficError";
}

/** What a line holds, or why it holds nothing. */
type Line = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/** One value, or one per line by line number (from 1). */
export type Json =
  | { readonly type: "value"; readonly value: unknown }
  | { readonly type: "lines"; readonly lines: ReadonlyMap<number, Line> };

/**
 * A broken line does not keep the others from being read: a log may have been cut off while it was written.
 *
 * @throws {TrafficError} that says where
 */
export function parseJson(text: string): Json {
  if (text.trim() === "") throw new TrafficError("is empty; expected JSON, or one JSON value per line");
  const whole = attempt(text);
  if (whole.ok) return { type: "value", value: whole.value };
  const lines = isOfLines(text) ? linesOf(text) : [];
  if (!lines.some(([, line]) => line.ok)) {
    const place = (line: number, column: number): string => `line ${line}, column ${column}`;
    throw new TrafficError(problem(text, place, "JSON, or one JSON value per line"));
  }
  return { type: "lines", lines: new Map(lines) };
}

/** No value goes on beyond the first line, be it complete or broken. Otherwise it is one value, broken further on. */
function isOfLines(text: string): boolean {
  const [untilSecond] = /^[^\n]*\n\s*\S/.exec(text.trimStart()) ?? [];
  return untilSecond !== undefined && !couldGoOn(untilSecond);
}

const linesOf = (text: string): [number: number, line: Line][] =>
  text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [[index + 1, readLine(line)]]));

function readLine(line: string): Line {
  const parsed = attempt(line);
  return parsed.ok ? parsed : { ok: false, reason: problem(line, (_, column) => `column ${column}`, "a JSON value") };
}

type Attempt = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

function attempt(text: string): Attempt {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: String(error) };
  }
}

/** Where broken JSON breaks. The text itself is not repeated: it is anything but known. */
function problem(text: string, placeOf: (line: number, column: number) => string, expected: string): string {
  const position = breakOf(text);
  const isCutOff = position >= text.trimEnd().length;
  const before = text.slice(0, isCutOff ? position : wordStart(text, position));
  const place = placeOf(before.split("\n").length, before.length - before.lastIndexOf("\n"));
  return isCutOff
    ? `ends too early at ${place} (cut off?); expected the rest of a JSON value`
    : `is not JSON from ${place} on; expected ${expected}`;
}

/**
 * The index of the first character that no JSON could have there. JSON.parse names it in some of its messages only, but
 * it can be asked: a beginning of the text that is broken only at its end does not reach that character yet.
 */
function breakOf(text: string): number {
  let intact = 0;
  let broken = text.length + 1;
  while (broken - intact > 1) {
    const middle = (intact + broken) >> 1;
    if (couldGoOn(text.slice(0, middle))) intact = middle;
    else broken = middle;
  }
  return intact;
}

function couldGoOn(text: string): boolean {
  const parsed = attempt(text);
  if (parsed.ok || parsed.message.includes("end of JSON input")) return true;
  const position = / at position (\d+)/.exec(parsed.message)?.[1];
  return position !== undefined && Number(position) >= text.length;
}

const LONGEST_WORD = "false".length;

/** Where the word begins that breaks here: `nothing` is none of JSON's from its start, though `n` could be of `null`. */
function wordStart(text: string, position: number): number {
  const from = Math.max(0, position - LONGEST_WORD);
  const start = from + text.slice(from, position).search(/[a-z]*$/);
  // In a string, where letters are no word, a line break is not allowed.
  return couldGoOn(`${text.slice(0, start)}\n`) ? start : position;
}
