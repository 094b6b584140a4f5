/** A conversation as it is now, kept up to date by the live stream. */
import { type AgentClient, type AgentServerError, isAgentServerError } from "agent-server-client";
import { type ConversationSnapshot, createConversationStore } from "agent-server-client/conversation";
import { streamEvents } from "agent-server-client/stream";
import { useEffect, useState, useSyncExternalStore } from "react";

/** What is to be seen, and why no more comes. */
export interface Following {
  readonly snapshot: ConversationSnapshot;
  readonly problem: AgentServerError | undefined;
}

/** Follows a conversation for as long as the component is there: one component for each, so give it `key={id}`. */
export function useConversation(client: AgentClient, id: string): Following {
  const [store] = useState(createConversationStore);
  const [problem, setProblem] = useState<AgentServerError>();
  useEffect(() => {
    const stream = streamEvents(client, id);
    const follow = async (): Promise<void> => {
      for await (const update of stream) store.apply(update);
    };
    follow().catch((error: unknown) => {
      if (!isAgentServerError(error)) throw error;
      setProblem(error);
    });
    return () => stream.close();
  }, [client, id, store]);
  return { snapshot: useSyncExternalStore(store.subscribe, store.getSnapshot), problem };
}
