/** Text while the model writes it: from pieces to items. Pure but for what it keeps. */
import { field, text } from "../tags.js";
import { type ItemUpdate, ownItemId, type StreamUpdate } from "../updates.js";
import { createRecent } from "./recent.js";

interface Item {
  readonly attempt: number;
  readonly text: string;
  readonly reasoning: string;
  /** Which piece comes next. */
  readonly order: number;
  readonly isLossy: boolean;
}

/** Where updates go. */
export type Out = StreamUpdate[];

/** Pieces that come after the end of their item are dropped; so many ends are remembered, at least. */
const LEAST_ENDED = 200;
const START: Item = { attempt: 1, text: "", reasoning: "", order: 0, isLossy: false };

/** Keeps the items that are being written. */
export function createItems() {
  const items = new Map<string, Item>();
  const ended = createRecent(LEAST_ENDED);
  let [own, count] = [undefined as string | undefined, 0];

  const show = (itemId: string, item: Item, more: Partial<ItemUpdate> = {}): ItemUpdate => ({
    type: "item",
    itemId,
    attempt: item.attempt,
    status: "open",
    text: item.text,
    reasoning: item.reasoning,
    textDelta: "",
    reasoningDelta: "",
    lossy: item.isLossy,
    ...more,
  });
  const end = (itemId: string): void => {
    items.delete(itemId);
    ended.add(itemId);
  };
  const add = (itemId: string, item: Item, textDelta: string, reasoningDelta: string, out: Out): void => {
    const longer = { ...item, text: item.text + textDelta, reasoning: item.reasoning + reasoningDelta };
    items.set(itemId, longer);
    out.push(show(itemId, longer, { textDelta, reasoningDelta }));
  };
  const abort = (itemId: string, item: Item, out: Out): void => {
    items.delete(itemId);
    out.push(show(itemId, item, { status: "aborted" }));
  };

  return {
    /** A frame `item_started`, `delta` or `item_aborted` of the session socket. */
    frame(frame: unknown, out: Out): void {
      const [itemId, attempt] = [field(frame, "item_id"), field(frame, "attempt") ?? 1];
      if (typeof itemId !== "string" || typeof attempt !== "number" || ended.has(itemId)) return;
      const known = items.get(itemId);
      if (known && known.attempt > attempt) return; // of an attempt that is over
      const item = known?.attempt === attempt ? known : { ...START, attempt };
      const type = field(frame, "type");
      if (type === "item_aborted") abort(itemId, item, out);
      else if (type === "item_started" && item !== known) add(itemId, item, "", "", out);
      if (type !== "delta") return;
      const order = field(frame, "order");
      if (typeof order === "number" && order < item.order) return; // had it
      const isLossy = item.isLossy || order !== item.order;
      const next = { ...item, isLossy, order: (typeof order === "number" ? order : item.order) + 1 };
      const content = text(field(frame, "content"));
      const isReasoning = field(frame, "kind") === "reasoning";
      add(itemId, next, isReasoning ? "" : content, isReasoning ? content : "", out);
    },

    /** A StreamingDeltaEvent of the legacy socket, which names no item: it is an item of ours. */
    delta(event: unknown, out: Out): void {
      const [content, reasoning] = [text(field(event, "content")), text(field(event, "reasoning_content"))];
      if (content === "" && reasoning === "") return;
      own ??= ownItemId(++count);
      add(own, items.get(own) ?? START, content, reasoning, out);
    },

    /** An event of the log: what was being written is this, or will not be. */
    event(event: { readonly id: string; readonly kind: string; readonly source?: unknown }, out: Out): void {
      const isAnswer = event.kind === "ActionEvent" || (event.kind === "MessageEvent" && event.source === "agent");
      if (isAnswer) end(event.id);
      const item = own === undefined ? undefined : items.get(own);
      if (own === undefined || item === undefined) return;
      const { kind } = event;
      if (isAnswer) items.delete(own);
      else if (kind === "InterruptEvent" || kind === "ConversationErrorEvent") abort(own, item, out);
      else return;
      own = undefined;
    },

    /** Pieces may have been lost on the way. */
    broken(): void {
      for (const [itemId, item] of items) items.set(itemId, { ...item, isLossy: true });
    },

    /** Nothing is being written any more, whatever was not told. */
    idle(out: Out): void {
      for (const [itemId, item] of items) abort(itemId, item, out);
      own = undefined;
    },
  };
}

/** See {@link createItems}. */
export type Items = ReturnType<typeof createItems>;
