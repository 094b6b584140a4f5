/** Cuts bytes into lines, and finds out whether a text is one JSON value per line. Pure. */
import { couldGoOn } from "./beginning.js";
import { createSplitter, LONGEST_ITEM, type Piece, type Splitter, TOO_LONG } from "./split.js";

const LF = 10;
/** A line may hold a page or a list of its own. */
const MAY_HAVE_ITEMS = /^\s*(?:\[|\{\s*"(?:items|rest_search|conversation|next_page_id)")/;

/** Every line that is not blank is an item, or has some: a broken one costs no other one. */
export function createLineSplitter(): Splitter {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let held = 0;
  let line = 1;

  const keep = (part: Uint8Array): void => {
    held += part.length;
    if (held > LONGEST_ITEM) parts = [];
    else parts.push(part);
  };
  const take = (): Piece[] => {
    const isTooLong = held > LONGEST_ITEM;
    const text = parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
    parts = [];
    held = 0;
    if (isTooLong) return [{ is: "problem", text: TOO_LONG, path: [], line }];
    if (text.trim() === "") return [];
    return MAY_HAVE_ITEMS.test(text) ? itemsOf(text, line) : [{ is: "item", text, path: [], line }];
  };
  return {
    push(chunk) {
      const pieces: Piece[] = [];
      let from = 0;
      for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
        keep(chunk.subarray(from, at));
        pieces.push(...take());
        line++;
        from = at + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
      return pieces;
    },
    end: take,
  };
}

function itemsOf(text: string, line: number): Piece[] {
  const splitter = createSplitter();
  const pieces = [...splitter.push(new TextEncoder().encode(text)), ...splitter.end()];
  return pieces.map((piece) => ({ ...piece, line }));
}

/**
 * Whether no value goes on beyond the first line of a text, be it complete or broken; otherwise the text is to be read by
 * its brackets.
 *
 * @param head - The beginning of the text
 */
export function isOfLines(head: string): boolean {
  const [untilSecond] = /^[^\n]*\n\s*\S/.exec(head.trimStart()) ?? [];
  return untilSecond !== undefined && !couldGoOn(untilSecond);
}
