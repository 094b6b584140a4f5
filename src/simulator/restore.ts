/** A conversation from elsewhere: as it was recorded, or made up. */
import { configOf } from "./config.js";
import { type Fields, fieldsOf } from "./fields.js";
import { type NewEvent, replaceLog, save, stamp } from "./log.js";
import { newConversation } from "./state.js";
import type { World } from "./world.js";

/** Puts it into the server: `info` is what REST told of it, `events` is its log. Gives its id. */
export function restore(world: World, info: Fields, events: readonly NewEvent[]): string {
  const id = String(info["id"]).toLowerCase();
  const created = Date.parse(String(info["created_at"]));
  const fresh = newConversation(world, id);
  const conversation = Number.isNaN(created) ? fresh : { ...fresh, createdAt: created };
  const { hook_config, ...rest } = info;
  conversation.config = { ...configOf(rest), hook_config: hook_config ? fieldsOf(hook_config) : null };
  const entries = events.map((event) => ({ event: stamp(world, event), persistedAt: 0, isUnreadable: false }));
  replaceLog(conversation, entries);
  const { leaf_event_id: leaf, title, execution_status: status } = info;
  if (typeof leaf === "string" && conversation.places.has(leaf)) conversation.head = leaf;
  conversation.title = typeof title === "string" ? title : null;
  conversation.status = typeof status === "string" ? status : "idle";
  save(conversation);
  world.conversations.set(id, conversation);
  return id;
}
