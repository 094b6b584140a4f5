/** Profiles that route a task to one of several models. */
import { answer, invalid, ok, refuse, type SimulatedAnswer } from "./answers.js";
import type { Handler } from "./area-call.js";
import { type Json, objectOf, textOf, withField } from "./area-json.js";
import { MOST_PROFILES } from "./area-profiles.js";
import { routeBy } from "./area-settings.js";
import { inOrder } from "./area-state.js";

const unknown = (name: string): SimulatedAnswer => refuse(404, `Meta-profile '${name}' not found`);
const classesOf = ({ classes }: Json): unknown[] => (Array.isArray(classes) ? classes : []);

const list: Handler = ({ areas: { metaProfiles, settings } }) => {
  const meta_profiles = inOrder(metaProfiles).map(([name, config]) => ({
    name,
    classifier_model: config["classifier_model"],
    num_classes: classesOf(config).length,
  }));
  return ok({ meta_profiles, active_meta_profile: settings.active_meta_profile });
};

const get: Handler = ({ areas: { metaProfiles }, params: { name = "" } }) => {
  const config = metaProfiles.get(name);
  return config ? ok({ name, config }) : unknown(name);
};

const save: Handler = ({ areas: { metaProfiles }, params: { name = "" }, body }) => {
  const given = objectOf(body);
  const error = problemOf(given);
  if (error !== undefined) {
    return invalid("value_error", ["body"], `Value error, ${error}`, { input: given, ctx: { error } });
  }
  if (!metaProfiles.has(name) && metaProfiles.size >= MOST_PROFILES) {
    const reason = `Meta-profile limit reached (${MOST_PROFILES}).`;
    return refuse(409, `${reason} Delete a meta-profile before saving a new one.`);
  }
  metaProfiles.set(name, {
    classifier_model: given["classifier_model"],
    classes: classesOf(given).map((one) => ({
      description: objectOf(one)["description"],
      model: objectOf(one)["model"],
    })),
    prompt_template: given["prompt_template"] ?? null,
    model_table: given["model_table"] ?? null,
  });
  return answer(201, { name, message: `Meta-profile '${name}' saved` });
};

/** It routes by classes or by a prompt, not by both. */
function problemOf(given: Json): string | undefined {
  const { prompt_template: prompt } = given;
  if (typeof prompt !== "string") return undefined;
  if (!/\{\{\s*instance_text\s*\}\}/.test(prompt)) {
    return "Direct-routing meta-profiles must include {{ instance_text }} in prompt_template.";
  }
  return classesOf(given).length > 0 ? "Direct-routing meta-profiles cannot also define classes." : undefined;
}

const remove: Handler = ({ areas: { metaProfiles, settings }, params: { name = "" } }) => {
  metaProfiles.delete(name);
  if (settings.active_meta_profile === name) {
    routeBy(settings, null);
    settings.agent = withField(settings.agent, "meta_profile", null);
  }
  return ok({ name, message: `Meta-profile '${name}' deleted` });
};

const activate: Handler = ({ areas: { metaProfiles, settings }, params: { name = "" } }) => {
  const config = metaProfiles.get(name);
  if (!config) return unknown(name);
  routeBy(settings, name);
  const isRouted = textOf(settings.active_meta_profile) !== undefined;
  if (isRouted) settings.agent = withField(settings.agent, "meta_profile", config);
  return ok({ name, message: `Meta-profile '${name}' activated` });
};

/** The operations of this area, each with who answers it. */
export const META_PROFILES = {
  list_meta_profiles: list,
  get_meta_profile: get,
  save_meta_profile: save,
  delete_meta_profile: remove,
  activate_meta_profile: activate,
} as const satisfies Readonly<Record<string, Handler>>;
