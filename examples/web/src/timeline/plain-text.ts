/** What a terminal would show, without its colours and the moves of its cursor. */

const ESCAPE = String.fromCharCode(0x1b);
const BELL = String.fromCharCode(0x07);
/** Titles and links, then colours and moves, then the rest. */
const SEQUENCES = new RegExp(
  [`${ESCAPE}\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)`, `${ESCAPE}\\[[0-?]*[ -/]*[@-~]`, `${ESCAPE}[@-_]`].join(
    "|",
  ),
  "g",
);
/** Control characters but tabs and line breaks. */
const CONTROL = /(?![\t\n])\p{Cc}/gu;

export function plainText(text: string): string {
  return text.replace(SEQUENCES, "").split("\n").map(lastWritten).join("\n").replace(CONTROL, "");
}

/** A progress bar writes over its line; a return with nothing after it leaves the line as it is. */
const lastWritten = (line: string): string => line.split("\r").findLast((part) => part !== "") ?? "";
