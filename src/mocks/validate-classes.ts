/** What classes of the server look at beside their fields, and no document says: as its own code has it. */
import type { Rule } from "../generated/requests.js";
import { pythonRepr } from "../simulator/fields.js";
import {
  type Fields,
  type Findings,
  fail,
  inside,
  isFields,
  pythonType,
  reportError,
  type Spot,
} from "./validate-issue.js";

/** Looks at an object before its fields; gives what the fields are then looked for in, or undefined when that is all. */
type Before = (data: Fields, spot: Spot, check: Check) => Fields | undefined;
/** Holds a value against a rule. */
type Check = (rule: Rule, value: unknown, spot: Spot) => undefined;
/** Looks at an object whose fields are all right; gives what is wrong with the whole. */
type After = (data: Fields) => string | undefined;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** By class: what is looked at before the fields. */
export const BEFORE: Readonly<Record<string, Before>> = {
  StartConversationRequest(data, spot, check) {
    const { agent, agent_profile_id, agent_settings } = data;
    if (isGiven(agent_profile_id) && (isGiven(agent) || isGiven(agent_settings))) {
      return refuse(spot, "`agent_profile_id` is mutually exclusive with `agent` and `agent_settings`", data);
    }
    const payload = Object.fromEntries(
      Object.entries(data).filter(([name, value]) => name !== "agent" || value !== null),
    );
    if (!isGiven(agent)) return settingsAreGood(agent_settings, data, spot, check) ? payload : undefined;
    const isPlain = isFields(agent) && !("kind" in agent) && "llm" in agent;
    return {
      ...payload,
      agent_settings: null,
      agent: isFields(agent) ? { ...agent, ...(isPlain ? { kind: "Agent" } : {}) } : agent,
    };
  },
  Agent(data, spot) {
    const given = data["system_prompt_kwargs"];
    data["system_prompt_kwargs"] = { llm_security_analyzer: true, ...(isFields(given) ? given : {}) };
    const hasFile = "system_prompt_filename" in data && data["system_prompt_filename"] !== "system_prompt.j2";
    if (!isGiven(data["system_prompt"]) || !hasFile) return data;
    const error = "Cannot set both 'system_prompt' and a non-default 'system_prompt_filename'. Use one or the other.";
    return refuse(spot, error, data);
  },
  ClientToolSpec(data, spot) {
    const { parameters } = data;
    if (!isFields(parameters) || parameters["type"] === "object") return data;
    const found = `(got type=${pythonRepr(parameters["type"] ?? null)})`;
    const error = `ClientToolSpec.parameters must be an object JSON Schema ${found}. ${CLIENT_TOOL_EXAMPLE}`;
    reportError(inside(spot, "parameters"), error, parameters);
    return Object.fromEntries(Object.entries(data).filter(([name]) => name !== "parameters"));
  },
  ConfirmRisky(data, spot) {
    if (data["threshold"] !== "UNKNOWN") return data;
    return refuse(inside(spot, "threshold"), "Threshold cannot be UNKNOWN", "UNKNOWN");
  },
  LLM(data, spot) {
    const { model } = data;
    if (!model) return refuse(spot, "model must be specified in LLM", data);
    if (typeof model !== "string") {
      fail(spot, `'${pythonType(model)}' object has no attribute 'startswith'`);
      return undefined;
    }
    return "stream_idle_timeout" in data ? data : { ...data, stream_idle_timeout: data["timeout"] ?? 300 };
  },
  LocalWorkspace(data, spot) {
    if ("working_dir" in data) return { ...data, working_dir: String(data["working_dir"]) };
    fail(spot, "LocalWorkspace.__init__() missing 1 required keyword-only argument: 'working_dir'");
    return undefined;
  },
  UpdateSecretsRequest(data) {
    const { secrets } = data;
    return isFields(secrets) ? { ...data, secrets: mapped(secrets, secretOf) } : data;
  },
  HookConfig(data, spot) {
    const hooks = "hooks" in data ? data["hooks"] : data;
    if (!isFields(hooks)) {
      fail(spot, `'${pythonType(hooks)}' object has no attribute 'items'`);
      return undefined;
    }
    const stranger = Object.keys(hooks).find((name) => snake(name) !== name && !HOOKS.includes(snake(name)));
    if (stranger !== undefined) {
      return refuse(spot, `Unknown event type '${stranger}'. Valid types: ${HOOKS.join(", ")}`, data);
    }
    const names = Object.keys(hooks).map(snake);
    const twice = names.find((name, index) => names.indexOf(name) < index);
    if (twice !== undefined) {
      const error = `Duplicate hook event: both '${twice}' and its snake_case equivalent '${twice}' were provided`;
      return refuse(spot, error, data);
    }
    return Object.fromEntries(Object.entries(hooks).map(([name, value]) => [snake(name), value]));
  },
  // Reported as required only for the sake of answers
  HookDefinition: (data) => ({ command: "", ...data }),
  // Looked at later, and otherwise
  MaterializeAgentProfileRequest({ profile, ...rest }, spot) {
    if (!isGiven(profile) || isFields(profile)) return rest;
    reportError(inside(spot, "profile"), "profile must be an object", profile);
    return undefined;
  },
  MCPTestRequest(data, spot) {
    const { server } = data;
    if (!isFields(server)) return data;
    if ("authentication" in server) {
      return refuse(spot, "OAuth authentication metadata belongs under auth.authentication.", data);
    }
    if ("type" in server) return data;
    const { transport, ...rest } = server;
    return { ...data, server: { ...rest, type: transport ?? ("command" in rest ? "stdio" : "http") } };
  },
};

