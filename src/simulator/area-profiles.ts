/** Profiles of models. */
import { answer, invalid, ok, refuse, type SimulatedAnswer } from "./answers.js";
import type { Handler } from "./area-call.js";
import { LLM } from "./area-defaults.js";
import { conforming, type Json, objectOf, stringOf, textOf, withField } from "./area-json.js";
import { exposureOf, keptLlm, shownLlm, withoutSecrets } from "./area-masks.js";
import { type Areas, inOrder } from "./area-state.js";
import { compact } from "./fields.js";

/** So many profiles of a sort fit in. */
export const MOST_PROFILES = 50;

const unknown = (name: string): SimulatedAnswer => refuse(404, `Profile '${name}' not found`);

/** A profile with the key and the address of the connection that it names; a refusal if either is not there. */
export function llmOfProfile({ profiles, connections }: Areas, name: string): Json | SimulatedAnswer {
  const llm = profiles.get(name);
  if (!llm) return unknown(name);
  const id = textOf(llm["provider_connection_id"]);
  if (id === undefined) return llm;
  const connection = connections.get(id);
  if (!connection) {
    const advice = "Update the profile or recreate the connection.";
    return refuse(422, `Profile '${name}' references provider connection '${id}', which does not exist. ${advice}`);
  }
  const { base_url, api_key } = connection;
  return { ...llm, base_url, ...(api_key === "" ? {} : { api_key }) };
}

/** Whether the outcome of looking something up is the answer already. */
export const isAnswer = (value: Json | SimulatedAnswer): value is SimulatedAnswer =>
  "headers" in value && "status" in value;

const hasKey = ({ connections }: Areas, llm: Json): boolean => {
  const connection = connections.get(textOf(llm["provider_connection_id"]) ?? "");
  return textOf(llm["api_key"]) !== undefined || (connection !== undefined && connection.api_key !== "");
};

const list: Handler = ({ areas }) => {
  const profiles = inOrder(areas.profiles).map(([name, llm]) => ({
    name,
    model: llm["model"],
    base_url: llm["base_url"],
    provider_connection_id: llm["provider_connection_id"],
    provider_connection_broken: isBroken(areas, llm),
    api_key_set: hasKey(areas, llm),
  }));
  return ok({ profiles, active_profile: areas.settings.active_profile });
};

function isBroken({ connections }: Areas, llm: Json): boolean {
  const id = textOf(llm["provider_connection_id"]);
  return id !== undefined && !connections.has(id);
}

const get: Handler = ({ areas, params: { name = "" }, headers }) => {
  const exposure = exposureOf(headers);
  if (typeof exposure !== "string") return exposure;
  const llm = areas.profiles.get(name);
  if (!llm) return unknown(name);
  const shown = shownLlm(llm, exposure);
  const config = exposure === "hidden" ? withField(shown, "api_key", null) : shown;
  return ok({ name, config, api_key_set: hasKey(areas, llm) });
};

const save: Handler = ({ areas: { profiles }, params: { name = "" }, body }) => {
  const given = objectOf(body);
  const input = objectOf(given["llm"]);
  if (textOf(input["model"]) === undefined) {
    const reason = "model must be specified in LLM";
    return invalid("value_error", ["body", "llm"], `Value error, ${reason}`, { input, ctx: { error: reason } });
  }
  if (!profiles.has(name) && profiles.size >= MOST_PROFILES) {
    return refuse(409, `Profile limit reached (${MOST_PROFILES}). Delete a profile before saving a new one.`);
  }
  const llm = keptLlm(conforming(LLM, objectOf(compact(input)))); // null is as good as nothing;
  const kept = given["include_secrets"] === false ? withoutSecrets(llm) : llm;
  // Who has a connection has no key and no address of its own
  const isLinked = textOf(llm["provider_connection_id"]) !== undefined;
  profiles.set(name, isLinked ? { ...kept, api_key: null, base_url: null } : kept);
  return answer(201, { name, message: `Profile '${name}' saved` });
};

/** Agent profiles that name a profile of a model. */
const referrers = ({ agentProfiles }: Areas, name: string): string[] =>
  inOrder(agentProfiles)
    .filter(([, profile]) => profile["llm_profile_ref"] === name)
    .map(([referrer]) => referrer);

const remove: Handler = ({ areas, params: { name = "" } }) => {
  const names = referrers(areas, name);
  if (names.length > 0) {
    return refuse(409, `LLM profile is referenced by ${names.length} agent profile(s): ${names.join(", ")}`);
  }
  areas.profiles.delete(name);
  if (areas.settings.active_profile === name) areas.settings.active_profile = null;
  return ok({ name, message: `Profile '${name}' deleted` });
};

const rename: Handler = ({ areas, params: { name = "" }, body }) => {
  const { profiles, agentProfiles, settings } = areas;
  const next = stringOf(objectOf(body)["new_name"]);
  const llm = profiles.get(name);
  if (!llm) return unknown(name);
  if (next === name) return ok({ name, message: `Profile '${name}' unchanged (same name)` });
  if (profiles.has(next)) return refuse(409, `Profile '${next}' already exists`);
  profiles.delete(name);
  profiles.set(next, llm);
  for (const referrer of referrers(areas, name)) {
    agentProfiles.set(referrer, withField(agentProfiles.get(referrer) ?? {}, "llm_profile_ref", next));
  }
  if (settings.active_profile === name) settings.active_profile = next;
  return ok({ name: next, message: `Profile '${name}' renamed to '${next}'` });
};

/** The model's settings become those of the agent, if it has any. */
const activate: Handler = ({ areas, params: { name = "" } }) => {
  const llm = llmOfProfile(areas, name);
  if (isAnswer(llm)) return llm;
  const { settings } = areas;
  const llm_applied = settings.agent["agent_kind"] === "openhands";
  if (llm_applied) settings.agent = withField(settings.agent, "llm", llm);
  settings.active_profile = name;
  const message = `Profile '${name}' activated${llm_applied ? " and applied to current settings" : ""}`;
  return ok({ name, message, llm_applied });
};

/** There is no model to ask: every profile is as good as another. */
const validate: Handler = () => ok({ valid: true, error: null });

/** The operations of this area, each with who answers it. */
export const PROFILES = {
  list_profiles: list,
  get_profile: get,
  save_profile: save,
  delete_profile: remove,
  rename_profile: rename,
  activate_profile: activate,
  validate_profile: validate,
} as const satisfies Readonly<Record<string, Handler>>;
