/** What an event is to the view. Found once per event, since on a long log little else takes time. */
import type { EventOf, KindWith } from "../events.js";
import type { ActionEvent, Event as AgentEvent } from "../generated/types.js";

/** Not for the model. */
export const OTHER = 0;
/** Makes a tool call. */
export const ACTION = 1;
/** Answers a tool call: a result, a refusal, an error. */
export const ANSWER = 2;
/** Any other message to the model. */
export const MESSAGE = 3;
/** Takes events out of the view. */
const CONDENSATION = 4;
/** Asks for a condensation. */
export const REQUEST = 5;

/** One of the above. */
export type Role = typeof OTHER | typeof ACTION | typeof ANSWER | typeof MESSAGE | typeof CONDENSATION | typeof REQUEST;

/** The same as the traits of the kinds say (a test holds it to them), in half the time of looking a string up. */
export function roleOf(event: AgentEvent): Role {
  switch (event.kind) {
    case "ActionEvent":
      return ACTION;
    case "ObservationEvent":
    case "UserRejectObservation":
    case "AgentErrorEvent":
      return ANSWER;
    case "MessageEvent":
    case "SystemPromptEvent":
    case "CondensationSummaryEvent":
      return MESSAGE;
    case "Condensation":
      return CONDENSATION;
    case "CondensationRequest":
      return REQUEST;
    default:
      return OTHER;
  }
}

/**
 * An event that becomes a message to the model, or a part of one.
 *
 * @example
 * const lengthOf = (event: LlmConvertibleEvent) => textOf(event).length; // what costs most of the context
 * const lengths = conversationView(activeBranch(events)).events.map(lengthOf);
 */
export type LlmConvertibleEvent = EventOf<KindWith<"system" | "user" | "assistant" | "tool" | "error">>;
/** An event that answers a tool call. */
export type AnswerEvent = EventOf<KindWith<"tool" | "error">>;

/** Does it make a tool call? Takes the event's own role. */
export const isAction = (_event: AgentEvent | undefined, role: Role | undefined): _event is ActionEvent =>
  role === ACTION;

/** Does it answer a tool call? Takes the event's own role. */
export const isAnswer = (_event: AgentEvent | undefined, role: Role | undefined): _event is AnswerEvent =>
  role === ANSWER;

/** Does it become a message, or a part of one? Takes the event's own role. */
export const isForModel = (_event: AgentEvent | undefined, role: Role | undefined): _event is LlmConvertibleEvent =>
  role === ACTION || role === ANSWER || role === MESSAGE;

/** Does a tool loop begin here: does a model that shows its thinking start to act? */
export const startsToolLoop = (event: ActionEvent): boolean => (event.thinking_blocks ?? []).length > 0;
