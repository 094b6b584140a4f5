/** The log of a conversation: what is appended, who hears of it, and who can read it when. */
import {
  type Conversation,
  type Entry,
  isAtLeast,
  type NewEvent,
  timestampAt,
  type WireEvent,
  type World,
  withoutNulls,
} from "./world.js";

export type { NewEvent } from "./world.js";

/** The kind of what is told of the state, and is in no branch. */
export const STATE_UPDATE = "ConversationStateUpdateEvent";
const MAX_LAG_MS = 20;

/**
 * Appends events that the server makes in one go, and publishes them in the order in which that version does. Gives
 * them as they are in the log.
 */
export function append(world: World, conversation: Conversation, events: readonly NewEvent[]): WireEvent[] {
  const entries = events.map((event) => persist(world, conversation, event));
  for (const { event } of published(world, entries)) {
    const seq = conversation.places.get(event.id) ?? null;
    for (const subscriber of conversation.subscribers) subscriber.event(asPublished(event), seq);
  }
  return entries.map(({ event }) => event);
}

/** What is told but never kept: snapshots of the state, pieces of text on the legacy socket. */
export function publish(world: World, conversation: Conversation, event: NewEvent): WireEvent {
  const stamped = stamp(world, event);
  settleLast(world, conversation.log.at(-1));
  for (const subscriber of conversation.subscribers) subscriber.event(stamped, null);
  return stamped;
}

/** Gives an event its id and its time, unless it has them. */
export const stamp = ({ random, now }: World, { id, timestamp, ...rest }: NewEvent): WireEvent => ({
  id: typeof id === "string" ? id : random.uuid(),
  timestamp: timestamp ?? timestampAt(now()),
  ...rest,
});

function persist(world: World, conversation: Conversation, given: NewEvent): Entry {
  const { log, head } = conversation;
  const isState = given.kind === STATE_UPDATE;
  // Without a head, anything but the first event of all says that it begins at the root
  const parent = head ?? (log.length === 0 ? undefined : "__root__");
  const whole = { ...(parent === undefined ? {} : { parent_id: parent }), ...given };
  const entry: Entry = {
    event: stamp(world, whole),
    persistedAt: persistedAt(world, log.at(-1)),
    isUnreadable: false,
  };
  conversation.places.set(entry.event.id, log.length);
  log.push(entry);
  if (!isState) {
    conversation.head = entry.event.id;
    conversation.headIsEmpty = false;
    conversation.updatedAt = world.now();
  }
  save(conversation);
  return entry;
}

/** What REST tells of a conversation is written when nobody holds its lock. */
export function save(conversation: Conversation): void {
  const { status, head, lastUserMessageId, usages, models, isLocked } = conversation;
  if (!isLocked) conversation.saved = { status, head, lastUserMessageId, usages, models: new Map(models) };
}

/** Whoever tells something more has written what came before it. */
function settleLast(world: World, last: Entry | undefined): void {
  if (last) last.persistedAt = Math.min(last.persistedAt, world.now());
}

/** Up to 1.44 an event was published before it was written; the next one came after that. */
function persistedAt(world: World, last: Entry | undefined): number {
  const now = world.now();
  settleLast(world, last);
  return isAtLeast(world, "1.52") ? now : now + 1 + world.random.below(MAX_LAG_MS);
}

/** 1.52 writes a user's message, then says that it is the last one, and only then publishes the message itself. */
function published(world: World, entries: readonly Entry[]): Entry[] {
  if (world.version !== "1.52") return [...entries];
  const order = [...entries];
  for (let index = 0; index + 1 < order.length; index++) {
    const [first, second] = [order[index] as Entry, order[index + 1] as Entry];
    if (first.event.kind !== "MessageEvent" || first.event["source"] !== "user") continue;
    if (second.event["key"] === "last_user_message_id") order.splice(index++, 2, second, first);
  }
  return order;
}

/** Hooks are published before they are given their parent. */
function asPublished(event: WireEvent): WireEvent {
  if (event.kind !== "HookExecutionEvent") return event;
  return withoutNulls({ ...event, parent_id: null });
}

/** How much of the log has been written by now. */
export function lengthOf({ now }: World, { log }: Conversation): number {
  let length = log.length;
  while (length > 0 && (log[length - 1] as Entry).persistedAt > now()) length--;
  return length;
}

/** When all of the log will have been written: until then whoever appends holds the lock. */
export const writtenAt = ({ log }: Conversation): number => log.at(-1)?.persistedAt ?? 0;

/** The readable events of a part of the log, with their places. */
export const readable = ({ log }: Conversation, start: number, stop: number): { seq: number; event: WireEvent }[] =>
  log
    .slice(start, stop)
    .flatMap(({ event, isUnreadable }, index) => (isUnreadable ? [] : [{ seq: start + index, event }]));

/** Puts another log in the place of the one there is. */
export function replaceLog(conversation: Conversation, entries: readonly Entry[]): void {
  conversation.log = [...entries];
  conversation.places = new Map(entries.map(({ event }, index) => [event.id, index]));
  conversation.head = entries.findLast(({ event }) => event.kind !== STATE_UPDATE)?.event.id ?? null;
  save(conversation);
}
