/** Requests that wait for a tool to end, and what becomes of them when it never does. */
import { createAgentClient, createConversation, sendMessage } from "agent-server-client";
import { expect, it } from "vitest";
import { MOCKED, useMock } from "./support/mocked.js";

const mock = useMock();
const client = createAgentClient({ baseUrl: MOCKED.baseUrl, sessionApiKey: MOCKED.key, retry: false });

/** A conversation whose tool runs, and a pause that waits for it. */
async function waiting(): Promise<{ readonly id: string; readonly paused: Promise<number | string> }> {
  mock.script([{ calls: [{ tool: "terminal", arguments: { command: "sleep" }, result: "", durationMs: 3_600_000 }] }]);
  const { id } = await createConversation(client, {
    agent: { kind: "Agent", llm: { model: "openai/scripted" }, tools: [{ name: "terminal" }] },
    workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
  });
  await sendMessage(client, id, "Sleep.");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const params = { path: { conversation_id: id } };
  const paused = client.POST("/api/conversations/{conversation_id}/pause", { params }).then(
    ({ response }) => response.status,
    (error: Error) => error.name,
  );
  while (mock.requests.at(-1)?.operationId !== "pause_conversation") {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return { id, paused };
}

it("break when the server does", async () => {
  const { paused } = await waiting();
  mock.reset();
  expect(await paused).toBe("NetworkError");
});

it("are answered when the conversation is deleted", async () => {
  const { id, paused } = await waiting();
  const params = { path: { conversation_id: id } };
  expect((await client.DELETE("/api/conversations/{conversation_id}", { params })).response.status).toBe(200);
  expect(await paused).toBe(200);
});
