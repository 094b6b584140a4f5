/** Keeps the conversations of the mock server for this tab, so that a reload finds them as they were. */
import { type AgentClient, type AgentEvent, type ConversationInfo, searchEvents, unwrap } from "agent-server-client";
import { activeBranch, pendingActions } from "agent-server-client/conversation";
import type { MockAgentServer } from "agent-server-client/mocks";
import type { Agent, Plan } from "./agent.js";

interface Kept {
  readonly conversation: ConversationInfo;
  readonly rest_search: readonly AgentEvent[];
  readonly plan: Plan;
}

export interface Keeper {
  /** Keeps a conversation as it is now, and again for as long as it runs. */
  readonly keep: (id: string) => Promise<void>;
  readonly follow: (id: string) => void;
  /** Puts what is kept into the server. Gives the conversations that have to go on. */
  readonly restore: (mock: MockAgentServer) => readonly string[];
  readonly clear: () => void;
}

const PREFIX = "example-mock/";
const AGAIN_MS = 150;
const UNDONE: readonly string[] = ["running", "waiting_for_confirmation"];

export function createKeeper(client: AgentClient, agent: Agent): Keeper {
  const followed = new Set<string>();

  /** Is it to be kept again? */
  const write = async (id: string): Promise<boolean> => {
    const params = { path: { conversation_id: id } };
    const conversation = unwrap(await client.GET("/api/conversations/{conversation_id}", { params }));
    const rest_search: AgentEvent[] = [];
    for await (const event of searchEvents(client, id)) rest_search.push(event);
    const kept: Kept = { conversation, rest_search, plan: agent.planOf(id) };
    try {
      sessionStorage.setItem(PREFIX + id, JSON.stringify(kept));
    } catch {
      sessionStorage.removeItem(PREFIX + id); // there is no more room: a reload begins without it
    }
    return conversation.execution_status === "running";
  };
  const follow = (id: string): void => {
    if (followed.has(id)) return;
    followed.add(id);
    const again = async (): Promise<void> => {
      while (await write(id)) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    };
    void again().finally(() => followed.delete(id));
  };
  const keys = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));

  return {
    async keep(id) {
      if (await write(id)) follow(id);
    },
    follow,
    restore: (mock) =>
      keys().flatMap((key) => {
        const kept: Kept = JSON.parse(sessionStorage.getItem(key) ?? "");
        const isUndone = UNDONE.includes(kept.conversation.execution_status);
        const { plan, ...recording } = isUndone ? withoutLastStep(kept) : kept;
        const id = mock.replay(recording);
        agent.setPlan(id, plan);
        return isUndone ? [id] : [];
      }),
    clear() {
      for (const key of keys()) sessionStorage.removeItem(key);
    },
  };
}

/** A step that was not done is done again: its calls, which nothing has answered, are taken back. */
function withoutLastStep({ conversation, rest_search, plan }: Kept): Kept {
  const first = pendingActions(activeBranch(rest_search, conversation.leaf_event_id))[0];
  const end = first ? rest_search.indexOf(first) : rest_search.length;
  return {
    conversation: { ...conversation, execution_status: "idle" },
    rest_search: rest_search.slice(0, end),
    plan: { ...plan, taken: Math.max(0, plan.taken - 1) },
  };
}
