/** Events to messages: what a model is sent for the events in its view. */
import { ContractError } from "../errors.js";
import type { Schema } from "../events.js";
import type { ActionEvent, Event as AgentEvent } from "../generated/types.js";
import { contentByKind, textBlock } from "./observation.js";
import { isAction, isForModel, type LlmConvertibleEvent, roleOf } from "./roles.js";

type Message = Schema<"Message">;
type Content = Message["content"];

/** A message with all its fields, as the server writes it down. */
const message = (role: Message["role"], content: Content, rest: Partial<Message> = {}): Message => ({
  role,
  content,
  tool_calls: rest.tool_calls ?? null,
  tool_call_id: rest.tool_call_id ?? null,
  name: rest.name ?? null,
  reasoning_content: rest.reasoning_content ?? null,
  thinking_blocks: rest.thinking_blocks ?? [],
  responses_reasoning_item: rest.responses_reasoning_item ?? null,
});

/** What a refusal begins with. */
export const REJECTED = "Action rejected: ";

/** What answers a tool call. */
const answer = (
  { tool_name, tool_call_id }: Pick<ActionEvent, "tool_name" | "tool_call_id">,
  content: Content,
): Message => message("tool", content, { name: tool_name, tool_call_id });

/** The message of one event. */
function messageOf(event: Exclude<LlmConvertibleEvent, ActionEvent>): Message {
  switch (event.kind) {
    case "SystemPromptEvent":
      return message("system", [event.system_prompt, ...(event.dynamic_context ? [event.dynamic_context] : [])]);
    case "MessageEvent": {
      const written = event.llm_message;
      return message(written.role, [...(written.content ?? []), ...(event.extended_content ?? [])], written);
    }
    case "CondensationSummaryEvent":
      return message("user", [textBlock(event.summary)]);
    case "ObservationEvent": {
      const { content } = contentByKind(event.observation);
      return answer(event, [...content, ...(event.extended_content ?? [])]);
    }
    case "UserRejectObservation":
      return answer(event, [textBlock(`${REJECTED}${event.rejection_reason ?? "User rejected the action"}`)]);
    case "AgentErrorEvent":
      return answer(event, [textBlock(event.error)]);
  }
}

/** The first action of a response brings what the model thought; the others only their calls. */
const actionMessage = (event: ActionEvent): Message =>
  message("assistant", event.thought ?? [], {
    tool_calls: [event.tool_call],
    reasoning_content: event.reasoning_content ?? null,
    thinking_blocks: event.thinking_blocks ?? [],
    responses_reasoning_item: event.responses_reasoning_item ?? null,
  });

/** A turn of the user that another can be joined to: nothing of a tool call in it, not even an empty list. */
const isPlainUser = ({ role, tool_calls, tool_call_id, name }: Message): boolean =>
  role === "user" && (tool_calls ?? null) === null && (tool_call_id ?? null) === null && (name ?? null) === null;

/**
 * The messages that a model is sent for the events of a view (see {@link conversationView}): actions of one response
 * that follow each other become one message, turns of the user that follow each other are joined. Events that are not
 * for the model are passed over. Every field of a message is there, null where there is nothing; blocks and calls are
 * the events' own, so do not change them.
 *
 * @throws ContractError when a later action of a response has a thought, which the server's SDK refuses too.
 * @example
 * for (const { role, content } of toLlmMessages(conversationView(events).events)) console.log(role, textOf(content));
 * @see `LLMConvertibleEvent.events_to_messages` of the server's SDK
 */
export function toLlmMessages(viewEvents: readonly AgentEvent[]): Message[] {
  const messages: Message[] = [];
  /** The response whose calls the last message has; null when the last event was no action. */
  let response: string | null = null;
  let index = 0;
  for (const event of viewEvents) {
    const role = roleOf(event);
    const last = messages.at(-1);
    if (isAction(event, role)) {
      if (event.llm_response_id !== response) messages.push(actionMessage(event));
      else if ((event.thought ?? []).length > 0) throw laterThought(index);
      else last?.tool_calls?.push(event.tool_call);
      response = event.llm_response_id;
    } else if (isForModel(event, role)) {
      const next = messageOf(event);
      if (last !== undefined && isPlainUser(last) && isPlainUser(next)) last.content.push(...next.content);
      else messages.push(next);
      response = null;
    }
    index++;
  }
  return messages;
}

const laterThought = (index: number): ContractError => {
  const message = "expected no thought, since an action before it has the same response id";
  return new ContractError("toLlmMessages", [{ path: [index, "thought"], code: "invalid_value", message }]);
};
