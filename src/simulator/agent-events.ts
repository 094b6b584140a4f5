/** The events of an agent: its prompt, its messages, its actions and what comes of them. */
import { classifyDetail } from "../classify-detail.js";
import type { Config } from "./config.js";
import { type Fields, fieldsOf, isFields, pythonJson, textOr } from "./fields.js";
import type { NewEvent } from "./log.js";
import { actionOf, knownTool, observationOf, textBlock, toolList, toolNames } from "./tools.js";
import type { ScriptedCall } from "./turns.js";
import { type World, withoutNulls } from "./world.js";

const agent = { source: "agent" };
const environment = { source: "environment" };

/** The first event of an agent: what it is told, and its tools. */
export const systemPrompt = (config: Config): NewEvent => ({
  ...agent,
  system_prompt: textBlock("You are an agent."),
  tools: toolList(config),
  ...secretNames(config),
  kind: "SystemPromptEvent",
});

/** The agent is told which secrets there are. */
function secretNames({ secrets }: Config): Fields {
  const names = Object.keys(secrets);
  return names.length === 0
    ? {}
    : { dynamic_context: textBlock(`You have access to these secrets: ${names.join(", ")}`) };
}

/** What a response of the model is: its id, that of the text which was streamed, and its reasoning. */
export interface Response {
  readonly id: string;
  readonly itemId?: string | undefined;
  readonly text?: string | undefined;
  readonly reasoning?: string | undefined;
}

/** What the agent says. */
export function agentMessage({ id, itemId, text = "", reasoning }: Response): NewEvent {
  const reasoned = reasoning === undefined ? {} : { reasoning_content: reasoning };
  return {
    ...agent,
    ...(itemId === undefined ? {} : { id: itemId }),
    llm_message: { role: "assistant", content: [textBlock(text)], ...reasoned, thinking_blocks: [] },
    llm_response_id: id,
    activated_skills: [],
    extended_content: [],
    kind: "MessageEvent",
  };
}

/** What the server says to a model that answers nothing. */
export const NUDGE: NewEvent = {
  ...environment,
  llm_message: {
    role: "user",
    content: [
      textBlock(
        "Your last response did not include a function call or a message. Please use a tool to proceed with the task.",
      ),
    ],
    thinking_blocks: [],
  },
  activated_skills: [],
  extended_content: [],
  kind: "MessageEvent",
};

/** One call of a response, as its action and what becomes of it; without a result the call is not valid. */
export interface Call {
  readonly action: NewEvent & { readonly id: string };
  /** The answer to a call that is not valid. */
  readonly refusal?: NewEvent;
  readonly result?: NewEvent;
  readonly isFinish: boolean;
  readonly isHarmless: boolean;
  readonly risk: string;
  readonly durationMs: number;
}

/** A call as the server takes it. The first of a response has its text and its reasoning. */
export function callOf(world: World, config: Config, given: ScriptedCall, response: Response, isFirst: boolean): Call {
  const { tool, durationMs = 0 } = given;
  const callId = `call_${hex(world, 12)}`;
  const kinds = kindsOf(config, given);
  const problem = problemOf(config, given, kinds !== undefined);
  // What the model says of its call is not the tool's
  const { security_risk, summary, ...fields } = argumentsOf(given);
  const action = kinds && actionOf(kinds.action, fieldsOf(given.action ?? fields));
  const told = typeof given.arguments === "string" ? given.arguments : pythonJson(argumentsOf(given));
  const risk = given.risk ?? textOr(security_risk, "UNKNOWN");
  const malformed = pythonJson({ _openhands_malformed_tool_call: true, error: problem });
  const names = { tool_name: tool, tool_call_id: callId };
  const event = {
    id: (isFirst ? response.itemId : undefined) ?? world.random.uuid(),
    ...agent,
    thought: isFirst && response.text !== undefined ? [textBlock(response.text)] : [],
    reasoning_content: isFirst ? (response.reasoning ?? null) : null,
    thinking_blocks: [],
    action: problem === undefined ? action : null,
    ...names,
    tool_call: {
      id: callId,
      name: tool,
      arguments: problem !== undefined && !isJson(told) ? malformed : told,
      origin: "completion",
    },
    llm_response_id: response.id,
    security_risk: config.security_analyzer === null ? "UNKNOWN" : risk,
    summary: problem === undefined ? (given.summary ?? textOr(summary, `${tool}: ${pythonJson(fields)}`)) : null,
    kind: "ActionEvent",
  };
  const call = {
    action: withoutNulls(event),
    isFinish: kinds?.action === "FinishAction",
    isHarmless: kinds?.action === "FinishAction" || kinds?.action === "ThinkAction",
    risk: event.security_risk,
    durationMs,
  };
  if (problem !== undefined || !kinds || !action) return { ...call, refusal: failed(names, problem ?? "") };
  return { ...call, result: resultOf(given, names, event.id, kinds.observation, action) };
}

