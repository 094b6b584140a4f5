/** Conversations that components look at: one stream and one store for each, however many components there are. */
import { classifyError } from "../classify.js";
import type { AgentClient } from "../client.js";
import { type ConversationSnapshot, createConversationStore } from "../conversation/store.js";
import { isAgentServerError } from "../errors.js";
import type { Classification } from "../reasons.js";
import { type EventStream, streamEvents } from "../stream/stream.js";

/**
 * What failed: following the conversation, the agent's run, or what the user asked for.
 *
 * @example
 * const titles: Partial<Record<ConversationFailure, string>> = { send: "Not sent", stream: "Not connected" };
 * function Failure({ id }: { id: string }) {
 *   const { problem } = useConversation(client, id);
 *   return problem && createElement("strong", null, titles[problem.during] ?? "Not done");
 * }
 */
export type ConversationFailure = "stream" | "run" | "send" | "confirm" | "reject" | "pause" | "interrupt";

/**
 * What went wrong with a conversation, what now, and with what.
 *
 * @example
 * function Problem({ problem, retry }: { problem: ConversationProblem; retry: () => void }) {
 *   const again = problem.retryable && createElement("button", { onClick: retry }, "Try again");
 *   return createElement("p", { role: "alert" }, problem.message, again);
 * }
 */
export type ConversationProblem = Classification & { readonly during: ConversationFailure };

/** What is known of a conversation at one time. It never changes. */
export interface Known {
  readonly snapshot: ConversationSnapshot;
  readonly problem: ConversationProblem | null;
}

/** What went wrong, and how the same is tried again. */
interface Failure {
  readonly problem: ConversationProblem;
  readonly again: () => Promise<boolean>;
}

/** A conversation that components look at. */
export interface Following {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => Known;
  /** The last thing that was asked for failed, until the next one; `null`: it did not. */
  readonly fail: (failure: Failure | null) => void;
  /** Tries again what was asked for and failed, follows on where the stream has ended, or runs again. Twice at once: once. */
  readonly retry: (run: () => Promise<boolean>) => Promise<boolean>;
}

/** Before the first component looks, and on a server that renders. */
export const NOTHING_KNOWN: Known = { snapshot: createConversationStore().getSnapshot(), problem: null };

/** An error as a problem. */
export const problemOf = (error: unknown, during: ConversationFailure): ConversationProblem => ({
  ...classifyError(error),
  during,
});

const followings = new WeakMap<AgentClient, Map<string, Following>>();

/** The conversation, if a component looks at it. */
export const followingOf = (client: AgentClient, id: string): Following | undefined => followings.get(client)?.get(id);

/** Looks at a conversation: the first to do so begins to follow it, the last to stop ends that. Returns what stops. */
export function follow(client: AgentClient, id: string, listener: () => void): () => void {
  const ofClient = followings.get(client) ?? new Map<string, Following>();
  followings.set(client, ofClient);
  const known = ofClient.get(id);
  const following = known ?? createFollowing(client, id, () => void ofClient.delete(id));
  ofClient.set(id, following);
  return following.subscribe(listener);
}

function createFollowing(client: AgentClient, id: string, onEnd: () => void): Following {
  const store = createConversationStore();
  const listeners = new Set<{ readonly call: () => void }>();
  let stream: EventStream | undefined;
  let ended: ConversationProblem | null = null;
  let failure: Failure | null = null;
  /** What the last run ended in: the same object for as long as the error is the same. */
  let ofRun: { readonly error: unknown; readonly problem: ConversationProblem } | undefined;
  let retrying: Promise<boolean> | undefined;
  let known = NOTHING_KNOWN;
  let isLeft = false;

  const notify = (): void => {
    for (const each of Array.from(listeners)) each.call();
  };

  const start = (): void => {
    const current = streamEvents(client, id, { after: store.getSnapshot().cursor ?? -1 });
    stream = current;
    const run = async (): Promise<void> => {
      for await (const update of current) store.apply(update);
    };
    run().catch((error: unknown) => {
      if (!isAgentServerError(error)) throw error; // a mistake in the code, which the console is to show
      ended = problemOf(error, "stream");
      notify();
    });
  };
  const unsubscribe = store.subscribe(notify);

  /** Later in the same turn another component may look: React takes effects back and makes them again. */
  const endWhenLeft = (): void => {
    if (listeners.size > 0 || isLeft) return;
    isLeft = true;
    stream?.close();
    unsubscribe();
    onEnd();
  };

  const problemNow = ({ error }: ConversationSnapshot): ConversationProblem | null => {
    if (failure) return failure.problem;
    if (ended) return ended;
    if (!error) return null;
    if (ofRun?.error !== error) ofRun = { error, problem: problemOf(error, "run") };
    return ofRun.problem;
  };

  const restart = (): true => {
    ended = null;
    start();
    notify();
    return true;
  };
  const again = async (run: () => Promise<boolean>): Promise<boolean> => {
    if (failure) return failure.again();
    return problemNow(store.getSnapshot()) !== null && run();
  };

  return {
    subscribe(listener) {
      if (stream === undefined) start();
      const each = { call: listener };
      listeners.add(each);
      return () => {
        listeners.delete(each);
        void Promise.resolve().then(endWhenLeft);
      };
    },
    read() {
      const snapshot = store.getSnapshot();
      const problem = problemNow(snapshot);
      if (snapshot !== known.snapshot || problem !== known.problem) known = { snapshot, problem };
      return known;
    },
    fail(next) {
      if (failure === next) return;
      failure = next;
      notify();
    },
    async retry(run) {
      if (ended && !failure) return restart();
      retrying ??= again(run).finally(() => {
        retrying = undefined;
      });
      return retrying;
    },
  };
}
