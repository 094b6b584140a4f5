/** Recorded conversations on a mock server: REST and the sockets tell of them what was recorded. */
import { readdirSync, readFileSync } from "node:fs";
import {
  type AgentClient,
  type AgentEvent,
  createAgentClient,
  createConversation,
  type Schema,
  sendMessage,
  unwrap,
} from "agent-server-client";
import { type MockAgentServer, mockAgentServer, type Recording } from "agent-server-client/mocks";
import { getResponse, RequestHandler } from "msw";
import { describe, expect, test } from "vitest";
import { listen } from "../src/cli/listen.js";
import { eventsOf } from "./live/conversation.js";
import { MOCKED, useMock } from "./support/mocked.js";
import { mockedClient } from "./support/mocked-follow.js";

const TRAFFIC = new URL("fixtures/traffic/", import.meta.url);
/** Not of one conversation. */
const OTHERS = ["http-and-sockets.json", "tree-rest.json", "bash-ws.json"];

interface Recorded extends Recording {
  readonly rest_get: readonly AgentEvent[];
}

const recordings = readdirSync(TRAFFIC)
  .filter((name) => !OTHERS.includes(name))
  .map((name) => ({ name, recording: JSON.parse(readFileSync(new URL(name, TRAFFIC), "utf8")) as Recorded }));

const mock = useMock();
const client = mockedClient();
const QUIET_MS = 40;

async function told(path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const socket = await listen(MOCKED, path);
  await socket?.settle(QUIET_MS);
  socket?.close();
  return socket?.frames ?? [];
}

const isSnapshot = ({ key }: { readonly key?: unknown }): boolean => key === "full_state";

test("there are recordings of all sorts", () => {
  expect(recordings.length).toBeGreaterThan(20);
});

describe.each(recordings)("$name", ({ recording }) => {
  const { conversation, rest_search: events } = recording;

  test("is found over REST as it was", async () => {
    const id = mock.replay(recording);
    expect(id).toBe(conversation.id);
    const path = { params: { path: { conversation_id: id } } };
    expect((await client.GET("/api/conversations/{conversation_id}", path)).data).toEqual(conversation);
    expect(await eventsOf(client, id)).toEqual(events);
    for (const event of recording.rest_get) {
      const { data } = await client.GET("/api/conversations/{conversation_id}/events/{event_id}", {
        params: { path: { conversation_id: id, event_id: event.id } },
      });
      expect(data).toEqual(event);
    }
  });

  test("is told by both sockets in the order of its log", async () => {
    const id = mock.replay(recording);
    const [sync, ...frames] = await told(`session/${id}?after_seq=-1`);
    expect(sync).toEqual({ type: "sync", from_seq: -1, through_seq: events.length - 1 });
    const durable = frames.filter(({ type }) => type === "durable");
    expect(durable).toEqual(events.map((event, seq) => ({ type: "durable", seq, event })));
    expect(frames.slice(durable.length).map(({ event }) => isSnapshot(Object(event) as object))).toEqual([true]);
    const legacy = await told(`events/${id}?resend_mode=all`);
    expect(legacy.filter((event) => !isSnapshot(event))).toEqual(events);
  });
});

test("a conversation of a mock goes on in another one with the same seed, and nothing gets an id twice", async () => {
  const [first, second] = [mockAgentServer(), mockAgentServer()];
  const clientOf = (mocked: MockAgentServer): AgentClient =>
    createAgentClient({ baseUrl: MOCKED.baseUrl, fetch: (request) => answerOf(mocked, request) });
  const earlier = clientOf(first);
  const { id } = await createConversation(earlier, TEMPLATE);
  for (const text of ["one", "two"]) await sendMessage(earlier, id, text, { run: false });
  const events = await eventsOf(earlier, id);
  const path = { params: { path: { conversation_id: id } } };
  second.replay({
    conversation: unwrap(await earlier.GET("/api/conversations/{conversation_id}", path)),
    rest_search: events,
  });
  const later = clientOf(second);
  expect((await createConversation(later, TEMPLATE)).id).not.toBe(id);
  for (const text of ["three", "four"]) await sendMessage(later, id, text, { run: false });
  const all = (await eventsOf(later, id)).map((event) => event.id);
  expect(all.slice(0, events.length)).toEqual(events.map((event) => event.id));
  expect(all.length).toBeGreaterThanOrEqual(events.length + 2);
  expect(new Set(all).size).toBe(all.length);
});

const TEMPLATE: Schema<"StartConversationRequest"> = {
  agent: { kind: "Agent", llm: { model: "openai/gpt-5.5" } },
  workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
};

async function answerOf({ handlers }: MockAgentServer, request: Request): Promise<Response> {
  const ofHttp = handlers.filter((handler) => handler instanceof RequestHandler);
  return (await getResponse(ofHttp, request)) ?? Response.error();
}
