/** The history that orxhestra gives to the model, as LangChain messages. */
import type { OrxEvent } from "../generated/orxhestra/types.js";
import { hasToolCalls, text, toolResponses } from "./accessors.js";
import { applyCompaction, shouldIncludeEvent } from "./filters.js";
import { aiMessage, type OrxLangChainMessage, toLangChainMessage } from "./langchain.js";

/**
 * How much of a tool's answer the model sees.
 *
 * @example
 * const short: orx.OrxMessageOptions = { toolResponseMaxChars: 2_000 }; // for a model with a small context
 * const messages = orx.toMessages(orxEvents, short);
 */
export interface OrxMessageOptions {
  /** In characters (code points); what is longer is cut. Default 30,000, as in orxhestra. */
  readonly toolResponseMaxChars?: number | undefined;
}

/**
 * The messages that the model sees of these events (choose them by branch or turn before): compacted, filtered, and
 * without tool calls that nobody answered.
 *
 * @example
 * const history = orx.toMessages(orx.eventsOnBranch(orxEvents, ""));
 * @see docs/orxhestra.md, "LangChain"
 */
export function toMessages(events: readonly OrxEvent[], options: OrxMessageOptions = {}): OrxLangChainMessage[] {
  const seen = applyCompaction(events);
  const answered = new Set(
    seen
      .filter((event) => !event.partial && event.type === "tool_response")
      .flatMap((event) => toolResponses(event).map((answer) => answer.tool_call_id)),
  );
  answered.delete("");
  return seen
    .filter(shouldIncludeEvent)
    .flatMap((event) => messageOf(event, answered, options.toolResponseMaxChars ?? 30_000));
}

function messageOf(event: OrxEvent, answered: ReadonlySet<string>, maxChars: number): OrxLangChainMessage[] {
  switch (event.type) {
    case "user_message":
      return [toLangChainMessage(event)];
    case "tool_response": {
      const message = toLangChainMessage(event);
      return [{ ...message, content: truncated(message.content, maxChars) }];
    }
    case "agent_message": {
      if (!hasToolCalls(event)) return text(event) === "" ? [] : [toLangChainMessage(event)];
      const message = aiMessage(event, (id) => answered.has(id));
      return message.type === "ai" && message.tool_calls.length > 0 ? [message] : [];
    }
    default:
      return [];
  }
}

/** Cut after the last line that ends in the second half, else in the middle of a line. */
function truncated(content: string, maxChars: number): string {
  if (content.length <= maxChars) return content;
  const characters = Array.from(content);
  if (characters.length <= maxChars) return content;
  const start = characters.slice(0, maxChars);
  const line = start.lastIndexOf("\n");
  const kept = line > maxChars * 0.5 ? start.slice(0, line) : start;
  const gone = (characters.length - kept.length).toLocaleString("en");
  return `${kept.join("")}\n\n[... truncated ${gone} chars]`;
}
