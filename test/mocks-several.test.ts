/** Several mock servers at once: each request and each socket is for one of them, the first that is there. */
import { type AgentClient, createAgentClient, createConversation } from "agent-server-client";
import { mockAgentServer } from "agent-server-client/mocks";
import { runToEnd } from "agent-server-client/stream";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

const one = mockAgentServer({ baseUrl: "http://one.test", sessionApiKey: "sesame" });
const two = mockAgentServer({ baseUrl: "http://two.test/below/", seed: 2 });
const everywhere = mockAgentServer({ seed: 3 });
const all = [one, two, everywhere];
const server = setupServer(...all.flatMap(({ handlers }) => handlers));
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => {
  for (const mock of all) mock.reset();
});
afterAll(() => server.close());

const answerOf = async (client: AgentClient): Promise<string> => {
  const { id } = await createConversation(client, {
    agent: { kind: "Agent", llm: { model: "openai/scripted" } },
    workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
  });
  return (await runToEnd(client, id, { message: "Who are you?" })).finalResponse;
};

it("a run goes on at the server that it was begun at", async () => {
  one.script([{ text: "one" }]);
  two.script([{ text: "two" }]);
  everywhere.script([{ text: "everywhere" }]);
  expect(await answerOf(createAgentClient({ baseUrl: "http://one.test", sessionApiKey: "sesame" }))).toBe("one");
  expect(await answerOf(createAgentClient({ baseUrl: "http://two.test/below" }))).toBe("two");
  expect(await answerOf(createAgentClient({ baseUrl: "http://three.test" }))).toBe("everywhere");
});

it("the last failure that a test asked for counts", async () => {
  const send = async (): Promise<number> => {
    const client = createAgentClient({ baseUrl: "http://two.test/below", retry: false });
    const { id } = await createConversation(client, {
      agent: { kind: "Agent", llm: { model: "openai/scripted" } },
      workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
    });
    const { response } = await client.POST("/api/conversations/{conversation_id}/events", {
      params: { path: { conversation_id: id } },
      body: { role: "user", content: [], run: true },
    });
    return response.status;
  };
  two.fail("send_message", 503);
  two.fail("send_message", 429);
  expect(await send()).toBe(429);
  two.fail("send_message", 503);
  expect(await send()).toBe(503);
});
