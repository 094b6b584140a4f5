/**
 * What each event says, in words. Pure. A field that has a default may be absent at run time, as servers of other
 * versions leave some out: that is why such fields have one here, too.
 */
import type {
  ACPToolCallEvent,
  AgentEvent,
  ConversationStateUpdateEvent,
  HookExecutionEvent,
  MessageEvent,
} from "agent-server-client";
import { isStateUpdate, matchEvent } from "agent-server-client";
import { MetricsSnapshotSchema } from "agent-server-client/schemas";
import { describeCall, describeResult } from "./calls.js";
import type { Context, Result } from "./context.js";
import { aside, type Block, compact, contentText, type Paragraph, reasoning, without } from "./paragraph.js";
import type { BareFrame, Item } from "./read.js";
import { oneLine, plural } from "./text.js";

/** The entry for a thing of the recording; undefined for a result that is shown with its call. */
export function describe(item: Item, context: Context): Block | undefined {
  switch (item.type) {
    case "event":
      return context.isShownWithCall(item.event) ? undefined : describeEvent(item.event, context);
    case "frame":
      return describeFrame(item.frame);
    case "invalid": {
      const text = item.issues.map(({ path, message }) => `${path.join(".") || "value"}: ${message}`).join("\n");
      return { who: "?", paragraphs: [{ label: `invalid item, ${item.place}:`, labelStyle: "bad", text, lines: 20 }] };
    }
  }
}

/** Streamed text arrives in pieces, as thinking or as answer. */
const streamed = (thinking: string, answer: string): Pick<Block, "paragraphs" | "joins"> => ({
  paragraphs: [
    { ...reasoning(thinking), label: "streamed thinking:" },
    { ...reasoning(answer), label: "streamed:" },
  ],
  joins: { sort: "streamed", separator: "" },
});

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
    ConversationStateUpdateEvent: (update) => ({
      paragraphs: [{ ...aside("state:", describeUpdate(update, context.statusBefore(update))), lines: 4 }],
      joins: { sort: "state", separator: " · " },
    }),
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
    StreamingDeltaEvent: ({ content, reasoning_content }) => streamed(reasoning_content ?? "", content ?? ""),
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

const failure = (code: string, detail: string): Paragraph => ({
  label: `${code}:`,
  labelStyle: "bad",
  text: detail,
  lines: 6,
});

function describeMessage({ llm_message, source, activated_skills, sender }: MessageEvent): Paragraph[] {
  return [
    reasoning(llm_message.reasoning_content),
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
const describeOrphan = (result: Result): Paragraph[] => [
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

function describeUpdate(update: ConversationStateUpdateEvent, before: string | undefined): string {
  if (isStateUpdate(update, "execution_status")) {
    const now = update.value ?? "idle";
    return before === undefined || before === now ? `status ${now}` : `status ${before} → ${now}`;
  }
  if (isStateUpdate(update, "full_state")) return `full_state (${update.value?.execution_status ?? "idle"})`;
  return isStateUpdate(update, "stats") ? describeStats(update.value?.usage_to_metrics) : update.key;
}

/** The document has a bare object there, so that what is in it is checked here, with one of the zod schemas. */
function describeStats(usage: object | undefined): string {
  const all = Object.values(usage ?? {}).flatMap((value) => MetricsSnapshotSchema.safeParse(value).data ?? []);
  if (all.length === 0) return "stats";
  const sum = (numberOf: (metrics: (typeof all)[number]) => number | undefined): number =>
    all.reduce((total, metrics) => total + (numberOf(metrics) ?? 0), 0);
  const read = sum((metrics) => metrics.accumulated_token_usage?.prompt_tokens);
  const written = sum((metrics) => metrics.accumulated_token_usage?.completion_tokens);
  const cost = sum((metrics) => metrics.accumulated_cost);
  return `${read.toLocaleString("en")} tokens in, ${written.toLocaleString("en")} out, $${cost === 0 ? 0 : cost.toFixed(4)}`;
}

function describeFrame(frame: BareFrame): Block {
  switch (frame.type) {
    case "delta":
      return {
        who: "agent",
        ...(frame.kind === "reasoning" ? streamed(frame.content, "") : streamed("", frame.content)),
      };
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
