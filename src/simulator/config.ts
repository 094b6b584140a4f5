/** How a conversation is set up: what was asked for, and what the server takes where nothing was said. */
import { AGENT_DEFAULTS, CONDENSER_DEFAULTS, CONTEXT_DEFAULTS, LLM_DEFAULTS, TOOL_MODULES } from "./defaults.js";
import { type Fields, fieldsOf, listOf } from "./fields.js";
import { canonical } from "./ids.js";

/** What was asked for, whole. */
export interface Config {
  readonly agent: Fields;
  readonly workspace: Fields;
  readonly max_iterations: number;
  readonly stuck_detection: boolean;
  readonly confirmation_policy: Fields;
  readonly security_analyzer: Fields | null;
  /** Taken up when the agent gets ready. */
  readonly hooks: Fields | null;
  readonly hook_config: Fields | null;
  /** By name; values are not kept. */
  readonly secrets: Readonly<Record<string, Fields>>;
  readonly tags: Fields;
  readonly autotitle: boolean;
  readonly client_tools: readonly Fields[];
  readonly tool_module_qualnames: Fields;
  readonly parent_conversation_id: string | null;
  readonly forked_from_conversation_id: string | null;
  readonly forked_from_event_id: string | null;
}

/** What a request to start a conversation asks for, at this time. */
export function configOf(request: Fields, now = ""): Config {
  const client_tools = listOf(request["client_tools"]).map((tool) => ({
    annotations: null,
    parameters: { type: "object", properties: {} },
    ...fieldsOf(tool),
  }));
  const agent = agentOf(request, client_tools, now);
  const names = listOf(agent["tools"]).map((tool) => String(fieldsOf(tool)["name"]));
  const modules = names.flatMap((name) => (Object.hasOwn(TOOL_MODULES, name) ? [[name, TOOL_MODULES[name]]] : []));
  return {
    agent,
    workspace: { kind: "LocalWorkspace", ...fieldsOf(request["workspace"]) },
    max_iterations: Number(request["max_iterations"] ?? 500),
    stuck_detection: request["stuck_detection"] !== false,
    confirmation_policy: policyOf(request["confirmation_policy"] ?? { kind: "NeverConfirm" }),
    security_analyzer: request["security_analyzer"] ? fieldsOf(request["security_analyzer"]) : null,
    hooks: request["hook_config"] ? fieldsOf(request["hook_config"]) : null,
    hook_config: null,
    secrets: secretsOf(request["secrets"]),
    tags: fieldsOf(request["tags"]),
    autotitle: request["autotitle"] !== false,
    client_tools,
    tool_module_qualnames: { ...fieldsOf(request["tool_module_qualnames"]), ...Object.fromEntries(modules) },
    parent_conversation_id: idOrNull(request["parent_conversation_id"]),
    forked_from_conversation_id: null,
    forked_from_event_id: null,
  };
}

const idOrNull = (value: unknown): string | null => (typeof value === "string" ? canonical(value) : null);

/** A policy with its defaults. */
export function policyOf(policy: unknown): Fields {
  const given = fieldsOf(policy);
  return given["kind"] === "ConfirmRisky" ? { threshold: "HIGH", confirm_unknown: true, ...given } : given;
}

/** Secrets as they are told: without their values. */
export function secretsOf(secrets: unknown): Readonly<Record<string, Fields>> {
  const told = (secret: unknown): Fields => ({
    description: null,
    kind: "StaticSecret",
    ...fieldsOf(secret),
    ...(fieldsOf(secret)["kind"] === "LookupSecret"
      ? { headers: fieldsOf(fieldsOf(secret)["headers"]) }
      : { value: null }),
  });
  return Object.fromEntries(Object.entries(fieldsOf(secrets)).map(([name, secret]) => [name, told(secret)]));
}

/** A model with its defaults; its keys are not told. */
export const llmOf = (llm: unknown): Fields => ({ ...LLM_DEFAULTS, ...fieldsOf(llm), ...NO_KEYS });

const NO_KEYS = { api_key: null, aws_access_key_id: null, aws_secret_access_key: null, aws_session_token: null };

function agentOf(request: Fields, client: readonly Fields[], now: string): Fields {
  const isGiven = request["agent"] !== undefined && request["agent"] !== null;
  const given = isGiven ? fieldsOf(request["agent"]) : agentOfSettings(fieldsOf(request["agent_settings"]), now);
  if (given["kind"] === "ACPAgent") return given;
  const condenser = fieldsOf(given["condenser"]);
  const tools = listOf(given["tools"]).map((tool) => ({ params: {}, ...fieldsOf(tool) }));
  const clients = client.map((spec) => ({ name: spec["name"], params: { spec } }));
  return {
    ...AGENT_DEFAULTS,
    ...given,
    kind: "Agent",
    llm: llmOf(given["llm"]),
    tools: [...tools, ...clients],
    condenser:
      condenser["kind"] === "LLMSummarizingCondenser"
        ? { ...CONDENSER_DEFAULTS, ...condenser, llm: llmOf(condenser["llm"]) }
        : (given["condenser"] ?? null),
  };
}

/** What the server makes of settings in place of an agent: all its tools, and a condenser. */
function agentOfSettings(settings: Fields, current_datetime: string): Fields {
  const llm = fieldsOf(settings["llm"]);
  const tools = ["terminal", "file_editor", "task_tracker", "browser_tool_set"].map((name) => ({ name }));
  return {
    llm,
    tools: settings["tools"] ?? tools,
    include_default_tools: ["FinishTool", "ThinkTool", "SwitchLLMTool"],
    agent_context: { ...CONTEXT_DEFAULTS, current_datetime },
    condenser: { kind: "LLMSummarizingCondenser", keep_first: 2, llm: { ...llm, usage_id: "condenser" } },
  };
}
