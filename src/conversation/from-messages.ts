/** The way back: a transcript of messages becomes the events that give it. */
import type { EventOf, Schema } from "../events.js";
import type { Action, KnownEvent, MessageToolCall, TextContent } from "../generated/types.js";
import { isTextContent } from "../guards.js";
import { field } from "../tags.js";
import { parseToolArguments } from "../text.js";
import { REJECTED } from "./messages.js";
import { ERROR_HEADER } from "./observation.js";

type Message = Schema<"Message">;
type Stamp = "id" | "timestamp" | "parent_id";
type DraftOf<K extends KnownEvent["kind"]> = Omit<EventOf<K>, Stamp>;
type Draft = { [K in KnownEvent["kind"]]: DraftOf<K> }[
  | "SystemPromptEvent"
  | "MessageEvent"
  | "ActionEvent"
  | "ObservationEvent"
  | "UserRejectObservation"];

/**
 * Where {@link eventsFromMessages} takes ids and times from.
 *
 * @example
 * let count = 0;
 * const stamps: EventStamps = { newId: () => `event-${++count}`, now: () => 1_767_323_045_000 };
 * const copies = eventsFromMessages(toLlmMessages(conversationView(activeBranch(events)).events), stamps);
 */
export interface EventStamps {
  /** A new id with each call: for events, and for the responses that actions are of. */
  readonly newId: () => string;
  /** The time of the next event: as the server writes it (`2026-01-02T03:04:05.678`), a Date, or milliseconds. */
  readonly now: () => string | Date | number;
}

/**
 * Events that give a transcript back: {@link toLlmMessages} of them is the transcript. Parallel tool calls become
 * actions of one response; an answer names the last action before it that made its call; each event follows the one
 * before it. What the kinds of events have no place for (a thought with an image) stays whole in a MessageEvent. Plain
 * user messages in a row come back as one, since the server joins them, too.
 *
 * @example
 * const messages = toLlmMessages(conversationView(events).events);
 * const copies = eventsFromMessages(messages, { newId: () => crypto.randomUUID(), now: Date.now });
 * console.log(copies.length, toLlmMessages(copies).length === messages.length);
 * @see `LLMConvertibleEvent.events_to_messages` of the server's SDK, the way there
 */
export function eventsFromMessages(messages: readonly Message[], { newId, now }: EventStamps): KnownEvent[] {
  const events: KnownEvent[] = [];
  const actionIds = new Map<string, string>();
  for (const [index, message] of messages.entries()) {
    for (const draft of draftsOf(message, index, { newId, actionIds })) {
      const event = { ...draft, id: newId(), timestamp: timestampOf(now()), parent_id: events.at(-1)?.id ?? null };
      events.push(event);
      if (event.kind === "ActionEvent") actionIds.set(event.tool_call_id, event.id);
    }
  }
  return events;
}

/** Times of events carry no zone. */
const timestampOf = (time: string | Date | number): string =>
  typeof time === "string" ? time : new Date(time).toISOString().slice(0, -1);

interface Context {
  readonly newId: () => string;
  /** The last action of each tool call id so far. */
  readonly actionIds: ReadonlyMap<string, string>;
}

function draftsOf(message: Message, index: number, { newId, actionIds }: Context): Draft[] {
  const content = message.content ?? []; // it has a default
  const texts = content.filter(isTextContent);
  const onlyText = texts.length === content.length;
  const [first, second, ...more] = texts;
  if (message.role === "assistant" && onlyText && hasNo(message, "tool_call_id", "name")) {
    const response = newResponse(message, texts, newId);
    if (response.length > 0) return response;
  }
  if (message.role === "tool" && hasNo(message, "tool_calls", ...REASONING)) {
    const answer = answerOf(message, actionIds);
    if (answer !== undefined) return [answer];
  }
  const isPrompt = message.role === "system" && index === 0 && onlyText && more.length === 0;
  if (isPrompt && first !== undefined && hasNo(message, "tool_calls", "tool_call_id", "name", ...REASONING)) {
    return [promptOf(first, second)];
  }
  return [wholeOf(message)];
}

const REASONING = ["reasoning_content", "thinking_blocks", "responses_reasoning_item"] as const;

/** Are these fields of a message empty? An empty list of tool calls is not: such a message is never joined. */
const hasNo = (message: Message, ...fields: readonly (keyof Message)[]): boolean =>
  fields.every((name) => {
    const value = message[name] ?? null;
    return value === null || (name === "thinking_blocks" && Array.isArray(value) && value.length === 0);
  });

const promptOf = (system_prompt: TextContent, dynamic_context: TextContent | undefined): Draft => ({
  kind: "SystemPromptEvent",
  source: "agent",
  system_prompt,
  tools: [],
  ...(dynamic_context === undefined ? {} : { dynamic_context }),
});

const SOURCES = { user: "user", assistant: "agent", system: "environment", tool: "environment" } as const;

const wholeOf = (message: Message): Draft => ({
  kind: "MessageEvent",
  source: SOURCES[message.role] ?? "environment",
  llm_message: message,
  activated_skills: [],
  extended_content: [],
});

/** One action per tool call; the first has what the model thought. */
function newResponse(message: Message, thought: TextContent[], newId: () => string): Draft[] {
  const calls = message.tool_calls ?? [];
  if (calls.length === 0) return [];
  const llm_response_id = newId();
  return calls.map((tool_call, index) => ({
    kind: "ActionEvent",
    source: "agent",
    thought: index === 0 ? thought : [],
    reasoning_content: index === 0 ? (message.reasoning_content ?? null) : null,
    thinking_blocks: index === 0 ? (message.thinking_blocks ?? []) : [],
    responses_reasoning_item: index === 0 ? (message.responses_reasoning_item ?? null) : null,
    action: actionOf(tool_call),
    tool_name: tool_call.name,
    tool_call_id: tool_call.id,
    tool_call,
    llm_response_id,
    security_risk: "UNKNOWN",
  }));
}

/**
 * The action of the two tools that every agent has, so that a last answer given by `finish` is found. Of other tools
 * a transcript does not say what kind of action their calls are.
 */
function actionOf(call: MessageToolCall): Action | null {
  const parsed = parseToolArguments({ tool_call: call });
  const read = (name: string): unknown => (parsed.ok ? field(parsed.value, name) : undefined);
  const [message, thought] = [read("message"), read("thought")];
  if (call.name === "finish" && typeof message === "string") return { kind: "FinishAction", message };
  if (call.name === "think" && typeof thought === "string") return { kind: "ThinkAction", thought };
  return null;
}

/** What answers a tool call, when it says which. The texts that the server makes tell refusals and errors. */
function answerOf(message: Message, actionIds: ReadonlyMap<string, string>): Draft | undefined {
  const { tool_call_id, name: tool_name } = message;
  const content = message.content ?? [];
  if (typeof tool_call_id !== "string" || typeof tool_name !== "string") return undefined;
  const base = { source: "environment", tool_name, tool_call_id } as const;
  const action_id = actionIds.get(tool_call_id) ?? tool_call_id;
  const [first] = content;
  const text = isTextContent(first) && !first.cache_prompt ? first.text : "";
  if (content.length === 1 && text.startsWith(REJECTED)) {
    const rejection_reason = text.slice(REJECTED.length);
    return { kind: "UserRejectObservation", ...base, action_id, rejection_reason, rejection_source: "user" };
  }
  const is_error = text === ERROR_HEADER;
  const observation = {
    kind: "ClientToolObservation",
    is_error,
    content: is_error ? content.slice(1) : content,
  } as const;
  return { kind: "ObservationEvent", ...base, action_id, observation, extended_content: [] };
}
