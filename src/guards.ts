/**
 * Type guards. They test tags, never shapes (that is what `agent-server-client/schemas` is for), and never throw. One
 * that tests more than the kind names a narrower type, so that its false branch stays right.
 */
import {
  type ActionOf,
  type ErrorKind,
  EVENT_TRAITS,
  type EventOf,
  type LlmConvertibleKind,
  type ObservationLikeKind,
  type ObservationOf,
  type StateValue,
} from "./events.js";
import { ACTION_KINDS, type ActionKind, EVENT_KINDS, type EventKind, OBSERVATION_KINDS, type ObservationKind } from "./generated/kinds.js";
import type {
  Action,
  ActionEvent,
  ConversationStateUpdateEvent,
  ImageContent,
  KnownAction,
  KnownEvent,
  KnownObservation,
  MessageEvent,
  Observation,
  ObservationEvent,
  TextContent,
  UnknownAction,
  UnknownEvent,
  UnknownObservation,
} from "./generated/types.js";

declare const tested: unique symbol;

/** Marks a value tested against a name that is only known at run time: its false branch says nothing about the type. */
interface Tested {
  readonly [tested]: true;
}

/** A name that is one literal needs no mark. */
type MarkOf<Name extends string> = string extends Name ? Tested : [Name] extends [Intersection<Name>] ? unknown : Tested;
type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (member: infer I) => void ? I : never;

/** Reads one field of anything; a getter or a proxy that throws reads as undefined. */
function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

const kindIn = (kinds: readonly string[], value: unknown): boolean => {
  const kind = field(value, "kind");
  return typeof kind === "string" && kinds.includes(kind);
};

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

/** Marks a list of names unless each of them is one literal. */
type MarkOfAll<Names extends readonly string[]> = Tested extends { [I in keyof Names]: MarkOf<Names[I]> }[number]
  ? Tested
  : unknown;

/**
 * Is it an event of one of these listed kinds? For a kind of a newer server see {@link isUnknownEvent}.
 *
 * @example
 * const calls = events.filter((event) => isEventOf(event, "ActionEvent", "ACPToolCallEvent"));
 */
export function isEventOf<const K extends readonly EventKind[]>(value: unknown, ...kinds: K): value is EventOf<K[number]> & MarkOfAll<K> {
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

const isOfUnknownKind = (kinds: readonly string[], value: unknown): boolean =>
  typeof field(value, "kind") === "string" && !kindIn(kinds, value);

type ActionNamed<K extends string> = string extends K ? Action : K extends ActionKind ? ActionOf<K> : UnknownAction;
type ObservationNamed<K extends string> = string extends K ? Observation : K extends ObservationKind ? ObservationOf<K> : UnknownObservation;

/** Keeps the listed names as suggestions while any string is taken. */
type AnyOf<Listed extends string> = Listed | (string & {});

/**
 * Is it an ActionEvent whose action is of this kind? Takes listed kinds, kinds of newer servers, and those that client
 * tools define (`ClientAction_<name>`).
 *
 * @example
 * if (isActionEventOf(event, "TerminalAction")) console.log(event.action.command);
 */
export function isActionEventOf<const K extends AnyOf<ActionKind>>(
  value: unknown,
  actionKind: K,
): value is ActionEvent & { action: ActionNamed<K> } & MarkOf<K> {
  return isActionEvent(value) && isActionOf(field(value, "action"), actionKind);
}

/**
 * Is it an ObservationEvent whose observation is of this kind? Takes any kind, as {@link isActionEventOf} does.
 *
 * @example
 * if (isObservationEventOf(event, "TerminalObservation")) console.log(event.observation.exit_code);
 */
export function isObservationEventOf<const K extends AnyOf<ObservationKind>>(
  value: unknown,
  observationKind: K,
): value is ObservationEvent & { observation: ObservationNamed<K> } & MarkOf<K> {
  return isObservationEvent(value) && isObservationOf(field(value, "observation"), observationKind);
}

/** Is it an action of this kind? Takes any kind. */
export function isActionOf<const K extends AnyOf<ActionKind>>(value: unknown, kind: K): value is ActionNamed<K> & MarkOf<K> {
  return field(value, "kind") === kind;
}

/** Is it an observation of this kind? Takes any kind. */
export function isObservationOf<const K extends AnyOf<ObservationKind>>(
  value: unknown,
  kind: K,
): value is ObservationNamed<K> & MarkOf<K> {
  return field(value, "kind") === kind;
}

/** Is it an action of a kind that this version lists? */
export const isKnownAction = (value: unknown): value is KnownAction => kindIn(ACTION_KINDS, value);

/** Is it an observation of a kind that this version lists? */
export const isKnownObservation = (value: unknown): value is KnownObservation => kindIn(OBSERVATION_KINDS, value);

/**
 * Is it a call of the tool with this name? Holds for calls that could not be understood, too (`action` absent).
 *
 * @example
 * if (isToolCall(event, "terminal")) console.log(event.tool_call.arguments);
 */
export function isToolCall<const N extends string>(value: unknown, toolName: N): value is ActionEvent & { tool_name: N } & MarkOf<N> {
  return isActionEvent(value) && field(value, "tool_name") === toolName;
}

/**
 * Is it a call of a tool that the client defined (of the one with this name)? Its action holds the arguments.
 *
 * @see server rule: the kind of such an action is `ClientAction_<tool name>`
 */
export function isClientToolCall(value: unknown, name?: string): value is ActionEvent & { action: UnknownAction } & Tested {
  if (!isActionEvent(value)) return false;
  const kind = field(field(value, "action"), "kind");
  if (typeof kind !== "string") return false;
  return name === undefined ? kind.startsWith("ClientAction_") : kind === `ClientAction_${name}`;
}

/** Is it a message that the user sent? */
export const isUserMessage = (value: unknown): value is MessageEvent & { source: "user" } =>
  isMessageEvent(value) && field(value, "source") === "user";

/** Is it a message that the agent wrote? */
export const isAgentMessage = (value: unknown): value is MessageEvent & { source: "agent" } =>
  isMessageEvent(value) && field(value, "source") === "agent";

const hasTrait = (trait: "role" | "error", value: unknown, wanted?: string): boolean => {
  const kind = field(value, "kind");
  if (typeof kind !== "string" || !Object.hasOwn(EVENT_TRAITS, kind)) return false;
  const found = EVENT_TRAITS[kind as EventKind][trait];
  return wanted === undefined ? found !== null : found === wanted;
};

/** Does it become a message to the model? */
export const isLlmConvertible = (value: unknown): value is EventOf<LlmConvertibleKind> => hasTrait("role", value);

/** Does it answer a tool call: an observation, the user's refusal, or the agent's error? */
export const isObservationLike = (value: unknown): value is EventOf<ObservationLikeKind> => hasTrait("role", value, "tool");

/** Does it report an error: about a tool call, the run, or the socket? */
export const isErrorEvent = (value: unknown): value is EventOf<ErrorKind> => hasTrait("error", value);

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
