/** What does not make sense: answers of REST, places in a log, clocks, numbers. None of it ends a stream or makes it race. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { createAgentClient } from "../src/client.js";
import { type StreamUpdate, streamBash, streamEvents } from "../src/stream.js";
import {
  connectionsIn,
  idsIn,
  isLive,
  KEY,
  message,
  messages,
  NOTHING_LEFT,
  useBench,
} from "./support/stream-bench.js";
import { CALM } from "./support/stream-socket.js";

const bench = useBench();
afterEach(() => vi.unstubAllGlobals());

const resets = (updates: readonly StreamUpdate[]): number => updates.filter(({ type }) => type === "reset").length;
const isEvent =
  (id: string) =>
  (update: StreamUpdate): boolean =>
    update.type === "event" && update.event.id === id;

describe.each(["session", "events"] as const)("over the socket of %s", (protocol) => {
  test.each([
    ["nothing", ""],
    ["null", "null"],
    ["a list", "[]"],
    ["a page of HTML", "<html>504</html>"],
    ["no list of items", '{"items":{"0":1}}'],
    ["items that are no events", '{"items":[null,1,{},{"id":3}],"next_page_id":null}'],
    ["pages without end that have nothing", '{"items":[],"next_page_id":"more"}'],
    ["pages without end of items that are no events", '{"items":[null],"next_page_id":"more"}'],
  ])("an answer that is %s is no answer, and the stream goes on", async (_name, body) => {
    const { network, simulator, id, read, wind, until, happens, left } = bench({ events: messages("a", "b") });
    let [isOdd, requests] = [true, 0];
    const client = createAgentClient({
      baseUrl: "http://server.test",
      sessionApiKey: KEY,
      fetch: (request) => {
        requests += 1;
        return isOdd && request.url.includes("/search")
          ? Promise.resolve(new Response(body, { headers: { "Content-Type": "application/json" } }))
          : network.fetch(request);
      },
    });
    simulator.setStatus(id, "running");
    simulator.lock(id);
    const reading = read(streamEvents(client, id, { protocol, WebSocket: network.WebSocket }), isEvent("c"));
    await wind(100_000);
    expect(requests).toBeLessThan(40);
    isOdd = false;
    happens(() => simulator.unlock(id));
    happens(() => simulator.append(id, message("c")));
    await until(() => reading.isOver);
    expect(reading.error).toBeUndefined();
    expect(idsIn(reading)).toEqual(simulator.log(id).map((event) => event.id));
    expect(await left()).toEqual(NOTHING_LEFT);
  });

  test("a proxy that takes the place out of every request makes no race of connections", async () => {
    const events = Array.from({ length: 150 }, (_, index) => message(`event-${index}`));
    const { network, simulator, id, read, wind, until } = bench({ events });
    const client = createAgentClient({
      baseUrl: "http://server.test",
      sessionApiKey: KEY,
      fetch: (request) => network.fetch(new Request(request.url.replace(/page_id=[^&]*/, ""), request)),
    });
    simulator.setStatus(id, "running");
    simulator.lock(id);
    const one = streamEvents(client, id, { protocol, WebSocket: network.WebSocket });
    const reading = read(one);
    await wind(600_000);
    expect(network.urls.filter((url) => url.startsWith("ws:")).length).toBeLessThan(100);
    one.close();
    await until(() => reading.isOver);
  });

  test("a clock that is put back an hour makes no wait longer", async () => {
    const { stream, read, until, wind, say, simulator, id, happens } = bench({ events: messages("a") });
    const reading = read(stream({ protocol }), isEvent("c"));
    await until(() => reading.updates.some(isLive));
    const subscribers = simulator.world.conversations.get(id)?.subscribers;
    subscribers?.clear(); // what comes is lost, but for the last one
    happens(() => simulator.append(id, ...messages("b", "c")));
    const event = simulator.log(id)[2];
    say(protocol === "session" ? { type: "durable", seq: 2, event } : event);
    await wind(100);
    const clock = vi.spyOn(Date, "now").mockImplementation(() => 0);
    await wind(1_000);
    clock.mockRestore();
    expect(idsIn(reading)).toEqual(["a", "b", "c"]);
  });

  test.each([
    ["a fraction", { seq: 1.5, id: "b" }],
    ["no number", { seq: Number.NaN, id: "b" }],
    ["a text", { seq: "1", id: "b" }],
    ["before the first", { seq: -1, id: "b" }],
  ])("a cursor whose index is %s is refused at once", (_name, after) => {
    expect(() => bench().stream({ protocol, after: after as never })).toThrow(RangeError);
  });

  test.each([{}, { seq: 1 }, { seq: 1, id: "" }, { seq: 1, id: 7 }, "b", "Live", true])(
    "%j is no place and refused at once",
    (after) => {
      const expected = new RangeError('after: expected a whole number from -1 on, "live" or a cursor');
      expect(() => bench().stream({ protocol, after: after as never })).toThrow(expected);
    },
  );

  test("a cursor without an index is one whose index is null; null is no place, and so all of it comes", async () => {
    for (const [after, expected] of [
      [{ id: "b" }, ["c"]],
      [null, ["a", "b", "c"]],
    ]) {
      const { stream, read, until } = bench({ events: messages("a", "b", "c") });
      const reading = read(stream({ protocol, after: after as never }), isLive);
      await until(() => reading.isOver);
      expect(idsIn(reading)).toEqual(expected);
    }
  });

  test("an index that the log does not have is of another log, which is read from its start", async () => {
    const { stream, read, until, wind, simulator, id, happens } = bench({ events: messages("a", "b") });
    const reading = read(stream({ protocol, after: 9 }), isEvent("c"));
    await until(() => reading.updates.some(isLive));
    await wind(1_000);
    expect(resets(reading.updates)).toBe(1);
    happens(() => simulator.append(id, message("c")));
    await until(() => reading.isOver);
    expect(idsIn(reading)).toEqual(["a", "b", "c"]);
  });

  test("where events cannot be read an index loses none: the legacy socket, which knows no index, begins anew", async () => {
    const { stream, read, until, simulator, id, happens } = bench({ events: messages("a", "gone", "c", "d") });
    simulator.damage(id, 1);
    const reading = read(stream({ protocol, after: 2 }), isEvent("e"));
    await until(() => reading.updates.some(isLive));
    happens(() => simulator.append(id, message("e")));
    await until(() => reading.isOver);
    const place = reading.updates.findIndex(({ type }) => type === "reset");
    const events = reading.updates.slice(place + 1).flatMap((update) => (update.type === "event" ? [update] : []));
    expect(events.map(({ event }) => event.id)).toEqual(protocol === "session" ? ["d", "e"] : ["a", "c", "d", "e"]);
    expect(resets(reading.updates)).toBe(protocol === "session" ? 0 : 1);
  });

  test("waits without an end are as long as a timer can be, and no shorter", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    const { stream, read, wind, network } = bench();
    network.fate = () => ({ ...CALM, opens: "refuse" });
    const delays: number[] = [];
    const set = vi.spyOn(globalThis, "setTimeout");
    const one = stream({ protocol, reconnect: { maxDelayMs: Number.POSITIVE_INFINITY } });
    read(one);
    await wind(10_000);
    for (const [, ms] of set.mock.calls) delays.push(ms ?? 0);
    set.mockRestore();
    one.close();
    expect(Math.max(...delays)).toBe(2 ** 31 - 1);
  });
});

