/** What a person looks for first: the answer, the error, the reasoning. */
import type { Event as AgentEvent, ConversationErrorEvent, ImageContent, TextContent } from "../generated/types.js";
import {
  isACPToolCallEvent,
  isActionEvent,
  isAgentMessage,
  isConversationErrorEvent,
  isImageContent,
  isMessageEvent,
  isObservationLike,
  isStateUpdate,
} from "../guards.js";
import { isActionOf } from "../guards-payload.js";
import { field } from "../tags.js";
import { textOf } from "../text.js";

/**
 * What the agent answered last: the message of its last `finish`, or its last message, whichever came later; images are
 * told as `[Image: 1 URLs]`. Takes events in log order, of one branch or of all. "" when there is none, and when the
 * last `finish` could not be understood.
 *
 * @example
 * console.log(finalResponse(events) || "no answer yet");
 * @see `get_agent_final_response` of the server's SDK
 */
export function finalResponse(events: readonly AgentEvent[]): string {
  const last = events.findLast(
    (event) =>
      isAgentMessage(event) || (isActionEvent(event) && event.source === "agent" && event.tool_name === "finish"),
  );
  if (isAgentMessage(last)) return (last.llm_message.content ?? []).map(blockText).join("");
  return isActionEvent(last) && isActionOf(last.action, "FinishAction") ? last.action.message : "";
}

const blockText = (block: TextContent | ImageContent): string =>
  isImageContent(block) ? `[Image: ${block.image_urls.length} URLs]` : textOf(block);

const FAILED: readonly unknown[] = ["error", "stuck"];

/** Has the conversation gone on with this? */
const isGoingOn = (event: AgentEvent): boolean => {
  if (isStateUpdate(event, "execution_status")) return !FAILED.includes(event.value);
  return [isMessageEvent, isActionEvent, isObservationLike, isACPToolCallEvent].some((is) => is(event));
};

/**
 * The error that the conversation stands at: the last ConversationErrorEvent, unless it went on after that, with a
 * message, a call, a result, or another status. Takes events in log order; history and live events alike.
 *
 * An AgentErrorEvent is about one tool call and never is such an error: the model reads it and goes on. Nor is a
 * ServerErrorEvent, which is about a socket.
 *
 * @example
 * const error = conversationError(events);
 * if (error) console.log(classifyError(error).message);
 * @see `openapi.json#/components/schemas/ConversationErrorEvent`
 */
export function conversationError(events: readonly AgentEvent[]): ConversationErrorEvent | null {
  const last = events.findLast((event) => isConversationErrorEvent(event) || isGoingOn(event));
  return isConversationErrorEvent(last) ? last : null;
}

/** A thinking tag at the very start, closed or not yet. */
const THINK = /^\s*<think>([\s\S]*?)(?:<\/think>|$)/i;

/**
 * What the model thought before this message or action, as far as a person may read it: the reasoning that the provider
 * gave, else its thinking blocks, else the summary of its reasoning item, else a leading `<think>` part of the text.
 * "" when there is none. What is encrypted is never in it: redacted blocks stay in the event, to be passed back.
 *
 * @example
 * for (const event of events) console.log(reasoningOf(event));
 */
export function reasoningOf(event: AgentEvent): string {
  const source = isMessageEvent(event) ? event.llm_message : event;
  const given = textField(source, "reasoning_content");
  if (given !== "") return given;
  const blocks = joined(source, "thinking_blocks", (block) => textField(block, "thinking"));
  if (blocks !== "") return blocks;
  const item = field(source, "responses_reasoning_item");
  const summary = joined(item, "summary", asText) || joined(item, "content", asText);
  if (summary !== "") return summary;
  return isAgentMessage(event) || isActionEvent(event) ? (THINK.exec(textOf(event))?.[1]?.trim() ?? "") : "";
}

const asText = (value: unknown): string => (typeof value === "string" ? value : "");
const textField = (value: unknown, name: string): string => asText(field(value, name));

function joined(value: unknown, name: string, read: (part: unknown) => string): string {
  const parts = field(value, name);
  return Array.isArray(parts) ? parts.map(read).filter(Boolean).join("\n\n") : "";
}
