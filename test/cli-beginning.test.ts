/** Whether a text is the beginning of JSON: as the messages of JSON.parse in Node tell it, which no other engine has. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { couldGoOn } from "../src/cli/beginning.js";

/** By V8: the text was read to its end before something was wrong. */
function readToItsEnd(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = String(error);
    const position = / at position (\d+)/.exec(message)?.[1];
    return message.includes("end of JSON input") || (position !== undefined && Number(position) >= text.length);
  }
}

test("a text that is cut anywhere could go on, with blanks in it or without", () => {
  const cases = fc.tuple(fc.json({ maxDepth: 4 }), fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true }));
  const cut = ([json, isSpaced, share]: [string, boolean, number]): string => {
    const text = isSpaced ? JSON.stringify(JSON.parse(json), null, "\t") : json;
    return text.slice(0, Math.round(text.length * share));
  };
  fc.assert(
    fc.property(cases, (each) => couldGoOn(cut(each))),
    { numRuns: 5_000 },
  );
});

test("a text made of pieces of JSON could go on when JSON.parse reads it to its end, and not otherwise", () => {
  const pieces = ["{", "}", "[", "]", ",", ":", '"', '"a"', "\\", "\\u00", "4f", "\\n", "\n", " ", "-", "0", "1", "12"];
  const others = [".", "e", "E+", "true", "tr", "ue", "null", "nu", "fals", "false", "x", "\u00a0", "é", "\u0001"];
  const texts = fc.array(fc.constantFrom(...pieces, ...others), { maxLength: 8 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (text) => couldGoOn(text) === readToItsEnd(text)),
    { numRuns: 100_000 },
  );
});

test("long strings and many brackets cost no stack", () => {
  expect(couldGoOn(`["${"a\\n".repeat(2_000_000)}`)).toBe(true);
  expect(couldGoOn("[".repeat(1_000_000))).toBe(true);
  expect(couldGoOn(`${"[".repeat(1_000_000)}}`)).toBe(false);
});
