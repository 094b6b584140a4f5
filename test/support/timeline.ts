/** Events by hand, and the timeline of them as a person sees it in a log. */

import { readRecording } from "../../examples/timeline/recording.js";
import { uncoloured } from "../../examples/timeline/render.js";
import { timeline } from "../../examples/timeline/timeline.js";
import type { EventKind } from "../../src/index.js";

export const WIDTH = 100;

/** The lines of the timeline of a file with this text. */
export const linesOf = (text: string): string[] =>
  timeline("recording", readRecording(text), { paint: uncoloured, width: WIDTH });

/** The same for values, as one text. */
export const show = (value: unknown): string => linesOf(JSON.stringify(value)).join("\n");

let count = 0;

/** An event with what every event has. */
export const event = (kind: string, fields: object): Record<string, unknown> => {
  count += 1;
  return { id: `event-${count}`, timestamp: "2026-11-30T08:00:01.500000", source: "agent", kind, ...fields };
};

export const text = (content: string): object => ({ type: "text", text: content, cache_prompt: false });

export const call = (id: string, action: object | null, fields: object = {}): Record<string, unknown> =>
  event("ActionEvent", {
    id,
    thought: [],
    thinking_blocks: [],
    action,
    tool_name: "tool",
    tool_call_id: `call-${id}`,
    tool_call: { id: `call-${id}`, name: "tool", arguments: "{}", origin: "completion" },
    llm_response_id: "response",
    security_risk: "UNKNOWN",
    ...fields,
  });

export const result = (id: string, observation: object, fields: object = {}): Record<string, unknown> =>
  event("ObservationEvent", {
    source: "environment",
    tool_name: "tool",
    tool_call_id: `call-${id}`,
    action_id: id,
    extended_content: [],
    observation: { content: [], is_error: false, ...observation },
    ...fields,
  });

export const terminal = (command: string): object => ({
  kind: "TerminalAction",
  command,
  is_input: false,
  reset: false,
});

export const terminalResult = (content: string, fields: object = {}): object => ({
  kind: "TerminalObservation",
  content: [text(content)],
  timeout: false,
  metadata: {},
  exit_code: 0,
  ...fields,
});

export const message = (content: object[], fields: object = {}): Record<string, unknown> =>
  event("MessageEvent", {
    source: "user",
    llm_message: { role: "user", content, thinking_blocks: [] },
    activated_skills: [],
    extended_content: [],
    ...fields,
  });

export const update = (key: string, value?: unknown): Record<string, unknown> =>
  event("ConversationStateUpdateEvent", { source: "environment", key, value });

const answer = { tool_name: "tool", tool_call_id: "call-x", action_id: "x" };
const hook = {
  hook_event_type: "Stop",
  hook_command: "lint",
  blocked: false,
  success: true,
  exit_code: 0,
  stderr: "",
  stdout: "clean",
};

/** One event of each kind, and what must be said of it. A kind that is new to the document does not compile here. */
export const EACH_KIND: Record<EventKind, [event: object, said: string[]]> = {
  ACPToolCallEvent: [
    event("ACPToolCallEvent", {
      title: "Read file",
      tool_call_id: "a",
      tool_kind: "read",
      status: "failed",
      is_error: true,
      raw_input: { path: "/x" },
      raw_output: "no such file",
    }),
    ["Read file read · failed", '{ "path": "/x" }', '→ "no such file"', "ACP read"],
  ],
  ActionEvent: [call("x", terminal("ls -la")), ["agent        tool $ ls -la"]],
  AgentErrorEvent: [event("AgentErrorEvent", { ...answer, error: "no such tool" }), ["→ error", "no such tool"]],
  Condensation: [
    event("Condensation", { forgotten_event_ids: ["a", "b"], summary: "so far", llm_response_id: "r" }),
    ["condensed: 2 events forgotten: so far"],
  ],
  CondensationRequest: [event("CondensationRequest", {}), ["condensation requested"]],
  CondensationSummaryEvent: [event("CondensationSummaryEvent", { summary: "so far" }), ["summary: so far"]],
  ConversationErrorEvent: [
    event("ConversationErrorEvent", { code: "Broke", detail: "the model is gone" }),
    ["Broke: the model is gone"],
  ],
  ConversationStateUpdateEvent: [update("title", "T"), ["state: title"]],
  HookExecutionEvent: [event("HookExecutionEvent", hook), ["Stop hook passed, exit 0: lint", "clean"]],
  InterruptEvent: [event("InterruptEvent", { source: "user" }), ["user         interrupted"]],
  LLMCompletionLogEvent: [
    event("LLMCompletionLogEvent", { filename: "f.json", log_data: "{}", model_name: "m", usage_id: "agent" }),
    ["model call logged: m for agent: f.json"],
  ],
  MessageEvent: [message([text("hello")]), ["user         hello"]],
  ObservationEvent: [
    result("x", { kind: "ThinkObservation", content: [text("logged")] }),
    ["tool (its call is not in this file)", "→ done", "logged"],
  ],
  PauseEvent: [event("PauseEvent", { source: "user" }), ["user         paused"]],
  ServerErrorEvent: [event("ServerErrorEvent", { code: "Bad", detail: "no JSON" }), ["Bad: no JSON"]],
  StreamingDeltaEvent: [event("StreamingDeltaEvent", { content: "He" }), ["streamed: He"]],
  SystemPromptEvent: [
    event("SystemPromptEvent", { system_prompt: text(`You are\n\n${"an agent ".repeat(50)}`), tools: [] }),
    ["system prompt: 0 tools · You are an agent", " …"],
  ],
  TokenEvent: [
    event("TokenEvent", { prompt_token_ids: [1, 2, 3], response_token_ids: [4] }),
    ["token ids: 3 in the prompt, 1 in the response"],
  ],
  UserRejectObservation: [
    event("UserRejectObservation", { ...answer, rejection_reason: "too risky", rejection_source: "user" }),
    ["→ rejected by user", "too risky"],
  ],
};
