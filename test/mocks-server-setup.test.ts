/** Where a mock server is, whom it lets in, and what time it is there. */
import {
  type AgentClient,
  createAgentClient,
  createConversation,
  sendMessage,
  serverInfo,
  unwrap,
  waitUntilReady,
} from "agent-server-client";
import { type MockAgentServerOptions, mockAgentServer } from "agent-server-client/mocks";
import { runToEnd } from "agent-server-client/stream";
import { type SetupServer, setupServer } from "msw/node";
import { afterEach, describe, expect, test, vi } from "vitest";
import { conversationOf, eventsOf } from "./live/conversation.js";
import { START } from "./support/mocked-follow.js";

let server: SetupServer | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.close();
});

type Handlers = ReturnType<typeof mockAgentServer>["handlers"];

function listenFor(...all: readonly Handlers[]): void {
  server = setupServer(...all.flat());
  server.listen({ onUnhandledRequest: "error" });
}

function started(options: MockAgentServerOptions = {}): ReturnType<typeof mockAgentServer> {
  const mock = mockAgentServer(options);
  listenFor(mock.handlers);
  return mock;
}

const clientAt = (baseUrl: string, sessionApiKey?: string): AgentClient =>
  createAgentClient({ baseUrl, sessionApiKey, retry: false });
const count = async (client: AgentClient): Promise<number> => unwrap(await client.GET("/api/conversations/count"));

/** How the server ends a socket: its code, its reason. */
const endOf = (url: string, first?: string): Promise<readonly [number, string]> =>
  new Promise((resolve) => {
    const { WebSocket } = globalThis as unknown as { WebSocket: new (url: string) => EventTarget }; // no type in Node 20
    const socket = new WebSocket(url);
    socket.addEventListener("open", () => {
      if (first !== undefined) (socket as EventTarget & { send(text: string): void }).send(first);
    });
    socket.addEventListener("close", (event) => {
      const { code, reason } = event as Event & { readonly code: number; readonly reason: string };
      resolve([code, reason]);
    });
  });

describe("the address", () => {
  test("may have a path, and a slash at its end", async () => {
    const mock = started({ baseUrl: "http://agent.test/deep/down/" });
    const client = clientAt("http://agent.test/deep/down");
    mock.script([{ text: "Found." }]);
    const { id } = await createConversation(client, START);
    expect(await runToEnd(client, id, { message: "Where are you?" })).toMatchObject({ finalResponse: "Found." });
    expect((await fetch("http://agent.test/deep/down/api/nowhere")).status).toBe(404);
    await expect(fetch("http://agent.test/api/conversations/count")).rejects.toThrow();
  });

  test("is every address unless one is said, under whatever path; what is not of the server is left to others", async () => {
    const mock = started();
    for (const baseUrl of ["http://one.test", "https://two.test/below"])
      await createConversation(clientAt(baseUrl), START);
    expect(await count(clientAt("http://three.test"))).toBe(2);
    expect((await serverInfo(clientAt("http://three.test"))).version).toBe("1.52.0");
    await waitUntilReady(clientAt("http://three.test"), { timeoutMs: 1_000 });
    await expect(fetch("http://one.test/api/nowhere")).rejects.toThrow();
    await expect(fetch("http://one.test/")).rejects.toThrow();
    expect(mock.requests.map(({ operationId }) => operationId)).toEqual([
      "start_conversation",
      "start_conversation",
      "count_conversations",
    ]);
  });

  test("of two servers at a time keeps them apart, their sockets too", async () => {
    const one = mockAgentServer({ baseUrl: "http://one.test" });
    const two = mockAgentServer({ baseUrl: "http://two.test", seed: 2 });
    listenFor(one.handlers, two.handlers);
    one.script([{ text: "I am one." }]);
    two.script([{ text: "I am two." }]);
    const said = await Promise.all(
      ["http://one.test", "http://two.test"].map(async (baseUrl) => {
        const { id } = await createConversation(clientAt(baseUrl), START);
        return (await runToEnd(clientAt(baseUrl), id, { message: "Who are you?" })).finalResponse;
      }),
    );
    expect(said).toEqual(["I am one.", "I am two."]);
    one.reset();
    expect([await count(clientAt("http://one.test")), await count(clientAt("http://two.test"))]).toEqual([0, 1]);
  });
});

