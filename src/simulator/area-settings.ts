/** The settings and the MCP servers in them. */
import { answer, ok, refuse, type SimulatedAnswer } from "./answers.js";
import type { Call, Handler } from "./area-call.js";
import { CONVERSATION_SETTINGS } from "./area-defaults.js";
import {
  conforming,
  isObject,
  type Json,
  Misfit,
  merged,
  objectOf,
  stringOf,
  textOf,
  toolsOf,
  withField,
} from "./area-json.js";
import { type Exposure, exposureOf, keptSettings, shownSettings } from "./area-masks.js";
import { isAnswer, llmOfProfile } from "./area-profiles.js";
import { type Areas, type Settings, settingsOfKind } from "./area-state.js";

/** The settings of an agent as an answer has them: with the time of now. */
export function agentAt(now: number, agent: Json, exposure: Exposure): Json {
  const shown = shownSettings(agent, exposure);
  const context = shown["agent_context"];
  if (agent["agent_kind"] !== "openhands" || !isObject(context)) return shown;
  return withField(shown, "agent_context", withField(context, "current_datetime", utcMicros(now)));
}

const utcMicros = (ms: number): string => `${new Date(ms).toISOString().slice(0, -1)}000Z`;

function shownAs({ world, areas: { settings } }: Call, exposure: Exposure): Json {
  const { agent, conversation, misc, active_profile, active_agent_profile_id, active_meta_profile } = settings;
  return {
    agent_settings: agentAt(world.now(), agent, exposure),
    conversation_settings: conversation,
    llm_api_key_is_set: textOf(objectOf(agent["llm"])["api_key"]) !== undefined,
    active_profile,
    active_agent_profile_id,
    active_meta_profile,
    misc_settings: misc,
  };
}

const get: Handler = (call) => {
  const exposure = exposureOf(call.headers);
  return typeof exposure === "string" ? ok(shownAs(call, exposure)) : exposure;
};

const INVALID = refuse(422, "Settings validation failed");
const POINTERS = ["active_profile", "active_agent_profile_id", "active_meta_profile"] as const;
const NOTHING = refuse(
  400,
  "At least one of agent_settings_diff, conversation_settings_diff, misc_settings_diff, active_profile, active_agent_profile_id, or active_meta_profile must be provided",
);

const patch: Handler = (call) => {
  const change = objectOf(call.body);
  const diffs = ["agent_settings_diff", "conversation_settings_diff", "misc_settings_diff"];
  if (!diffs.some((field) => isObject(change[field])) && !POINTERS.some((field) => field in change)) return NOTHING;
  return applied(call, change) ?? ok(shownAs(call, "hidden"));
};

/** Changes the settings, all or nothing. Gives the refusal, if any. */
function applied({ areas }: Call, change: Json): SimulatedAnswer | undefined {
  const { settings } = areas;
  const agentChange = withLlmOfProfile(areas, change);
  if (agentChange !== undefined && isAnswer(agentChange)) return agentChange;
  const { conversation_settings_diff: talk, misc_settings_diff: misc } = change;
  try {
    const agent = agentChange ? changedAgent(settings.agent, agentChange) : settings.agent;
    const conversation = isObject(talk) ? changedConversation(settings.conversation, talk) : settings.conversation;
    Object.assign(settings, { agent, conversation });
  } catch (error) {
    if (error instanceof Misfit) return INVALID;
    throw error;
  }
  if (isObject(misc)) settings.misc = merged(settings.misc, misc, false);
  for (const field of POINTERS) if (field in change) settings[field] = textOf(change[field]) ?? null;
  if ("active_meta_profile" in change) routeBy(settings, settings.active_meta_profile);
  if (settings.agent["agent_kind"] === "acp") settings.active_meta_profile = null;
  return undefined;
}

