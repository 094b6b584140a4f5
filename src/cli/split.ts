/**
 * Cuts the bytes of a JSON text into the items of its lists, holding one item at a time: the elements of a list, of a
 * page's `items`, and of the lists of a recorded conversation. Any other value is an item itself, and there may be several
 * one after the other. Only brackets and strings are looked at; JSON.parse does the rest, at a quarter of the time that a
 * parser in JavaScript takes, and a broken item costs no other one. Pure.
 */

/** Names and indices from the root of a value. */
export type Path = readonly (string | number)[];

/** A part of the text, or why it cannot be read on or stands in the wrong place. */
export interface Piece {
  /** `rest`: a whole value without the items of its lists. */
  readonly is: "item" | "rest" | "problem";
  readonly text: string;
  readonly path: Path;
  /** Where it begins, counted from 1. */
  readonly line: number;
}

/** Takes the chunks of a text one by one, and gives the pieces that are whole. */
export interface Splitter {
  push(chunk: Uint8Array): Piece[];
  end(): Piece[];
}

const LISTS: ReadonlySet<string> = new Set(["items", "rest_search", "rest_get", "ws_events", "ws_session"]);
/** What may stand before and between those lists. An object that begins with other names is no container but an item. */
const OF_CONTAINERS: ReadonlySet<string> = new Set([...LISTS, "next_page_id", "conversation"]);
/** Far beyond any event, and what a text in JavaScript can hold. */
export const LONGEST_ITEM = 2 ** 28;
/** Said of what is longer. */
export const TOO_LONG = `one item of more than ${LONGEST_ITEM / 2 ** 20} MiB`;

const code = (character: string): number => character.charCodeAt(0);
const [LF, QUOTE, BACKSLASH, COMMA] = [code("\n"), code('"'), code("\\"), code(",")];
const [BRACE, BRACE_END, BRACKET, BRACKET_END] = [code("{"), code("}"), code("["), code("]")];
const isBlank = (byte: number): boolean => byte === LF || byte === 32 || byte === 9 || byte === 13;

/** The next byte of a string that is not plain: its end, an escape, or a line break. */
function afterPlain(chunk: Uint8Array, from: number): number {
  let at = from;
  for (; at < chunk.length; at++) {
    const byte = chunk[at];
    if (byte === QUOTE || byte === BACKSLASH || byte === LF) break;
  }
  return at;
}

interface List {
  readonly path: Path;
  /** How many brackets are open between its elements. */
  readonly depth: number;
  next: number;
  before: "nothing" | "element" | "comma";
}

