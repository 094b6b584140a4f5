/** Events as LangChain messages and back, as plain objects: nothing of LangChain is needed to make or to read them. */
import type { OrxEvent } from "../generated/orxhestra/types.js";
import { text, toolCalls, toolResponses } from "./accessors.js";
import { makeEvent, type OrxEventFields } from "./events.js";
import { pythonRepr } from "./python-text.js";

/**
 * A tool call of an AI message. A type, not an interface, so that it fits LangChain's `Record<string, unknown>`.
 *
 * @example
 * const lineOf = ({ name, args }: orx.OrxLangChainToolCall) => `${name}(${JSON.stringify(args)})`;
 * const message = orx.toLangChainMessage(event);
 * if (message.type === "ai") console.log(message.tool_calls.map(lineOf));
 */
export type OrxLangChainToolCall = {
  /** The name of the tool. */
  name: string;
  /** What the tool is given. */
  args: Record<string, unknown>;
  /** The id that the answer names. */
  id: string;
  /** Tells it from other blocks, as LangChain does. */
  type: "tool_call";
};

/**
 * A message as `@langchain/core` takes it wherever it takes messages (`BaseMessageLike`).
 *
 * @example
 * const sizeOf = ({ content }: orx.OrxLangChainMessage) => content.length;
 * console.log(orx.toMessages(orxEvents).map(sizeOf)); // hand the messages to a model of LangChain as they are
 */
export type OrxLangChainMessage =
  | { type: "human"; content: string }
  | { type: "ai"; content: string; tool_calls: OrxLangChainToolCall[] }
  | { type: "tool"; content: string; tool_call_id: string; status: "success" };

/**
 * What is read of a message: one of `@langchain/core`, one of Python's `model_dump`, or one that is stored. Those have
 * all but the type in `kwargs` (`JSON.stringify(message)`, Python's `dumpd`) or in `data` (Python's `messages_to_dict`).
 *
 * @example
 * const stored: orx.OrxLangChainInput = { type: "tool", data: { content: "42", tool_call_id: "call" } };
 * console.log(orx.toolResult(orx.fromLangChainMessage(stored)));
 */
export interface OrxLangChainInput {
  /** `human`, `ai`, `tool`, `system`; anything but `human` and `tool` is an agent's. */
  readonly type?: string | undefined;
  /** A text; what is none becomes what Python prints of it. */
  readonly content?: unknown;
  /** Of an AI message: what it calls. */
  readonly tool_calls?: readonly OrxLangChainCallInput[] | null | undefined;
  /** Of a tool message: which call it answers. */
  readonly tool_call_id?: string | null | undefined;
  /** Beside `kwargs` the class: `["langchain_core", "messages", "HumanMessage"]`. */
  readonly id?: unknown;
  /** The message, as `JSON.stringify(message)` and `dumpd` write it. */
  readonly kwargs?: OrxLangChainInput | undefined;
  /** The message, as `messages_to_dict` writes it. */
  readonly data?: OrxLangChainInput | undefined;
}

/**
 * What is read of a message's tool call.
 *
 * @example
 * const call: orx.OrxLangChainCallInput = { id: "call", name: "add", args: { a: 1, b: 2 } };
 * console.log(orx.toolInput(orx.fromLangChainMessage({ type: "ai", tool_calls: [call] }))); // { a: 1, b: 2 }
 */
export interface OrxLangChainCallInput {
  /** The name of the tool. */
  readonly name?: string | null | undefined;
  /** What the tool is given. */
  readonly args?: Record<string, unknown> | null | undefined;
  /** The id that the answer names; a call needs one. */
  readonly id?: string | null | undefined;
}

/**
 * The message that orxhestra makes of an event. It loses much: of an event with tool calls the text, of a tool's answers
 * all but the first and whether it failed, and data, thinking, files and metadata of any.
 *
 * @example
 * const message = orx.toLangChainMessage(event);
 * if (message.type === "ai") console.log(message.tool_calls.length);
 * @see docs/orxhestra.md, "LangChain"
 */
export function toLangChainMessage(event: OrxEvent): OrxLangChainMessage {
  if (event.type === "user_message") return { type: "human", content: text(event) };
  if (event.type !== "tool_response") return aiMessage(event, () => true);
  const [answer] = toolResponses(event);
  const content = answer ? answer.result || answer.error || "" : text(event);
  return { type: "tool", content, tool_call_id: answer?.tool_call_id ?? "", status: "success" };
}

/** An agent's message with those of its tool calls that `isWanted`. */
export function aiMessage(event: OrxEvent, isWanted: (id: string) => boolean): OrxLangChainMessage {
  const calls = toolCalls(event);
  const tool_calls = calls
    .filter((call) => isWanted(call.tool_call_id))
    .map(
      ({ tool_name, args, tool_call_id }): OrxLangChainToolCall => ({
        name: tool_name,
        args: args ?? {},
        id: tool_call_id,
        type: "tool_call",
      }),
    );
  return { type: "ai", content: calls.length > 0 ? "" : text(event), tool_calls };
}

/**
 * The event that orxhestra makes of a message; `fields` are put over it (its id and its time, at least, when they
 * matter). A human message is the user's, a tool message a tool's answer without the tool's name, anything else an
 * agent's. Content that is no string becomes what Python prints of it.
 *
 * @throws {TypeError} when a tool call has no id
 * @example
 * const said = orx.fromLangChainMessage({ type: "human", content: "hello" }, { session_id: "s" });
 * console.log(said.type, orx.text(said));
 * @see docs/orxhestra.md, "LangChain"
 */
export function fromLangChainMessage(message: OrxLangChainInput, fields: OrxEventFields = {}): OrxEvent {
  const { id, kwargs, data } = message;
  // of a chunk in a stream it is HumanMessageChunk
  const type = kwargs && Array.isArray(id) ? String(id.at(-1)) : (message.type ?? "");
  return makeEvent({}, readMessage(kwargs ?? data ?? message, type), fields);
}

function readMessage(message: OrxLangChainInput, type: string): Pick<OrxEvent, "type" | "content" | "author"> {
  const content = typeof message.content === "string" ? message.content : pythonRepr(message.content);
  const said: OrxEvent["content"] = { role: null, parts: [{ type: "text", text: content, metadata: {} }] };
  if (/^human/i.test(type)) return { type: "user_message", author: "user", content: said };
  if (/^tool/i.test(type)) return { type: "tool_response", author: "", content: answerOf(message, content) };
  const calls = message.tool_calls ?? [];
  return { type: "agent_message", author: "", content: calls.length > 0 ? callsOf(calls) : said };
}

const answerOf = ({ tool_call_id }: OrxLangChainInput, result: string): OrxEvent["content"] => ({
  role: null,
  parts: [
    { type: "tool_response", tool_call_id: tool_call_id ?? "", tool_name: "", result, error: null, metadata: {} },
  ],
});

const callsOf = (calls: readonly OrxLangChainCallInput[]): OrxEvent["content"] => ({
  role: null,
  parts: calls.map(({ id, name, args }) => {
    if (typeof id !== "string") throw new TypeError("a tool call of the message has no id");
    return { type: "tool_call", tool_call_id: id, tool_name: name ?? "", args: args ?? {}, metadata: {} };
  }),
});
