/** From a recording to the lines of its timeline. Pure. */
import { contextOf } from "./context.js";
import { describe } from "./describe.js";
import { readEntry } from "./read.js";
import type { Recording } from "./recording.js";
import { type Look, renderBlocks } from "./render.js";
import { harmlessLine } from "./text.js";
import { renderTotals, totalsOf } from "./totals.js";

/** A heading, the entries, the totals. */
export function timeline(name: string, { form, entries }: Recording, look: Look): string[] {
  const items = entries.map(readEntry);
  const context = contextOf(items);
  const blocks = items.flatMap((item) => describe(item, context) ?? []);
  const heading = [look.paint("strong", harmlessLine(name)), look.paint("dim", harmlessLine(form))];
  return ["", ...heading, "", ...renderBlocks(blocks, look), "", ...renderTotals(totalsOf(items))];
}
