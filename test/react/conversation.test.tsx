// @vitest-environment happy-dom
/** The components of examples/react against the mock server, as a team would test its own. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { createConversation, type Schema } from "agent-server-client";
import { mockAgentServer, mockEvent, mockMessage, mockTextContent } from "agent-server-client/mocks";
import { setupServer } from "msw/node";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createApi } from "../../examples/react/api.js";
import { Conversation } from "../../examples/react/conversation.js";
import { ConversationList } from "../../examples/react/conversation-list.js";

const mock = mockAgentServer();
const server = setupServer(...mock.handlers);
const api = createApi("http://agent.test");
const TEMPLATE: Schema<"StartConversationRequest"> = {
  agent: { kind: "Agent", llm: { model: "openai/gpt-5.5" }, tools: [{ name: "terminal" }] },
  workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
};

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => {
  cleanup();
  mock.assertNoInvalidRequests();
  mock.reset();
});
afterAll(() => server.close());

const show = (children: ReactNode): void => {
  render(<QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>);
};

const begin = async (): Promise<string> => {
  const { id } = await createConversation(api.client, TEMPLATE);
  show(<Conversation key={id} api={api} id={id} />);
  return id;
};

const say = (text: string): void => {
  fireEvent.change(screen.getByLabelText("Message"), { target: { value: text } });
  fireEvent.click(screen.getByText("Send"));
};

test("shows what is said, while it is written and when it is done", async () => {
  mock.script([{ text: "Two files.", stream: ["Two ", "files."] }]);
  await begin();
  say("How many files are there?");
  expect("Two files.").toContain((await screen.findByRole("log")).textContent);
  expect(await screen.findByText("Two files.")).toBeTruthy();
  const lines = within(screen.getByRole("list")).getAllByRole("listitem");
  expect(lines.map(({ textContent }) => textContent)).toEqual(["How many files are there?", "Two files."]);
});

test("asks before a tool runs, and tells the server no", async () => {
  const { id } = await createConversation(api.client, { ...TEMPLATE, confirmation_policy: { kind: "AlwaysConfirm" } });
  mock.script([{ calls: [{ tool: "terminal", arguments: { command: "rm -r build" } }] }]);
  show(<Conversation key={id} api={api} id={id} />);
  say("Clean up.");
  fireEvent.click(await screen.findByText("Refuse"));
  await screen.findByText("idle");
  expect(mock.requests.at(-1)).toMatchObject({ operationId: "respond_to_confirmation", body: { accept: false } });
});

test("says when a message cannot be sent", async () => {
  await begin();
  mock.fail("send_message", 503);
  say("Hello?");
  expect((await screen.findByRole("alert")).textContent).toBe("The service is not available now.");
});

test("goes on when the server drops the connection", async () => {
  const id = await begin();
  await screen.findByText("idle");
  mock.closeSockets(1012, "");
  mock.emit(
    id,
    mockEvent("MessageEvent", {
      source: "agent",
      llm_message: mockMessage({ role: "assistant", content: [mockTextContent({ text: "Still here." })] }),
    }),
  );
  expect(await screen.findByText("Still here.", {}, { timeout: 5000 })).toBeTruthy();
});

test("lists conversations through the hooks, and begins one", async () => {
  show(<ConversationList api={api} template={TEMPLATE} />);
  fireEvent.click(await screen.findByText("Begin"));
  expect(await screen.findByText("Untitled (idle)")).toBeTruthy();
});
