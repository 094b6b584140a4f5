/** How the server shortens what a tool wrote before a model reads it. Lengths are in code points, as Python counts. */
import { sha256 } from "./sha256.js";

const HEAD =
  "<response clipped><NOTE>Due to the max output limit, only part of the full response has been shown to you.";
const NOTICE = `${HEAD}</NOTE>`;

const noticeOf = (path: string, line: number): string =>
  `${HEAD} The complete output has been saved to ${path} - you can use other tools to view the full content (truncated ` +
  `part starts around line ${line}).</NOTE>`;

/** Where in a string its first `points` code points end. */
function endOf(text: string, points: number): number {
  let end = 0;
  for (let left = points; left > 0 && end < text.length; left--) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end;
}

function lengthOf(text: string): number {
  let length = 0;
  for (let end = 0; end < text.length; length++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return length;
}

/** Python's `splitlines` knows more ends of lines than most; one at the end of a text begins no other line. */
const LINE_ENDS = "\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029";

function linesIn(text: string): number {
  let lines = 0;
  for (let at = 0; at < text.length; at++) {
    if (LINE_ENDS.includes(text.charAt(at)) && !text.startsWith("\r\n", at)) lines++;
  }
  return lines + (text === "" || LINE_ENDS.includes(text.slice(-1)) ? 0 : 1);
}

/** Where the server keeps the whole of something; Python's paths drop empty parts and dots. */
export const savedPath = (folder: string, tool: string, content: string, extension: string): string =>
  `${folder}/${tool}_${sha256(content).slice(0, 8)}.${extension}`
    .split("/")
    .filter((part, index) => part !== "." && (part !== "" || index === 0))
    .join("/");

/** Keeps the beginning and the end of a text that is too long, with a notice between them. */
export function truncated(text: string, limit: number, folder: string | null, tool: string): string {
  if (text.length <= limit) return text;
  const length = lengthOf(text);
  if (length <= limit) return text;
  const shown = Math.ceil((limit - NOTICE.length) / 2);
  const notice =
    folder === null
      ? NOTICE
      : noticeOf(savedPath(folder, `${tool}_output`, text, "txt"), linesIn(text.slice(0, endOf(text, shown))) + 1);
  const room = limit - lengthOf(notice);
  const head = Math.min(shown, room);
  return text.slice(0, endOf(text, head)) + notice + text.slice(endOf(text, length - (room - head)));
}
