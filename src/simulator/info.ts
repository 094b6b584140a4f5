/** A conversation as REST tells it, and as its sockets do. */
import { type Config, configOf } from "./config.js";
import { DEFAULT_REQUEST } from "./defaults.js";
import { compact, type Fields, fieldsOf } from "./fields.js";
import { statsOf } from "./stats.js";
import { type Conversation, utcAt, type World } from "./world.js";

/** As it was asked for, or as if it had been. */
export const configOrDefault = ({ config }: Conversation): Config => config ?? configOf(DEFAULT_REQUEST);

/** What REST tells of a conversation: its state is the one that was saved last. */
export function infoOf(world: World, conversation: Conversation, hasRuntime = true): Fields {
  const { id, createdAt, updatedAt, title, saved } = conversation;
  const { forked_from_conversation_id, forked_from_event_id, parent_conversation_id, ...config } =
    configOrDefault(conversation);
  const children = [...world.conversations.values()].filter((one) => one.config?.parent_conversation_id === id);
  return {
    ...stateOf(conversation, saved),
    title,
    metrics: null,
    created_at: utcAt(createdAt),
    updated_at: utcAt(updatedAt),
    forked_from_conversation_id,
    forked_from_event_id,
    parent_conversation_id,
    sub_conversation_ids: children.map((child) => child.id),
    current_model_id: null,
    available_models: [],
    supports_runtime_model_switch: false,
    launched_agent_profile: null,
    agent: config.agent,
    client_tools: config.client_tools,
    tool_module_qualnames: config.tool_module_qualnames,
    runtime_info: hasRuntime ? RUNTIME : null,
  };
}

/** Of a runtime in the server's own process. */
export const RUNTIME = { runtime_status: "available", can_resume: true, runtime_error: null };

/** What both tell. */
function stateOf(conversation: Conversation, state: Conversation["saved"]): Fields {
  const { id } = conversation;
  const config = configOrDefault(conversation);
  return {
    id,
    workspace: config.workspace,
    persistence_dir: `workspace/conversations/${id.replaceAll("-", "")}`,
    max_iterations: config.max_iterations,
    stuck_detection: config.stuck_detection,
    execution_status: state.status,
    confirmation_policy: config.confirmation_policy,
    security_analyzer: config.security_analyzer,
    activated_knowledge_skills: [],
    invoked_skills: [],
    blocked_actions: {},
    blocked_messages: {},
    last_user_message_id: state.lastUserMessageId,
    leaf_event_id: state.head,
    stats: statsOf(state, "whole"),
    secret_registry: { secret_sources: config.secrets },
    agent_state: {},
    hook_config: config.hook_config,
    tags: config.tags,
  };
}

/** The value of a `full_state`. One that nobody asked for is told in short, for tests that count bytes. */
export function fullState(conversation: Conversation): unknown {
  const { id, status, head, headIsEmpty, config } = conversation;
  const place = { head_is_empty: headIsEmpty, ...(head === null ? {} : { leaf_event_id: head }) };
  if (config === null) {
    const confirmation_policy = { kind: "NeverConfirm" };
    const stats = { usage_to_metrics: {} };
    return { id, execution_status: status, confirmation_policy, ...place, stats, agent_state: {} };
  }
  return compact({
    ...stateOf(conversation, conversation),
    agent: maskedAgent(config.agent),
    activated_path_rules: [],
    ...place,
  });
}

/** An agent as sockets tell it: keys of models are rows of stars, not nothing. */
export function maskedAgent(agent: Fields): Fields {
  const masked = (llm: unknown): Fields => ({ ...fieldsOf(llm), api_key: "**********" });
  const condenser = fieldsOf(agent["condenser"]);
  return {
    ...agent,
    llm: masked(agent["llm"]),
    ...("llm" in condenser ? { condenser: { ...condenser, llm: masked(condenser["llm"]) } } : {}),
  };
}