/** What the model wrote, as far as it can be read. */
function argumentsOf({ arguments: written, action }: ScriptedCall): Fields {
  if (typeof written === "string") return isJson(written) ? fieldsOf(JSON.parse(written)) : {};
  const { kind: _, ...fields } = fieldsOf(action);
  return written ?? fields;
}

function kindsOf(config: Config, { tool, action, observation }: ScriptedCall) {
  const known = knownTool(config, tool);
  const kind = action?.["kind"] ?? known?.action;
  if (typeof kind !== "string") return undefined;
  const usual = known?.action === kind ? known.observation : kind.replace(/Action$/, "Observation");
  return { action: kind, observation: textOr(observation?.["kind"], usual) };
}

/** Why a call is not valid; undefined when it is. */
function problemOf(config: Config, given: ScriptedCall, isKnown: boolean): string | undefined {
  const { tool, arguments: written, invalid } = given;
  if (invalid !== undefined) return invalid;
  if (!isKnown) {
    return `Tool '${tool}' not found. Available: [${toolNames(config)
      .map((name) => `'${name}'`)
      .join(", ")}]`;
  }
  if (typeof written !== "string" || isJson(written)) return undefined;
  return `Error validating tool '${tool}': Expecting value: line 1 column 1 (char 0). Arguments: unparseable JSON`;
}

function isJson(text: string): boolean {
  try {
    return isFields(JSON.parse(text));
  } catch {
    return false;
  }
}

/** The answer to a call that has gone wrong. */
export const failed = (names: Fields, error: string): NewEvent => ({
  ...agent,
  ...names,
  error,
  classification: { kind: "agent_action", retryable: true, user_action: "retry" },
  kind: "AgentErrorEvent",
});

/** The answer to a call that somebody does not want. */
export const rejected = (names: Fields, id: string, reason: string, by: "user" | "hook"): NewEvent => ({
  ...environment,
  ...names,
  rejection_reason: reason,
  rejection_source: by,
  action_id: id,
  kind: "UserRejectObservation",
});

function resultOf(given: ScriptedCall, names: Fields, id: string, kind: string, action: Fields): NewEvent {
  const { tool, error, rejected: reason, observation = {}, result } = given;
  if (reason !== undefined) return rejected(names, id, reason, "hook");
  if (error !== undefined) return failed(names, error);
  return {
    ...environment,
    ...names,
    observation: observationOf(kind, tool, action, observation, result),
    action_id: id,
    extended_content: [],
    kind: "ObservationEvent",
  };
}

/** What ends a run badly. */
export function runError(code: string, detail: string): NewEvent {
  const { kind, retryable, user_action } = classifyDetail(code, detail);
  return {
    ...environment,
    code,
    detail,
    classification: { kind, retryable, user_action },
    kind: "ConversationErrorEvent",
  };
}

/** So many letters of a random id. */
export const hex = ({ random }: World, length: number): string => random.uuid().replaceAll("-", "").slice(0, length);