test.each(["minDelayMs", "maxDelayMs", "minUptimeMs"])(
  "a %s that is negative or no number is refused at once",
  (name) => {
    const { stream, client, network } = bench();
    for (const value of [-1, Number.NaN]) {
      const reconnect = { [name]: value };
      const expected = new RangeError(`reconnect.${name}: expected a number that is not negative`);
      expect(() => stream({ reconnect })).toThrow(expected);
      expect(() => streamBash(client, { reconnect, WebSocket: network.WebSocket })).toThrow(expected);
    }
  },
);

test("answers about a silent conversation that make no sense do not end a stream", async () => {
  for (const [part, body] of [
    ["/count", "null"],
    ["/count", '"2"'],
  ] as const) {
    const { network, simulator, id, read, wind, until, happens } = bench({ events: messages("a", "b") });
    const client = createAgentClient({
      baseUrl: "http://server.test",
      sessionApiKey: KEY,
      fetch: (request) => (request.url.includes(part) ? Promise.resolve(new Response(body)) : network.fetch(request)),
    });
    const reading = read(streamEvents(client, id, { after: 1, WebSocket: network.WebSocket }), isEvent("c"));
    await wind(200_000);
    expect(reading.isOver).toBe(false);
    happens(() => simulator.append(id, message("c")));
    await until(() => reading.isOver);
    expect(reading.error).toBeUndefined();
  }
});

test.each([
  ["an older one, which has no session socket", "1.58", "1.44"],
  ["a newer one", "1.44", "1.58"],
] as const)("a server that is replaced by %s is followed on", async (_name, before, after) => {
  const { stream, read, until, network, simulator, id, happens } = bench({ version: before, events: messages("a") });
  const reading = read(stream(), isEvent("c"));
  await until(() => reading.updates.some(isLive));
  happens(() => simulator.append(id, message("b")));
  Object.assign(simulator.world, { version: after });
  happens(() => network.breakAll());
  happens(() => simulator.append(id, message("c")));
  await until(() => reading.isOver);
  expect(idsIn(reading)).toEqual(["a", "b", "c"]);
  expect(resets(reading.updates)).toBe(0);
});

test("a newer server that no longer has the legacy socket is followed on over the session socket", async () => {
  const { read, until, network, client, id, simulator, happens } = bench({ version: "1.44", events: messages("a") });
  let hasLegacy = true;
  class Newer extends network.WebSocket {
    constructor(url: string) {
      super(hasLegacy || !url.includes("/events/") ? url : url.replace("/events/", "/gone/"));
    }
  }
  const reading = read(streamEvents(client, id, { WebSocket: Newer }), isEvent("b"));
  await until(() => reading.updates.some(isLive));
  hasLegacy = false;
  Object.assign(simulator.world, { version: "1.58" });
  happens(() => network.breakAll());
  happens(() => simulator.append(id, message("b")));
  await until(() => reading.isOver);
  expect(idsIn(reading)).toEqual(["a", "b"]);
  expect(connectionsIn(reading).length).toBeLessThan(12);
});
