// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createAgentClient, createConversation } from "agent-server-client";
import type { Turn } from "agent-server-client/mocks";
import { expect, test } from "vitest";
import { Conversation } from "./conversation.js";
import { mock } from "./setup.js";

const client = createAgentClient({ baseUrl: "http://agent.test" });

/** Shows a conversation whose agent will do this. */
async function begin(turns: readonly Turn[], policy: "AlwaysConfirm" | "NeverConfirm" = "NeverConfirm"): Promise<void> {
  mock.script(turns);
  const { id } = await createConversation(client, {
    agent: { kind: "Agent", llm: { model: "openai/gpt-5.5" }, tools: [{ name: "terminal" }] },
    workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
    confirmation_policy: { kind: policy },
  });
  render(<Conversation client={client} id={id} />);
  await statusIs("idle");
}

function say(text: string): void {
  fireEvent.change(screen.getByLabelText("Message"), { target: { value: text } });
  fireEvent.click(screen.getByText("Send"));
}

const statusIs = (status: string): Promise<void> =>
  waitFor(() => expect(screen.getByRole("status").textContent).toBe(status));
const lines = (): (string | null)[] => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

const LIST = { tool: "terminal", arguments: { command: "ls" }, summary: "List the files", result: "README.md" };

test("a message is sent, the agent works, and answers", async () => {
  await begin([{ calls: [LIST] }, { text: "One file." }]);
  say("How many files are there?");
  await statusIs("finished");
  expect(lines()).toEqual(["How many files are there?", "List the files", "One file."]);
  expect(screen.getByLabelText<HTMLInputElement>("Message").value).toBe("");
});

test("what the agent writes is shown while it writes, and once when it is done", async () => {
  await begin([{ text: "Two files.", stream: ["Two ", "files."] }]);
  say("How many files are there?");
  expect((await screen.findByRole("log")).textContent).toMatch(/^(Two (files\.)?)?$/);
  await statusIs("finished");
  expect(screen.queryByRole("log")).toBeNull();
  expect(lines()).toEqual(["How many files are there?", "Two files."]);
});

test("a tool runs when the user allows it", async () => {
  await begin([{ calls: [LIST] }, { text: "One file." }], "AlwaysConfirm");
  say("How many files are there?");
  const question = within(await screen.findByRole("group"));
  expect(question.getByText(/use terminal\?/)).toBeTruthy();
  fireEvent.click(question.getByText("Allow"));
  await statusIs("finished");
  expect(lines().at(-1)).toBe("One file.");
});

test("a tool does not run when the user refuses it, and the agent reads why", async () => {
  await begin([{ calls: [LIST] }], "AlwaysConfirm");
  say("How many files are there?");
  fireEvent.click(await screen.findByText("Refuse"));
  await statusIs("idle");
  expect(screen.queryByRole("group")).toBeNull();
  const asked = mock.requests.find(({ operationId }) => operationId === "respond_to_confirmation");
  expect(asked?.body).toMatchObject({ accept: false, reason: "Not allowed by the user." });
});

test("a run that fails is told, and tried again", async () => {
  await begin([{ error: { code: "LLMRateLimitError", detail: "Rate limit reached." } }, { text: "Now it works." }]);
  say("Hello?");
  expect((await screen.findByRole("alert")).textContent).toContain("Too many requests; try again later.");
  fireEvent.click(screen.getByText("Try again"));
  await statusIs("finished");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(lines()).toEqual(["Hello?", "Now it works."]);
});

test("a wrong key of the model leads to the settings", async () => {
  await begin([{ error: { code: "LLMAuthenticationError", detail: "No such key." } }]);
  say("Hello?");
  expect((await screen.findByRole("alert")).textContent).toContain("Please look at the settings.");
  expect(screen.queryByText("Try again")).toBeNull();
});

test("a message that cannot be sent stays where it was typed", async () => {
  await begin([]);
  mock.fail("send_message", 503);
  say("Hello?");
  expect((await screen.findByRole("alert")).textContent).toContain("The service is not available now.");
  expect(screen.getByLabelText<HTMLInputElement>("Message").value).toBe("Hello?");
});
