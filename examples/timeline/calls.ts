/** Calls of tools and their results. Pure. */
import type { Action, ActionEvent, ActionOf, Observation } from "agent-server-client";
import {
  eventTime,
  isActionOf,
  isClientToolCall,
  isObservationOf,
  parseToolArguments,
  textOf,
} from "agent-server-client";
import { reasoningOf, type ToolResult } from "agent-server-client/conversation";
import { compact, contentText, type Paragraph, reasoning, without } from "./paragraph.js";

/** A call with everything that answered it, side by side. */
export function describeCall(call: ActionEvent, results: readonly ToolResult[]): Paragraph[] {
  return [
    reasoning(reasoningOf(call)),
    { label: "thought:", text: textOf(call), labelStyle: "dim", lines: 6, optional: true },
    ...describeAction(call),
    { text: remarks(call), style: call.security_risk === "HIGH" ? "bad" : "dim", lines: 2 },
    ...results.flatMap((result) => describeResult(result, call)),
  ];
}

/** The risk where someone has judged it, and the summary where it says more than the arguments do. */
function remarks({ security_risk, summary, tool_name, tool_call }: ActionEvent): string {
  const risk = (security_risk ?? "UNKNOWN") === "UNKNOWN" ? [] : [`risk ${security_risk}`];
  const isRepetition = summary === `${tool_name}: ${tool_call.arguments}`;
  return [...risk, ...(summary && !isRepetition ? [`“${summary}”`] : [])].join(" · ");
}

function describeAction(call: ActionEvent): Paragraph[] {
  const { action, tool_name: label } = call;
  if (!action) {
    const parsed = parseToolArguments(call);
    return [{ label: `${label} (not carried out)`, text: parsed.ok ? compact(parsed.value) : parsed.text, lines: 4 }];
  }
  if (isClientToolCall(call))
    return [{ label: `${label} (client tool)`, text: compact(without(action, "kind")), lines: 4 }];
  return describeKind(label, action);
}

function describeKind(label: string, action: Action): Paragraph[] {
  switch (action.kind) {
    case "TerminalAction":
      return [{ label: `${label} ${action.is_input ? ">" : "$"}`, text: action.command, lines: 8 }];
    case "FileEditorAction":
    case "PlanningFileEditorAction":
      return [
        { label, text: `${action.command} ${action.path}${rangeOf(action)}` },
        change("-", action.old_str),
        change("+", action.file_text ?? action.new_str),
      ];
    case "EditAction":
      return [{ label, text: action.file_path }, change("-", action.old_string), change("+", action.new_string)];
    case "WriteFileAction":
      return [{ label, text: action.file_path }, change("+", action.content)];
    case "TaskTrackerAction":
      return [
        { label, text: action.command ?? "" },
        { text: (action.task_list ?? []).map(taskLine).join("\n"), indent: 2, lines: 12 },
      ];
    case "FinishAction":
      return [{ label: `${label}:`, text: action.message, style: "agent", lines: 12 }];
    case "ThinkAction":
      return [{ label: `${label}:`, text: action.thought, lines: 6 }];
    case "MCPToolAction":
      return [{ label: `${label} (MCP)`, text: compact(action.data), lines: 4 }];
    default:
      return [{ label, text: compact(without(action, "kind")), lines: 4 }];
  }
}

function rangeOf({
  view_range: range,
  insert_line: line,
}: {
  view_range?: number[] | null;
  insert_line?: number | null;
}) {
  if (range) return ` lines ${range.join("–")}`;
  return typeof line === "number" ? ` after line ${line}` : "";
}

const change = (sign: "+" | "-", text: string | null | undefined): Paragraph => ({
  text: text ? text.replace(/\n$/, "").replace(/^/gm, `${sign} `) : "",
  style: sign === "+" ? "good" : "bad",
  indent: 2,
  lines: 5,
});

const TASK_MARKS = { todo: "[ ]", in_progress: "[~]", done: "[x]" } as const;
type TaskItem = ActionOf<"TaskTrackerAction">["task_list"][number];
const taskLine = ({ status, title, notes }: TaskItem): string =>
  `${TASK_MARKS[status ?? "todo"]} ${title}${notes ? ` (${notes})` : ""}`;

/** The outcome in a few words, and the first lines of what came out. */
export function describeResult(result: ToolResult, call?: ActionEvent): Paragraph[] {
  const after = call ? elapsed(call, result) : "";
  switch (result.kind) {
    case "ObservationEvent":
      return describeObservation(result.observation, after, call);
    case "UserRejectObservation":
      return outcome(`rejected by ${result.rejection_source ?? "user"}`, after, result.rejection_reason ?? "", "bad");
    case "AgentErrorEvent": {
      const advice = result.classification?.user_action ?? "none";
      return outcome(`error${advice === "none" ? "" : `, ${advice}`}`, after, result.error, "bad");
    }
  }
}

function describeObservation(observation: Observation, after: string, call?: ActionEvent): Paragraph[] {
  const text = contentText(observation.content).trimEnd();
  const isRepetition = isActionOf(call?.action, "FinishAction") && call?.action.message.trimEnd() === text;
  const [word, style] = verdict(observation);
  return outcome(word, after, isRepetition ? "" : text, style);
}

type Verdict = readonly [word: string, style: "good" | "bad" | "warn"];

function verdict(observation: Observation): Verdict {
  if (isObservationOf(observation, "TerminalObservation")) {
    const { exit_code: code, timeout } = observation;
    if (timeout) return ["still running", "warn"];
    if (typeof code === "number") return [`exit ${code}`, code === 0 && !observation.is_error ? "good" : "bad"];
  }
  return observation.is_error ? ["failed", "bad"] : ["done", "good"];
}

function outcome(word: string, after: string, text: string, style: Verdict[1]): Paragraph[] {
  const heading: Paragraph = { label: `→ ${word}`, labelStyle: style, text: after, style: "dim" };
  return [heading, { text, indent: 2, lines: 6, style: style === "bad" ? "plain" : "dim" }];
}

/** Both times are of the same clock, so that its zone does not matter. */
function elapsed(from: { readonly timestamp: string }, to: { readonly timestamp: string }): string {
  try {
    const [start, end] = [eventTime(from, { zone: "UTC" }), eventTime(to, { zone: "UTC" })];
    const ms = end.epochMs - start.epochMs;
    return ms < 1000 ? `after ${ms} ms` : `after ${(ms / 1000).toFixed(1)} s`;
  } catch {
    return ""; // not a time: the entry shows it as it stands
  }
}
