/** Text for a terminal or a log: made harmless, wrapped, cut. */

const ESCAPE = "\x1b";
/** Colour changes are left out; they say nothing in a log. What else could move the cursor is made visible. */
const COLOUR = new RegExp(`${ESCAPE}\\[[\\d;:]*m`, "g");
/** Control characters but line breaks, and what turns the direction of writing around. */
const UNSAFE = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const CONTROL_PICTURES = 0x2400;

/** Recorded text must not drive the terminal that shows it: nothing of what is returned moves a cursor. */
export const harmless = (text: string): string =>
  text.replaceAll("\r\n", "\n").replaceAll("\t", "  ").replace(COLOUR, "").replace(UNSAFE, visible);

export const harmlessLine = (text: string): string => harmless(text).replaceAll("\n", " ");

function visible(char: string): string {
  const code = char.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Chinese, Japanese and Korean writing and emoji take two columns. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Emoji_Presentation}/u;
const columnsOf = (char: string): number => (WIDE.test(char) ? 2 : 1);
const widthOf = (text: string): number => Array.from(text, columnsOf).reduce((sum, columns) => sum + columns, 0);

/** The lines of a text, none wider than `width`, broken between words where that leaves no line half empty. */
export const wrap = (text: string, width: number): string[] =>
  text.split("\n").flatMap((line) => wrapLine(line, width));

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let start = 0;
  let end = 0;
  let space = -1;
  let columns = 0;
  for (const char of line) {
    if (char === " ") space = end;
    columns += columnsOf(char);
    if (columns > width && end > start) {
      const isAtWord = space > start + width / 2;
      lines.push(line.slice(start, isAtWord ? space : end));
      start = isAtWord ? space + 1 : end;
      columns = widthOf(line.slice(start, end + char.length));
    }
    end += char.length;
  }
  return [...lines, line.slice(start)];
}

/** A text on one line: its beginning, and how much more there is. */
export function oneLine(text: string, length: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length > length ? `${flat.slice(0, length)}…` : flat;
}

export const plural = (count: number, one: string): string =>
  `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
