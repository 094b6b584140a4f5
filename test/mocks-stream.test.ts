/** The streams over the mock server: whatever becomes of their sockets, they deliver exactly the log, and leave nothing. */
import { setTimeout as wait } from "node:timers/promises";
import { createConversation, sendMessage, unwrap } from "agent-server-client";
import { mockAgentServer, type Turn } from "agent-server-client/mocks";
import { runToEnd, streamBash } from "agent-server-client/stream";
import { setupServer } from "msw/node";
import { describe, expect, test } from "vitest";
import { MOCKED, useMock } from "./support/mocked.js";
import { FAST, follow, logOnceTold, mockedClient, START, until } from "./support/mocked-follow.js";
import { randomFrom, seedOfRun } from "./support/random.js";

/** All closes after which a stream goes on. */
const CLOSES = [
  [1000, "Connection closed"],
  [1001, ""],
  [1006, ""],
  [1008, ""],
  [1009, "Message exceeds the maximum size"],
  [1011, "keepalive ping timeout"],
  [1011, "subscribe_failed"],
  [1012, ""],
  [1013, "slow_consumer"],
  [1013, "frame_too_large"],
  [1013, "Too many connections for this conversation"],
  [4999, ""],
] as const;

const echo = (word: string, durationMs = 0): Turn => ({
  text: `I say ${word}.`,
  waitMs: 2,
  calls: [{ tool: "terminal", arguments: { command: `echo ${word}` }, result: word, durationMs }],
});
const TURNS: readonly Turn[] = [echo("one"), echo("two", 5), echo("three"), { text: "All of it has been said." }];

describe.each(["1.44", "1.52", "1.58"] as const)("on %s", (version) => {
  const mock = useMock({ version });
  const client = mockedClient();

  describe.each(["auto", "events"] as const)("over the socket of %s", (protocol) => {
    test.each(CLOSES)("closed with %i %j again and again, all comes once and in order", async (code, reason) => {
      const random = randomFrom(seedOfRun());
      mock.script(TURNS);
      const { id } = await createConversation(client, START);
      const following = follow(client, id, { protocol });
      await sendMessage(client, id, "Say it.");
      for (let closes = 0; closes < 4; closes++) {
        await wait(random.below(9));
        mock.closeSockets(code, reason);
      }
      const log = await logOnceTold(client, id, following);
      await following.close();
      expect(following.error()).toBeUndefined();
      expect(log.length).toBeGreaterThan(12);
      expect(following.ids).toEqual(log);
    });

    test.each([
      [4001, "Authentication failed"],
      [4004, "Conversation not found"],
      [1013, "credential_binding_activation_required"],
    ] as const)("closed with %i %j it ends with that error", async (code, reason) => {
      const { id } = await createConversation(client, START);
      const following = follow(client, id, { protocol });
      await until(() => following.updates.some(({ type }) => type === "live"));
      mock.closeSockets(code, reason);
      await until(() => following.error() !== undefined);
      expect(following.error()).toMatchObject({ name: "SocketError", code, reason });
    });

    test("a slow run is followed to its end, and a failure is told", async () => {
      mock.script([{ text: "Slowly.", waitMs: 120 }]);
      const { id } = await createConversation(client, START);
      const running = runToEnd(client, id, { message: "Go.", signal: AbortSignal.timeout(10_000) });
      await wait(40);
      mock.closeSockets(1012, "");
      expect(await running).toEqual({ status: "finished", finalResponse: "Slowly." });
      mock.script([{ error: { code: "LLMRateLimitError", detail: "Rate limit reached." } }]);
      await expect(runToEnd(client, id, { message: "Go on." })).rejects.toMatchObject({
        name: "ConversationRunError",
        classification: { reason: "rate_limited" },
      });
    });
  });
});

describe("on the default version", () => {
  const mock = useMock();
  const client = mockedClient();

  test("commands come once, over broken sockets too", async () => {
    mock.bash((command) => ({ stdout: `${command}!`, durationMs: 10 }));
    const seen: string[] = [];
    for await (const update of streamBash(client, { reconnect: FAST })) {
      if (update.type === "connection" && update.status === "open" && seen.length === 0) {
        for (const command of ["a", "b"]) {
          unwrap(await client.POST("/api/bash/start_bash_command", { body: { command } }));
        }
        mock.closeSockets(1006, "");
      }
      if (update.type !== "bash") continue;
      const { event } = update;
      seen.push(event.kind === "BashOutput" ? String(event.stdout) : event.kind);
      if (seen.length === 4) break;
    }
    expect(seen.sort()).toEqual(["BashCommand", "BashCommand", "a!", "b!"]);
  });

  test("while REST fails, the legacy stream waits; when the server is there again, it goes on", async () => {
    mock.fail("search_conversation_events", 503);
    const { id } = await createConversation(client, START);
    await sendMessage(client, id, "Hello.", { run: false });
    const following = follow(client, id, { protocol: "events" });
    await until(() => mock.requests.filter(({ status }) => status === 503).length > 3);
    expect(following.ids).toEqual([]);
    expect(following.error()).toBeUndefined();
    const info = unwrap(
      await client.GET("/api/conversations/{conversation_id}", { params: { path: { conversation_id: id } } }),
    );
    mock.reset();
    mock.replay({ conversation: { ...info, execution_status: "finished" }, rest_search: [] });
    await sendMessage(client, id, "Hello again.", { run: false });
    await until(() => following.ids.length > 0);
    await following.close();
  });

  test("a log that is another one is told as such, and then from its beginning", async () => {
    mock.script(TURNS);
    const { id } = await createConversation(client, START);
    const following = follow(client, id);
    await sendMessage(client, id, "Say it.");
    await logOnceTold(client, id, following);
    const path = { params: { path: { conversation_id: id } } };
    const info = unwrap(await client.GET("/api/conversations/{conversation_id}", path));
    const page = unwrap(await client.GET("/api/conversations/{conversation_id}/events/search", path));
    const shorter = page.items.slice(0, 4);
    mock.reset();
    mock.replay({ conversation: info, rest_search: shorter });
    await until(() => following.updates.some(({ type }) => type === "reset"));
    await until(() => following.ids.length === 4);
    await following.close();
    expect(following.ids).toEqual(shorter.map((event) => event.id));
  });
});

test("nothing is left behind: no timer, no socket, no port", async () => {
  const resources = (): string[] => process.getActiveResourcesInfo();
  const own = mockAgentServer({ baseUrl: MOCKED.baseUrl });
  own.script([{ text: "Slow.", waitMs: 60_000 }]);
  const before = resources();
  const server = setupServer(...own.handlers);
  server.listen({ onUnhandledRequest: "error" });
  const { id } = await createConversation(mockedClient(), START);
  const following = follow(mockedClient(), id);
  await sendMessage(mockedClient(), id, "Go.");
  await until(() => following.updates.some(({ type }) => type === "live"));
  await following.close();
  own.reset();
  server.close();
  await wait(20);
  const more = resources();
  for (const one of before) if (more.includes(one)) more.splice(more.indexOf(one), 1);
  expect(more).toEqual([]);
});
