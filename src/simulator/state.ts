/** The state of a conversation: its status, its snapshots, the lock on it, and the text that a model is writing. */
import type { Config } from "./config.js";
import { fullState } from "./info.js";
import { append, type NewEvent, publish, save, stamp } from "./log.js";
import type { Conversation, Progress, WireEvent, World } from "./world.js";

/** A conversation that has not begun. */
export function newConversation({ now }: Pick<World, "now">, id: string, config: Config | null = null): Conversation {
  const at = now();
  const place = { status: "idle", head: null, lastUserMessageId: null, usages: [] };
  return {
    id,
    createdAt: at,
    updatedAt: at,
    log: [],
    places: new Map<string, number>(),
    ...place,
    headIsEmpty: false,
    models: new Map(),
    saved: { ...place, models: new Map() },
    isLocked: false,
    waiting: [],
    subscribers: new Set(),
    items: new Map(),
    config,
    firstConfig: config,
    title: null,
    run: null,
    afterRun: null,
    asked: new Map(),
    goal: null,
    bash: null,
    running: new Map(),
  };
}

/** An event that tells one field of the state. */
export const stateUpdate = (key: string, value: unknown): NewEvent => ({
  source: "environment",
  key,
  value,
  kind: "ConversationStateUpdateEvent",
});

/** The snapshot that sockets get when they connect and when a run ends. */
export const snapshot = (world: World, conversation: Conversation): WireEvent =>
  stamp(world, stateUpdate("full_state", fullState(conversation)));

/** Tells all who listen the whole state. */
export const publishSnapshot = (world: World, conversation: Conversation): void => {
  publish(world, conversation, snapshot(world, conversation));
};

/** Another status, told to everybody. */
export function changeStatus(world: World, conversation: Conversation, status: string): void {
  if (conversation.status === status) return;
  conversation.status = status;
  append(world, conversation, [stateUpdate("execution_status", status)]);
}

/** The same from outside, by whom a run is played: its end is told by a snapshot too. */
export function setStatus(world: World, conversation: Conversation, status: string): void {
  const hasEnded = conversation.status === "running" && status !== "running";
  conversation.status = status;
  append(world, conversation, [stateUpdate("execution_status", status)]);
  if (hasEnded) publishSnapshot(world, conversation);
}

/** A step of the agent takes the lock for as long as its tool runs. */
export function lock(conversation: Conversation): void {
  conversation.isLocked = true;
}

/** A step is done: who waited for the lock goes on, until somebody takes it again. */
export function unlock(conversation: Conversation): void {
  conversation.isLocked = false;
  save(conversation);
  for (const subscriber of conversation.subscribers) subscriber.unlocked();
  while (!conversation.isLocked && conversation.waiting.length > 0) conversation.waiting.shift()?.();
}

/** Does something as soon as nobody holds the lock. Gives when that will be, unless it is done already. */
export function whenUnlocked(conversation: Conversation, work: () => void): Promise<void> | undefined {
  if (!conversation.isLocked) {
    work();
    return undefined;
  }
  return new Promise((resolve) => {
    conversation.waiting.push(() => {
      work();
      resolve();
    });
  });
}

/** A piece of what the model writes. */
export interface Piece {
  /** The id of the event that the item becomes. */
  readonly item_id: string;
  readonly attempt?: number;
  readonly kind?: "text" | "reasoning";
  readonly content: string;
  readonly chunk_id?: string;
  readonly choice_index?: number;
}

/** The first piece of an attempt starts its item. Empty pieces are on the legacy socket alone. */
export function delta(world: World, conversation: Conversation, piece: Piece): void {
  const { item_id, attempt = 1, kind = "text", content, ...chunk } = piece;
  const name = `${item_id}/${attempt}`;
  const order = conversation.items.get(name) ?? 0;
  if (!conversation.items.has(name)) {
    const anchor = conversation.log.length - 1;
    tell(conversation, { type: "item_started", item_id, attempt, ...(anchor < 0 ? {} : { anchor_seq: anchor }) });
  }
  conversation.items.set(name, content === "" ? order : order + 1);
  const field = kind === "text" ? "content" : "reasoning_content";
  publish(world, conversation, { source: "agent", [field]: content, kind: "StreamingDeltaEvent" });
  if (content !== "") tell(conversation, { type: "delta", item_id, attempt, order, kind, content, ...chunk });
}

/** Nothing becomes of what was being written. */
export function abortItem(conversation: Conversation, item_id: string, attempt: number, reason: string): void {
  tell(conversation, { type: "item_aborted", item_id, attempt, reason });
}

function tell({ subscribers }: Conversation, frame: Progress): void {
  for (const subscriber of subscribers) subscriber.progress(frame);
}
