/** What an event says: the same answers as the properties of orxhestra's own Event, computed from its parts. */
import type { OrxEvent, OrxPartByType, OrxToolCallPart, OrxToolResponsePart } from "../generated/orxhestra/types.js";

/** What Python calls true: anything but null, false, 0 and what is empty, `[]` and `{}` included. */
export function isTruthy(value: unknown): boolean {
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** An older sender may leave out what has a default. */
const partsOf = <T extends keyof OrxPartByType>(event: OrxEvent, type: T): OrxPartByType[T][] =>
  ((event.content?.parts ?? []) as readonly { type: string }[]).filter(
    (part): part is OrxPartByType[T] => part.type === type,
  );

/** Is this key of the metadata true to Python? */
export const isMarked = (event: OrxEvent, key: string): boolean => isTruthy(event.metadata?.[key]);

/**
 * The text of an event: its text parts put together without a separator. Of a tool response it is usually "": see
 * {@link toolResult}. Partial events of most agents carry only what is new, those of a ReAct agent all so far.
 *
 * @example
 * for (const event of orxEvents) console.log(event.author, orx.text(event));
 * @see docs/orxhestra.md, "Accessors"
 */
export const text = (event: OrxEvent): string =>
  partsOf(event, "text")
    .map((part) => part.text)
    .join("");

/**
 * What the model thought: the thinking parts put together.
 *
 * @example
 * const thought = orx.thinking(event);
 * @see docs/orxhestra.md, "Accessors"
 */
export const thinking = (event: OrxEvent): string =>
  partsOf(event, "thinking")
    .map((part) => part.thinking)
    .join("");

/**
 * The object of the first data part, even an empty one; null when there is none.
 *
 * @example
 * const answer = orx.data(event) ?? {};
 * @see docs/orxhestra.md, "Accessors"
 */
export const data = (event: OrxEvent): Record<string, unknown> | null => partsOf(event, "data")[0]?.data ?? null;

/**
 * The tool calls in an event, in order.
 *
 * @example
 * for (const call of orx.toolCalls(event)) console.log(call.tool_name, call.args);
 * @see docs/orxhestra.md, "Accessors"
 */
export const toolCalls = (event: OrxEvent): OrxToolCallPart[] => partsOf(event, "tool_call");

/**
 * The answers of tools in an event, in order. {@link toolResult} and {@link error} look at the first only.
 *
 * @example
 * for (const answer of orx.toolResponses(event)) console.log(answer.tool_call_id, answer.result);
 * @see docs/orxhestra.md, "Accessors"
 */
export const toolResponses = (event: OrxEvent): OrxToolResponsePart[] => partsOf(event, "tool_response");

/**
 * Has the event a tool call?
 *
 * @example
 * const waiting = orxEvents.filter(orx.hasToolCalls);
 * @see docs/orxhestra.md, "Accessors"
 */
export const hasToolCalls = (event: OrxEvent): boolean => toolCalls(event).length > 0;

/**
 * The name of the first tool that is called, else of the first that answers; null when there is neither.
 *
 * @example
 * const name = orx.toolName(event) ?? "no tool";
 * @see docs/orxhestra.md, "Accessors"
 */
export const toolName = (event: OrxEvent): string | null =>
  (toolCalls(event)[0] ?? toolResponses(event)[0])?.tool_name ?? null;

/**
 * The arguments of the first tool call; null when there is none.
 *
 * @example
 * console.log(JSON.stringify(orx.toolInput(event)));
 * @see docs/orxhestra.md, "Accessors"
 */
export function toolInput(event: OrxEvent): Record<string, unknown> | null {
  const [call] = toolCalls(event);
  return call ? (call.args ?? {}) : null;
}

/**
 * What the first tool that answers gave, as text ("" when it failed: see {@link error}); null when none answers. No
 * signature covers it.
 *
 * @example
 * console.log(`${orx.toolName(event)} returned: ${orx.toolResult(event)}`);
 * @see docs/orxhestra.md, "Accessors"
 */
export function toolResult(event: OrxEvent): string | null {
  const [answer] = toolResponses(event);
  return answer ? (answer.result ?? "") : null;
}

/**
 * Why it failed. Of a tool's answer it is the first one's error, else, of an event marked as an error, the event's text;
 * null when nothing failed.
 *
 * @example
 * const failed = orxEvents.filter((event) => orx.error(event) !== null);
 * @see docs/orxhestra.md, "Accessors"
 */
export function error(event: OrxEvent): string | null {
  const [answer] = toolResponses(event);
  if (answer) return answer.error ?? null;
  return isMarked(event, "error") ? text(event) : null;
}

/**
 * Does the event carry a signature and say whose? That it is right is for {@link verifyEvent} to say.
 *
 * @example
 * const unsigned = orxEvents.filter((event) => !orx.isSigned(event));
 * @see docs/orxhestra.md, "Signatures"
 */
export const isSigned = (event: OrxEvent): boolean =>
  typeof event.signature === "string" && (event.signer_did ?? "") !== "";

/**
 * Is it an agent's answer, as orxhestra sees it: a whole agent message without tool calls, no step and no error, with
 * text or data, or told not to be summed up? Notices of the runner ("Compacting context...") count as answers, too.
 *
 * @example
 * const answer = orxEvents.findLast(orx.isFinalResponse);
 * @see docs/orxhestra.md, "Accessors"
 */
export function isFinalResponse(event: OrxEvent): boolean {
  if (event.partial || event.type !== "agent_message" || hasToolCalls(event)) return false;
  if (isMarked(event, "react_step") || isMarked(event, "error")) return false;
  return event.actions?.skip_summarization === true || text(event) !== "" || isTruthy(data(event));
}
