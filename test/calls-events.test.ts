/** Single events: what is null, what is an error, and how many calls run side by side. */
import { expect, test, vi } from "vitest";
import { getEvent, getEvents } from "../src/calls-events.js";
import { createAgentClient } from "../src/client.js";
import { agentServer } from "./support/agent-server.js";
import { messages } from "./support/agent-state.js";

test.each(["1.52", "1.58.2"] as const)(
  "an event of a %s server is found by its id, and an unknown one is null",
  async (version) => {
    const server = await agentServer(version);
    const client = createAgentClient({ baseUrl: server.url });
    const id = server.add(messages(3));
    expect(await getEvent(client, id, "m2")).toEqual(messages(3)[1]);
    expect(await getEvent(client, id, "nope")).toBeNull();
    expect(await getEvent(client, id, "a/b?c#d %"), "a strange id is an id").toBeNull();
    expect(await getEvent(client, id, "m3"), "after the connection was closed").toMatchObject({ id: "m3" });
    expect(server.requests).toHaveLength(4);
  },
);

test("an unknown conversation is an error, whichever event is asked for", async () => {
  for (const version of ["1.52", "1.58.2"] as const) {
    const server = await agentServer(version);
    const client = createAgentClient({ baseUrl: server.url });
    const found = getEvent(client, crypto.randomUUID(), "m1");
    await expect(found).rejects.toMatchObject({
      name: "HttpError",
      status: 404,
      classification: { reason: "conversation_not_found" },
    });
  }
});

test.each([
  ["a 404 of something else", { status: 404, json: { detail: "no route" } }],
  ["a 404 page of a proxy", { status: 404, bytes: Buffer.from("<h1>Not Found</h1>") }],
  ["another 500", { status: 500, json: { detail: "Internal Server Error", exception: "'key'", error_id: "e" } }],
  ["a wrong session key", { status: 401, json: { detail: "Unauthorized" } }],
])("%s is an error and not null", async (_, answer) => {
  const server = await agentServer();
  const client = createAgentClient({ baseUrl: server.url });
  const id = server.add(messages(1));
  server.next("GET /events/m1", answer);
  await expect(getEvent(client, id, "m1")).rejects.toMatchObject({ name: "HttpError", status: answer.status });
  expect(server.requests).toHaveLength(1);
});

test.each(["1.52", "1.58.2"] as const)(
  "many events of a %s server come in the order of their ids, null where there is none",
  async (version) => {
    const server = await agentServer(version);
    const client = createAgentClient({ baseUrl: server.url });
    const id = server.add(messages(20));
    const ids = ["m20", "nope", "m3", "m3", ...messages(20).map((event) => event.id), "neither"];
    const events = await getEvents(client, id, ids);
    expect(events.map((event) => event?.id ?? null)).toEqual(ids.map((one) => (one.startsWith("m") ? one : null)));
    expect(await getEvents(client, id, [])).toEqual([]);
  },
);

test("at most six are asked for at the same time, and six are", async () => {
  const server = await agentServer();
  const id = server.add(messages(30));
  let open = 0;
  let most = 0;
  const client = createAgentClient({
    baseUrl: server.url,
    fetch: async (request) => {
      most = Math.max(most, ++open);
      const response = await fetch(request);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open--;
      return response;
    },
  });
  expect(
    await getEvents(
      client,
      id,
      messages(30).map((event) => event.id),
    ),
  ).toEqual(messages(30));
  expect([most, server.requests.length]).toEqual([6, 30]);
});

test("the first failure is thrown and no further call begins", async () => {
  const server = await agentServer();
  const id = server.add(messages(30));
  server.next("GET /events/m1", { status: 401, json: { detail: "Unauthorized" } });
  const answered: Promise<unknown>[] = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const client = createAgentClient({
    baseUrl: server.url,
    fetch: (request) => {
      const answer = request.url.endsWith("/m1") ? fetch(request) : released.then(() => fetch(request));
      answered.push(answer);
      return answer;
    },
  });
  const ids = messages(30).map((event) => event.id);
  await expect(getEvents(client, id, ids)).rejects.toMatchObject({ name: "HttpError", status: 401 });
  expect(answered).toHaveLength(6);
  release();
  await Promise.all(answered);
  await new Promise((resolve) => setTimeout(resolve, 50)); // the five others are read, and would go on now
  expect(answered).toHaveLength(6);
});

test("a caller that leaves gets its own reason", async () => {
  const server = await agentServer();
  const client = createAgentClient({ baseUrl: server.url });
  const id = server.add(messages(1));
  const caller = new AbortController();
  server.next("GET /events/m1", "silent", "silent");
  const one = getEvent(client, id, "m1", { signal: caller.signal });
  const many = getEvents(client, id, ["m1"], { signal: caller.signal });
  const both = Promise.allSettled([one, many]);
  await vi.waitFor(() => expect(server.requests).toHaveLength(2));
  caller.abort("enough");
  expect(await both).toMatchObject([{ reason: "enough" }, { reason: "enough" }]);
});
