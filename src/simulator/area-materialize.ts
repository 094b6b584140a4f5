/** What a conversation would be started with by an agent profile, or why it could not. */
import { ok } from "./answers.js";
import { previewed } from "./area-agent-profiles.js";
import type { Handler } from "./area-call.js";
import { TOOLS } from "./area-catalog.js";
import { ACP_SETTINGS, AGENT_CONTEXT, AGENT_SETTINGS } from "./area-defaults.js";
import { conforming, type Json, objectOf, stringOf, textOf, withField } from "./area-json.js";
import { isAnswer, llmOfProfile } from "./area-profiles.js";
import { agentAt } from "./area-settings.js";
import type { Areas } from "./area-state.js";

/** Names that lead nowhere, and what is said of them. */
interface Findings {
  readonly errors: readonly string[];
  readonly unusable_tools: readonly string[];
  readonly dangling_mcp_server_refs: readonly string[];
  readonly dangling_meta_profile_ref: string | null;
  readonly dangling_meta_profile_llm_refs: readonly string[];
}

const materialize: Handler = (call) => {
  const found = previewed(call);
  if ("refusal" in found) return found.refusal;
  const { profile } = found;
  const isAcp = profile["agent_kind"] === "acp";
  const findings = isAcp ? mcpFindings(call.areas, profile) : findingsOf(call.areas, profile);
  const refusal = findings.errors.length === 0 ? unbuilt(call.areas, profile) : undefined;
  const errors = refusal === undefined ? findings.errors : [refusal];
  const isValid = errors.length === 0;
  return ok({
    agent_kind: profile["agent_kind"],
    valid: isValid,
    ...findings,
    errors,
    llm_profile_ref: profile["llm_profile_ref"] ?? null,
    ...llmReport(call.areas, profile),
    mcp_server_refs: profile["mcp_server_refs"] ?? null,
    resolved_mcp_config_keys: Object.keys(serversOf(call.areas, profile)),
    disabled_skills: profile["disabled_skills"] ?? [],
    resolved_skills: [],
    secret_refs: profile["secret_refs"] ?? null,
    ...CREDENTIALS[isAcp ? stringOf(profile["acp_server"]) : ""],
    meta_profile_ref: profile["meta_profile_ref"] ?? null,
    resolved_settings: isValid ? agentAt(call.world.now(), resolved(call.areas, profile), "hidden") : null,
  });
};

const credentials = (
  acp_api_key_secret_name: string | null,
  acp_base_url_secret_name: string | null,
  file?: string,
): Json => ({
  acp_api_key_secret_name,
  acp_base_url_secret_name,
  acp_file_secret_names: file === undefined ? [] : [file],
});

/** The secrets that an agent elsewhere signs in with. */
const CREDENTIALS: Readonly<Record<string, Json>> = {
  "": credentials(null, null),
  "claude-code": credentials("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"),
  codex: credentials("OPENAI_API_KEY", "OPENAI_BASE_URL", "CODEX_AUTH_JSON"),
  "gemini-cli": credentials("GEMINI_API_KEY", "GEMINI_BASE_URL", "GOOGLE_APPLICATION_CREDENTIALS_JSON"),
  "kimi-code": credentials(null, "KIMI_BASE_URL", "KIMI_CODE_CONFIG_TOML"),
  pi: credentials("ANTHROPIC_API_KEY", null, "PI_AUTH_JSON"),
  opencode: credentials("OPENCODE_API_KEY", null),
  custom: credentials(null, null),
};

const servers = ({ settings }: Areas): Json => objectOf(settings.agent["mcp_config"]);
const namesOf = (value: unknown): string[] | undefined => (Array.isArray(value) ? value.map(stringOf) : undefined);

/** All of them, unless the profile names some. */
function serversOf(areas: Areas, { mcp_server_refs }: Json): Json {
  const refs = namesOf(mcp_server_refs);
  return Object.fromEntries(Object.entries(servers(areas)).filter(([name]) => refs?.includes(name) ?? true));
}

function mcpFindings(areas: Areas, { mcp_server_refs }: Json): Findings {
  const dangling = (namesOf(mcp_server_refs) ?? []).filter((name) => !Object.hasOwn(servers(areas), name));
  return {
    errors: dangling.length > 0 ? [`MCP server(s) not configured: ${dangling.join(", ")}`] : [],
    unusable_tools: [],
    dangling_mcp_server_refs: dangling,
    dangling_meta_profile_ref: null,
    dangling_meta_profile_llm_refs: [],
  };
}

