/** What a person may read in events, and the arguments of tool calls. */
import type { EventKind } from "./generated/kinds.js";
import type { Event as AgentEvent, ImageContent, Message, Observation, TextContent } from "./generated/types.js";

/** @inline */
type Content = TextContent | ImageContent;

/**
 * What {@link textOf} takes.
 *
 * @example
 * const previewOf = (source: TextSource) => textOf(source).trim().slice(0, 80);
 * render(previewOf(event), previewOf([{ type: "text", text: "a block", cache_prompt: false }]));
 */
export type TextSource = AgentEvent | Observation | Message | Content | readonly Content[] | string | null | undefined;

/** Where each kind of event keeps what a person may read; null: nowhere. */
const EVENT_TEXT = {
  ACPToolCallEvent: "title",
  ActionEvent: "thought",
  AgentErrorEvent: "error",
  Condensation: "summary",
  CondensationRequest: null,
  CondensationSummaryEvent: "summary",
  ConversationErrorEvent: "detail",
  ConversationStateUpdateEvent: null,
  HookExecutionEvent: null,
  InterruptEvent: null,
  LLMCompletionLogEvent: null,
  MessageEvent: "llm_message",
  ObservationEvent: "observation",
  PauseEvent: null,
  ServerErrorEvent: "detail",
  StreamingDeltaEvent: "content",
  SystemPromptEvent: "system_prompt",
  TokenEvent: null,
  UserRejectObservation: "rejection_reason",
} as const satisfies Record<EventKind, string | null>;

/**
 * The text of an event, a message, an observation or content blocks: texts put together without a separator (as the
 * server does), images left out. Of an action it is the thought, of an error its description. Nothing to read is "".
 *
 * @example
 * const title = textOf(event).split("\n")[0];
 */
export function textOf(source: TextSource): string {
  return read(source);
}

function read(source: unknown): string {
  if (typeof source === "string") return source;
  if (Array.isArray(source)) return source.map(read).join("");
  if (typeof source !== "object" || source === null) return "";
  const fields = source as Record<string, unknown>;
  const kind = fields["kind"];
  if (typeof kind !== "string" || !Object.hasOwn(EVENT_TEXT, kind)) return read(fields["content"] ?? fields["text"]);
  const field = EVENT_TEXT[kind as EventKind];
  return field === null ? "" : read(fields[field]);
}

/**
 * The arguments of a tool call as an object, or, when the model wrote no JSON, the text it wrote.
 *
 * @example
 * const shown = (given: ToolArguments) => (given.ok ? JSON.stringify(given.value, null, 2) : given.text);
 * if (event.kind === "ActionEvent") render(shown(parseToolArguments(event)));
 */
export type ToolArguments =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly text: string };

/**
 * The arguments of a call as the model wrote them; they are there even when the server could not make an action of them.
 *
 * @example
 * const parsed = parseToolArguments(event);
 * console.log(parsed.ok ? parsed.value : `not JSON: ${parsed.text}`);
 * @see `openapi.json#/components/schemas/MessageToolCall`
 */
export function parseToolArguments(event: { readonly tool_call: { readonly arguments: string } }): ToolArguments {
  const text = event.tool_call.arguments;
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, text };
  }
}