/** By class: what is looked at when the fields are all right. */
export const AFTER: Readonly<Record<string, After>> = {
  StartConversationRequest: ({ agent, agent_settings, agent_profile_id }) =>
    [agent, agent_settings, agent_profile_id].some(isGiven)
      ? undefined
      : "One of `agent`, `agent_settings`, or `agent_profile_id` must be provided",
  HookDefinition: ({ type = "command", command, prompt, async }) => {
    if (type === "command" && !command) return "'command' is required when type is 'command'";
    if (type === "prompt" && !prompt) return "'prompt' is required when type is 'prompt'";
    if (type === "prompt" && command) return "'command' must not be set when type is 'prompt'";
    if (type === "prompt" && async) return "'async' is not supported for prompt hooks";
    return type === "agent" && command
      ? "'command' must not be set when type is 'agent'; use 'system_prompt' instead"
      : undefined;
  },
  ProviderConnectionUpdateRequest: (data) => {
    const name = ["display_name", "provider"].find((field) => data[field] === null);
    return name === undefined ? undefined : `${name} cannot be set to null`;
  },
};

function refuse(spot: Spot, error: string, input: unknown): undefined {
  reportError(spot, error, input);
  return undefined;
}

const CLIENT_TOOL_EXAMPLE = 'Example: {"type": "object", "properties": {...}}';

const SETTINGS = "tagged-union[OpenHandsAgentSettings,LLMAgentSettings,ACPAgentSettings]";

/** Settings that an agent is made of are looked at as a whole, and said of the whole; of them the model matters most. */
function settingsAreGood(settings: unknown, data: Fields, spot: Spot, check: Check): boolean {
  if (!isGiven(settings)) return true;
  if (!isFields(settings)) {
    reportError(spot, "Persisted settings payload must be a mapping or BaseModel.", data);
    return false;
  }
  const { agent_kind = "openhands", llm } = settings;
  if (agent_kind === "acp" || llm === undefined) return true;
  const findings: Findings = { issues: [] };
  check({ is: "model", name: "LLMInput" }, structuredClone(llm), { loc: [], isBody: false, findings });
  if (findings.failure !== undefined) fail(spot, findings.failure);
  const faults = findings.issues.map(
    ({ loc, msg, type }) => `\n${["openhands", "llm", ...loc].join(".")}\n  ${msg} [type=${type}]`,
  );
  if (faults.length === 0) return findings.failure === undefined;
  const count = `${faults.length} validation error${faults.length === 1 ? "" : "s"}`;
  reportError(spot, `${count} for ${SETTINGS}${faults.join("")}`, data);
  return false;
}

const HOOKS = ["post_tool_use", "pre_tool_use", "session_end", "session_start", "stop", "user_prompt_submit"];
const snake = (name: string): string => name.replace(/(?<!^)(?=[A-Z])/g, "_").toLowerCase();

const mapped = (fields: Fields, change: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));

/** A text is a secret of its own, and so is an object that has nothing but a value. */
function secretOf(value: unknown): unknown {
  if (typeof value === "string") return { kind: "StaticSecret", value };
  return isFields(value) && "value" in value && !("kind" in value)
    ? { kind: "StaticSecret", value: value["value"] }
    : value;
}

/** Where the server keeps the classes that are told apart by `kind`, by the name of the union without direction. */
export const BASE_CLASSES: readonly (readonly [member: string, base: string])[] = [
  ["Agent", "openhands.sdk.agent.base.AgentBase"],
  ["NoOpCondenser", "openhands.sdk.context.condenser.base.CondenserBase"],
  ["NeverConfirm", "openhands.sdk.security.confirmation_policy.ConfirmationPolicyBase"],
  ["PassCritic", "openhands.sdk.critic.base.CriticBase"],
  ["StaticSecret", "openhands.sdk.secret.secrets.SecretSource"],
  ["LLMSecurityAnalyzer", "openhands.sdk.security.analyzer.SecurityAnalyzerBase"],
];
