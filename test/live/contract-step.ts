/** What the steps of the contract have in common: a conversation with the scripted model, and messages with scripts. */
import type { OperationId } from "../../src/generated/operations.js";
import { messageOf, type Step as ScriptStep } from "./script.js";
import { get, post, type Step } from "./step.js";

export const NOBODY = "00000000-0000-4000-8000-000000000000";
export const BASE = "/api/conversations";

/** `{model}` stands for the address of the model. */
export const LLM = { model: "openai/scripted", base_url: "{model}", api_key: "sk-scripted", num_retries: 0 };

/** A conversation as these steps start it. */
export const startOf = (more: object = {}, agent: object = {}): object => ({
  agent: { kind: "Agent", llm: LLM, tools: [{ name: "terminal" }], ...agent },
  workspace: { kind: "LocalWorkspace", working_dir: "{work}" },
  autotitle: false,
  max_iterations: 20,
  ...more,
});

export const textOf = (text: string): object => ({ role: "user", content: [{ type: "text", text }] });

/** Events by their kinds, in their order. */
export const KINDS = { only: "kinds" } as const;

/** Asks until the conversation has this status. */
export const until = (id: string, execution_status: string): Step =>
  get(`${BASE}/${id}`, { only: "status", until: { execution_status } });

/** A message with a script, and all of the run that follows. */
export const playOf = (id: string, steps: readonly ScriptStep[], ends = "finished"): Step[] => [
  post(`${BASE}/${id}/events`, { ...textOf(messageOf(steps)), run: true }),
  until(id, ends),
];

/** What operations have to be asked with, where any body will do. */
export const BODIES: { readonly [Id in OperationId]?: unknown } = {
  ask_agent: { question: "?" },
  execute_bash_command_for_conversation: { command: "true" },
  fork_conversation: {},
  load_conversation_plugin: { plugin_ref: "a@b" },
  navigate_conversation: { event_id: null },
  respond_to_confirmation: { accept: true },
  send_message: {},
  set_conversation_confirmation_policy: { policy: { kind: "NeverConfirm" } },
  set_conversation_security_analyzer: { security_analyzer: null },
  start_bash_command_for_conversation: { command: "true" },
  start_goal_in_conversation: { objective: "Be done." },
  switch_conversation_acp_model: { model: "m" },
  switch_conversation_llm: { llm: { model: "m" } },
  switch_conversation_profile: { profile_name: "nobody" },
  update_conversation: { title: "T" },
  update_conversation_secrets: { secrets: {} },
};
