/** JSON or lines of JSON, and the place where it stops being either. Pure. */

/** Why a file cannot be shown; one line. */
export class TrafficError extends Error {
  override readonly name = "TrafficError";
}

/** One value, or one per line by line number (from 1). */
export type Json =
  | { readonly type: "value"; readonly value: unknown }
  | { readonly type: "lines"; readonly values: ReadonlyMap<number, unknown> };

/** @throws {TrafficError} that says where */
export function parseJson(text: string): Json {
  if (text.trim() === "") throw new TrafficError("is empty; expected JSON, or one JSON value per line");
  const whole = attempt(text);
  if (whole.ok) return { type: "value", value: whole.value };
  const lines = text.split("\n").map((line, index) => [index + 1, line] as const);
  const [first, ...others] = lines.filter(([, line]) => line.trim() !== "");
  const isLines = first !== undefined && others.length > 0 && attempt(first[1]).ok;
  if (!isLines) throw new TrafficError(problem(text, 1));
  return {
    type: "lines",
    values: new Map([first, ...others].map(([number, line]) => [number, lineValue(line, number)])),
  };
}

function lineValue(line: string, number: number): unknown {
  const parsed = attempt(line);
  if (parsed.ok) return parsed.value;
  throw new TrafficError(problem(line, number));
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
function problem(text: string, firstLine: number): string {
  const position = breakOf(text);
  const before = text.slice(0, position).split("\n");
  const place = `line ${firstLine + before.length - 1}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  return position >= text.trimEnd().length
    ? `ends too early at ${place} (cut off?); expected the rest of a JSON value`
    : `is not JSON from ${place} on; expected JSON, or one JSON value per line`;
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
