/** A mock server for tests of components, and what they have open at it. */
import { cleanup } from "@testing-library/react";
import { type AgentClient, createAgentClient, createConversation, type Schema } from "agent-server-client";
import { type MockAgentServer, mockAgentServer, type Turn } from "agent-server-client/mocks";
import { type SetupServer, setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";

const TEMPLATE: Schema<"StartConversationRequest"> = {
  agent: { kind: "Agent", llm: { model: "openai/gpt-5.5" }, tools: [{ name: "terminal" }] },
  workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
  autotitle: false,
};

export interface Mocked {
  readonly mock: MockAgentServer;
  readonly server: SetupServer;
  /** Every socket that was opened since the test began. */
  readonly sockets: readonly WebSocket[];
  /** Those that are not closed. */
  readonly open: () => readonly WebSocket[];
}

/** A server for the tests of one file. Nothing may be left open after a test. */
export function useMocked(): Mocked {
  const mock = mockAgentServer();
  const server = setupServer(...mock.handlers);
  const sockets: WebSocket[] = [];
  const open = (): WebSocket[] => sockets.filter(({ readyState }) => readyState < WebSocket.CLOSING);
  beforeAll(() => {
    server.listen({ onUnhandledRequest: "error" });
    const construct = (made: typeof WebSocket, args: ConstructorParameters<typeof WebSocket>): WebSocket => {
      const socket = new made(...args);
      sockets.push(socket);
      return socket;
    };
    vi.stubGlobal("WebSocket", new Proxy(WebSocket, { construct }));
  });
  afterEach(async () => {
    cleanup();
    await settled();
    expect(open()).toEqual([]);
    mock.assertNoInvalidRequests();
    mock.reset();
    server.resetHandlers();
    sockets.length = 0;
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    server.close();
  });
  return { mock, server, sockets, open };
}

/** A client that asks once. */
export const newClient = (): AgentClient => createAgentClient({ baseUrl: "http://agent.test", retry: false });

/** Makes a conversation, whose agent will do this. */
export async function begin(
  { mock }: Mocked,
  client: AgentClient,
  turns: readonly Turn[],
  policy: "AlwaysConfirm" | "NeverConfirm" = "NeverConfirm",
): Promise<string> {
  mock.script(turns);
  const { id } = await createConversation(client, { ...TEMPLATE, confirmation_policy: { kind: policy } });
  return id;
}

/** What was asked, by operation. */
export const asked = ({ mock }: Mocked, operation: string): number =>
  mock.requests.filter(({ operationId }) => operationId === operation).length;

/** Time for what should not happen to happen. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));
