/** Stories of the conversation: each puts the server into the state that it shows. */
import { createConversation, sendMessage } from "agent-server-client";
import type { Turn } from "agent-server-client/mocks";
import type { ReactNode } from "react";
import { createApi } from "../api.js";
import { Conversation } from "../conversation.js";
import { mock } from "./preview.js";

const api = createApi(window.location.origin);

interface Loaded {
  readonly loaded: { readonly id: string };
}

/** A story in Storybook's own form: what is loaded before it, and what it shows. */
const story = (turns: readonly Turn[], policy: "AlwaysConfirm" | "NeverConfirm" = "NeverConfirm") => ({
  loaders: [
    async (): Promise<{ id: string }> => {
      mock.script(turns);
      const { id } = await createConversation(api.client, {
        agent: { kind: "Agent", llm: { model: "openai/gpt-5.5" }, tools: [{ name: "terminal" }] },
        workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
        confirmation_policy: { kind: policy },
      });
      await sendMessage(api.client, id, "What is in this folder?");
      return { id };
    },
  ],
  render: (_: object, { loaded: { id } }: Loaded): ReactNode => <Conversation key={id} api={api} id={id} />,
});

export default { title: "Conversation", component: Conversation };

const list = { tool: "terminal", arguments: { command: "ls" }, result: "README.md\nsrc" };

export const Answered = story([{ calls: [list] }, { text: "A README and the sources." }]);

export const BeingWritten = story([{ text: "One moment, I look.", stream: ["One moment, ", "I look."], waitMs: 2000 }]);

export const Waiting = story([{ calls: [list] }], "AlwaysConfirm");

export const Failed = story([{ error: { code: "LLMRateLimitError", detail: "Rate limit reached." } }]);
