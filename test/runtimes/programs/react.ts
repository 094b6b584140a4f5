/** The hook, as a server renders it: the conversation is empty there, and nothing connects. */
import { createAgentClient } from "agent-server-client";
import { useConversation } from "agent-server-client/react";
import { createElement, type ReactNode } from "react";
import type { Task } from "./task.js";

export function useReact({ baseUrl, conversationId }: Task, render: (node: ReactNode) => string): object {
  const client = createAgentClient({ baseUrl });
  const Count = () =>
    createElement(
      "b",
      null,
      useConversation(client, conversationId, { select: ({ events }) => events.length }).snapshot,
    );
  return { html: render(createElement(Count)) };
}
