/** The fields of events that are null more often than not: an event that is asked for by its id has them all. */
import { type Fields, fieldsOf, isFields, listOf } from "./fields.js";
import type { WireEvent } from "./world.js";

/** What a pattern says is null, unless the value has it. After a name with a question mark: if there is such a value. */
type Pattern = { readonly [field: string]: null | Pattern | readonly [Pattern] };

const ERROR: Pattern = { classification: { error_id: null } };
const MESSAGE = { tool_calls: null, tool_call_id: null, name: null, reasoning_content: null };
const FILE = { file_text: null, old_str: null, new_str: null, insert_line: null, view_range: null };

const MCP_TOOL = { _meta: null, annotations: null, execution: null, icons: null, title: null };
const HOOK = { name: null, prompt: null, system_prompt: null };

const EVENTS: Readonly<Record<string, Pattern>> = {
  SystemPromptEvent: {
    dynamic_context: null,
    tools: [{ meta: null, annotations: { title: null }, "mcp_tool?": MCP_TOOL }],
  },
  MessageEvent: {
    llm_message: { ...MESSAGE, responses_reasoning_item: null },
    llm_response_id: null,
    sender: null,
    critic_result: null,
  },
  ActionEvent: {
    reasoning_content: null,
    responses_reasoning_item: null,
    action: null,
    tool_call: { responses_item_id: null },
    critic_result: null,
    summary: null,
  },
  AgentErrorEvent: ERROR,
  ConversationErrorEvent: ERROR,
  ConversationStateUpdateEvent: { value: null },
  HookExecutionEvent: {
    action_id: null,
    tool_name: null,
    reason: null,
    additional_context: null,
    error: null,
    message_id: null,
  },
};

const PAYLOADS: Readonly<Record<string, Pattern>> = {
  TerminalAction: { timeout: null },
  FileEditorAction: FILE,
  FileEditorObservation: { path: null, old_content: null, new_content: null },
};

const of = (table: Readonly<Record<string, Pattern>>, kind: unknown): Pattern =>
  typeof kind === "string" && Object.hasOwn(table, kind) ? (table[kind] ?? {}) : {};

/** The event with all its fields. */
export function wholeEvent(event: WireEvent): WireEvent {
  const { action, observation } = event;
  const payload: Pattern = {
    ...(isFields(action) ? { action: of(PAYLOADS, action["kind"]) } : {}),
    ...(isFields(observation) ? { observation: of(PAYLOADS, observation["kind"]) } : {}),
  };
  const whole = { ...event, ...filled(event, { parent_id: null, ...of(EVENTS, event.kind), ...payload }) };
  return event["key"] === "hook_config" && isFields(event["value"])
    ? { ...whole, value: wholeHooks(event["value"]) }
    : whole;
}

/** By its id an event has another name for what everywhere else is called `async_`. */
const wholeHooks = (config: Fields): Fields =>
  Object.fromEntries(
    Object.entries(config).map(([name, matchers]) => [
      name,
      listOf(matchers).map((matcher) => ({
        ...fieldsOf(matcher),
        hooks: listOf(fieldsOf(matcher)["hooks"]).map((hook) => {
          const { async_ = false, ...rest } = fieldsOf(hook);
          return filled({ async: async_, ...rest }, HOOK);
        }),
      })),
    ]),
  );

function filled(value: Fields, pattern: Pattern): Fields {
  const fields = Object.entries(pattern).flatMap(([said, inner]) => {
    const name = said.replace("?", "");
    const given = value[name] ?? null;
    if (name !== said && given === null) return [];
    if (inner === null) return [[name, given]];
    if (Array.isArray(inner)) {
      const [item] = inner as readonly [Pattern];
      return Array.isArray(given) ? [[name, given.map((one) => filled(fieldsOf(one), item))]] : [];
    }
    return [[name, isFields(given) ? filled(given, inner as Pattern) : null]];
  });
  return { ...value, ...Object.fromEntries(fields) };
}
