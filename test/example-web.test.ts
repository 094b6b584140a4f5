/** The parts of examples/web that are no components. */
import { expect, test } from "vitest";
import { diffLines } from "../examples/web/src/timeline/diff-lines.js";
import { plainText } from "../examples/web/src/timeline/plain-text.js";

const ESCAPE = String.fromCharCode(0x1b);

test.each([
  ["plain\n\ttext", "plain\n\ttext"],
  [`${ESCAPE}[31mred${ESCAPE}[0m ${ESCAPE}]8;;http://a${ESCAPE}\\link`, "red link"],
  ["10 %\r50 %\r100 %\r\ndone", "100 %\ndone"],
  ["twice\r\r\nreturned", "twice\nreturned"],
  ["the last line\r", "the last line"],
  ["\r\n\r\n", "\n\n"],
  ["nul\0 bell\u0007 \u0085", "nul bell "],
])("a terminal shows %j as %j", (written, shown) => {
  expect(plainText(written)).toBe(shown);
});

test("the time for a line grows with its length, and not with the square of that", () => {
  const timeOf = (length: number): number => {
    const text = "x".repeat(length);
    const begun = performance.now();
    plainText(text);
    return performance.now() - begun;
  };
  timeOf(20_000);
  expect(timeOf(1_000_000)).toBeLessThan(100 * Math.max(timeOf(20_000), 1));
});

test("a change is its lines with those around them, and nothing about the end of the file", () => {
  expect(diffLines("a\nb\nc", "a\nB\nc\n")).toEqual([" a", "-b", "-c", "+B", "+c"]);
  expect(diffLines("", "new\n")).toEqual(["+new"]);
  expect(diffLines("same\n", "same\n")).toEqual([]);
  const lines = (changed: string): string =>
    Array.from({ length: 20 }, (_, at) => (at === 10 ? changed : at)).join("\n");
  expect(diffLines(lines("x"), lines("y"))[0]).toBe("@@ line 8");
});

test("two large files that have nothing in common are all removed and all added, soon", () => {
  const file = (name: string): string => Array.from({ length: 6_000 }, (_, at) => `${name} ${at}\n`).join("");
  const begun = performance.now();
  const lines = diffLines(file("old"), file("new"));
  console.info(`2 × 6,000 lines: ${Math.round(performance.now() - begun)} ms`);
  expect(lines).toHaveLength(12_000);
  expect([lines[0], lines.at(-1)]).toEqual(["-old 0", "+new 5999"]);
});
