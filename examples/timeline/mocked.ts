/** A conversation with the mock server, for what runs by itself. */
import { createAgentClient, createConversation } from "agent-server-client";
import { mockAgentServer, type Turn } from "agent-server-client/mocks";
import { setupServer } from "msw/node";
import type { Place } from "./place.js";

const PLACE = { url: "http://agent.example", key: "demo-key" };

/** What is run, and by which command. */
export interface Mocked {
  readonly program: string;
  readonly command: string;
  /** What the agent does, answer by answer. */
  readonly turns: readonly Turn[];
  /** Does the agent ask before it uses a tool? */
  readonly asks: boolean;
  readonly printError: (line: string) => void;
}

/** Makes the conversation, lets it be used, and takes everything down again. Returns the exit code. */
export async function onMock(mocked: Mocked, use: (place: Place) => Promise<number>): Promise<number> {
  const { program, command, turns, asks, printError } = mocked;
  if (!("WebSocket" in globalThis)) {
    printError(`${program}: expected a global WebSocket, which Node 20 has behind a flag; use ${command}`);
    return 1;
  }
  const mock = mockAgentServer({ baseUrl: PLACE.url, sessionApiKey: PLACE.key });
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledRequest: "error" });
  try {
    mock.script(turns);
    const client = createAgentClient({ baseUrl: PLACE.url, sessionApiKey: PLACE.key });
    const { id: conversation } = await createConversation(client, {
      agent: { kind: "Agent", llm: { model: "openai/gpt-5.5", stream: true }, tools: [{ name: "terminal" }] },
      workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
      confirmation_policy: { kind: asks ? "AlwaysConfirm" : "NeverConfirm" },
      autotitle: false,
    });
    return await use({ ...PLACE, conversation });
  } finally {
    server.close();
    mock.reset();
  }
}
