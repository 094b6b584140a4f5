/**
 * What each event says, in words. Pure. A field that has a default may be absent at run time, as servers of other
 * versions leave some out: that is why such fields have one here, too.
 */
import type { ACPToolCallEvent, AgentEvent, HookExecutionEvent, MessageEvent } from "agent-server-client";
import { matchEvent } from "agent-server-client";
import { reasoningOf, type ToolResult } from "agent-server-client/conversation";
import { describeBash } from "./bash.js";
import { describeCall, describeResult } from "./calls.js";
import type { Context } from "./context.js";
import { aside, type Block, compact, contentText, failure, type Paragraph, reasoning, without } from "./paragraph.js";
import type { BareFrame, Item } from "./read.js";
import { describeUpdate } from "./state.js";
import { describeStreamed, saidByEvent, saidByFrame } from "./streamed.js";
import { oneLine, plural } from "./text.js";

/** The entry for a thing of the recording; undefined for what is shown with another. */
export function describe(item: Item, context: Context): Block | undefined {
  switch (item.type) {
    case "event":
      if (context.isShownWithCall(item.event) || context.isRepeated(item)) return undefined;
      return describeEvent(item.event, context);
    case "bash":
      return describeBash(item.event, context);
    case "frame":
      return context.isRepeated(item) ? undefined : describeFrame(item.frame);
    case "invalid": {
      const label = `invalid item, ${item.place}:`;
      return { who: "?", paragraphs: [{ label, labelStyle: "bad", text: item.reasons.join("\n"), lines: 20 }] };
    }
  }
}

/** A new kind of event does not compile until something is said about it here. */
function describeEvent(event: AgentEvent, context: Context): Block {
  const said = matchEvent(event, {
    SystemPromptEvent: ({ system_prompt, tools }) =>
      says(aside("system prompt:", `${plural(tools?.length ?? 0, "tool")} · ${oneLine(system_prompt.text, 300)}`)),
    MessageEvent: (message) => says(...describeMessage(message)),
    ActionEvent: (call) => says(...describeCall(call, context.resultsOf(call))),
    ObservationEvent: (result) => says(...describeOrphan(result)),
    UserRejectObservation: (result) => says(...describeOrphan(result)),
    AgentErrorEvent: (result) => says(...describeOrphan(result)),
    ACPToolCallEvent: (call) => says(...describeAcpCall(call)),
    ConversationErrorEvent: ({ code, detail, classification }) =>
      says({ ...failure(code, detail), label: `${code}${classification ? ` (${classification.kind})` : ""}:` }),
    ServerErrorEvent: ({ code, detail }) => says(failure(code, detail)),
    ConversationStateUpdateEvent: (update) => describeUpdate(update, context.statusBefore(update)),
    HookExecutionEvent: (hook) => says(...describeHook(hook)),
    CondensationRequest: () => says({ label: "condensation requested", text: "", labelStyle: "warn" }),
    Condensation: ({ forgotten_event_ids: forgotten, summary }) =>
      says({
        label: `condensed: ${plural(forgotten?.length ?? 0, "event")} forgotten${summary ? ":" : ""}`,
        text: summary ?? "",
        labelStyle: "warn",
        lines: 6,
      }),
    CondensationSummaryEvent: ({ summary }) => says({ label: "summary:", text: summary, lines: 6 }),
    PauseEvent: () => says({ label: "paused", text: "", labelStyle: "warn" }),
    InterruptEvent: () => says({ label: "interrupted", text: "", labelStyle: "warn" }),
    StreamingDeltaEvent: (delta) => describeStreamed(saidByEvent(delta)),
    TokenEvent: ({ prompt_token_ids: prompt, response_token_ids: response }) =>
      says(aside("token ids:", `${prompt.length} in the prompt, ${response.length} in the response`)),
    LLMCompletionLogEvent: ({ model_name, usage_id, filename }) =>
      says(aside("model call logged:", `${model_name ?? "a model"} for ${usage_id ?? "a use"}: ${filename}`)),
    UnknownEvent: (other) =>
      says({
        label: `newer or custom kind ${other.kind}`,
        text: compact(without(other, "id", "kind", "timestamp", "source", "parent_id")),
        lines: 3,
        style: "dim",
      }),
  });
  return { timestamp: event.timestamp, who: event.source ?? "?", ...said };
}

const says = (...paragraphs: Paragraph[]): Pick<Block, "paragraphs" | "joins"> => ({ paragraphs });

function describeMessage(message: MessageEvent): Paragraph[] {
  const { llm_message, source, activated_skills, sender } = message;
  return [
    reasoning(reasoningOf(message)),
    {
      ...(sender ? { label: `${sender}:` } : {}),
      text: contentText(llm_message.content) || "(empty message)",
      style: source === "user" || source === "agent" ? source : "plain",
      lines: 12,
    },
    { ...aside("skills:", (activated_skills ?? []).join(", ")), optional: true },
  ];
}

/** A result whose call is not in the recording: a page may begin between the two. */
const describeOrphan = (result: ToolResult): Paragraph[] => [
  { label: result.tool_name, text: "(its call is not in this file)", style: "dim" },
  ...describeResult(result),
];

function describeAcpCall({ title, tool_kind, status, is_error, raw_input, raw_output }: ACPToolCallEvent): Paragraph[] {
  return [
    { label: title, text: [tool_kind, status].filter(Boolean).join(" · "), style: is_error ? "bad" : "plain" },
    { text: compact(raw_input), indent: 2, lines: 3, style: "dim" },
    { text: raw_output ? `→ ${compact(raw_output)}` : "", indent: 2, lines: 6 },
  ];
}

function describeHook(hook: HookExecutionEvent): Paragraph[] {
  const outcome = hook.blocked ? "blocked" : hook.success ? "passed" : "failed";
  const on = hook.tool_name ? ` on ${hook.tool_name}` : "";
  const output = [hook.reason, hook.error, hook.stderr, hook.stdout, hook.additional_context];
  return [
    {
      label: `${hook.hook_event_type} hook${on} ${outcome}, exit ${hook.exit_code}:`,
      labelStyle: hook.blocked || !hook.success ? "bad" : "good",
      text: hook.hook_command,
      style: "dim",
      lines: 2,
    },
    {
      text: output
        .map((text) => text?.trimEnd() ?? "")
        .filter(Boolean)
        .join("\n"),
      indent: 2,
      lines: 4,
    },
  ];
}

function describeFrame(frame: BareFrame): Block {
  switch (frame.type) {
    case "delta":
      return { who: "agent", ...describeStreamed(saidByFrame(frame)) };
    case "error":
      return { who: "socket", paragraphs: [failure(frame.code, frame.detail)] };
    case "item_aborted":
      return {
        who: "socket",
        paragraphs: [{ ...aside("streamed text taken back:", frame.reason), labelStyle: "warn" }],
      };
    case "item_started":
      return { who: "socket", paragraphs: [aside("streaming begins:", `attempt ${frame.attempt}`)] };
    case "sync":
      return { who: "socket", paragraphs: [aside("in sync:", `from ${frame.from_seq ?? "now"}`)] };
    default:
      return { who: "socket", paragraphs: [{ label: `newer or custom frame ${frame.type}`, text: "" }] };
  }
}
