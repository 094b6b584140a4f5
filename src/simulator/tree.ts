/** Other branches of a conversation, in itself or in another one. */
import { branchOf } from "../conversation/tree.js";
import { eventsOf } from "./branch.js";
import { type Fields, fieldsOf } from "./fields.js";
import { canonical } from "./ids.js";
import { configOrDefault } from "./info.js";
import { STATE_UPDATE, save } from "./log.js";
import { newConversation } from "./state.js";
import { type Conversation, isAtLeast, type WireEvent, type World } from "./world.js";

/** Goes on from another event, or from before the first. Nobody is told. */
export function navigate(conversation: Conversation, eventId: string | null): void {
  conversation.head = eventId;
  conversation.headIsEmpty = eventId === null;
  save(conversation);
}

/** Another conversation with the same events: all of them, or those on the way to one. */
export function fork(world: World, source: Conversation, request: Fields): Conversation {
  const { id, title = null, tags, from_event_id: from = null, reset_metrics: isReset = true } = request;
  const isNamed = typeof title === "string" && !isAtLeast(world, "1.58");
  const config = configOrDefault(source);
  const { confirmation_policy, security_analyzer, secrets } = source.firstConfig ?? config;
  const own = {
    ...config,
    // What was set meanwhile is set in the other one alone
    confirmation_policy,
    security_analyzer,
    secrets,
    tags: { ...fieldsOf(tags), ...(isNamed ? { title } : {}) },
    forked_from_conversation_id: source.id,
    forked_from_event_id: typeof from === "string" ? from : null,
  };
  const made = newConversation(world, typeof id === "string" ? canonical(id) : world.random.uuid(), own);
  const path = typeof from === "string" ? new Set(branchOf(eventsOf(source), from).map((event) => event.id)) : null;
  const copied = source.log.filter(({ event }) => path === null || path.has(event.id));
  const kept = copied.filter(({ event }) => path === null || event.kind !== STATE_UPDATE);
  made.log = kept.map((entry) => ({ ...entry, event: copyOf(entry.event), persistedAt: 0 }));
  made.places = new Map(made.log.map(({ event }, index) => [event.id, index]));
  made.head = typeof from === "string" ? from : source.head;
  made.headIsEmpty = from === null && source.headIsEmpty;
  made.title = typeof title === "string" ? title : null;
  if (isReset !== true) {
    made.usages = source.usages;
    for (const [use, model] of source.models) made.models.set(use, model);
  }
  save(made);
  world.conversations.set(made.id, made);
  return made;
}

/** A state update of nothing becomes one of an empty object. */
const copyOf = (event: WireEvent): WireEvent =>
  event.kind === STATE_UPDATE && (event["value"] ?? null) === null ? { ...event, value: {} } : event;
