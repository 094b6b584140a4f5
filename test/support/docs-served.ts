/** What the calls of pages' snippets have at hand: recordings, and a mock server that asks for a key. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type AgentClient,
  type AgentEvent,
  createAgentClient,
  createConversation,
  type Schema,
} from "agent-server-client";
import { type MockAgentServer, mockAgentServer, type Turn } from "agent-server-client/mocks";
import { setupServer } from "msw/node";
import { ROOT } from "./docs-pages.js";

/** A recorded conversation, as far as it is used here. */
export interface Recorded {
  readonly rest_search: readonly AgentEvent[];
  readonly ws_events: readonly unknown[];
}

export const recorded = (name: string): Recorded =>
  JSON.parse(readFileSync(join(ROOT, `test/fixtures/traffic/${name}.json`), "utf8"));

export const BASE_URL = "http://agent.test";
export const KEY = "key-of-the-pages";

/** A server, a client of it, and a conversation there. */
export interface Here {
  readonly mock: MockAgentServer;
  readonly client: AgentClient;
  readonly id: string;
}

const template = (kind: "AlwaysConfirm" | "NeverConfirm"): Schema<"StartConversationRequest"> => ({
  agent: { kind: "Agent", llm: { model: "openai/gpt-5.5" }, tools: [{ name: "terminal" }] },
  workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
  autotitle: false,
  confirmation_policy: { kind },
});

/** Does the work at a server whose agent will do this. Nothing wrong may be asked for, and nothing stays behind. */
export async function served(
  turns: readonly Turn[],
  work: (here: Here) => unknown,
  policy: "AlwaysConfirm" | "NeverConfirm" = "NeverConfirm",
): Promise<void> {
  const mock = mockAgentServer({ baseUrl: BASE_URL, sessionApiKey: KEY });
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledRequest: "error" });
  try {
    const client = createAgentClient({ baseUrl: BASE_URL, sessionApiKey: KEY, retry: false });
    mock.script(turns);
    const { id } = await createConversation(client, template(policy));
    await work({ mock, client, id });
    mock.assertNoInvalidRequests();
  } finally {
    mock.reset();
    server.close();
  }
}
