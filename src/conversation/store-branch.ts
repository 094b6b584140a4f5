/** The branch that is being talked on, and what follows from it, as it grows. */
import type { ActionEvent, Event as AgentEvent } from "../generated/types.js";
import { isConversationStateUpdateEvent } from "../guards.js";
import type { ConversationLog, LogReading } from "./store-log.js";
import { createPendingFold } from "./tool-calls.js";
import { type ConversationView, readView, type ViewOptions } from "./view.js";
import { createView } from "./view-fold.js";

/** A branch that grows, or gives way to another one. */
export interface BranchFold {
  /** Goes on to the event that the conversation stands at; null: before the first one. */
  follow(log: LogReading, leafId: string | null): void;
  /** The same array until it changes. */
  pending(): readonly ActionEvent[];
  view(options?: ViewOptions): ConversationView;
}

/** The parent of what begins a second tree. */
const NEW_ROOT = "__root__";

const emptyBranch = () => ({ events: [] as AgentEvent[], pending: createPendingFold(), view: createView() });

/** An empty branch. */
export function createBranchFold(log: Pick<ConversationLog, "entry">): BranchFold {
  let branch = emptyBranch();
  let known: readonly AgentEvent[] = [];
  /** Of events that name no parent, the one before them in the log. */
  const previous = new Map<string, string | null>();

  const parentOf = ({ id, parent_id: parent = null }: AgentEvent): string | null =>
    parent === NEW_ROOT ? null : (parent ?? previous.get(id) ?? null);

  /** From the leaf back to `end`, or to the root, or to where the log that is known begins, or a circle closes. */
  const pathTo = (leafId: string | null, end: string | undefined): { path: AgentEvent[]; isJoined: boolean } => {
    const path: AgentEvent[] = [];
    const seen = new Set<string>();
    let id = leafId;
    while (id !== null && id !== end) {
      const event = log.entry(id)?.event;
      if (event === undefined || seen.has(id)) break;
      path.push(event);
      seen.add(id);
      id = parentOf(event);
    }
    return { path: path.reverse(), isJoined: id !== null && id === end };
  };

  return {
    follow({ events, kept }, leafId) {
      // State updates come between, without being on a branch.
      const isAsBefore = known.slice(kept).every((event) => isConversationStateUpdateEvent(event));
      known = events;
      for (let index = kept; index < events.length; index++) {
        const { id, parent_id: parent = null } = events[index] ?? {};
        if (id !== undefined && parent === null) previous.set(id, events[index - 1]?.id ?? null);
      }
      const { path, isJoined } = pathTo(leafId, isAsBefore ? branch.events.at(-1)?.id : undefined);
      if (!isJoined && branch.events.length > 0) branch = emptyBranch();
      for (const event of path) {
        branch.events.push(event);
        branch.pending.append(event);
        branch.view.append(event);
      }
    },
    pending: () => branch.pending.pending(),
    view: (options) => readView(branch.view, branch.events, options),
  };
}
