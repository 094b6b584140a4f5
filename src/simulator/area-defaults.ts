/** What settings and profiles are when nobody has changed them. */
import type { Json } from "./area-json.js";
import { CONDENSER_DEFAULTS, CONTEXT_DEFAULTS, LLM_DEFAULTS } from "./defaults.js";

/** Of a model; one that is saved must name the model. */
export const LLM: Json = LLM_DEFAULTS;

/** Of the skills and texts that go into a prompt. The server puts the time in. */
export const AGENT_CONTEXT: Json = { ...CONTEXT_DEFAULTS, current_datetime: null };

const CONDENSER: Json = { enabled: true, condenser_kind: "llm_summarizing", ...CONDENSER_DEFAULTS };

const VERIFICATION: Json = {
  critic_enabled: false,
  critic_mode: "finish_and_message",
  enable_iterative_refinement: false,
  critic_threshold: 0.6,
  max_refinement_iterations: 3,
  critic_server_url: null,
  critic_model_name: null,
};

/** Of the server's own agent. */
export const AGENT_SETTINGS: Json = {
  schema_version: 8,
  agent_kind: "openhands",
  agent: "CodeActAgent",
  llm: LLM,
  tools: null,
  enable_classify_and_switch_llm_tool: false,
  active_meta_profile: null,
  meta_profile: null,
  meta_profile_llms: {},
  tool_concurrency_limit: 1,
  mcp_config: {},
  persona: null,
  agent_context: AGENT_CONTEXT,
  condenser: CONDENSER,
  verification: { ...VERIFICATION, critic_api_key: null },
};

const ACP: Json = {
  acp_server: "claude-code",
  acp_model: null,
  acp_session_mode: null,
  acp_prompt_timeout: 1800,
  acp_startup_timeout: 90,
};

/** A secret that an agent elsewhere wants as a file. */
const fileSecret = (secret_name: string, filename: string, env_var: string, subdir: string): Json => ({
  secret_name,
  filename,
  env_var,
  subdir,
  env_points_to: "dir",
  warn_if_unset: [],
});

const GOOGLE = fileSecret(
  "GOOGLE_APPLICATION_CREDENTIALS_JSON",
  "gcloud-credentials.json",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "gemini-cli",
);

/** Of an agent that speaks the Agent Client Protocol. */
export const ACP_SETTINGS: Json = {
  schema_version: 8,
  agent_kind: "acp",
  ...ACP,
  acp_command: [],
  acp_args: [],
  mcp_config: {},
  acp_isolate_data_dir: false,
  acp_file_secrets: [
    fileSecret("CODEX_AUTH_JSON", "auth.json", "CODEX_HOME", "codex"),
    { ...GOOGLE, env_points_to: "file", warn_if_unset: ["GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"] },
    fileSecret("KIMI_CODE_CONFIG_TOML", "config.toml", "KIMI_CODE_HOME", "kimi-code"),
    fileSecret("PI_AUTH_JSON", "auth.json", "PI_CODING_AGENT_DIR", "pi"),
  ],
  agent_context: null,
};

/** The settings of conversations that a server begins with. */
export const CONVERSATION_SETTINGS: Json = {
  schema_version: 1,
  max_iterations: 500,
  confirmation_mode: false,
  security_analyzer: "llm",
};

const PROFILE: Json = { schema_version: 3, id: "", name: "", revision: 0, mcp_server_refs: null, secret_refs: null };

/** Of an agent profile, by the kind of its agent. The server gives it its id, name and revision. */
export const AGENT_PROFILES: Readonly<Record<"openhands" | "acp", Json>> = {
  openhands: {
    ...PROFILE,
    agent_kind: "openhands",
    llm_profile_ref: "default",
    agent: "CodeActAgent",
    tools: null,
    persona: null,
    system_message_suffix: null,
    disabled_skills: [],
    condenser: CONDENSER,
    verification: VERIFICATION,
    enable_classify_and_switch_llm_tool: false,
    meta_profile_ref: null,
    tool_concurrency_limit: 1,
  },
  acp: { ...PROFILE, agent_kind: "acp", ...ACP, acp_command: null, acp_args: null },
};
