/** The text of a file to the lines of its timeline. Pure. */
import { contextOf } from "./context.js";
import { describe } from "./describe.js";
import { readTraffic } from "./read.js";
import { type Look, renderBlocks } from "./render.js";
import { harmlessLine } from "./text.js";
import { renderTotals, totalsOf } from "./totals.js";

/**
 * A heading, the entries, the totals.
 *
 * @throws {TrafficError} when the text is no recording
 */
export function timeline(name: string, text: string, look: Look): string[] {
  const { form, items } = readTraffic(text);
  const context = contextOf(items.flatMap((item) => (item.type === "event" ? [item.event] : [])));
  const blocks = items.flatMap((item) => describe(item, context) ?? []);
  const heading = [look.paint("strong", harmlessLine(name)), look.paint("dim", harmlessLine(form))];
  return ["", ...heading, "", ...renderBlocks(blocks, look), "", ...renderTotals(totalsOf(items))];
}
