/**
 * A conversation in components of React.
 * @module agent-server-client/react
 */
import { useCallback, useMemo } from "react";
import type { AgentClient } from "./client.js";
import type { ConversationSnapshot } from "./conversation/store.js";
import { actionsOf, type ConversationActions } from "./react/actions.js";
import { type ConversationProblem, follow, followingOf, type Known, NOTHING_KNOWN } from "./react/following.js";
import { useSelected } from "./react/selected.js";

export type { ConversationActions } from "./react/actions.js";
export type { ConversationFailure, ConversationProblem } from "./react/following.js";

/**
 * Options of {@link useConversation}.
 *
 * @example
 * const last: UseConversationOptions<string> = { select: ({ events }) => textOf(events.findLast(isAgentMessage)) };
 * function LastWord({ id }: { id: string }) {
 *   return useConversation(client, id, last).snapshot; // renders for a new answer, and for nothing else
 * }
 */
export interface UseConversationOptions<Part> {
  /**
   * What of the conversation the component shows: it renders when that changes, and not otherwise. A list or object that
   * is made anew each time is the same when its values are. It may be another function each time.
   */
  readonly select: (snapshot: ConversationSnapshot) => Part;
}

/**
 * What {@link useConversation} gives.
 *
 * @example
 * function Box({ snapshot, send }: UseConversation<boolean>) {
 *   return createElement("button", { disabled: !snapshot, onClick: () => send("Go on, please.") }, "Go on");
 * }
 * const Next = ({ id }: { id: string }) => Box(useConversation(client, id, { select: ({ live }) => live }));
 */
export interface UseConversation<Part> extends ConversationActions {
  /** The conversation as it is now, or what `select` took of it. */
  readonly snapshot: Part;
  /** What went wrong, if anything: with what was asked for last, with following the conversation, with the agent's run. */
  readonly problem: ConversationProblem | null;
}

const whole = (snapshot: ConversationSnapshot): ConversationSnapshot => snapshot;
const problemOf = ({ problem }: Known): ConversationProblem | null => problem;

/**
 * A conversation, followed for as long as components show it, and what a user can do in it. All components that show the
 * same one over the same client share one stream; it ends with the last of them. Lost connections come back by
 * themselves (`snapshot.connection` says so); when one is over for good, `problem` says why and `retry` follows on.
 *
 * A server that renders gets an empty conversation and connects to nothing.
 *
 * @param client - made once, not with each rendering: another client is another stream
 * @throws RangeError from the effect that begins to follow, where there is no WebSocket (Node 20)
 * @example
 * function Status({ client, id }: { client: AgentClient; id: string }) {
 *   const { snapshot, problem, interrupt } = useConversation(client, id, { select: ({ status }) => status });
 *   if (problem) return problem.message;
 *   return snapshot === "running" ? createElement("button", { onClick: () => interrupt() }, "Stop") : snapshot;
 * }
 * @see `streamEvents` for what is promised of the stream, `createConversationStore` for the snapshot
 */
export function useConversation(
  client: AgentClient,
  conversationId: string,
  options?: { readonly select?: undefined },
): UseConversation<ConversationSnapshot>;
/** The same, of a part of the conversation. */
export function useConversation<Part>(
  client: AgentClient,
  conversationId: string,
  options: UseConversationOptions<Part>,
): UseConversation<Part>;
/** Both of these. */
export function useConversation(
  client: AgentClient,
  conversationId: string,
  { select = whole }: { readonly select?: UseConversationOptions<unknown>["select"] | undefined } = {},
): UseConversation<unknown> {
  const subscribe = useCallback(
    (listener: () => void) => follow(client, conversationId, listener),
    [client, conversationId],
  );
  const read = useCallback(
    () => followingOf(client, conversationId)?.read() ?? NOTHING_KNOWN,
    [client, conversationId],
  );
  const actions = useMemo(() => actionsOf(client, conversationId), [client, conversationId]);
  const ofSnapshot = useCallback(({ snapshot }: Known) => select(snapshot), [select]);
  const snapshot = useSelected(subscribe, read, NOTHING_KNOWN, ofSnapshot);
  const problem = useSelected(subscribe, read, NOTHING_KNOWN, problemOf);
  return { snapshot, problem, ...actions };
}
