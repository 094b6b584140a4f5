/** The branch that is shown, and the others. A log is a tree: each end of it is a branch. */
import {
  type AgentEvent,
  type Classification,
  classifyError,
  isConversationErrorEvent,
  isConversationStateUpdateEvent,
  unwrap,
} from "agent-server-client";
import { branchOf, effectiveParents } from "agent-server-client/conversation";
import { useConversation } from "agent-server-client/react";
import { useCallback, useMemo, useState } from "react";
import { useServer } from "../server.js";

export interface Branch {
  /** What is on the branch, oldest first; null: the history has not come yet. */
  readonly events: readonly AgentEvent[] | null;
  /** The last event of each branch, oldest first. */
  readonly leaves: readonly AgentEvent[];
  /** Where the conversation stands. */
  readonly leafId: string | null;
  /** Why the last move failed. */
  readonly failure: Classification | null;
  /** Goes on from another event; null: from before the first. */
  readonly navigate: (eventId: string | null) => void;
}

const NONE: readonly AgentEvent[] = [];

export function useBranch(id: string): Branch {
  const { client } = useServer();
  // Nothing is rendered while the history comes, event by event
  const { snapshot: log } = useConversation(client, id, {
    select: ({ live, events, leafId }) => (live ? { events, leafId } : null),
  });
  const [move, setMove] = useState<{ readonly from: string | null; readonly to: string | null }>();
  const [failure, setFailure] = useState<Classification | null>(null);
  const known = log?.leafId ?? null;
  // Nobody is told of a move: until something happens, what this page asked for is what is the case
  const leafId = move?.from === known ? move.to : known;
  const navigate = useCallback(
    (event_id: string | null) => {
      const params = { path: { conversation_id: id } };
      const ask = async (): Promise<void> => {
        unwrap(await client.POST("/api/conversations/{conversation_id}/navigate", { params, body: { event_id } }));
        setMove({ from: known, to: event_id });
        setFailure(null);
      };
      ask().catch((error: unknown) => setFailure(classifyError(error)));
    },
    [client, id, known],
  );
  const events = useMemo(() => log && shown(log.events, leafId), [log, leafId]);
  const leaves = useMemo(() => (log ? leavesOf(log.events) : NONE), [log]);
  return useMemo(() => ({ events, leaves, leafId, failure, navigate }), [events, leaves, leafId, failure, navigate]);
}

/** The branch, and errors that ended it: on some servers they are beside the path. */
function shown(events: readonly AgentEvent[], leafId: string | null): readonly AgentEvent[] {
  if (leafId === null || !events.some(({ id }) => id === leafId)) return leafId === null ? NONE : events;
  const path = new Set(branchOf(events, leafId).map(({ id }) => id));
  return events.filter(
    (event) => path.has(event.id) || (isConversationErrorEvent(event) && path.has(event.parent_id ?? "")),
  );
}

/** What nothing follows. State updates are beside the tree, and so are errors that nothing follows. */
function leavesOf(events: readonly AgentEvent[]): readonly AgentEvent[] {
  const parents = effectiveParents(events);
  const followed = new Set(parents.values());
  const inTree = events.filter(
    (event) => !isConversationStateUpdateEvent(event) && (!isConversationErrorEvent(event) || followed.has(event.id)),
  );
  const parentsInTree = new Set(inTree.map(({ id }) => parents.get(id)));
  return inTree.filter(({ id }) => !parentsInTree.has(id));
}
