/** The conversations of the server, asked for again and again: nothing tells of new ones. */
import { type Classification, type ConversationInfo, classifyError, searchConversations } from "agent-server-client";
import { useCallback, useEffect, useState } from "react";
import { useServer } from "../server.js";

const AGAIN_MS = 4_000;
const MOST = 200;

export interface ListOfConversations {
  /** Null: not known yet. */
  readonly items: readonly ConversationInfo[] | null;
  readonly problem: Classification | null;
  readonly refresh: () => void;
}

export function useConversationList(selectedId: string | null): ListOfConversations {
  const { client } = useServer();
  const [{ items, problem }, set] = useState<Omit<ListOfConversations, "refresh">>({ items: null, problem: null });
  const [round, setRound] = useState(0);

  // Another selection and another round ask again
  useEffect(() => {
    const { signal, abort } = aborting();
    const load = async (): Promise<void> => {
      const found: ConversationInfo[] = [];
      for await (const info of searchConversations(client, { sort_order: "UPDATED_AT_DESC", signal })) {
        if (found.push(info) === MOST) break;
      }
      set({ items: found, problem: null });
    };
    const refresh = (): void => {
      if (document.visibilityState === "hidden") return;
      load().catch((error: unknown) => {
        if (!signal.aborted) set((before) => ({ ...before, problem: classifyError(error) }));
      });
    };
    refresh();
    const timer = setInterval(refresh, AGAIN_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [client, selectedId, round]);

  return { items, problem, refresh: useCallback(() => setRound((before) => before + 1), []) };
}

function aborting(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
