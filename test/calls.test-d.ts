/** What calls take: constants and lists that nobody may change fit, misspelt names do not. */
import { createConversation, sendMessage } from "../src/calls.js";
import type { AgentClient } from "../src/client.js";
import type { StartConversationRequest } from "../src/generated/types.js";

const START = {
  agent: { kind: "Agent", llm: { model: "openai/gpt-5.5" }, tools: [{ name: "terminal" }] },
  workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
  initial_message: { role: "user", content: [{ type: "text", text: "Hello." }] },
} as const;

export async function constants(client: AgentClient, given: StartConversationRequest): Promise<void> {
  await createConversation(client, START);
  await createConversation(client, given);
  await createConversation(client, { ...START, tags: { a: "b" } });
  await sendMessage(client, "c", [{ type: "text", text: "Hello." }] as const);

  // @ts-expect-error: this is no kind of agent
  await createConversation(client, { ...START, agent: { ...START.agent, kind: "Agnet" } });
  // @ts-expect-error: a conversation needs a workspace
  await createConversation(client, { agent: START.agent });
  await createConversation(client, {
    ...START,
    // @ts-expect-error: a tool has no such field
    agent: { kind: "Agent", llm: { model: "m" }, tools: [{ nam: "terminal" }] },
  });
}
