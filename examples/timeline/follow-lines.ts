/** From an event to its lines, at the moment when it comes: without knowing what will come. Pure. */
import {
  type ActionEvent,
  type AgentEvent,
  isActionEvent,
  isActionOf,
  isAgentMessage,
  isObservationLike,
  textOf,
} from "agent-server-client";
import { describeResult } from "./calls.js";
import { contextOf } from "./context.js";
import { describe } from "./describe.js";
import type { Written } from "./follow-pen.js";
import { aside, type Block } from "./paragraph.js";
import type { Item } from "./read.js";
import { type Look, renderBlocks } from "./render.js";
import { oneLine } from "./text.js";

/** Remembers what came before. What `written` has of an event is on the screen already. */
export function createLines(look: Look): (event: AgentEvent, written: Written) => readonly string[] {
  const items: Item[] = [];

  const blockOf = (event: AgentEvent): Block | undefined => {
    const item: Item = { type: "event", event };
    items.push(item);
    if (!isObservationLike(event)) return describe(item, contextOf(items));
    const call = items.map(callOf).find((one) => one !== undefined && isAnswer(event, one));
    const isNext = call === items.map(callOf).at(-2);
    const ofWhich = call && !isNext ? [aside(`of ${nameOf(call)}`)] : [];
    const paragraphs = [...ofWhich, ...describeResult(event, call)];
    return { timestamp: event.timestamp, who: event.source ?? "?", paragraphs };
  };

  return (event, written) => {
    const left = without(event, written);
    const block = left && blockOf(left);
    if (!block) return [];
    const isTurn = block.who === "user" && items.length > 1;
    return [...(isTurn ? [""] : []), ...renderBlocks([block], look)];
  };
}

const callOf = (item: Item): ActionEvent | undefined =>
  item.type === "event" && isActionEvent(item.event) ? item.event : undefined;

/** Calls run side by side, so that a result says of which it is. */
export const nameOf = ({ tool_name, tool_call, action }: ActionEvent): string =>
  `${tool_name} ${oneLine(isActionOf(action, "TerminalAction") ? `$ ${action.command}` : tool_call.arguments, 60)}`;

/** An agent error names the call by the model's id only. */
const isAnswer = (
  result: { readonly tool_call_id: string; readonly action_id?: string },
  call: ActionEvent,
): boolean =>
  result.action_id === undefined ? result.tool_call_id === call.tool_call_id : result.action_id === call.id;

/** What there is to show of it beside what has been written; undefined when that is all. */
function without(event: AgentEvent, written: Written): AgentEvent | undefined {
  const isSame = (text: string, before: string): boolean => text.trim() === before.trim();
  if (isAgentMessage(event)) {
    const { reasoning_content } = event.llm_message;
    const isWritten = isSame(textOf(event), written.text) && isSame(reasoning_content ?? "", written.reasoning);
    return isWritten && written.text !== "" ? undefined : event;
  }
  if (!isActionEvent(event)) return event;
  return {
    ...event,
    ...(isSame(textOf(event), written.text) ? { thought: [] } : {}),
    ...(isSame(event.reasoning_content ?? "", written.reasoning) ? { reasoning_content: null } : {}),
  };
}
