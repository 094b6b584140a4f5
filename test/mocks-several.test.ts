/** Several mock servers at once: each request and each socket is for one of them, the first that is there. */
import {
  type AgentClient,
  type AgentEvent,
  createAgentClient,
  createConversation,
  isUserMessage,
  searchEvents,
  textOf,
} from "agent-server-client";
import { mockAgentServer, type Turn } from "agent-server-client/mocks";
import { runToEnd } from "agent-server-client/stream";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

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

describe("a function as the script", () => {
  const client = createAgentClient({ baseUrl: "http://three.test" });
  const create = async (): Promise<string> =>
    (
      await createConversation(client, {
        agent: { kind: "Agent", llm: { model: "openai/scripted" }, tools: [{ name: "terminal" }] },
        workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
      })
    ).id;

  it("is asked by each conversation for its own turns, when they run at once, too", async () => {
    const plans = new Map<string, Turn[]>();
    everywhere.script(({ conversationId }) => plans.get(conversationId)?.shift());
    const ids = [await create(), await create()];
    for (const id of ids) {
      const call = { tool: "terminal", arguments: { command: "ls" }, result: id, durationMs: 20 };
      plans.set(id, [{ calls: [call] }, { calls: [call], waitMs: 10 }, { text: `of ${id}` }]);
    }
    const answers = await Promise.all(ids.map((id) => runToEnd(client, id, { message: "Go." })));
    expect(answers.map(({ finalResponse }) => finalResponse)).toEqual(ids.map((id) => `of ${id}`));
    for (const id of ids) {
      const results: string[] = [];
      for await (const event of searchEvents(client, id, { kind: "ObservationEvent" })) results.push(textOf(event));
      expect(results).toEqual([id, id]);
    }
    const { finalResponse } = await runToEnd(client, ids[0] ?? "", { message: "And now?" });
    expect(finalResponse).toBe("Done."); // nothing is planned
  });

  it("sees what is there so far, and comes after the turns that were listed", async () => {
    const seen: (readonly AgentEvent[])[] = [];
    everywhere.script(({ events }) => {
      seen.push(events);
      return { text: "decided" };
    });
    everywhere.script([{ text: "listed" }]);
    const id = await create();
    expect((await runToEnd(client, id, { message: "one" })).finalResponse).toBe("listed");
    expect(seen).toEqual([]);
    expect((await runToEnd(client, id, { message: "two" })).finalResponse).toBe("decided");
    const log: AgentEvent[] = [];
    for await (const event of searchEvents(client, id)) log.push(event);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toEqual(log.slice(0, seen[0]?.length));
    expect(seen[0]?.filter(isUserMessage).map((event) => textOf(event))).toEqual(["one", "two"]);
  });

  it("is forgotten by a reset", async () => {
    everywhere.script(() => ({ text: "decided" }));
    everywhere.reset();
    expect((await runToEnd(client, await create(), { message: "Go." })).finalResponse).toBe("Done.");
  });
});
