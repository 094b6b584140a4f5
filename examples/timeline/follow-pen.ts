/** Writes what happens as it happens: whole lines, and text piece by piece while the model writes it. */
import type { ItemUpdate } from "agent-server-client/stream";
import { GUTTER, type Look } from "./render.js";
import { harmless } from "./text.js";

/** What has been written of the text that the model wrote last. */
export interface Written {
  readonly text: string;
  readonly reasoning: string;
}

export interface Pen {
  line(text: string): void;
  /** A piece of text, on the line where the last one ended. */
  piece(update: ItemUpdate): void;
  /** What has been written since the last call of this. */
  taken(): Written;
  /** Ends a line that has begun. */
  end(): void;
}

type Part = "reasoning" | "text";
const NOTHING: Written = { text: "", reasoning: "" };
const AGENT = "agent".padEnd(13);

/** `write` gets text with its line breaks, some of it in the middle of a line. */
export function createPen(write: (text: string) => void, { paint, width }: Look): Pen {
  const margin = `\n${" ".repeat(GUTTER)}`;
  let written = NOTHING;
  let attempt = "";
  /** What the line that has begun is about. */
  let open: Part | undefined;
  let column = 0;
  /** Before the next word, if there is one on this line. */
  let space = "";

  const end = (): void => {
    if (open !== undefined) write("\n");
    open = undefined;
  };
  const line = (text: string): void => {
    end();
    write(`${text}\n`);
  };
  const begin = (part: Part): void => {
    end();
    const label = part === "reasoning" ? "thinking: " : "";
    write(`${" ".repeat(GUTTER - AGENT.length)}${paint("agent", AGENT)}${paint("dim", label)}`);
    [open, column, space] = [part, GUTTER + label.length, ""];
  };
  /** Words that do not fit begin the next line; a break that is in the text is kept. */
  const put = (part: Part, delta: string): void => {
    if (delta === "") return;
    if (open !== part) begin(part);
    for (const [word] of harmless(delta).matchAll(/\n|[^\S\n]+|\S+/g)) {
      if (word !== "\n" && word.trim() === "") {
        space += word;
        continue;
      }
      const isFull = column > GUTTER && column + space.length + word.length > width;
      if (word === "\n" || isFull) {
        write(margin);
        [column, space] = [GUTTER, ""];
      }
      if (word === "\n") continue;
      write(paint(part === "reasoning" ? "dim" : "agent", space + word));
      column += space.length + word.length;
      space = "";
    }
    written = { ...written, [part]: written[part] + delta };
  };

  return {
    line,
    piece(update) {
      const of = `${update.itemId} ${update.attempt}`;
      if (of !== attempt) {
        end();
        [attempt, written] = [of, NOTHING];
      }
      put("reasoning", update.reasoningDelta);
      put("text", update.textDelta);
      if (update.status === "aborted") written = NOTHING;
    },
    taken() {
      const before = written;
      written = NOTHING;
      return before;
    },
    end,
  };
}
