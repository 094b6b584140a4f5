/** The calls of this package against the real server: what they promise holds on every version. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import {
  type AgentEvent,
  type ConversationInfo,
  createConversation,
  downloadFile,
  getEvent,
  getEvents,
  isUserMessage,
  NetworkError,
  searchConversations,
  searchEvents,
  sendMessage,
  serverInfo,
  textOf,
  uploadFile,
  waitUntilReady,
} from "agent-server-client";
import { parseConversation, parseEvents } from "agent-server-client/schemas";
import { beforeAll, describe, expect, test } from "vitest";
import { conversationOf, eventsOf, play, startConversation } from "./conversation.js";
import { type Bench, mismatches, useBenches, VERSION_NAMES } from "./live.js";
import { messageOf, TURNS } from "./script.js";

const benchOf = useBenches();
const NOBODY = "00000000-0000-4000-8000-000000000000";

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Null and absent are the same. */
const withoutNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item: unknown) => (item === null ? undefined : item)));

describe.each(VERSION_NAMES)("%s", (version) => {
  let bench: Bench;
  let conversation: ConversationInfo;
  let events: AgentEvent[];
  beforeAll(async () => {
    bench = benchOf(version);
    conversation = await startConversation(bench);
    await play(bench.client, conversation.id, TURNS.parallel);
    await play(bench.client, conversation.id, TURNS.think);
    events = await eventsOf(bench.client, conversation.id);
  });

  test("serverInfo tells the version, and a server that is ready is not waited for", async () => {
    expect((await serverInfo(bench.client)).version).toBe(version);
    await waitUntilReady(bench.client, { timeoutMs: 5_000 });
  });

  test("createConversation gives the same conversation for the same id", async () => {
    const body = { conversation_id: randomUUID() };
    const first = await startConversation({ ...bench, body });
    const again = await startConversation({ ...bench, body });
    expect(first.id).toBe(body.conversation_id);
    expect(again.id).toBe(first.id);
    expect(parseConversation(first)).toBe(first);
    const refused = createConversation(bench.client, {
      ...body,
      workspace: { working_dir: "" },
      agent: { kind: "?" },
    } as never);
    await expect(refused).rejects.toMatchObject({ name: "HttpError", status: 422 });
  });

  test("getEvent gives each event as the search does, null for an unknown one, and an error without its conversation", async () => {
    expect(events.length).toBeGreaterThan(10);
    for (const event of events) {
      expect(withoutNulls(await getEvent(bench.client, conversation.id, event.id))).toEqual(withoutNulls(event));
    }
    expect(await getEvent(bench.client, conversation.id, NOBODY)).toBeNull();
    await expect(getEvent(bench.client, NOBODY, NOBODY)).rejects.toMatchObject({
      classification: { reason: "conversation_not_found" },
    });
  });

  test("getEvents keeps the order of the ids, with null for unknown ones", async () => {
    const ids = [...events.map(({ id }) => id).reverse(), NOBODY, events[0]?.id ?? ""];
    const found = await getEvents(bench.client, conversation.id, ids);
    expect(found.map((event) => event?.id)).toEqual(ids.map((id) => (id === NOBODY ? undefined : id)));
  });

  test("searchEvents finds the events of each kind by its name on the wire, and no others", async () => {
    const kinds = new Set(events.map(({ kind }): string => kind));
    expect(kinds.size).toBeGreaterThan(4);
    for (const kind of [...kinds, "PauseEvent"]) {
      const found = await all(searchEvents(bench.client, conversation.id, { kind }));
      expect(found.map(({ id }) => id)).toEqual(events.filter((event) => event.kind === kind).map(({ id }) => id));
    }
  });

  test("searchEvents gives the same log in pages of any size, backwards, by source, text and time", async () => {
    const ids = events.map(({ id }) => id);
    const search = async (options: Parameters<typeof searchEvents>[2]): Promise<string[]> =>
      (await all(searchEvents(bench.client, conversation.id, options))).map(({ id }) => id);
    for (const pageSize of [1, 3, 100]) expect(await search({ pageSize })).toEqual(ids);
    expect(await search({ sort_order: "TIMESTAMP_DESC", pageSize: 4 })).toEqual([...ids].reverse());
    const fromUser = events.filter(({ source }) => source === "user").map(({ id }) => id);
    expect(await search({ source: "user", pageSize: 1 })).toEqual(fromUser);
    const withWord = events.filter((event) => event.kind === "MessageEvent" && /both ran/i.test(textOf(event)));
    expect(await search({ body: "BOTH RAN" })).toEqual(withWord.map(({ id }) => id));
    const middle = events[Math.floor(events.length / 2)]?.timestamp ?? "";
    const since = events.filter(({ timestamp }) => timestamp >= middle).map(({ id }) => id);
    expect(await search({ timestamp__gte: middle })).toEqual(since);
    expect(await search({ timestamp__lt: middle })).toEqual(ids.filter((id) => !since.includes(id)));
    expect(parseEvents(events).failures).toEqual([]);
  });

  test("searchConversations gives every conversation once, in pages of any size, and those with a status", async () => {
    const more = await Promise.all([startConversation(bench), startConversation(bench)]);
    const found = await all(searchConversations(bench.client, { pageSize: 2 }));
    const ids = found.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining([conversation.id, ...more.map(({ id }) => id)]));
    const finished = await all(searchConversations(bench.client, { status: "finished", sort_order: "CREATED_AT" }));
    expect(new Set(finished.map(({ execution_status }) => execution_status))).toEqual(new Set(["finished"]));
    expect(finished.map(({ id }) => id)).toContain(conversation.id);
  });

  test("sendMessage saves a message without a run, and with one runs it", async () => {
    const { id } = await startConversation(bench);
    expect(await sendMessage(bench.client, id, "Only kept.", { run: false })).toBe("saved");
    expect((await conversationOf(bench.client, id)).execution_status).toBe("idle");
    expect(bench.model.requestsOf(id)).toEqual([]);
    expect(await play(bench.client, id, TURNS.text)).toBe("finished");
    expect(bench.model.requestsOf(id)).toHaveLength(1);
    const image = { type: "image" as const, image_urls: ["data:image/gif;base64,R0lGODlhAQABAAAAACw="] };
    await sendMessage(bench.client, id, [{ type: "text", text: "Look." }, image], { run: false });
    const sent = (await eventsOf(bench.client, id)).filter(isUserMessage);
    expect(sent.map((event) => event.llm_message.content.map(({ type }) => type))).toEqual([
      ["text"],
      ["text"],
      ["text", "image"],
    ]);
    expect(sent.slice(0, 2).map((event) => textOf(event))).toEqual(["Only kept.", messageOf(TURNS.text)]);
  });

  test("a file comes back as it was sent, from the server and from a conversation's runtime", async () => {
    const path = join(bench.workingDir, "new", "folder", "file.bin");
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
    await uploadFile(bench.client, path, bytes);
    const read = async (conversationId?: string): Promise<Uint8Array> => {
      const response = await downloadFile(bench.client, path, { conversationId });
      return new Uint8Array(await response.arrayBuffer());
    };
    expect(await read()).toEqual(bytes);
    const later = uploadFile(bench.client, path, new Blob(["later"]), { conversationId: conversation.id });
    if (version === "1.44.0") {
      // It has no such path yet, says so before it has read the form, and may close then
      const refusal: unknown = await later.catch((error: unknown) => error);
      if (!(refusal instanceof NetworkError)) expect(refusal).toMatchObject({ status: 404 });
    } else {
      await later;
      expect(new TextDecoder().decode(await read(conversation.id))).toBe("later");
    }
    await expect(downloadFile(bench.client, `${path}.not`)).rejects.toMatchObject({ status: 404 });
  });

  test("no answer was other than the document says", () => {
    expect(mismatches(bench)).toEqual([]);
  });
});
