/**
 * Type guards. They test tags, never shapes (that is what `agent-server-client/schemas` is for), and never throw. One
 * that tests more than the kind names a narrower type, so that its false branch stays right.
 */
import { EVENT_TRAITS, type EventOf, type EventTrait, type KindWith, type StateValue } from "./events.js";
import { EVENT_KINDS, type EventKind } from "./generated/kinds.js";
import type {
  ConversationStateUpdateEvent,
  ImageContent,
  KnownEvent,
  MessageEvent,
  TextContent,
  UnknownEvent,
} from "./generated/types.js";
import { field, isOfUnknownKind, kindIn, type MarkOf, type MarkOfAll } from "./tags.js";

const eventGuard =
  <K extends EventKind>(kind: K) =>
  (value: unknown): value is EventOf<K> =>
    field(value, "kind") === kind;

/**
 * A tool call of an ACP agent: one event when it starts, one when it ends.
 * @example
 * const titles = new Map(events.filter(isACPToolCallEvent).map((call) => [call.tool_call_id, call.title]));
 */
export const isACPToolCallEvent = /*@__PURE__*/ eventGuard("ACPToolCallEvent");
/**
 * A tool call by the agent; `action` is absent or null when it could not be understood.
 * @example
 * const used = new Set(events.filter(isActionEvent).map((call) => call.tool_name)); // the tools that were called
 */
export const isActionEvent = /*@__PURE__*/ eventGuard("ActionEvent");
/**
 * An error about one tool call; the run goes on.
 * @example
 * const failed = events.filter(isAgentErrorEvent).map((event) => event.tool_call_id); // mark these calls; no alarm
 */
export const isAgentErrorEvent = /*@__PURE__*/ eventGuard("AgentErrorEvent");
/**
 * Events that the model no longer sees, with their summary.
 * @example
 * const forgotten = new Set(events.filter(isCondensation).flatMap((event) => event.forgotten_event_ids));
 */
export const isCondensation = /*@__PURE__*/ eventGuard("Condensation");
/**
 * The history is to be condensed before the next step.
 * @example
 * const isCondensing = events.findLastIndex(isCondensationRequest) > events.findLastIndex(isCondensation);
 */
export const isCondensationRequest = /*@__PURE__*/ eventGuard("CondensationRequest");
/**
 * What stands in for condensed events in the model's view; never on the wire.
 * @example
 * const summary = conversationView(activeBranch(events)).events.findLast(isCondensationSummaryEvent)?.summary;
 */
export const isCondensationSummaryEvent = /*@__PURE__*/ eventGuard("CondensationSummaryEvent");
/**
 * An error about the run; the model never sees it.
 * @example
 * if (isConversationErrorEvent(event)) report(event.code, classifyError(event).message); // why the run has ended
 */
export const isConversationErrorEvent = /*@__PURE__*/ eventGuard("ConversationErrorEvent");
/**
 * A field of the conversation's state, or all of it; see {@link isStateUpdate}.
 * @example
 * const timeline = events.filter((event) => !isConversationStateUpdateEvent(event)); // what people want to read
 */
export const isConversationStateUpdateEvent = /*@__PURE__*/ eventGuard("ConversationStateUpdateEvent");
/**
 * A hook ran.
 * @example
 * const blocked = events.filter(isHookExecutionEvent).filter((hook) => hook.blocked).map((hook) => hook.reason);
 */
export const isHookExecutionEvent = /*@__PURE__*/ eventGuard("HookExecutionEvent");
/**
 * The run was stopped at once.
 * @example
 * const stoppedAt = events.findLast(isInterruptEvent)?.timestamp; // a tool may not have finished then
 */
export const isInterruptEvent = /*@__PURE__*/ eventGuard("InterruptEvent");
/**
 * The log of one model call, when the server keeps them.
 * @example
 * for (const { filename, log_data } of events.filter(isLLMCompletionLogEvent)) console.log(filename, log_data.length);
 */
export const isLLMCompletionLogEvent = /*@__PURE__*/ eventGuard("LLMCompletionLogEvent");
/**
 * A message; see {@link isUserMessage} and {@link isAgentMessage}.
 * @example
 * const transcript = events.filter(isMessageEvent).map((message) => `${message.source}: ${textOf(message)}`);
 */
export const isMessageEvent = /*@__PURE__*/ eventGuard("MessageEvent");
/**
 * The result of a tool call.
 * @example
 * const results = new Map(events.filter(isObservationEvent).map((result) => [result.action_id, result.observation]));
 */
export const isObservationEvent = /*@__PURE__*/ eventGuard("ObservationEvent");
/**
 * The run stops after the step under way.
 * @example
 * if (isPauseEvent(event)) render("The agent stops after this step.");
 */
export const isPauseEvent = /*@__PURE__*/ eventGuard("PauseEvent");
/**
 * An error about this socket, not about the conversation.
 * @example
 * if (isServerErrorEvent(event)) report(event.code); // and go on: the conversation has not failed
 */
export const isServerErrorEvent = /*@__PURE__*/ eventGuard("ServerErrorEvent");
/**
 * A piece of text as the model writes it; never stored.
 * @example
 * const typed = events.filter(isStreamingDeltaEvent).map((piece) => piece.content ?? "").join("");
 */
export const isStreamingDeltaEvent = /*@__PURE__*/ eventGuard("StreamingDeltaEvent");
/**
 * The system prompt and the tools.
 * @example
 * const instructions = textOf(events.find(isSystemPromptEvent)); // what the agent was told to be
 */
