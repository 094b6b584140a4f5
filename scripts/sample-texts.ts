/** What samples say where the document leaves it open. Data, and how ids are made. */
import { createHash } from "node:crypto";

/** A value as JSON has it, or the sample of a schema, perhaps with other fields. */
export type SampleValue =
  | string
  | number
  | boolean
  | { readonly [field: string]: SampleValue }
  | readonly SampleValue[];

/** Always the same for a name, and no two names have the same. */
const hex = (name: string): string => createHash("sha256").update(name).digest("hex").slice(0, 32);

/** The id of the sample of an event, in the form that the server gives events. */
export const uuidOf = (name: string): string =>
  hex(name).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-a$4-$5");

/** The id of the sample of a bash event: those have no dashes. */
export const hexOf = (name: string): string => uuidOf(name).replaceAll("-", "");

const mock = (name: string): SampleValue => ({ mock: name });

/** Samples that tell one story: the agent lists the files of a folder. */
const TOOL_CALL_ID = "call_0001";
const RESPONSE_ID = "chatcmpl-0001";
const toolCall = { tool_name: "terminal", tool_call_id: TOOL_CALL_ID };
const classification = mock("ErrorClassification");

/** By schema and field. These are set even where a field may be absent. */
export const HINTS: Readonly<Record<string, Readonly<Record<string, SampleValue>>>> = {
  ActionEvent: {
    ...toolCall,
    action: mock("TerminalAction"),
    llm_response_id: RESPONSE_ID,
    thought: [mock("TextContent")],
    tool_call: mock("MessageToolCall"),
  },
  AgentErrorEvent: { ...toolCall, error: "The tool failed.", classification },
  ACPToolCallEvent: { tool_call_id: TOOL_CALL_ID, title: "List files", status: "completed", tool_kind: "execute" },
  BashCommand: { command: "ls" },
  BashError: { code: "ValueError", detail: "The command could not be read." },
  BashOutput: { command_id: hexOf("BashCommand"), exit_code: 0, stdout: "notes.txt\n" },
  Condensation: {
    forgotten_event_ids: [uuidOf("MessageEvent")],
    llm_response_id: RESPONSE_ID,
    summary: "The agent listed the files.",
    summary_offset: 1,
  },
  CondensationSummaryEvent: { summary: "The agent listed the files." },
  ConversationErrorEvent: {
    code: "LLMAuthenticationError",
    detail: "Your LLM API key appears to be invalid or has expired.",
    classification: { kind: "auth", retryable: false, user_action: "settings" },
  },
  ConversationInfo: { title: "List the files", confirmation_policy: mock("NeverConfirm") },
  ConversationStateUpdateEvent: { key: "execution_status", value: "running" },
  DeltaFrame: { item_id: uuidOf("MessageEvent"), content: "Hello" },
  DurableFrame: { event: mock("MessageEvent") },
  ErrorClassification: { kind: "agent_action", retryable: true, user_action: "retry" },
  ErrorFrame: { code: "ValidationError", detail: "The message is not valid." },
  ErrorResponse: { detail: "Not Found" },
  FinishAction: { message: "Done." },
  HookExecutionEvent: {
    hook_event_type: "PreToolUse",
    hook_command: "./check.sh",
    success: true,
    exit_code: 0,
    tool_name: "terminal",
    hook_input: { tool_name: "terminal", tool_input: { kind: "TerminalAction", command: "ls" } },
  },
  InstalledSkillResponse: { source: "github:example/skills" },
  ItemAbortedFrame: { item_id: uuidOf("MessageEvent"), reason: "cancelled" },
  ItemStartedFrame: { item_id: uuidOf("MessageEvent") },
  LLM: { model: "openai/gpt-5.5" },
  LLMCompletionLogEvent: { filename: "completion.json", log_data: "{}" },
  LocalWorkspace: { working_dir: "/workspace/project" },
  Message: { content: [mock("TextContent")], role: "user" },
  MessageEvent: { llm_message: mock("Message"), source: "user" },
  MessageToolCall: { arguments: '{"command":"ls"}', id: TOOL_CALL_ID, name: "terminal" },
  ObservationEvent: {
    ...toolCall,
    action_id: uuidOf("ActionEvent"),
    observation: mock("TerminalObservation"),
  },
  ServerErrorEvent: { code: "ValueError", detail: "The message could not be read." },
  StreamingDeltaEvent: { content: "Hello" },
  SubdirectoryPage: { items: [mock("SubdirectoryEntry")] },
  SyncFrame: { through_seq: 0 },
  SystemPromptEvent: {
    system_prompt: { mock: "TextContent", text: "You are a helpful agent." },
    tools: [mock("TerminalTool")],
  },
  TerminalAction: { command: "ls" },
  TerminalObservation: { command: "ls", exit_code: 0, content: [{ mock: "TextContent", text: "notes.txt" }] },
  TextContent: { text: "List the files." },
  TokenEvent: { prompt_token_ids: [1, 2, 3], response_token_ids: [4, 5] },
  TransientFrame: { event: mock("ConversationStateUpdateEvent") },
  UserRejectObservation: { ...toolCall, action_id: uuidOf("ActionEvent") },
};

/** Which member stands for an open union, by its name without "Base"; otherwise the first one. */
export const MEMBERS: Readonly<Record<string, string>> = {
  Action: "TerminalAction",
  Agent: "Agent",
  BashEvent: "BashOutput",
  Condenser: "NoOpCondenser",
  ConfirmationPolicy: "NeverConfirm",
  Event: "MessageEvent",
  Observation: "TerminalObservation",
  SecretSource: "StaticSecret",
  SecurityAnalyzer: "LLMSecurityAnalyzer",
  SessionFrame: "DurableFrame",
  ToolDefinition: "TerminalTool",
};

/** A text by the name of its field: the first pattern that fits. */
export const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^timestamp$/, "2026-01-02T03:04:05.000006"],
  [/_at$/, "2026-01-02T03:04:05Z"],
  [/^(?:sha|revision)$|_sha$|^commit$/, "0123456789abcdef0123456789abcdef01234567"],
  [/^short_sha$/, "0123456"],
  [/sha256|_hash$/, "0123456789abcdef".repeat(4)],
  [/(?:^|_)ur[il]$/, "https://example.com"],
  [/(?:^|_)(?:dir|home|root)$/, "/workspace"],
  [/(?:^|_)path$|^script$/, "/workspace/project/notes.txt"],
  [/^filename$/, "notes.txt"],
  [/(?:^|_)command$/, "ls"],
  [/^version$/, "1.0.0"],
  [/model/, "openai/gpt-5.5"],
  [/^agent_kind$/, "openhands"],
  [/^provider$/, "openai"],
  [/^tool_call_id$/, "call_0001"],
  [/_id$/, "0001"],
  [/^env_var$|^secret_name$/, "API_TOKEN"],
  [/name$|^key$|_key$/, "example"],
  [/^author$|^username$/, "Example Person"],
  [/^host$/, "example.com"],
  [/^pattern$/, "*.txt"],
];

/** By operation: what the server answers where the document says only "a map" or "a number". */
export const ANSWERS: Readonly<Record<string, number | object>> = {
  clear_all_bash_events: { cleared_count: 0 },
  count_conversations: 1,
  count_conversation_events: 1,
  delete_secret: { deleted: true },
  get_vscode_status: { running: false, enabled: false, message: "VSCode is disabled in configuration" },
  list_available_tools: ["terminal", "file_editor", "task_tracker"],
};
