/** What is wrong with streamed text, update by update, over all the connections of a stream. */
import type { ItemUpdate, StreamUpdate } from "../../src/updates.js";
import type { Schedule } from "./stream-schedule.js";

/** To be told every update; says what is wrong with it. */
export function createItemCheck(written: Schedule["written"]): (update: StreamUpdate) => string[] {
  const last = new Map<string, ItemUpdate>();
  const ended = new Set<string>();
  return (update) => {
    if (update.type === "event") ended.add(update.event.id);
    if (update.type !== "item") return [];
    const { itemId, attempt, text, reasoning, textDelta, reasoningDelta, lossy, status } = update;
    const before = last.get(itemId);
    const isSame = before?.attempt === attempt && before.status === "open";
    last.set(itemId, update);
    const wrong = (isSo: boolean, what: string): string[] => (isSo ? [`item ${itemId}/${attempt} ${what}`] : []);
    const [all, known] = [written.get(`${itemId}/${attempt}`), isSame ? before : undefined];
    return [
      ...wrong(ended.has(itemId), "goes on after its event"),
      ...wrong(before !== undefined && before.attempt > attempt, "is of an attempt that is over"),
      ...wrong(isSame && text !== before.text + textDelta, "has a text that is not the one before and the piece"),
      ...wrong(isSame && reasoning !== before.reasoning + reasoningDelta, "has other reasoning than before"),
      ...wrong(known?.lossy === true && !lossy, "has found what was missing"),
      ...wrong(status === "aborted" && textDelta + reasoningDelta !== "", "grows while it ends"),
      ...(all ? wrong(!isPartOf(text, all.text, lossy), "says what was not written") : []),
      ...(all ? wrong(!isPartOf(reasoning, all.reasoning, lossy), "thinks what was not thought") : []),
    ];
  };
}

/** A beginning, or, where pieces are missing, pieces in their order. Each piece ends with a blank. */
function isPartOf(text: string, all: string, isLossy: boolean): boolean {
  if (!isLossy) return all.startsWith(text);
  const left = all.split(" ");
  return text.split(" ").every((piece) => {
    const place = left.indexOf(piece);
    left.splice(0, place + 1);
    return place >= 0;
  });
}
