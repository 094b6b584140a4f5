/** How the exports of docs/conversation.md are called. */
import {
  type AgentClient,
  type AgentEvent,
  isAgentMessage,
  isUserMessage,
  searchEvents,
  textOf,
} from "agent-server-client";
import {
  activeBranch,
  type ConversationSnapshot,
  type ConversationStore,
  createConversationStore,
} from "agent-server-client/conversation";
import { mockEvent } from "agent-server-client/mocks";
import { runToEnd } from "agent-server-client/stream";
import { expect, vi } from "vitest";
import type { Calls } from "./docs-folder.js";
import { recorded, served } from "./docs-served.js";

const parallel = recorded("parallel").rest_search;
const confirming = recorded("confirm-AlwaysConfirm").rest_search;
const told = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function logOf(client: AgentClient, id: string): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of searchEvents(client, id)) events.push(event);
  return events;
}

const PAGE = "docs/conversation.md";
export const CONVERSATION_CALLS: Calls = {
  [`${PAGE} show`]: (
    show: (c: AgentClient, id: string, draw: (s: ConversationSnapshot) => void, signal: AbortSignal) => Promise<void>,
  ) =>
    served([{ text: "One file." }], async ({ client, id }) => {
      const controller = new AbortController();
      let last: ConversationSnapshot | undefined;
      const end = show(client, id, (snapshot) => (last = snapshot), controller.signal);
      await runToEnd(client, id, { message: "How many files?" });
      await vi.waitFor(() => expect(last?.events.filter(isAgentMessage).map(textOf)).toEqual(["One file."]));
      expect(last?.live).toBe(true);
      controller.abort();
      await end;
    }),
  [`${PAGE} readable`]: async (
    readable: (store: ConversationStore) => { subscribe(run: (snapshot: ConversationSnapshot) => void): () => void },
  ) => {
    const store = createConversationStore();
    const counts: number[] = [];
    const stop = readable(store).subscribe(({ events }) => counts.push(events.length));
    store.apply(mockEvent("PauseEvent"));
    await told();
    stop();
    store.apply(mockEvent("InterruptEvent", { id: "another" }));
    await told();
    expect(counts).toEqual([0, 1]);
  },
  [`${PAGE} keepUpToDate`]: async (
    keepUpToDate: (store: ConversationStore, ref: { value: ConversationSnapshot }) => () => void,
  ) => {
    const store = createConversationStore();
    const ref = { value: store.getSnapshot() };
    const stop = keepUpToDate(store, ref);
    store.apply(mockEvent("PauseEvent"));
    await told();
    expect(ref.value.events).toHaveLength(1);
    stop();
  },
  [`${PAGE} rowsOf`]: (rowsOf: (events: readonly AgentEvent[]) => { key: string; text: string }[]) => {
    const rows = rowsOf(parallel);
    const texts = rows.map(({ text }) => text);
    expect(texts.slice(1, 4)).toEqual(["terminal: ok", "terminal: ok", "file_editor: ok"]);
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(5);
  },
  [`${PAGE} toConfirm`]: (toConfirm: (events: readonly AgentEvent[], status: string | null) => string[]) => {
    const asked = confirming.findIndex(({ kind }) => kind === "ActionEvent") + 1;
    expect(toConfirm(confirming.slice(0, asked), "waiting_for_confirmation")).toEqual([
      expect.stringMatching(/^\w+ \(\w+\): /),
    ]);
    expect(toConfirm(confirming.slice(0, asked), "running")).toEqual([]);
    expect(toConfirm(confirming, "waiting_for_confirmation")).toEqual([]);
  },
  [`${PAGE} facts`]: (facts: (events: readonly AgentEvent[]) => string) => {
    expect(facts(parallel)).toMatch(/^\d+ thoughts, [1-9]\d* \+ [1-9]\d* tokens, \$\d\.\d{4}$/);
    expect(facts([])).toBe("0 thoughts, 0 + 0 tokens, $0.0000");
  },
  [`${PAGE} askInstead`]: (
    askInstead: (
      c: AgentClient,
      id: string,
      log: readonly AgentEvent[],
      messageId: string,
      text: string,
    ) => Promise<void>,
  ) =>
    served([{ text: "Two." }, { text: "Three." }, { text: "Four." }], async ({ client, id }) => {
      await runToEnd(client, id, { message: "First?" });
      await runToEnd(client, id, { message: "Second?" });
      const second = (await logOf(client, id)).findLast(isUserMessage);
      await askInstead(client, id, await logOf(client, id), second?.id ?? "", "Other?");
      const texts = activeBranch(await logOf(client, id))
        .filter(isUserMessage)
        .map(textOf);
      expect(texts).toEqual(["First?", "Other?"]);
    }),
  [`${PAGE} forkAt`]: (forkAt: (client: AgentClient, id: string, eventId: string) => Promise<string>) =>
    served([{ text: "Two." }], async ({ client, id }) => {
      await runToEnd(client, id, { message: "First?" });
      const message = (await logOf(client, id)).find(isUserMessage);
      const fork = await forkAt(client, id, message?.id ?? "");
      expect(fork).not.toBe(id);
      expect((await logOf(client, fork)).filter(isAgentMessage)).toEqual([]);
      expect((await logOf(client, fork)).filter(isUserMessage)).toHaveLength(1);
    }),
};
