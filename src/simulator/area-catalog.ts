/** What a server can do: models, providers, tools, forms for settings, and what else is the same on every fresh one. */
import { answer, ok, refuse } from "./answers.js";
import type { Handler } from "./area-call.js";
import { objectOf } from "./area-json.js";

/** Some models of each provider. The real lists are long, and change with every version. */
const MODELS: Readonly<Record<string, readonly string[]>> = {
  openhands: ["claude-opus-5", "gpt-5.6"],
  anthropic: ["claude-opus-5", "claude-sonnet-5"],
  openai: ["gpt-5.6", "gpt-5.3-codex"],
  mistral: ["devstral-2512"],
  gemini: ["gemini-3.1-pro"],
  deepseek: ["deepseek-chat"],
  moonshot: ["kimi-k3"],
  minimax: ["minimax-m3"],
  glm: ["glm-5.3"],
  nvidia: ["nemotron-3-nano"],
  qwen: ["qwen3.7-plus"],
  openrouter: ["deepseek/deepseek-chat"],
};

const listModels: Handler = ({ query }) => {
  const provider = query.get("provider");
  const found = provider === null ? Object.values(MODELS).flat() : (MODELS[provider] ?? []);
  return ok({ models: [...new Set(found)].sort() });
};

/** What users choose from, with what is said of it. */
const CHOICES: Readonly<Record<string, string>> = {
  file_editor: "Reads and edits files.",
  task_tool_set: "Gives a task to another agent.",
  task_tracker: "Keeps a list of tasks.",
  terminal: "Runs commands.",
  browser_tool_set: "Uses web pages.",
};
const USUAL = ["file_editor", "task_tracker", "terminal", "browser_tool_set"];

/** The tools that a profile can name, in the order in which the server lists them. */
export const TOOLS: readonly string[] = [
  "ask_oracle",
  "file_editor",
  "task_tool_set",
  "task",
  "task_tracker",
  "terminal",
  "workflow_tool_set",
  "workflow",
  "browser_tool_set",
  "edit",
  "list_directory",
  "read_file",
  "write_file",
  "glob",
  "grep",
  "planning_file_editor",
];

/** The tools that an agent can have. */
export const REGISTERED_TOOLS: readonly string[] = ["ClassifyAndSwitchLLMTool", ...TOOLS];

const CATALOG = ok({
  tools: ["route_task_to_model", ...TOOLS].map((name) => ({
    name,
    user_selectable: name in CHOICES,
    usable: true,
    description: CHOICES[name] ?? "",
    in_default_set: USUAL.includes(name),
  })),
});

/** A field of a form for settings. */
const field = (
  [section, section_label]: readonly [string, string],
  key: string,
  label: string,
  value_type: string,
  more: object = {},
): object => ({
  key,
  label,
  description: `${label}.`,
  section,
  section_label,
  value_type,
  default: null,
  prominence: "major",
  depends_on: [],
  secret: false,
  choices: [],
  variant: null,
  ...more,
});

const GENERAL = ["general", "General"] as const;
const LLM = ["llm", "LLM"] as const;
const VERIFICATION = ["verification", "Verification"] as const;
const OF_AGENT = { variant: "openhands" };

const section = (
  [key, label]: readonly [string, string],
  variant: string | null,
  fields: readonly object[],
): object => ({
  key,
  label,
  fields,
  variant,
});

/** The forms with the fields that nearly all front ends show. */
const AGENT_SCHEMA = ok({
  model_name: "AgentSettings",
  sections: [
    section(GENERAL, null, [field(GENERAL, "agent", "Agent", "string", { default: "CodeActAgent", ...OF_AGENT })]),
    section(LLM, "openhands", [
      field(LLM, "llm.model", "Model", "string", { default: "gpt-5.6", prominence: "critical", ...OF_AGENT }),
      field(LLM, "llm.api_key", "API Key", "string", { prominence: "critical", secret: true, ...OF_AGENT }),
      field(LLM, "llm.base_url", "Base URL", "string", OF_AGENT),
    ]),
  ],
});

