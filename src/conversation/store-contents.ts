/** What is known of a conversation: its log and all that follows from it, read event by event. */
import type { FullState, StateValue } from "../events.js";
import type { ActionEvent, Event as AgentEvent, ConversationErrorEvent } from "../generated/types.js";
import { isConversationStateUpdateEvent, isStateUpdate, isStreamingDeltaEvent } from "../guards.js";
import type { ItemUpdate } from "../updates.js";
import { conversationError } from "./answers.js";
import { createBranchFold } from "./store-branch.js";
import { type ConversationItem, createItems } from "./store-items.js";
import { createLog, type LogReading } from "./store-log.js";
import { createStateFold } from "./store-state.js";
import { createToolCallFold, type ToolCall } from "./tool-calls.js";
import { type UsageTotals, usageTotals } from "./usage.js";
import type { ConversationView, ViewOptions } from "./view.js";

/**
 * What is known of a conversation at one time.
 *
 * @example
 * const isWaiting = ({ status }: ConversationContents) => status === "waiting_for_confirmation";
 * const store = createConversationStore();
 * store.apply(event);
 * if (isWaiting(store.getSnapshot())) render(store.getSnapshot().pending.map(({ summary }) => summary));
 */
export interface ConversationContents {
  /** All of the log that has come, each event once, in log order, all branches. */
  readonly events: readonly AgentEvent[];
  /** What the server says it does; null while it has not said so. */
  readonly status: StateValue<"execution_status"> | null;
  /** See `toolCalls`. */
  readonly toolCalls: readonly ToolCall[];
  /** The actions of the active branch that nothing has answered yet, see `pendingActions`. */
  readonly pending: readonly ActionEvent[];
  /** Texts that the model is writing just now. */
  readonly items: readonly ConversationItem[];
  /** See `conversationError`. */
  readonly error: ConversationErrorEvent | null;
  /** What it has cost so far, see `usageTotals`. */
  readonly usage: UsageTotals;
  /** The event that the next one will follow; null before the first. */
  readonly leafId: string | null;
}

/** Contents that grow. The first three say whether something changed. */
export interface GrowingContents {
  /** Takes an event, with its index in the log when the server said it. */
  event(event: AgentEvent, seq: number | null): boolean;
  /** Takes a snapshot of the whole state, with the time of it when that is known. */
  state(value: FullState, time: string | null): boolean;
  item(update: ItemUpdate): boolean;
  read(): ConversationContents;
  /** The view as of the last reading. */
  view(options?: ViewOptions): ConversationView;
}

/** Nothing is known yet. */
export function createContents(): GrowingContents {
  const log = createLog();
  const stateFold = createStateFold(log);
  const branch = createBranchFold(log);
  const items = createItems((id) => log.entry(id) !== undefined);
  let calls = createToolCallFold();
  let known: readonly AgentEvent[] = [];
  let error: ConversationErrorEvent | null = null;
  let stats: Parameters<typeof usageTotals>[0] = { usage_to_metrics: {} };
  let usage = usageTotals(stats);

  const takeState = (value: FullState, time: string | null): boolean =>
    stateFold.take({ value, time, arrival: log.size });

  const readCalls = ({ events, kept }: LogReading): void => {
    // State updates may change places with what they tell of, and have no part in calls.
    const isAsBefore = known.slice(kept).every((event) => isConversationStateUpdateEvent(event));
    if (!isAsBefore) calls = createToolCallFold();
    for (let index = isAsBefore ? kept : 0; index < events.length; index++) {
      const event = events[index];
      if (event !== undefined) calls.append(event);
    }
  };

  const readLog = () => {
    const reading = log.read();
    const { events, kept } = reading;
    const current = stateFold.read(events, kept);
    branch.follow(reading, current.leafId);
    if (events !== known) {
      readCalls(reading);
      error = conversationError(events);
      known = events;
    }
    if (current.stats !== null && current.stats !== stats) {
      stats = current.stats;
      usage = sameUsage(usage, usageTotals(stats));
    }
    return { events, ...current };
  };

  return {
    event(event, seq) {
      if (isStreamingDeltaEvent(event)) return items.delta(event);
      if (isStateUpdate(event, "full_state")) return takeState(event.value ?? {}, event.timestamp);
      const before = log.size;
      const hasChanged = log.add(event, seq);
      const isNew = log.size !== before;
      return (isNew && items.event(event)) || hasChanged;
    },
    state: takeState,
    item: (update) => items.update(update),
    read() {
      const { events, status, leafId } = readLog();
      return {
        events,
        status,
        toolCalls: calls.calls(),
        pending: branch.pending(),
        items: items.read(),
        error,
        usage,
        leafId,
      };
    },
    view: (options) => branch.view(options),
  };
}

/** The one before, when the next says the same. */
function sameUsage(before: UsageTotals, next: UsageTotals): UsageTotals {
  const names = Object.keys(next) as (keyof UsageTotals)[];
  return names.every((name) => before[name] === next[name]) ? before : next;
}
