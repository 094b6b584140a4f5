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

/** A tool call of an ACP agent: one event when it starts, one when it ends. */
export const isACPToolCallEvent = /*@__PURE__*/ eventGuard("ACPToolCallEvent");
/** A tool call by the agent; `action` is absent or null when it could not be understood. */
export const isActionEvent = /*@__PURE__*/ eventGuard("ActionEvent");
/** An error about one tool call; the run goes on. */
export const isAgentErrorEvent = /*@__PURE__*/ eventGuard("AgentErrorEvent");
/** Events that the model no longer sees, with their summary. */
export const isCondensation = /*@__PURE__*/ eventGuard("Condensation");
/** The history is to be condensed before the next step. */
export const isCondensationRequest = /*@__PURE__*/ eventGuard("CondensationRequest");
/** What stands in for condensed events in the model's view; never on the wire. */
export const isCondensationSummaryEvent = /*@__PURE__*/ eventGuard("CondensationSummaryEvent");
/** An error about the run; the model never sees it. */
export const isConversationErrorEvent = /*@__PURE__*/ eventGuard("ConversationErrorEvent");
/** A field of the conversation's state, or all of it; see {@link isStateUpdate}. */
export const isConversationStateUpdateEvent = /*@__PURE__*/ eventGuard("ConversationStateUpdateEvent");
/** A hook ran. */
export const isHookExecutionEvent = /*@__PURE__*/ eventGuard("HookExecutionEvent");
/** The run was stopped at once. */
export const isInterruptEvent = /*@__PURE__*/ eventGuard("InterruptEvent");
/** The log of one model call, when the server keeps them. */
export const isLLMCompletionLogEvent = /*@__PURE__*/ eventGuard("LLMCompletionLogEvent");
/** A message; see {@link isUserMessage} and {@link isAgentMessage}. */
export const isMessageEvent = /*@__PURE__*/ eventGuard("MessageEvent");
/** The result of a tool call. */
export const isObservationEvent = /*@__PURE__*/ eventGuard("ObservationEvent");
/** The run stops after the step under way. */
export const isPauseEvent = /*@__PURE__*/ eventGuard("PauseEvent");
/** An error about this socket, not about the conversation. */
export const isServerErrorEvent = /*@__PURE__*/ eventGuard("ServerErrorEvent");
/** A piece of text as the model writes it; never stored. */
export const isStreamingDeltaEvent = /*@__PURE__*/ eventGuard("StreamingDeltaEvent");
/** The system prompt and the tools. */
export const isSystemPromptEvent = /*@__PURE__*/ eventGuard("SystemPromptEvent");
/** Token ids of a model call. */
export const isTokenEvent = /*@__PURE__*/ eventGuard("TokenEvent");
/** The user refused a tool call. */
export const isUserRejectObservation = /*@__PURE__*/ eventGuard("UserRejectObservation");

/**
 * Is it an event of one of these listed kinds? For a kind of a newer server see {@link isUnknownEvent}.
 *
 * @example
 * const calls = events.filter((event) => isEventOf(event, "ActionEvent", "ACPToolCallEvent"));
 */
export function isEventOf<const K extends readonly EventKind[]>(
  value: unknown,
  ...kinds: K
): value is EventOf<K[number]> & MarkOfAll<K> {
  return kindIn(kinds, value);
}

/** Is it an event of a kind that this version lists? */
export const isKnownEvent = (value: unknown): value is KnownEvent => kindIn(EVENT_KINDS, value);

/**
 * Is it something with a kind that is not listed among the event kinds: an event of a newer server?
 *
 * @example
 * if (isUnknownEvent(event)) {
 *   const kind: string = event.kind;
 *   console.log(kind, event.id);
 * }
 */
export const isUnknownEvent = (value: unknown): value is UnknownEvent => isOfUnknownKind(EVENT_KINDS, value);

/** Is it a message that the user sent? */
export const isUserMessage = (value: unknown): value is MessageEvent & { source: "user" } =>
  isMessageEvent(value) && field(value, "source") === "user";

/** Is it a message that the agent wrote? */
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

/** Does it become a message to the model? */
export const isLlmConvertible = /*@__PURE__*/ hasTrait("system", "user", "assistant", "tool", "error");

/** Does it answer a tool call: an observation, the user's refusal, or the agent's error? */
export const isObservationLike = /*@__PURE__*/ hasTrait("tool", "error");

/** Does it report an error: about a tool call, the run, or the socket? */
export const isErrorEvent = /*@__PURE__*/ hasTrait("error", "run", "socket");

/**
 * Is it an update of this key of the conversation's state? The value is absent when the server's value is null.
 *
 * @example
 * if (isStateUpdate(event, "execution_status")) console.log(event.value ?? "idle");
 */
export function isStateUpdate<const K extends string>(
  value: unknown,
  key: K,
): value is ConversationStateUpdateEvent & { key: K; value?: StateValue<K> } & MarkOf<K> {
  return isConversationStateUpdateEvent(value) && field(value, "key") === key;
}

/** Is it a block of text, in a message or a tool's result? */
export const isTextContent = (value: unknown): value is TextContent => field(value, "type") === "text";

/** Is it a block of images, in a message or a tool's result? */
export const isImageContent = (value: unknown): value is ImageContent => field(value, "type") === "image";
