/** A conversation that is followed: as it is now, and a way to wait for what will be. */
import type { AgentClient } from "agent-server-client";
import { type ConversationSnapshot, createConversationStore } from "agent-server-client/conversation";
import { parseEvent } from "agent-server-client/schemas";
import { type StreamUpdate, streamEvents } from "agent-server-client/stream";
import { webSocket } from "../timeline/server.js";

export interface Followed {
  readonly snapshot: () => ConversationSnapshot;
  /** The first answer to an update that is one. One thing is waited for at a time. */
  until<Answer>(test: (update: StreamUpdate) => Answer | undefined): Promise<Answer>;
  /** Rejects when nothing more will come. */
  readonly over: Promise<never>;
  readonly isOver: () => boolean;
}

/** `show` gets each update, and whether it is news: the history is not. */
export function followConversation(
  client: AgentClient,
  id: string,
  show: (update: StreamUpdate, isNews: boolean) => void,
  signal: AbortSignal,
): Followed {
  const store = createConversationStore();
  let hear: ((update: StreamUpdate) => void) | undefined;
  let isNews = false;
  let isOver = false;

  const read = async (): Promise<never> => {
    try {
      const WebSocket = await webSocket();
      for await (const update of streamEvents(client, id, { parse: parseEvent, WebSocket, signal })) {
        store.apply(update);
        show(update, isNews);
        if (update.type === "live") isNews = true;
        hear?.(update);
      }
      throw new Error("a stream that nobody closes has ended");
    } finally {
      isOver = true;
    }
  };
  const over = read();
  over.catch(() => undefined); // whoever waits hears of it

  const until: Followed["until"] = (test) => {
    const found = new Promise<NonNullable<ReturnType<typeof test>>>((resolve) => {
      hear = (update) => {
        const answer = test(update);
        if (answer === undefined || answer === null) return;
        hear = undefined;
        resolve(answer);
      };
    });
    return Promise.race([found, over]);
  };
  return { snapshot: store.getSnapshot, until, over, isOver: () => isOver };
}
