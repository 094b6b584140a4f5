/** What begins, ends and interrupts a run of the agent, whoever plays it. */
import { failed, rejected, systemPrompt } from "./agent-events.js";
import { REGISTERED_TOOLS } from "./area-catalog.js";
import { pendingActions } from "./branch.js";
import { type Fields, fieldsOf, listOf, textOr } from "./fields.js";
import { configOrDefault } from "./info.js";
import { append } from "./log.js";
import { abortItem, changeStatus, publishSnapshot, stateUpdate, unlock } from "./state.js";
import { statsOf } from "./stats.js";
import type { Conversation, Model, Run, Usage, World } from "./world.js";

/** The agent gets ready: with the first message, or the first run. Without a script there is none. */
export function ready(world: World, conversation: Conversation): void {
  if (world.script === null) return;
  const { agent } = configOrDefault(conversation);
  for (const llm of [agent["llm"], fieldsOf(agent["condenser"])["llm"]]) register(conversation, fieldsOf(llm));
  if (conversation.log.some(({ event }) => event.kind === "SystemPromptEvent")) return;
  const { config } = conversation;
  if (config?.hooks) {
    conversation.config = { ...config, hook_config: config.hooks };
    append(world, conversation, [stateUpdate("hook_config", config.hooks)]);
  }
  append(world, conversation, [systemPrompt(configOrDefault(conversation))]);
}

/** What is wrong with an agent whose tools the server does not know: it never gets ready. */
export function toolFault({ script }: World, conversation: Conversation): string | undefined {
  const { agent, client_tools, tool_module_qualnames } = configOrDefault(conversation);
  const known = [...REGISTERED_TOOLS, ...client_tools.map(({ name }) => name), ...Object.keys(tool_module_qualnames)];
  const unknown = listOf(agent["tools"])
    .map((tool) => textOr(fieldsOf(tool)["name"]))
    .find((name) => !known.includes(name));
  const isFault = script !== null && unknown !== undefined;
  return isFault ? `"ToolDefinition '${unknown}' is not registered"` : undefined;
}

/** A model is in use from now on, unless another one is under the same id. */
export function register(
  { models }: Conversation,
  { usage_id, model }: Fields,
  { isTold = true, isCounted = true, before = null }: Partial<Model> = {},
): void {
  if (typeof usage_id !== "string" || models.has(usage_id)) return;
  models.set(usage_id, { name: textOr(model), isTold, isCounted, before });
}

/** A run that has not done anything yet. */
export const newRun = (): Run => ({ steps: 0, cancel: () => undefined, item: null, owesStats: false, turn: null });

/** What the models took, told to everybody. */
export function tellStats(world: World, conversation: Conversation): void {
  append(world, conversation, [stateUpdate("stats", statsOf(conversation, "snapshot"))]);
}

/** One more answer of a model. How much it took is made up. */
export function addUsage(
  conversation: Conversation,
  usageId: string,
  answer: Partial<Usage> & Pick<Usage, "responseId">,
): void {
  const usage = { usageId, promptTokens: 400, completionTokens: 10, latency: 0.001, ...answer };
  conversation.usages = [...conversation.usages, usage];
}

/** Under which id the agent uses its model, or the model of its condenser. */
export function usageIdOf(conversation: Conversation, of: "llm" | "condenser"): string {
  const { agent } = configOrDefault(conversation);
  return String(fieldsOf(of === "llm" ? agent["llm"] : fieldsOf(agent["condenser"])["llm"])["usage_id"]);
}

/** A run is over: the state is told as a whole. */
export function endRun(world: World, conversation: Conversation): void {
  conversation.run = null;
  publishSnapshot(world, conversation);
  conversation.afterRun?.();
}

const INTERRUPTED = "Tool call interrupted before completion. The conversation was paused.";

/** Ends a run now: calls that have no answer get one that says so. */
export function breakRun(world: World, conversation: Conversation, run: Run | null): void {
  run?.cancel();
  if (run?.item) abortItem(conversation, run.item.id, run.item.attempt, "cancelled");
  conversation.isLocked = false;
  if (run?.owesStats) tellStats(world, conversation);
  for (const { tool_name, tool_call_id } of pendingActions(conversation) as readonly NamedAction[])
    append(world, conversation, [failed({ tool_name, tool_call_id }, INTERRUPTED)]);
  changeStatus(world, conversation, "paused");
  append(world, conversation, [{ source: "user", kind: "InterruptEvent" }]);
  endRun(world, conversation);
  unlock(conversation);
}

interface NamedAction {
  readonly id: string;
  readonly tool_name?: unknown;
  readonly tool_call_id?: unknown;
}

/** Says no to every action that waits for a yes. */
export function rejectPending(world: World, conversation: Conversation, reason: string): void {
  const pending = pendingActions(conversation) as readonly NamedAction[];
  if (conversation.status === "waiting_for_confirmation") changeStatus(world, conversation, "idle");
  const events = pending.map(({ id, tool_name, tool_call_id }) =>
    rejected({ tool_name, tool_call_id }, id, reason, "user"),
  );
  if (events.length > 0) append(world, conversation, events);
}