/** Which meta profile an agent's routing tool goes by. Only the server's own agent has that tool. */
export function routeBy(settings: Settings, name: string | null): void {
  const isRouted = settings.agent["agent_kind"] === "openhands";
  settings.active_meta_profile = isRouted ? name : null;
  if (!isRouted) return;
  const tool = { active_meta_profile: name, enable_classify_and_switch_llm_tool: name !== null };
  settings.agent = { ...settings.agent, ...tool };
}

/** The change of the agent's settings, with the model of the profile that is made active along with it. */
function withLlmOfProfile(areas: Areas, change: Json): Json | SimulatedAnswer | undefined {
  const agent = isObject(change["agent_settings_diff"]) ? change["agent_settings_diff"] : undefined;
  const name = textOf(change["active_profile"]);
  if (name === undefined || (agent && "llm" in agent)) return agent;
  const llm = llmOfProfile(areas, name);
  // An agent of another sort has no place for it
  return isAnswer(llm) ? llm : { ...agent, llm };
}

const CAN_BE_NUMBERS = ["temperature", "top_p", "top_k", "max_input_tokens", "max_output_tokens", "seed"];

function changedAgent(agent: Json, change: Json): Json {
  const kind = change["agent_kind"] ?? agent["agent_kind"];
  const defaults = settingsOfKind(kind);
  if (!defaults) throw new Misfit("no such kind");
  const base = kind === agent["agent_kind"] ? agent : { agent_kind: kind };
  const result = keptSettings(conforming(defaults, merged(base, change, true)));
  const { llm, tools, condenser, tool_concurrency_limit } = result;
  const wrong =
    (isObject(llm) && !isLlm(llm)) ||
    (tools !== null && tools !== undefined && !Array.isArray(tools)) ||
    (isObject(condenser) && !["llm_summarizing", "no_op"].includes(stringOf(condenser["condenser_kind"]))) ||
    Number(tool_concurrency_limit ?? 1) < 1;
  if (wrong) throw new Misfit("a value out of range");
  return "tools" in result ? withField(result, "tools", toolsOf(tools)) : result;
}

const isLlm = (llm: Json): boolean =>
  textOf(llm["model"]) !== undefined && CAN_BE_NUMBERS.every((field) => !Number.isNaN(Number(llm[field] ?? 0)));

function changedConversation(conversation: Json, change: Json): Json {
  const next = merged(conversation, change, false);
  const { security_analyzer } = next;
  // The one field that may be null
  const known = conforming(CONVERSATION_SETTINGS, withField(next, "security_analyzer", security_analyzer ?? "none"));
  const wrong = Number(known["max_iterations"]) < 1 || !["llm", "none"].includes(stringOf(known["security_analyzer"]));
  if (wrong) throw new Misfit("a value out of range");
  return withField(known, "security_analyzer", security_analyzer);
}

const serverChange = (name: string, server: unknown): Json => ({
  agent_settings_diff: { mcp_config: { [name]: server } },
});
const hasServer = ({ settings }: Areas, name: string): boolean =>
  Object.hasOwn(objectOf(settings.agent["mcp_config"]), name);
const noServer = (name: string): SimulatedAnswer => refuse(404, `MCP server '${name}' was not found`);

const addServer: Handler = (call) => {
  const { settings_key: name = "" } = call.params;
  if (hasServer(call.areas, name)) return refuse(409, `MCP server '${name}' already exists`);
  return applied(call, serverChange(name, objectOf(call.body))) ?? answer(201, shownAs(call, "hidden"));
};

const changeServer =
  (contentOf: (body: unknown) => Json | null): Handler =>
  (call) => {
    const { settings_key: name = "" } = call.params;
    if (!hasServer(call.areas, name)) return noServer(name);
    return applied(call, serverChange(name, contentOf(call.body))) ?? ok(shownAs(call, "hidden"));
  };

/** The operations of this area, each with who answers it. */
export const SETTINGS = {
  get_settings: get,
  update_settings: patch,
  create_mcp_server: addServer,
  patch_mcp_server: changeServer(objectOf),
  delete_mcp_server: changeServer(() => null),
} as const satisfies Readonly<Record<string, Handler>>;
