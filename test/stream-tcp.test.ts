/** Real sockets: a server on TCP, the package `ws`, and connections that are killed at random bytes. */
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { createAgentClient } from "../src/client.js";
import type { NewEvent } from "../src/simulator/log.js";
import type { SimulatorVersion } from "../src/simulator/world.js";
import { streamEvents } from "../src/stream.js";
import { randomFrom, seedOfRun } from "./support/random.js";
import { startTcpServer, type TcpServer } from "./support/stream-server.js";

const EVENTS = 300;
const KILLED = 15;
const message = (text: string): NewEvent => ({
  kind: "MessageEvent",
  source: "agent",
  llm_message: { role: "assistant", content: [{ type: "text", text }] },
});
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function follow(
  server: TcpServer,
  id: string,
  protocol: "session" | "events",
  lastId: string,
): Promise<unknown[]> {
  const client = createAgentClient({ baseUrl: server.url, sessionApiKey: "key" });
  const reconnect = { minDelayMs: 1, maxDelayMs: 20, minUptimeMs: 1 };
  const events: unknown[] = [];
  for await (const update of streamEvents(client, id, { protocol, WebSocket, reconnect })) {
    if (update.type === "event") events.push(update.event);
    if (update.type === "event" && update.event.id === lastId) break;
  }
  return events;
}

test.each<[SimulatorVersion, ("session" | "events")[]]>([
  ["1.44", ["events", "events"]],
  ["1.52", ["session", "events"]],
  ["1.58", ["session", "events"]],
])("on %s two consumers get exactly the log over connections that die at any byte", async (version, protocols) => {
  const seed = seedOfRun();
  const random = randomFrom(seed);
  const server = await startTcpServer({ version, seed, keys: ["key"] });
  onTestFinished(() => server.close());
  server.killAfter = () => (random.chance(0.8) ? random.below(5_000) : 20_000 + random.below(20_000));
  const { simulator } = server;
  const id = simulator.add([message("first")]);
  const lastId = "the-last-one";
  const following = protocols.map((protocol) => follow(server, id, protocol, lastId));
  for (let count = 0; count < EVENTS || (server.killed < KILLED && count < 20 * EVENTS); count++) {
    const user: NewEvent = { kind: "MessageEvent", source: "user", id: `user-${count}` };
    const told = { kind: "ConversationStateUpdateEvent", key: "last_user_message_id", value: user["id"] };
    simulator.append(id, ...(random.chance(0.2) ? [user, told] : [message("x".repeat(random.below(400)))]));
    if (random.chance(0.3)) await pause(random.below(10));
  }
  server.killAfter = () => Number.POSITIVE_INFINITY;
  simulator.append(id, { ...message("last"), id: lastId });
  const ids = (events: readonly unknown[]) => events.map((event) => (event as { id: string }).id);
  for (const events of await Promise.all(following)) {
    expect(ids(events), `SEED=${seed}`).toEqual(ids(simulator.log(id)));
  }
  expect(server.killed).toBeGreaterThanOrEqual(KILLED);
  console.log(`${version}: ${server.killed} connections killed`);
});

test("a server that is killed answers nobody, and is followed on when it starts again", async () => {
  const server = await startTcpServer({ version: "1.58", seed: 1, keys: ["key"] });
  onTestFinished(() => server.close());
  const { simulator } = server;
  const id = simulator.add([message("first")]);
  const client = createAgentClient({ baseUrl: server.url, sessionApiKey: "key", retry: false });
  const following = follow(server, id, "session", "last");
  const statuses: string[] = [];
  const watched = streamEvents(client, id, { WebSocket, reconnect: { minDelayMs: 1, maxDelayMs: 20 } });
  for await (const update of watched) {
    if (update.type === "connection") statuses.push(update.status);
    if (update.type === "live" && statuses.length === 2) {
      simulator.kill();
      const path = { conversation_id: id };
      const call = client.GET("/api/conversations/{conversation_id}", { params: { path } });
      await expect(call).rejects.toMatchObject({ name: "NetworkError" });
    }
    if (statuses.length === 10) {
      simulator.restart({ log: "same" });
      simulator.append(id, { ...message("last"), id: "last" });
    }
    if (update.type === "event" && update.event.id === "last") break;
  }
  expect(statuses.slice(0, 8)).toEqual([
    "connecting",
    "open",
    "waiting",
    "connecting",
    "waiting",
    "connecting",
    "waiting",
    "connecting",
  ]);
  expect(await following).toHaveLength(2);
});
