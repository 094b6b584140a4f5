/** Profiles of agents: what a conversation can be started with. */
import { answer, ok, refuse, type SimulatedAnswer } from "./answers.js";
import type { Call, Handler } from "./area-call.js";
import { AGENT_PROFILES, AGENT_SETTINGS } from "./area-defaults.js";
import {
  conforming,
  isObject,
  type Json,
  Misfit,
  objectOf,
  stringOf,
  textOf,
  toolsOf,
  withField,
} from "./area-json.js";
import { MOST_PROFILES } from "./area-profiles.js";
import { type Areas, inOrder } from "./area-state.js";

const unknown = (name: string): SimulatedAnswer => refuse(404, `Agent profile '${name}' not found`);

const list: Handler = (call) => {
  const { agentProfiles, settings } = call.areas;
  if (agentProfiles.size === 0 && settings.active_agent_profile_id === null) seed(call);
  const profiles = inOrder(agentProfiles).map(
    ([name, { id, agent_kind, revision, llm_profile_ref, mcp_server_refs }]) => ({
      id,
      name,
      agent_kind,
      revision,
      llm_profile_ref: llm_profile_ref ?? null,
      mcp_server_refs,
    }),
  );
  return ok({ profiles, active_agent_profile_id: settings.active_agent_profile_id });
};

/** The first one who asks finds a profile that is made of the settings, and it is the active one. */
function seed({ world, areas: { settings, agentProfiles, profiles } }: Call): void {
  const { agent } = settings;
  const kind = agent["agent_kind"] === "acp" ? "acp" : "openhands";
  const llm = objectOf(agent["llm"]);
  // A model that has been set up gets a profile too, or the reference would lead nowhere
  const isSetUp = textOf(llm["api_key"]) !== undefined || textOf(llm["base_url"]) !== undefined;
  if (kind === "openhands" && settings.active_profile === null && isSetUp && !profiles.has("default")) {
    profiles.set("default", llm);
  }
  const made = {
    ...conforming(AGENT_PROFILES[kind], agent),
    ...(kind === "openhands" ? ofSettings(agent, settings.active_profile ?? "default") : {}),
    schema_version: 3,
    id: world.random.uuid(),
    name: "default",
  };
  agentProfiles.set("default", made);
  settings.active_agent_profile_id = made.id;
}

const ofSettings = (agent: Json, llm_profile_ref: string): Json => ({
  llm_profile_ref,
  system_message_suffix: objectOf(agent["agent_context"])["system_message_suffix"] ?? null,
  meta_profile_ref: agent["active_meta_profile"],
});

const get: Handler = ({ areas: { agentProfiles }, params: { name = "" } }) => {
  const profile = agentProfiles.get(name);
  return profile ? ok({ name, profile }) : unknown(name);
};

/** One thing that is wrong with a profile: unlike elsewhere, without what was given. */
const wrong = (loc: readonly string[], type: string, msg: string): Json => ({ loc, type, msg });

const SERVERS = ["claude-code", "codex", "gemini-cli", "kimi-code", "pi", "opencode", "custom"];
const listed = (names: readonly string[]): string =>
  `${names
    .slice(0, -1)
    .map((name) => `'${name}'`)
    .join(", ")} or '${names.at(-1)}'`;

/** A profile as it is kept, or why it is none. */
export function checkedProfile(
  given: Json,
  name: string,
): { readonly profile: Json } | { readonly refusal: SimulatedAnswer } {
  const refusal = (detail: unknown): { readonly refusal: SimulatedAnswer } => ({ refusal: refuse(422, detail) });
  const { agent_kind = "openhands", schema_version = 3 } = given;
  if (!Number.isInteger(schema_version) || Number(schema_version) > 3) return refusal("Invalid agent profile");
  if (agent_kind !== "openhands" && agent_kind !== "acp") {
    const tags = "does not match any of the expected tags: 'openhands', 'acp'";
    const msg = `Input tag '${stringOf(agent_kind)}' found using _agent_profile_discriminator() ${tags}`;
    return refusal([wrong([], "union_tag_invalid", msg)]);
  }
  const problems = problemsOf(given, agent_kind);
  if (problems.length > 0) return refusal(problems);
  try {
    const profile = { ...conforming(AGENT_PROFILES[agent_kind], given), name };
    return { profile: "tools" in profile ? withField(profile, "tools", toolsOf(given["tools"] ?? null)) : profile };
  } catch (error) {
    if (error instanceof Misfit) return refusal("Invalid agent profile");
    throw error;
  }
}

