/** How long is waited between two tries. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendMessage } from "../src/calls.js";
import { waitUntilReady } from "../src/calls-server.js";
import { createAgentClient } from "../src/client.js";
import { sleep } from "../src/sleep.js";
import { agentServer } from "./support/agent-server.js";

vi.mock("../src/sleep.js", () => ({ sleep: vi.fn(() => Promise.resolve()) }));

const waits = (): number[] => vi.mocked(sleep).mock.calls.map(([ms]) => ms);

async function setUp() {
  const server = await agentServer();
  return { server, client: createAgentClient({ baseUrl: server.url, retry: false }), id: server.add() };
}

beforeEach(() => vi.mocked(sleep).mockClear());
afterEach(() => vi.restoreAllMocks());

test("a run that has no place is asked for after growing waits, up to some seconds", async () => {
  const { server, client, id } = await setUp();
  server.state.busy = 99;
  vi.spyOn(Math, "random").mockReturnValue(1);
  expect(await sendMessage(client, id, "hello")).toBe("saved");
  expect(waits()).toEqual([500, 1_000, 2_000, 4_000, 5_000]);
});

test("the waits are spread from none to all of that", async () => {
  const { server, client, id } = await setUp();
  server.state.busy = 3;
  vi.spyOn(Math, "random").mockReturnValueOnce(0).mockReturnValueOnce(0.5).mockReturnValueOnce(0.25);
  expect(await sendMessage(client, id, "hello")).toBe("running");
  expect(waits()).toEqual([0, 500, 500]);
});

test("the server's word counts instead, for the next wait and up to half a minute", async () => {
  const { server, client, id } = await setUp();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const after = (status: number, detail: string, seconds: string) => ({
    status,
    json: { detail },
    headers: { "Retry-After": seconds },
  });
  const full = "Conversation run limit reached. Retry the request later.";
  server.next("POST /events", after(429, "Message saved, but …", "3"));
  server.next("POST /run", after(429, full, "31536000"), after(429, full, "0"), after(429, full, "nonsense"));
  expect(await sendMessage(client, id, "hello")).toBe("running");
  expect(waits()).toEqual([3_000, 30_000, 0, 2_000]);
});

test("a server that is not ready is asked after waits that grow up to a second", async () => {
  const { server, client } = await setUp();
  const later = { status: 503, json: { status: "initializing" } };
  server.next("GET /ready", ...Array.from({ length: 8 }, () => later));
  await waitUntilReady(client);
  expect(waits()).toEqual([50, 100, 200, 400, 800, 1_000, 1_000, 1_000]);
});
