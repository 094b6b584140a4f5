/** What a user types, line by line: in a terminal, or piped in. */
import { clearLine, cursorTo } from "node:readline";
import { createInterface } from "node:readline/promises";
import type { ReadStream, WriteStream } from "node:tty";

export interface Lines {
  readonly isTerminal: boolean;
  /**
   * The next line; undefined when there is no more. `isFresh`: in a terminal what was typed before the question is no
   * answer to it.
   */
  ask(question: string, options?: { readonly isFresh?: boolean }): Promise<string | undefined>;
  /** Shows text, above a question that stands there. It may end in the middle of a line. */
  write(text: string): void;
  /** Hears Ctrl+C, which in a terminal is no signal while lines are read. */
  onInterrupt(act: () => void): void;
  /** Whoever asks gets nothing more. */
  close(): void;
}

export function createLines(input: ReadStream, output: WriteStream): Lines {
  const isTerminal = input.isTTY && output.isTTY;
  const reader = createInterface(isTerminal ? { input, output } : { input });
  const typed: string[] = [];
  let isOver = false;
  let answer: ((line: string | undefined) => void) | undefined;
  /** A line that is not whole yet, while a question stands there. */
  let held = "";
  let interrupt = (): void => undefined;

  const settle = (line: string | undefined): void => {
    const asked = answer;
    answer = undefined;
    output.write(held);
    held = "";
    asked?.(line);
  };
  reader.on("line", (line) => {
    if (answer) settle(line);
    else typed.push(line);
  });
  reader.on("close", () => {
    isOver = true;
    if (!answer) return;
    if (isTerminal) output.write("\n");
    settle(undefined);
  });

  return {
    isTerminal,
    ask(question, { isFresh = false } = {}) {
      if (isTerminal && isFresh) typed.length = 0;
      if (typed.length > 0 || isOver) return Promise.resolve(typed.shift());
      if (isTerminal) {
        reader.setPrompt(question);
        reader.prompt();
      }
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    write(text) {
      if (!answer || !isTerminal) return void output.write(text);
      held += text;
      const end = held.lastIndexOf("\n") + 1;
      if (end === 0) return;
      cursorTo(output, 0);
      clearLine(output, 0);
      output.write(held.slice(0, end));
      held = held.slice(end);
      reader.prompt(true);
    },
    onInterrupt(act) {
      interrupt = act;
      reader.on("SIGINT", act);
      process.on("SIGINT", act);
    },
    close() {
      process.off("SIGINT", interrupt);
      reader.close();
    },
  };
}
