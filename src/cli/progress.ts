/** How far it is, on one line of a terminal that is written over again and again. */
import type { Progress } from "./events.js";
import { sizeOf } from "./traffic.js";

const EVERY_MS = 200;

/** Shows nothing where there is no terminal. `end` clears the line. */
export function progressOf(
  files: readonly string[],
  write: ((text: string) => void) | undefined,
): { readonly show: Progress; readonly end: () => void } {
  if (!write) return { show: () => undefined, end: () => undefined };
  const size = sizeOf(files);
  const total = size === undefined ? "" : ` of ${megabytes(size)}`;
  let shownAt = performance.now();
  let isShown = false;
  return {
    show({ bytes, items }) {
      if (performance.now() - shownAt < EVERY_MS) return;
      shownAt = performance.now();
      isShown = true;
      write(`${megabytes(bytes)}${total}, ${items.toLocaleString("en")} events`);
    },
    end: () => {
      if (isShown) write("");
    },
  };
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString("en")} MB`;
