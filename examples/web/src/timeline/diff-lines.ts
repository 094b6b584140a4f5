/** The lines of a change, with what is around them. */
import { structuredPatch } from "diff";

/** Two texts that have little in common take the square of that: minutes, for large files. */
const MOST_EDITS = 2_000;

export function diffLines(before: string, after: string): readonly string[] {
  const options = { context: 3, maxEditLength: MOST_EDITS };
  const patch = structuredPatch("", "", before, after, undefined, undefined, options);
  if (!patch) return [...signed("-", before), ...signed("+", after)];
  return patch.hunks.flatMap(({ newStart, lines }) => [
    ...(newStart > 1 ? [`@@ line ${newStart}`] : []),
    ...lines.filter((line) => !line.startsWith("\\")), // about the end of the file
  ]);
}

const signed = (sign: string, text: string): string[] =>
  text === ""
    ? []
    : text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => sign + line);
