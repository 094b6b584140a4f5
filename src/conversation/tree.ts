/** The conversation is a tree: who follows whom, and the one branch that is being talked on. */
import { ContractError } from "../errors.js";
import type { Event as AgentEvent } from "../generated/types.js";
import { isConversationErrorEvent, isConversationStateUpdateEvent } from "../guards.js";

/** What a new root has as its parent when it is not the first event of the log. */
const NEW_ROOT = "__root__";

const parentAt = (events: readonly AgentEvent[], index: number): string | null => {
  const written = events[index]?.parent_id ?? null;
  if (written === NEW_ROOT) return null;
  // An event without a parent is from before there were branches: it follows what was logged before it.
  return written ?? events[index - 1]?.id ?? null;
};

/**
 * The parent of each event by event id; null for the roots. Takes the log in its order, for an event without a
 * `parent_id` follows the one before it.
 *
 * @example
 * const roots = events.filter(({ id }) => effectiveParents(events).get(id) === null);
 * @see `EventLog._effective_parent_id` of the server's SDK
 */
export function effectiveParents(events: readonly AgentEvent[]): Map<string, string | null> {
  return new Map(events.map(({ id }, index) => [id, parentAt(events, index)]));
}

/**
 * Where the conversation stands, as a ConversationInfo (`leaf_event_id`) and a full state (`head_is_empty`) say it.
 *
 * @example
 * const params = { path: { conversation_id: conversationId } };
 * const { data } = await client.GET("/api/conversations/{conversation_id}", { params });
 * const head: Head = { leafId: data?.leaf_event_id };
 * render(resolveLeaf(events, head));
 */
export interface Head {
  /** The id of the event that the next one will follow. */
  readonly leafId?: string | null | undefined;
  /** True after a move to before the first event: without a leaf there is no branch then. */
  readonly headIsEmpty?: boolean | null | undefined;
}

/**
 * The id of the event that the next one will follow; null when it will be a new root. Without a leaf that is the last
 * event of the log that is neither a state update nor a ConversationErrorEvent.
 *
 * @example
 * console.log(resolveLeaf(events, { leafId: null, headIsEmpty: false }));
 * @see `ConversationState._resolve_active_leaf` of the server's SDK
 */
export function resolveLeaf(events: readonly AgentEvent[], { leafId, headIsEmpty }: Head): string | null {
  if (leafId !== null && leafId !== undefined) return leafId;
  if (headIsEmpty === true) return null;
  const last = events.findLast((event) => !isConversationStateUpdateEvent(event) && !isConversationErrorEvent(event));
  return last?.id ?? null;
}

const wrong = (field: string, message: string): ContractError =>
  new ContractError("conversation tree", [{ path: [field], code: "invalid_value", message }]);

/**
 * The events from the root to `eventId`, that one included. A log that begins late (a page, a live stream) gives the
 * part of the branch that it has.
 *
 * @throws ContractError when the event is not in the log, or when the parents go in a circle.
 * @example
 * const path = branchOf(events, event.id).map(({ kind }) => kind);
 * @see `EventLog.path_to_root` of the server's SDK
 */
export function branchOf(events: readonly AgentEvent[], eventId: string): AgentEvent[] {
  const places = new Map(events.map(({ id }, index) => [id, index]));
  if (!places.has(eventId)) throw wrong("id", "expected the id of an event in the log");
  const branch: AgentEvent[] = [];
  let next: string | null = eventId;
  while (next !== null) {
    const index: number | undefined = places.get(next);
    const event: AgentEvent | undefined = index === undefined ? undefined : events[index];
    if (index === undefined || event === undefined) break;
    if (branch.length === events.length) throw wrong("parent_id", "expected a path to a root, found a circle");
    branch.push(event);
    next = parentAt(events, index);
  }
  return branch.reverse();
}

/**
 * The branch that is being talked on: what the model sees comes from it, and from nothing else. `leafId` is the
 * conversation's `leaf_event_id`; null stands for the empty head (a move to before the first event), left out for the
 * end of the log.
 *
 * @throws ContractError as {@link branchOf} does.
 * @example
 * console.log(toLlmMessages(conversationView(activeBranch(events)).events));
 * @see `ConversationState.active_branch` of the server's SDK
 */
export function activeBranch(events: readonly AgentEvent[], leafId?: string | null): AgentEvent[] {
  const leaf = resolveLeaf(events, { leafId, headIsEmpty: leafId === null });
  return leaf === null ? [] : branchOf(events, leaf);
}
