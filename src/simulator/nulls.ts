/** The fields of events that are null more often than not: an event that is asked for by its id has them all. */
import { type Fields, fieldsOf, isFields } from "./fields.js";
import type { WireEvent } from "./world.js";

/** What a pattern says is null, unless the value has it. */
type Pattern = { readonly [field: string]: null | Pattern | readonly [Pattern] };

const ERROR: Pattern = { classification: { error_id: null } };
const MESSAGE = { tool_calls: null, tool_call_id: null, name: null, reasoning_content: null };
const FILE = { file_text: null, old_str: null, new_str: null, insert_line: null, view_range: null };

const EVENTS: Readonly<Record<string, Pattern>> = {
  SystemPromptEvent: { dynamic_context: null, tools: [{ meta: null, annotations: { title: null } }] },
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
  HookExecutionEvent: { reason: null, additional_context: null, error: null, message_id: null },
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
  return { ...event, ...filled(event, { parent_id: null, ...of(EVENTS, event.kind), ...payload }) };
}

function filled(value: Fields, pattern: Pattern): Fields {
  const fields = Object.entries(pattern).flatMap(([name, inner]) => {
    const given = value[name] ?? null;
    if (inner === null) return [[name, given]];
    if (Array.isArray(inner)) {
      const [item] = inner as readonly [Pattern];
      return Array.isArray(given) ? [[name, given.map((one) => filled(fieldsOf(one), item))]] : [];
    }
    return [[name, isFields(given) ? filled(given, inner as Pattern) : null]];
  });
  return { ...value, ...Object.fromEntries(fields) };
}
