/** The user's secrets. Their values are told one at a time only. */
import { ok, refuse } from "./answers.js";
import type { Call, Handler } from "./area-call.js";
import { objectOf, stringOf } from "./area-json.js";

const NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;
const NO_NAME = refuse(
  422,
  "Invalid secret name format. Must start with a letter, contain only letters, numbers, and underscores, and be 1-64 characters long.",
);
const NO_SECRET = refuse(404, "Secret not found");

/** An agent profile may say which of them its agent gets. */
function isAllowed({ areas: { agentProfiles }, query }: Call): ((name: string) => boolean) | undefined {
  const id = query.get("agent_profile_id");
  if (id === null) return () => true;
  const profile = [...agentProfiles.values()].find((one) => one["id"] === id);
  if (!profile) return undefined;
  const { secret_refs } = profile;
  return (name) => !Array.isArray(secret_refs) || secret_refs.includes(name);
}

const list: Handler = (call) => {
  const allowed = isAllowed(call);
  if (!allowed) return refuse(404, "Agent profile not found");
  const secrets = [...call.areas.secrets].filter(([name]) => allowed(name));
  return ok({ secrets: secrets.map(([name, { description }]) => ({ name, description })) });
};

/** As text. One without a value counts as none. */
const get: Handler = ({ areas: { secrets }, params: { name = "" } }) => {
  if (!NAME.test(name)) return NO_NAME;
  const { value = "" } = secrets.get(name) ?? {};
  if (value === "") return NO_SECRET;
  return { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: value };
};

const put: Handler = ({ areas: { secrets }, body }) => {
  const given = objectOf(body);
  const name = stringOf(given["name"]);
  if (!NAME.test(name)) return NO_NAME;
  const description = typeof given["description"] === "string" ? given["description"] : null;
  secrets.set(name, { value: stringOf(given["value"]), description });
  return ok({ name, description });
};

const remove: Handler = ({ areas: { secrets }, params: { name = "" } }) => {
  if (!NAME.test(name)) return NO_NAME;
  return secrets.delete(name) ? ok({ deleted: true }) : NO_SECRET;
};

/** The operations of this area, each with who answers it. */
export const SECRETS = {
  list_secrets: list,
  get_secret_value: get,
  create_secret: put,
  delete_secret: remove,
} as const satisfies Readonly<Record<string, Handler>>;
