/** Text as the model wrote it, piece by piece, and whether it became a message or a call. Pure. */
import type { StreamingDeltaEvent } from "agent-server-client";
import {
  isActionEvent,
  isAgentMessage,
  isConversationErrorEvent,
  isInterruptEvent,
  isStreamingDeltaEvent,
  textOf,
} from "agent-server-client";
import { reasoningOf } from "agent-server-client/conversation";
import { type Block, reasoning } from "./paragraph.js";
import type { BareFrame, Item } from "./read.js";

/** Of a piece, one of the two is empty as a rule. */
interface Said {
  readonly thinking: string;
  readonly answer: string;
}

type Piece = readonly [item: Item, said: Said];

export const saidByEvent = ({ content, reasoning_content }: StreamingDeltaEvent): Said => ({
  thinking: reasoning_content ?? "",
  answer: content ?? "",
});

export const saidByFrame = ({ kind, content }: Extract<BareFrame, { type: "delta" }>): Said =>
  kind === "reasoning" ? { thinking: content, answer: "" } : { thinking: "", answer: content };

export const describeStreamed = ({ thinking, answer }: Said): Pick<Block, "paragraphs" | "joins"> => ({
  paragraphs: [
    { ...reasoning(thinking), label: "streamed thinking:" },
    { ...reasoning(answer), label: "streamed:" },
  ],
  joins: { sort: "streamed", separator: "" },
});

/** The pieces that need not be shown: the message or the call that they became says the same again. */
export function repeatedPieces(items: readonly Item[]): ReadonlySet<Item> {
  const repeated = new Set<Item>();
  let pieces: Piece[] = [];
  for (const item of items) {
    const said = saidBy(item);
    if (said) pieces.push([item, said]);
    if (!endsStream(item)) continue;
    const result = resultOf(item);
    for (const [piece] of result ? repeatedBy(result, pieces) : []) repeated.add(piece);
    pieces = [];
  }
  return repeated;
}

function saidBy(item: Item): Said | undefined {
  if (item.type === "event" && isStreamingDeltaEvent(item.event)) return saidByEvent(item.event);
  return item.type === "frame" && item.frame.type === "delta" ? saidByFrame(item.frame) : undefined;
}

/** Is the model done with what it wrote before this, one way or the other? */
function endsStream(item: Item): boolean {
  if (item.type === "frame") return item.frame.type === "item_started" || item.frame.type === "item_aborted";
  if (item.type !== "event") return false;
  return [isAgentMessage, isActionEvent, isConversationErrorEvent, isInterruptEvent].some((is) => is(item.event));
}

/** What the model had written in the end. */
function resultOf(item: Item): Said | undefined {
  if (item.type !== "event") return undefined;
  const { event } = item;
  if (!isAgentMessage(event) && !isActionEvent(event)) return undefined;
  return { thinking: reasoningOf(event), answer: textOf(event) };
}

/** Thinking and answer are compared by themselves: the server need not have kept the thinking. */
function repeatedBy(result: Said, pieces: readonly Piece[]): Piece[] {
  const isSame = (part: keyof Said): boolean =>
    pieces
      .map(([, said]) => said[part])
      .join("")
      .trim() === result[part].trim();
  const [thinking, answer] = [isSame("thinking"), isSame("answer")];
  return pieces.filter(([, said]) => (thinking || said.thinking === "") && (answer || said.answer === ""));
}
