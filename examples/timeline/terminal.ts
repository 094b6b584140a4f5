/** What a terminal, or what stands in its place, asks for. */
import type { WriteStream } from "node:tty";
import { coloured, type Look, uncoloured } from "./render.js";

/** Colour is for terminals. NO_COLOR and FORCE_COLOR have the last word, the latter before the former, as in Node.js. */
export function wantsColour(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no } = env;
  if (force !== undefined) return force !== "0" && force !== "false";
  return isTerminal && !no;
}

export const lookOf = ({ isTTY, columns }: WriteStream, env: NodeJS.ProcessEnv): Look => ({
  paint: wantsColour(env, isTTY) ? coloured : uncoloured,
  width: columns || 100,
});

/** Whoever reads has seen enough: `| head`. */
export function endsWithItsReader(output: WriteStream): void {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}
