/** A conversation from elsewhere: as it was recorded, or made up. */
import { configOf } from "./config.js";
import { type Fields, fieldsOf } from "./fields.js";
import { canonical } from "./ids.js";
import { type NewEvent, replaceLog, save, stamp } from "./log.js";
import { register } from "./run.js";
import { newConversation } from "./state.js";
import type { World } from "./world.js";

/** Puts it into the server: `info` is what REST told of it, `events` is its log. Gives its id. */
export function restore(world: World, info: Fields, events: readonly NewEvent[]): string {
  const id = canonical(String(info["id"]));
  const createdAt = timeOf(info["created_at"]) ?? world.now();
  const conversation = { ...newConversation(world, id), createdAt, updatedAt: timeOf(info["updated_at"]) ?? createdAt };
  const { hook_config, agent, secret_registry, ...rest } = info;
  const secrets = fieldsOf(secret_registry)["secret_sources"];
  conversation.config = {
    ...configOf({ ...rest, secrets, agent }),
    // The tools of its client are among those of the agent by now
    agent: configOf({ agent }).agent,
    hook_config: hook_config ? fieldsOf(hook_config) : null,
  };
  const entries = events.map((event) => ({ event: stamp(world, event), persistedAt: 0, isUnreadable: false }));
  replaceLog(conversation, entries);
  for (const taken of [id, ...conversation.places.keys()]) world.random.take(taken);
  const { leaf_event_id: leaf, last_user_message_id: last, title, execution_status: status, stats } = info;
  for (const [usage_id, metrics] of Object.entries(fieldsOf(fieldsOf(stats)["usage_to_metrics"]))) {
    const before = fieldsOf(metrics);
    register(conversation, { usage_id, model: before["model_name"] }, { before });
  }
  conversation.lastUserMessageId = typeof last === "string" ? last : null;
  if (typeof leaf === "string" && conversation.places.has(leaf)) conversation.head = leaf;
  conversation.title = typeof title === "string" ? title : null;
  conversation.status = typeof status === "string" ? status : "idle";
  save(conversation);
  world.conversations.set(id, conversation);
  return id;
}

/** In milliseconds, with what there is of microseconds. */
function timeOf(value: unknown): number | undefined {
  const ms = Date.parse(String(value));
  const micros = /\.\d{3}(\d{3})/.exec(String(value))?.[1] ?? "0";
  return Number.isNaN(ms) ? undefined : ms + Number(micros) / 1_000;
}