function findingsOf(areas: Areas, profile: Json): Findings {
  const mcp = mcpFindings(areas, profile);
  const tools = Array.isArray(profile["tools"]) ? profile["tools"].map((tool) => stringOf(objectOf(tool)["name"])) : [];
  const unusable_tools = tools.filter((name) => !TOOLS.includes(name) && !STANDARD_TOOLS.includes(name));
  const llm = stringOf(profile["llm_profile_ref"]);
  const meta = metaOf(profile);
  const route = meta === undefined ? undefined : areas.metaProfiles.get(meta);
  const unrouted = route ? modelsOf(route).filter((name) => !areas.profiles.has(name)) : [];
  const dangling_meta_profile_ref = meta !== undefined && !route ? meta : null;
  return {
    ...mcp,
    errors: [
      ...(unusable_tools.length > 0 ? [`Tool(s) this server cannot run: ${unusable_tools.join(", ")}`] : []),
      ...(areas.profiles.has(llm) ? [] : [`LLM profile '${llm}' not found`]),
      ...mcp.errors,
      ...(dangling_meta_profile_ref === null ? [] : [`Meta-profile '${meta}' not found`]),
      ...(unrouted.length > 0
        ? [`LLM profile(s) routed to by the meta-profile not found: ${unrouted.join(", ")}`]
        : []),
    ],
    unusable_tools,
    dangling_meta_profile_ref,
    dangling_meta_profile_llm_refs: unrouted,
  };
}

/** The meta profile that an agent routes by, if it routes at all. */
const metaOf = (profile: Json): string | undefined =>
  profile["enable_classify_and_switch_llm_tool"] === true ? textOf(profile["meta_profile_ref"]) : undefined;

/** The profiles of models that a meta profile needs. */
function modelsOf({ classifier_model, classes }: Json): string[] {
  const routed = Array.isArray(classes) ? classes.map((one) => stringOf(objectOf(one)["model"])) : [];
  return [...new Set([stringOf(classifier_model), ...routed])];
}

/** What goes wrong only when the agent is built. */
function unbuilt(areas: Areas, profile: Json): string | undefined {
  if (profile["acp_server"] === "custom" && textOf(profile["acp_command"]) === undefined) {
    const reason = "there is no default launch command to fall back to";
    return `Failed to build agent settings: acp_command is required when acp_server='custom' — ${reason}`;
  }
  const ref = textOf(profile["llm_profile_ref"]);
  const llm = ref === undefined ? undefined : llmOfProfile(areas, ref);
  if (!llm || !isAnswer(llm)) return undefined;
  return `Failed to build agent settings: LLM profile '${ref}': ${stringOf(objectOf(llm.body)["detail"])}`;
}

function llmReport(areas: Areas, { llm_profile_ref }: Json): Json {
  const llm = llmOfProfile(areas, stringOf(llm_profile_ref));
  if (isAnswer(llm)) return { llm_profile_resolved: false, llm_api_key_set: false };
  return { llm_profile_resolved: true, llm_api_key_set: textOf(llm["api_key"]) !== undefined };
}

/** What an agent gets whose profile does not say. */
const STANDARD_TOOLS = ["terminal", "file_editor", "task_tracker", "browser_tool_set", "switch_llm"];

/** The settings that the agent would get. */
function resolved(areas: Areas, profile: Json): Json {
  const mcp_config = serversOf(areas, profile);
  if (profile["agent_kind"] === "acp") {
    const { acp_command, acp_args } = profile;
    const command = textOf(acp_command)?.split(" ") ?? [];
    const given = { ...profile, schema_version: 8, acp_command: command, acp_args: acp_args ?? [] };
    return { ...conforming(ACP_SETTINGS, given), mcp_config, agent_context: AGENT_CONTEXT };
  }
  const context = {
    ...AGENT_CONTEXT,
    system_message_suffix: profile["system_message_suffix"],
    load_project_skills: true,
    disabled_skills: profile["disabled_skills"],
  };
  const { meta_profile_ref, tools } = profile;
  const given: Json = {
    ...profile,
    schema_version: 8,
    active_meta_profile: meta_profile_ref,
    tools: tools ?? STANDARD_TOOLS.map((name) => ({ name, params: {} })),
  };
  const settings = conforming(AGENT_SETTINGS, { ...given, agent_context: context });
  const llm = withField(objectOf(llmOfProfile(areas, stringOf(profile["llm_profile_ref"]))), "stream", true);
  return { ...settings, llm, mcp_config, ...routing(areas, metaOf(profile)) };
}

/** The meta profile goes with the agent, and so do the models that it routes to. */
function routing({ metaProfiles, profiles }: Areas, name: string | undefined): Json {
  const meta_profile = name === undefined ? undefined : metaProfiles.get(name);
  if (!meta_profile) return {};
  const models = modelsOf(meta_profile).map((model) => [model, profiles.get(model)] as const);
  return { meta_profile, meta_profile_llms: Object.fromEntries(models) };
}

/** The operations of this area, each with who answers it. */
export const MATERIALIZE = { materialize_agent_profile: materialize } as const satisfies Readonly<
  Record<string, Handler>
>;