/** @returns what takes the chunks, and what is to be said when there are no more */
export function createSplitter(): Splitter {
  const decoder = new TextDecoder();
  let pieces: Piece[] = [];
  let parts: Uint8Array[] = [];
  let held = 0;
  /** What the bytes that are kept belong to; between items none are. */
  let keeping: "item" | "rest" | undefined;
  let line = 1;
  let itemLine = 1;
  let valueLine = 1;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isBare = false;
  let isContainer: boolean | undefined;
  let list: List | undefined;
  let rest = "";
  let isLost = false;

  const take = (): string => {
    const text = parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
    parts = [];
    held = 0;
    return text;
  };
  const placeOfItem = (): Path => (list ? [...list.path, list.next] : []);
  const complain = (text: string): void => {
    pieces.push({ is: "problem", text, path: list ? placeOfItem() : [], line });
  };
  /** Nothing behind this can be told apart. */
  const lose = (text: string): void => {
    complain(text);
    isLost = true;
    parts = [];
    keeping = undefined;
  };
  const beginValue = (): void => {
    keeping = "rest";
    valueLine = line;
    isContainer = undefined;
    rest = "";
  };
  const endItem = (): void => {
    pieces.push({ is: "item", text: take(), path: placeOfItem(), line: itemLine });
    keeping = undefined;
    isBare = false;
    if (list) {
      list.next++;
      list.before = "element";
    }
  };
  /** The list that begins here, if it is one of those whose elements are items. */
  const openList = (): void => {
    if (depth > 1 || isContainer === false) return;
    rest += take();
    if (depth === 0) list = { path: [], depth: 1, next: 0, before: "nothing" };
    else {
      const names = namesOf(`${rest}]}`);
      isContainer = names?.every((name) => OF_CONTAINERS.has(name)) ?? false;
      const name = names?.at(-1) ?? "";
      if (isContainer && LISTS.has(name)) list = { path: [name], depth: 2, next: 0, before: "nothing" };
    }
    if (list) keeping = undefined;
  };
  /** A value at the root is complete. */
  const endValue = (): void => {
    rest += take();
    const isItem = !isContainer && rest.startsWith("{");
    pieces.push({ is: isItem ? "item" : "rest", text: rest, path: [], line: valueLine });
    keeping = undefined;
    rest = "";
  };

  const inList = (list: List, byte: number): "begins" | "ends" | undefined => {
    if (byte === COMMA) {
      if (list.before !== "element") complain("a comma without an element before it");
      list.before = "comma";
    } else if (byte === BRACKET_END) {
      if (list.before === "comma") complain("a comma without an element after it");
      return "ends";
    } else if (byte === BRACE_END) lose("} where the list should end with ]");
    else if (!isBlank(byte)) {
      if (list.before === "element") complain("no comma between two elements");
      return "begins";
    }
    return undefined;
  };

  return {
    push(chunk) {
      let from = 0;
      const keep = (until: number): void => {
        if (keeping !== undefined && until > from) {
          parts.push(chunk.subarray(from, until));
          held += until - from;
        }
        from = until;
      };
      for (let i = 0; i < chunk.length && !isLost; i++) {
        if (isInString && !isEscaped) i = afterPlain(chunk, i);
        const byte = chunk[i];
        if (byte === undefined) break;
        if (byte === LF) line++;
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) {
            isInString = false;
            if (keeping === "item" && depth === list?.depth) {
              keep(i + 1);
              endItem();
            }
          }
          continue;
        }
        if (isBare && (byte === COMMA || byte === BRACKET_END || byte === BRACE_END || isBlank(byte))) {
          keep(i);
          endItem();
        }
        if (list && keeping !== "item") {
          const what = inList(list, byte);
          from = i;
          if (what === "ends") {
            depth--;
            list = undefined;
            keeping = "rest";
            if (depth === 0) {
              keep(i + 1);
              endValue();
            }
            continue;
          }
          if (what === undefined) continue;
          keeping = "item";
          itemLine = line;
          isBare = byte !== BRACE && byte !== BRACKET && byte !== QUOTE;
        }
        if (byte === QUOTE) isInString = true;
        else if (byte === BRACE || byte === BRACKET) {
          if (depth === 0) {
            from = i;
            beginValue();
          }
          if (byte === BRACKET && keeping === "rest") {
            keep(i + 1);
            openList();
          }
          depth++;
        } else if (byte === BRACE_END || byte === BRACKET_END) {
          depth--;
          if (depth < 0) lose("closes what was not opened");
          else if (keeping === "item" && depth === list?.depth) {
            keep(i + 1);
            endItem();
          } else if (depth === 0) {
            keep(i + 1);
            endValue();
          }
        } else if (depth === 0 && !isBlank(byte)) lose("no list and no object");
      }
      if (!isLost) keep(chunk.length);
      if (held > LONGEST_ITEM && !isLost) lose(TOO_LONG);
      return flush();
    },
    end() {
      if (!isLost && depth > 0) lose("ends too early (cut off?)");
      return flush();
    },
  };

  function flush(): Piece[] {
    const found = pieces;
    pieces = [];
    return found;
  }
}

/** The names of an object, also of one that is JSON only when its last list is empty. */
function namesOf(text: string): string[] | undefined {
  try {
    return Object.keys(JSON.parse(text) as object);
  } catch {
    return undefined;
  }
}