const ANALYZERS = ["llm", "none"].map((value) => ({ value, label: value }));

const CONVERSATION_SCHEMA = ok({
  model_name: "ConversationSettings",
  sections: [
    section(GENERAL, null, [field(GENERAL, "max_iterations", "Max iterations", "integer", { default: 500 })]),
    section(VERIFICATION, null, [
      field(VERIFICATION, "confirmation_mode", "Confirmation mode", "boolean", {
        default: false,
        prominence: "critical",
      }),
      field(VERIFICATION, "security_analyzer", "Security analyzer", "string", {
        default: "llm",
        depends_on: ["confirmation_mode"],
        choices: ANALYZERS,
      }),
    ]),
  ],
});

const subAgents: Handler = ({ body }) => {
  if (objectOf(body)["load_builtin"] === false) return ok({ agents: [] });
  const nothing = { color: null, permission_mode: null, max_iteration_per_run: null, max_budget_per_run: null };
  const links = { mcp_config: null, mcp_servers: null, profile_store_dir: null, hooks: null, condenser: null };
  const agent = {
    name: "bash-runner",
    description: "Runs commands and reports what came of them.",
    model: "inherit",
    tools: ["terminal"],
    skills: [],
    system_prompt: "You run commands.",
    when_to_use_examples: [],
    ...nothing,
    ...links,
    metadata: {},
    level: "builtin",
    source: "builtin/bash_runner.md",
    is_builtin: true,
  };
  return ok({ agents: [agent] });
};

const SIGNED_OUT = ok({ vendor: "openai", connected: false, account_email: null, expires_at: null });

/** A file can be asked for with a cookie instead of a key: where a browser sends no headers of ours. */
const cookie = (value: string, seconds: number): string =>
  `oh_workspace_session_key=${value}; HttpOnly; Max-Age=${seconds}; Path=/api/conversations; SameSite=none; Secure; Partitioned`;
const withCookie = (value: string, seconds: number): ReturnType<Handler> => ({
  status: 204,
  headers: { "set-cookie": cookie(value, seconds) },
  body: undefined,
});
const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

/** The operations of this area, each with who answers it. */
export const CATALOGUE = {
  list_models: listModels,
  list_verified_models: () => ok({ models: MODELS }),
  list_providers: () => ok({ providers: Object.keys(MODELS).sort() }),
  list_available_tools: () => ok(REGISTERED_TOOLS),
  get_tool_catalog: () => CATALOG,
  get_agent_settings_schema: () => AGENT_SCHEMA,
  get_conversation_settings_schema: () => CONVERSATION_SCHEMA,
  get_sub_agents: subAgents,
  get_hooks: () => ok({ hook_config: null }),
  get_init_status: () =>
    refuse(404, "server is not running with deferred_init=True; the /api/init endpoint is not available"),
  initialize_server: () => answer(401, { detail: "Unauthorized" }),
  list_openai_subscription_models: () => ok({ vendor: "openai", models: ["gpt-5.5", "gpt-5.6-sol"] }),
  get_openai_subscription_status: () => SIGNED_OUT,
  logout_openai_subscription: () => SIGNED_OUT,
  poll_openai_subscription_device_login: () => refuse(404, "Subscription device login not found or expired"),
  get_mcp_oauth_status: () => refuse(404, "MCP OAuth job not found"),
  submit_mcp_oauth_callback: () => refuse(404, "MCP OAuth job not found"),
  git_repositories_search: () => ok({ items: [], next_page_id: null, missing_token: true }),
  create_workspace_session: ({ headers }) => withCookie(headers["x-session-api-key"] ?? "", TEN_YEARS),
  delete_workspace_session: () => withCookie('""', 0),
} as const satisfies Readonly<Record<string, Handler>>;
