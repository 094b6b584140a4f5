/** What can be set while a conversation goes on. Each change of the state is told by an event of its own. */
import { type Config, llmOf, policyOf, secretsOf } from "./config.js";
import { compact, type Fields, fieldsOf } from "./fields.js";
import { configOrDefault, maskedAgent } from "./info.js";
import { append } from "./log.js";
import { register } from "./run.js";
import { stateUpdate, whenUnlocked } from "./state.js";
import { type Conversation, isAtLeast, type World } from "./world.js";

type Settled = Promise<void> | undefined;

/** Changes a field as soon as nobody holds the lock, unless it is so already. */
function set<Key extends keyof Config>(
  world: World,
  conversation: Conversation,
  key: Key,
  value: Config[Key],
  told: unknown = value,
): Settled {
  return whenUnlocked(conversation, () => {
    const config = configOrDefault(conversation);
    if (JSON.stringify(config[key]) === JSON.stringify(value)) return;
    conversation.config = { ...config, [key]: value };
    append(world, conversation, [stateUpdate(key, told)]);
  });
}

/** Which actions wait for a yes from now on. */
export const setPolicy = (world: World, conversation: Conversation, policy: unknown): Settled =>
  set(world, conversation, "confirmation_policy", policyOf(policy));

/** Who says how risky an action is from now on; null: nobody. */
export const setSecurityAnalyzer = (world: World, conversation: Conversation, analyzer: unknown): Settled =>
  set(world, conversation, "security_analyzer", analyzer ? fieldsOf(analyzer) : null);

/** Nobody is told of secrets. */
export const setSecrets = (conversation: Conversation, secrets: unknown): Settled =>
  whenUnlocked(conversation, () => {
    const config = configOrDefault(conversation);
    conversation.config = { ...config, secrets: { ...config.secrets, ...secretsOf(secrets) } };
  });

/** A model whose `usage_id` is in use already is kept as it was, before 1.58. */
export function switchLlm(world: World, conversation: Conversation, given: unknown): Settled {
  const { agent } = configOrDefault(conversation);
  const llm = llmOf(given);
  const id = String(llm["usage_id"]);
  const isInUse = conversation.models.has(id) || fieldsOf(agent["llm"])["usage_id"] === id;
  if (isInUse && !isAtLeast(world, "1.58")) return undefined;
  register(conversation, llm, { isTold: false, isCounted: conversation.models.size > 0 });
  const switched = { ...agent, llm };
  return set(world, conversation, "agent", switched, compact(maskedAgent(switched)));
}

/** Another title, which nobody is told, or other tags. */
export function patch(world: World, conversation: Conversation, { title, tags }: Fields): Settled {
  if (typeof title === "string") conversation.title = title.trim();
  conversation.updatedAt = world.now();
  if (tags === undefined || tags === null) return undefined;
  return set(world, conversation, "tags", fieldsOf(tags));
}