export const isSystemPromptEvent = /*@__PURE__*/ eventGuard("SystemPromptEvent");
/**
 * Token ids of a model call.
 * @example
 * const written = events.filter(isTokenEvent).map((event) => event.response_token_ids); // to train or to compare with
 */
export const isTokenEvent = /*@__PURE__*/ eventGuard("TokenEvent");
/**
 * The user refused a tool call.
 * @example
 * if (isUserRejectObservation(event)) render(`Refused by the ${event.rejection_source}: ${event.rejection_reason}`);
 */
export const isUserRejectObservation = /*@__PURE__*/ eventGuard("UserRejectObservation");

/**
 * Is it an event of one of these listed kinds? For a kind of a newer server see {@link isUnknownEvent}.
 *
 * @example
 * const calls = events.filter((event) => isEventOf(event, "ActionEvent", "ACPToolCallEvent"));
 * @see `openapi.json#/components/schemas/Event`
 */
export function isEventOf<const K extends readonly EventKind[]>(
  value: unknown,
  ...kinds: K
): value is EventOf<K[number]> & MarkOfAll<K> {
  return kindIn(kinds, value);
}

/**
 * Is it an event of a kind that this version lists?
 * @example
 * const newer = events.filter((event) => !isKnownEvent(event)).length; // more than none: the server is newer
 */
export const isKnownEvent = (value: unknown): value is KnownEvent => kindIn(EVENT_KINDS, value);

/**
 * Is it something with a kind that is not listed among the event kinds: an event of a newer server?
 *
 * @example
 * if (isUnknownEvent(event)) {
 *   const kind: string = event.kind;
 *   console.log(kind, event.id);
 * }
 * @see {@link UnknownEvent}
 */
export const isUnknownEvent = (value: unknown): value is UnknownEvent => isOfUnknownKind(EVENT_KINDS, value);

/**
 * Is it a message that the user sent?
 * @example
 * const asked = events.filter(isUserMessage).map(textOf); // what the user wanted, for a title or a search
 * @see `openapi.json#/components/schemas/MessageEvent`
 */
export const isUserMessage = (value: unknown): value is MessageEvent & { source: "user" } =>
  isMessageEvent(value) && field(value, "source") === "user";

/**
 * Is it a message that the agent wrote?
 * @example
 * const lastWord = textOf(events.findLast(isAgentMessage)); // see finalResponse, which knows `finish`, too
 * @see `openapi.json#/components/schemas/MessageEvent`
 */
export const isAgentMessage = (value: unknown): value is MessageEvent & { source: "agent" } =>
  isMessageEvent(value) && field(value, "source") === "agent";

/** Inherited members (`toString`) are no traits, so that any kind can be looked up. */
const TRAITS: Readonly<Record<string, EventTrait>> = EVENT_TRAITS;

const hasTrait =
  <Trait extends NonNullable<EventTrait>>(...traits: readonly Trait[]) =>
  (value: unknown): value is EventOf<KindWith<Trait>> => {
    const kind = field(value, "kind");
    return typeof kind === "string" && (traits as readonly unknown[]).includes(TRAITS[kind]);
  };

/**
 * Does it become a message to the model?
 * @example
 * const sizes = events.filter(isLlmConvertible).map((event) => textOf(event).length); // what the model has to read
 * @see `LLMConvertibleEvent` of the server's SDK
 */
export const isLlmConvertible = /*@__PURE__*/ hasTrait("system", "user", "assistant", "tool", "error");

/**
 * Does it answer a tool call: an observation, the user's refusal, or the agent's error?
 * @example
 * const answered = new Set(events.filter(isObservationLike).map((event) => event.tool_call_id)); // the others are open
 */
export const isObservationLike = /*@__PURE__*/ hasTrait("tool", "error");

/**
 * Does it report an error: about a tool call, the run, or the socket?
 * @example
 * const problems = events.filter(isErrorEvent).map((event) => `${event.kind}: ${classifyError(event).message}`);
 */
export const isErrorEvent = /*@__PURE__*/ hasTrait("error", "run", "socket");

/**
 * Is it an update of this key of the conversation's state? The value is absent when the server's value is null.
 *
 * @example
 * if (isStateUpdate(event, "execution_status")) console.log(event.value ?? "idle");
 * @see `openapi.json#/components/schemas/ConversationStateUpdateEvent`
 */
export function isStateUpdate<const K extends string>(
  value: unknown,
  key: K,
): value is ConversationStateUpdateEvent & { key: K; value?: StateValue<K> } & MarkOf<K> {
  return isConversationStateUpdateEvent(value) && field(value, "key") === key;
}

/**
 * Is it a block of text, in a message or a tool's result?
 * @example
 * if (isMessageEvent(event)) render(event.llm_message.content.filter(isTextContent).map((block) => block.text));
 * @see `openapi.json#/components/schemas/TextContent`
 */
export const isTextContent = (value: unknown): value is TextContent => field(value, "type") === "text";

/**
 * Is it a block of images, in a message or a tool's result?
 * @example
 * const images = events.filter(isMessageEvent).flatMap((event) => event.llm_message.content.filter(isImageContent));
 * render(images.flatMap((image) => image.image_urls));
 * @see `openapi.json#/components/schemas/ImageContent`
 */
export const isImageContent = (value: unknown): value is ImageContent => field(value, "type") === "image";
