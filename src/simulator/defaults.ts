/** What the server takes where a request says nothing, as version 1.52.0 tells it. */

/** What a language model has where nothing was said. */
export const LLM_DEFAULTS = {
  model: "gpt-5.6",
  api_key: null,
  provider_connection_id: null,
  auth_type: "api_key",
  subscription_vendor: null,
  base_url: null,
  api_version: null,
  aws_access_key_id: null,
  aws_secret_access_key: null,
  aws_session_token: null,
  aws_region_name: null,
  aws_profile_name: null,
  aws_role_name: null,
  aws_session_name: null,
  aws_bedrock_runtime_endpoint: null,
  openrouter_site_url: "https://docs.all-hands.dev/",
  openrouter_app_name: "OpenHands",
  num_retries: 5,
  retry_multiplier: 8,
  retry_min_wait: 8,
  retry_max_wait: 64,
  timeout: 300,
  stream_idle_timeout: 300,
  max_message_chars: 30_000,
  temperature: null,
  top_p: null,
  top_k: null,
  max_input_tokens: null,
  max_output_tokens: null,
  model_canonical_name: null,
  api_mode: "auto",
  capability_overrides: {},
  extra_headers: null,
  input_cost_per_token: null,
  output_cost_per_token: null,
  ollama_base_url: null,
  stream: false,
  drop_params: true,
  disable_vision: null,
  disable_stop_word: false,
  caching_prompt: true,
  log_completions: false,
  log_completions_folder: "logs/completions",
  custom_tokenizer: null,
  native_tool_calling: true,
  force_string_serializer: null,
  inline_image_urls: null,
  reasoning_effort: "high",
  reasoning_summary: null,
  enable_encrypted_reasoning: true,
  prompt_cache_retention: "24h",
  extended_thinking_budget: 200_000,
  seed: null,
  usage_id: "default",
  litellm_extra_body: {},
  is_subscription: false,
};

/** What an agent has where nothing was said. */
export const AGENT_DEFAULTS = {
  tools: [],
  mcp_config: {},
  filter_tools_regex: null,
  include_default_tools: ["FinishTool", "ThinkTool"],
  agent_context: null,
  system_prompt: null,
  system_prompt_filename: "system_prompt.j2",
  security_policy_filename: "security_policy.j2",
  system_prompt_kwargs: { llm_security_analyzer: true },
  condenser: null,
  critic: null,
  tool_concurrency_limit: 1,
  persona: null,
};

/** What a condenser has where nothing was said. */
export const CONDENSER_DEFAULTS = {
  max_size: 240,
  max_tokens: null,
  keep_first: 2,
  minimum_progress: 0.1,
  hard_context_reset_max_retries: 5,
  hard_context_reset_context_scaling: 0.8,
};

/** What the context of an agent has where nothing was said. */
export const CONTEXT_DEFAULTS = {
  skills: [],
  system_message_suffix: null,
  user_message_suffix: null,
  load_user_skills: false,
  load_public_skills: false,
  marketplace_path: "marketplaces/default.json",
  registered_marketplaces: [],
  load_project_skills: false,
  load_memory: false,
  disabled_skills: [],
  secrets: null,
};

/** Where the server's own tools are defined. */
export const TOOL_MODULES: Readonly<Record<string, string>> = {
  terminal: "openhands.tools.terminal.definition",
  file_editor: "openhands.tools.file_editor.definition",
  task_tracker: "openhands.tools.task_tracker.definition",
  browser_tool_set: "openhands.tools.browser_use.definition",
};

/** A conversation that a test has put there: told as if this had been asked for. */
export const DEFAULT_REQUEST = {
  agent: {
    kind: "Agent",
    llm: { model: "openai/scripted" },
    tools: ["terminal", "file_editor", "task_tracker"].map((name) => ({ name })),
  },
  workspace: { working_dir: "workspace/project" },
  autotitle: false,
};
