/** The stream's interface: where it begins, which socket it takes, who reads it, and which addresses it uses. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { createAgentClient } from "../src/client.js";
import { type StreamUpdate, streamEvents } from "../src/stream.js";
import { idsIn, isLive, KEY, messages, NOTHING_LEFT, useBench } from "./support/stream-bench.js";

const bench = useBench();
afterEach(() => vi.unstubAllGlobals());

const LOG = ["a", "b", "c", "d"];
const of = <T extends StreamUpdate["type"]>(updates: readonly StreamUpdate[], type: T) =>
  updates.filter((update): update is Extract<StreamUpdate, { type: T }> => update.type === type);

describe.each(["session", "events"] as const)("over the socket of %s", (protocol) => {
  test.each([
    ["the whole history unless said otherwise", undefined, ["a", "b", "c", "d"]],
    ["the whole history after -1", -1, ["a", "b", "c", "d"]],
    ["what comes after an index", 1, ["c", "d"]],
    ["nothing of the history after its last index", 3, []],
    ["what comes after a cursor with an index", { seq: 1, id: "b" }, ["c", "d"]],
    ["what comes after a cursor without one", { seq: null, id: "b" }, ["c", "d"]],
    ["what happens from now on", "live", []],
  ] as const)("it gives %s, and goes on live", async (_name, after, expected) => {
    const { stream, read, simulator, until, id, happens, left } = bench({ events: messages(...LOG) });
    const reading = read(stream({ protocol, after }), (update) => update.type === "event" && update.event.id === "f");
    await until(() => reading.updates.some(isLive));
    expect(idsIn(reading)).toEqual(expected);
    happens(() => simulator.append(id, ...messages("e", "f")));
    await until(() => reading.isOver);
    expect(idsIn(reading)).toEqual([...expected, "e", "f"]);
    expect(reading.error).toBeUndefined();
    expect(await left()).toEqual(NOTHING_LEFT);
  });

  test("the cursor of any event goes on after it, as JSON too", async () => {
    const { stream, read, until } = bench({ events: messages(...LOG) });
    const whole = read(stream({ protocol }), isLive);
    await until(() => whole.isOver);
    for (const [index, { cursor, seq, event }] of of(whole.updates, "event").entries()) {
      expect(cursor).toEqual({ seq, id: event.id });
      expect(seq).toBe(protocol === "session" ? index : null);
      const rest = read(stream({ protocol, after: JSON.parse(JSON.stringify(cursor)) as typeof cursor }), isLive);
      await until(() => rest.isOver);
      expect(idsIn(rest)).toEqual(LOG.slice(index + 1));
    }
  });

  test("a cursor goes on over the other socket, too", async () => {
    const { stream, read, until } = bench({ events: messages(...LOG) });
    const other = protocol === "session" ? "events" : "session";
    const first = read(stream({ protocol }), (update) => update.type === "event" && update.event.id === "b");
    await until(() => first.isOver);
    const cursor = of(first.updates, "event").at(-1)?.cursor;
    const second = read(stream({ protocol: other, after: cursor }), isLive);
    await until(() => second.isOver);
    expect(idsIn(second)).toEqual(["c", "d"]);
  });

  test("a cursor of another log resets and gives the log that there is", async () => {
    const { stream, read, until } = bench({ events: messages(...LOG) });
    for (const after of [
      { seq: 2, id: "gone" },
      { seq: 99, id: "d" },
      { seq: null, id: "gone" },
    ]) {
      const reading = read(stream({ protocol, after }), isLive);
      await until(() => reading.isOver);
      if (protocol === "events" && after.id === "d") continue; // the id alone counts here, and it is there
      expect(of(reading.updates, "reset"), JSON.stringify(after)).toEqual([{ type: "reset", reason: "log_replaced" }]);
      expect(idsIn(reading), JSON.stringify(after)).toEqual(LOG);
    }
  });

  test("the whole state comes with its status", async () => {
    const { stream, read, until, simulator, id, happens } = bench({ events: messages("a") });
    const reading = read(
      stream({ protocol }),
      (update) => of([update], "state")[0]?.value.execution_status === "finished",
    );
    await until(() => reading.updates.some(isLive));
    happens(() => simulator.setStatus(id, "running"));
    happens(() => simulator.setStatus(id, "finished"));
    await until(() => reading.isOver);
    expect(of(reading.updates, "state").map(({ value }) => value.execution_status)).toEqual(["idle", "finished"]);
  });

  test("what `parse` refuses is an error update, comes once, and the stream goes on", async () => {
    const { stream, read, until, network, happens } = bench({ events: messages(...LOG) });
    const parse = (value: unknown): never => {
      if ((value as { id: string }).id === "b") throw new Error(`a parser may say what it saw: ${KEY}`);
      return value as never;
    };
    const reading = read(stream({ protocol, parse }));
    await until(() => reading.updates.some(isLive));
    happens(() => network.breakAll());
    await until(() => reading.updates.filter(isLive).length > 1 || reading.updates.at(-1)?.type === "state");
    expect(idsIn(reading)).toEqual(["a", "c", "d"]);
    const errors = of(reading.updates, "error");
    expect(errors).toEqual([
      { type: "error", code: "invalid_event", detail: expect.not.stringContaining(KEY) as string },
    ]);
  });
});

test.each([
  ["1.44", ["session", "events"]],
  ["1.52", ["session"]],
  ["1.58", ["session"]],
] as const)("on %s it finds out which socket there is, and loses nothing by that", async (version, sockets) => {
  const { stream, read, until, network, id } = bench({ version, events: messages(...LOG) });
  const reading = read(stream(), isLive);
  await until(() => reading.isOver);
  expect(idsIn(reading)).toEqual(LOG);
  const asked = network.urls.filter((url) => url.startsWith("ws:")).map((url) => new URL(url).pathname);
  expect(asked).toEqual(sockets.map((name) => `/sockets/${name}/${id}`));
});

test("an `after` that is no index is refused at once", () => {
  const { stream } = bench();
  for (const after of [-2, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => stream({ after })).toThrow(/^after: expected a whole number from -1 on/);
});

test("without any WebSocket it says what to pass", () => {
  vi.stubGlobal("WebSocket", undefined);
  const { client, id } = bench();
  expect(() => streamEvents(client, id)).toThrow(/WebSocket: expected one/);
});

test("nothing is connected before the first update is asked for", async () => {
  const { stream, network, wind, left } = bench();
  const iterator = stream()[Symbol.asyncIterator]();
  await wind(1_000);
  expect(network.urls).toEqual([]);
  expect(await left()).toEqual(NOTHING_LEFT);
  const first = iterator.next();
  await wind(10);
  expect(await first).toMatchObject({ value: { type: "connection", status: "connecting", attempt: 1 } });
  await iterator.return?.();
});

test("a second consumer is told so, and the first one is left alone", async () => {
  const { stream, read, until } = bench({ events: messages(...LOG) });
  const one = stream();
  const reading = read(one, isLive);
  expect(() => one[Symbol.asyncIterator]()).toThrow(TypeError);
  await until(() => reading.isOver);
  expect(idsIn(reading)).toEqual(LOG);
});

test.each([
  ["http://server.test", undefined, "ws://server.test/sockets/"],
  ["http://server.test/", undefined, "ws://server.test/sockets/"],
  ["https://server.test:8443/agent/one/", undefined, "wss://server.test:8443/agent/one/sockets/"],
  ["/agent", "https://app.test/some/page?q#h", "wss://app.test/agent/sockets/"],
])("the socket of %s with the page %s is below %s", async (baseUrl, href, expected) => {
  const { network, id, wind } = bench();
  if (href) vi.stubGlobal("location", { href });
  const client = createAgentClient({ baseUrl, sessionApiKey: KEY, fetch: (request) => network.fetch(request) });
  const stream = streamEvents(client, id, { WebSocket: network.WebSocket });
  const reading = stream[Symbol.asyncIterator]().next();
  await wind(10);
  await reading;
  stream.close();
  expect(network.urls[0]).toBe(`${expected}session/${id}?after_seq=-1`);
});

test("the id of a conversation is one part of the address, whatever is in it", async () => {
  const { network, client, read, until } = bench();
  const odd = "../x?session_api_key=1#/é";
  const reading = read(streamEvents(client, odd, { WebSocket: network.WebSocket }));
  await until(() => reading.isOver);
  const urls = network.urls.filter((url) => url.startsWith("ws:"));
  expect(new URL(urls[0] ?? "").pathname).toBe(`/sockets/session/${encodeURIComponent(odd)}`);
  expect(reading.error).toMatchObject({ classification: { reason: "validation" } });
});