describe("the key", () => {
  test("is asked for where there is one, over REST and on sockets", async () => {
    started({ baseUrl: "http://agent.test", sessionApiKey: "right" });
    const id = (await createConversation(clientAt("http://agent.test", "right"), START)).id;
    for (const key of [undefined, "wrong"]) {
      const { response, error } = await clientAt("http://agent.test", key).GET("/api/conversations/count");
      expect([response.status, error]).toEqual([401, { detail: "Unauthorized" }]);
    }
    const url = `ws://agent.test/sockets/session/${id}`;
    expect(await endOf(url, '{"type":"auth","session_api_key":"wrong"}')).toEqual([4001, "Authentication failed"]);
    expect(await endOf(`${url}?session_api_key=wrong`)).toEqual([1006, ""]);
    expect((await fetch("http://agent.test/ready")).status).toBe(200);
  });

  test("has ten seconds to come", async () => {
    vi.useFakeTimers();
    started({ baseUrl: "http://agent.test", sessionApiKey: "right" });
    let end: unknown;
    void endOf("ws://agent.test/sockets/bash-events").then((told) => {
      end = told;
    });
    await vi.advanceTimersByTimeAsync(9_900);
    expect(end).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    expect(end).toEqual([4001, "Authentication failed"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is not asked for unless there is one", async () => {
    started({ baseUrl: "http://agent.test" });
    expect(await count(clientAt("http://agent.test"))).toBe(0);
    expect(await count(clientAt("http://agent.test", "any"))).toBe(0);
  });
});

describe("the seed", () => {
  async function idsFor(seed: number | undefined): Promise<string[]> {
    const mock = mockAgentServer({ baseUrl: "http://agent.test", seed });
    listenFor(mock.handlers);
    mock.script([{ calls: [{ tool: "terminal", arguments: { command: "ls" } }] }, { text: "Done.", stream: true }]);
    const client = clientAt("http://agent.test");
    const { id } = await createConversation(client, START);
    await sendMessage(client, id, "Go.");
    await vi.waitFor(async () => expect((await conversationOf(client, id)).execution_status).toBe("finished"));
    const events = await eventsOf(client, id);
    server?.close();
    return [id, ...events.map((event) => event.id)];
  }

  test("decides every id", async () => {
    const [first, again, other] = [await idsFor(7), await idsFor(7), await idsFor(8)];
    expect(again).toEqual(first);
    expect(first.length).toBeGreaterThan(8);
    expect(other.filter((id) => first.includes(id))).toEqual([]);
  });
});

describe("time", () => {
  test("is that of fake timers: a run takes as long as its script says, and then there is no timer", async () => {
    vi.useFakeTimers();
    const mock = started({ baseUrl: "http://agent.test" });
    mock.script([
      { waitMs: 60_000, calls: [{ tool: "terminal", arguments: { command: "make" }, durationMs: 3_600_000 }] },
      { text: "Built." },
    ]);
    const client = clientAt("http://agent.test");
    const { id } = await createConversation(client, START);
    await sendMessage(client, id, "Build.");
    const kinds = async (): Promise<string[]> => (await eventsOf(client, id)).map(({ kind }) => kind);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await kinds()).not.toContain("ActionEvent");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await kinds()).toContain("ActionEvent");
    expect(await kinds()).not.toContain("ObservationEvent");
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await kinds()).toContain("ObservationEvent");
    expect((await conversationOf(client, id)).execution_status).toBe("finished");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("leaves nothing to be done after a reset", async () => {
    vi.useFakeTimers();
    const mock = started({ baseUrl: "http://agent.test" });
    mock.script([{ text: "Late.", waitMs: 60_000 }]);
    const { id } = await createConversation(clientAt("http://agent.test"), START);
    await sendMessage(clientAt("http://agent.test"), id, "Go.");
    expect(vi.getTimerCount()).toBe(1);
    mock.reset();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe.each(["1.44", "1.52", "1.58"] as const)("version %s", (version) => {
  test("says which it is, and refuses in its own way", async () => {
    started({ baseUrl: "http://agent.test", version });
    const client = clientAt("http://agent.test");
    expect((await serverInfo(client)).version).toMatch(new RegExp(`^${version}\\.`));
    const path = { params: { path: { conversation_id: "00000000-0000-4000-8000-000000000000" } } };
    const { response } = await client.POST("/api/conversations/{conversation_id}/pause", path);
    expect(response.status).toBe(version === "1.58" ? 404 : 400);
  });
});

describe("sockets", () => {
  test.each([
    [1012, "", 1012, ""],
    [1013, "slow_consumer", 1013, "slow_consumer"],
    [1006, "told to nobody", 1006, ""],
  ])("closed with %i %j tell so", async (code, reason, toldCode, toldReason) => {
    const mock = started({ baseUrl: "http://agent.test" });
    const { id } = await createConversation(clientAt("http://agent.test"), START);
    const ends = ["session", "events"].map((kind) => endOf(`ws://agent.test/sockets/${kind}/${id}`));
    await new Promise((resolve) => setTimeout(resolve, 30));
    mock.closeSockets(code, reason);
    expect(await Promise.all(ends)).toEqual([
      [toldCode, toldReason],
      [toldCode, toldReason],
    ]);
  });

  test("break when the server is reset", async () => {
    const mock = started({ baseUrl: "http://agent.test" });
    const end = endOf("ws://agent.test/sockets/bash-events");
    await new Promise((resolve) => setTimeout(resolve, 30));
    mock.reset();
    expect(await end).toEqual([1006, ""]);
  });
});