function problemsOf(given: Json, kind: "openhands" | "acp"): Json[] {
  const defaults = AGENT_PROFILES[kind];
  const { llm_profile_ref, acp_server, persona } = given;
  const tooShort = "String should have at least 1 character";
  const problems: Json[] = [];
  if (kind === "openhands") {
    if (llm_profile_ref === undefined) problems.push(wrong([kind, "llm_profile_ref"], "missing", "Field required"));
    if (llm_profile_ref === "") problems.push(wrong([kind, "llm_profile_ref"], "string_too_short", tooShort));
    if (persona === "") problems.push(wrong([kind, "persona"], "string_too_short", tooShort));
  } else if (acp_server !== undefined && !SERVERS.includes(stringOf(acp_server))) {
    problems.push(wrong([kind, "acp_server"], "literal_error", `Input should be ${listed(SERVERS)}`));
  }
  const unknownFields = Object.keys(given).filter((field) => !Object.hasOwn(defaults, field));
  return [
    ...problems,
    ...unknownFields.map((field) => wrong([kind, field], "extra_forbidden", "Extra inputs are not permitted")),
  ];
}

/** Its id stays, and its revision counts up; what a client says of either does not matter. */
const save: Handler = ({ world, areas: { agentProfiles }, params: { name = "" }, body }) => {
  const checked = checkedProfile(objectOf(body), name);
  if ("refusal" in checked) return checked.refusal;
  const known = agentProfiles.get(name);
  if (!known && agentProfiles.size >= MOST_PROFILES) {
    const reason = `Agent profile limit reached (${MOST_PROFILES}).`;
    return refuse(409, `${reason} Delete a profile before saving a new one.`);
  }
  const identity = known
    ? { id: known["id"], revision: Number(known["revision"]) + 1 }
    : { id: world.random.uuid(), revision: 0 };
  agentProfiles.set(name, { ...checked.profile, ...identity });
  return answer(201, { name, message: `Agent profile '${name}' saved` });
};

const remove: Handler = ({ areas, params: { name = "" } }) => {
  const { agentProfiles, settings } = areas;
  const id = agentProfiles.get(name)?.["id"];
  agentProfiles.delete(name);
  if (id !== undefined && settings.active_agent_profile_id === id) forgetActive(areas);
  return ok({ name, message: `Agent profile '${name}' deleted` });
};

/** Without an active profile the settings are those of the server's own agent again; the MCP servers stay. */
function forgetActive({ settings }: Areas): void {
  settings.active_agent_profile_id = null;
  if (settings.agent["agent_kind"] === "openhands") return;
  settings.agent = withField(AGENT_SETTINGS, "mcp_config", settings.agent["mcp_config"]);
}

const rename: Handler = ({ areas: { agentProfiles }, params: { name = "" }, body }) => {
  const next = stringOf(objectOf(body)["new_name"]);
  const profile = agentProfiles.get(name);
  if (!profile) return unknown(name);
  if (next === name) return ok({ name, message: `Agent profile '${name}' unchanged (same name)` });
  if (agentProfiles.has(next)) return refuse(409, `Agent profile '${next}' already exists`);
  agentProfiles.delete(name);
  agentProfiles.set(next, withField(profile, "name", next));
  return ok({ name: next, message: `Agent profile '${name}' renamed to '${next}'` });
};

/** By its id. The settings stay as they are. */
const activate: Handler = ({ areas: { agentProfiles, settings }, params: { profile_id: id = "" } }) => {
  if (![...agentProfiles.values()].some((profile) => profile["id"] === id)) {
    return refuse(404, `Agent profile with id '${id}' not found`);
  }
  settings.active_agent_profile_id = id;
  return ok({ id, message: `Agent profile '${id}' activated`, agent_settings_applied: false });
};

/** The profile that a preview is asked of: a draft, or the one that is saved. */
export function previewed({ areas, params: { name = "" }, body }: Call): ReturnType<typeof checkedProfile> {
  const { profile: draft } = objectOf(body);
  if (isObject(draft)) return checkedProfile(draft, name);
  const profile = areas.agentProfiles.get(name);
  return profile ? { profile } : { refusal: unknown(name) };
}

/** The operations of this area, each with who answers it. */
export const AGENT_PROFILE_HANDLERS = {
  list_agent_profiles: list,
  get_agent_profile: get,
  save_agent_profile: save,
  delete_agent_profile: remove,
  rename_agent_profile: rename,
  activate_agent_profile: activate,
} as const satisfies Readonly<Record<string, Handler>>;
