/** Secrets inside settings: how they are shown, and what a client may send back. */
import { refuse, type SimulatedAnswer } from "./answers.js";
import { isObject, type Json, objectOf, textOf, withField } from "./area-json.js";
import { withoutNulls } from "./world.js";

/** How secrets are shown: hidden unless a request says otherwise. */
export type Exposure = "hidden" | "encrypted" | "plaintext";

const STARS = "**********";
/** What the server's encrypted secrets begin with. */
const ENCRYPTED = "gAAAAAB";

/** How a request wants secrets to be shown, or the refusal of its wish. */
export function exposureOf(headers: Readonly<Record<string, string>>): Exposure | SimulatedAnswer {
  const wish = (headers["x-expose-secrets"] ?? "").trim().toLowerCase();
  if (wish === "") return "hidden";
  if (wish === "plaintext") return wish;
  if (wish === "encrypted" || wish === "true") return "encrypted";
  const valid = "Valid values are: 'encrypted', 'plaintext'.";
  return refuse(400, `Invalid X-Expose-Secrets header value: '${wish}'. ${valid}`);
}

/** No encryption, but as unreadable at a glance, and it can be sent back. */
const encrypted = (secret: string): string => ENCRYPTED + btoa(encodeURIComponent(secret));

function shown(secret: unknown, exposure: Exposure): unknown {
  if (typeof secret !== "string" || exposure === "plaintext") return secret;
  return exposure === "hidden" ? STARS : encrypted(secret);
}

/** A secret as a client sends it: one that was hidden is none, one that was encrypted is itself again. */
function received(secret: unknown): unknown {
  if (typeof secret !== "string") return secret;
  if (secret.startsWith(ENCRYPTED)) return decodeURIComponent(atob(secret.slice(ENCRYPTED.length)));
  return secret === STARS ? null : (textOf(secret) ?? null);
}

type Change = (secret: unknown) => unknown;

const LLM_SECRETS = ["api_key", "aws_access_key_id", "aws_secret_access_key", "aws_session_token"];

const inFields = (value: Json, fields: readonly string[], change: Change): Json =>
  fields.reduce((result, field) => (field in value ? withField(result, field, change(value[field])) : result), value);

const inAll = (value: unknown, change: Change): unknown =>
  isObject(value) ? withoutNulls(inFields(value, Object.keys(value), change)) : value;

/** Changes the secrets of an MCP server; what is empty is left out. */
function inServer(server: unknown, change: Change): Json {
  const given = objectOf(server);
  const { env, headers, auth } = given;
  const changed = {
    ...given,
    env: inAll(env, change),
    headers: inAll(headers, change),
    auth: isObject(auth)
      ? {
          ...inFields(auth, ["value", "password"], change),
          ...("headers" in auth ? { headers: inAll(auth["headers"], change) } : {}),
        }
      : auth,
    enabled: given["enabled"] ?? true,
  };
  return Object.fromEntries(Object.entries(changed).filter(([, content]) => !isNothing(content)));
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0);

function inSettings(agent: Json, change: Change): Json {
  const servers = Object.entries(objectOf(agent["mcp_config"]));
  const mcp_config = Object.fromEntries(servers.map(([name, server]) => [name, inServer(server, change)]));
  const { llm, verification } = agent;
  const routed = Object.entries(objectOf(agent["meta_profile_llms"]));
  const meta_profile_llms = Object.fromEntries(
    routed.map(([name, one]) => [name, inFields(objectOf(one), LLM_SECRETS, change)]),
  );
  return {
    ...agent,
    mcp_config,
    ...("meta_profile_llms" in agent ? { meta_profile_llms } : {}),
    ...(isObject(llm) ? { llm: inFields(llm, LLM_SECRETS, change) } : {}),
    ...(isObject(verification) ? { verification: inFields(verification, ["critic_api_key"], change) } : {}),
  };
}

/** The settings of an agent as they are shown. */
export const shownSettings = (agent: Json, exposure: Exposure): Json =>
  inSettings(agent, (secret) => shown(secret, exposure));

/** The settings of an agent as they are kept. */
export const keptSettings = (agent: Json): Json => inSettings(agent, received);

/** The settings of a model as they are shown. */
export const shownLlm = (llm: Json, exposure: Exposure): Json =>
  inFields(llm, LLM_SECRETS, (secret) => shown(secret, exposure));

/** The settings of a model as they are kept. */
export const keptLlm = (llm: Json): Json => inFields(llm, LLM_SECRETS, received);

/** The settings of a model without its secrets. */
export const withoutSecrets = (llm: Json): Json => inFields(llm, LLM_SECRETS, () => null);
