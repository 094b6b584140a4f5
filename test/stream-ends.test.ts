/** How a stream ends, from either side, and that nothing is left of it then. */
import { describe, expect, test } from "vitest";
import type { StreamUpdate } from "../src/stream.js";
import { type Bench, connectionsIn, idsIn, isLive, messages, NOTHING_LEFT, useBench } from "./support/stream-bench.js";
import { CALM } from "./support/stream-socket.js";

const bench = useBench();
const REASON = new Error("the caller has seen enough");

/** Where a stream can be when somebody ends it, and how it gets there. */
const PLACES: readonly (readonly [string, (bench: Bench) => unknown, ms: number])[] = [
  [
    "while the socket opens",
    ({ network }) => Object.assign(network, { fate: () => ({ ...CALM, opens: "hang" }) }),
    100,
  ],
  ["before its first frame", ({ simulator, id }) => simulator.lock(id), 1_000],
  [
    "while it looks at the log",
    ({ simulator, id, network }) => {
      simulator.lock(id);
      network.restFate = () => "hang";
    },
    5_000,
  ],
  [
    "while it waits for the next attempt",
    ({ network }) => Object.assign(network, { fate: () => ({ ...CALM, opens: "refuse" }) }),
    100,
  ],
  ["while it is live and nothing happens", () => undefined, 10_000],
];

describe.each(PLACES)("%s", (_place, prepare, ms) => {
  test("an aborted signal rejects with its reason", async () => {
    const one = bench({ events: messages("a") });
    prepare(one);
    const controller = new AbortController();
    const reading = one.read(one.stream({ signal: controller.signal }));
    await one.wind(ms);
    expect(reading.isOver).toBe(false);
    controller.abort(REASON);
    await one.wind(1);
    expect(reading).toMatchObject({ isOver: true, error: REASON });
    expect(await one.left()).toEqual(NOTHING_LEFT);
  });

  test("close() ends it quietly", async () => {
    const one = bench({ events: messages("a") });
    prepare(one);
    const stream = one.stream();
    const reading = one.read(stream);
    await one.wind(ms);
    stream.close();
    await one.wind(1);
    expect(reading).toMatchObject({ isOver: true, error: undefined });
    expect(await one.left()).toEqual(NOTHING_LEFT);
  });
});

test("an aborted signal frees what a consumer holds that has not asked for more, and the next time it rejects", async () => {
  const { stream, until, wind, network, left } = bench({ events: messages("a", "b") });
  const controller = new AbortController();
  const iterator = stream({ signal: controller.signal })[Symbol.asyncIterator]();
  const seen: unknown[] = [];
  for (let type = ""; type !== "event"; ) {
    const next = iterator.next();
    await wind(50);
    const { value } = await next;
    type = (value as StreamUpdate).type;
    seen.push(value);
  }
  expect(network.lines.size).toBe(1);
  controller.abort(REASON);
  await until(() => network.lines.size === 0);
  expect(await left()).toEqual(NOTHING_LEFT);
  await expect(drained(iterator)).rejects.toBe(REASON);
  expect(await iterator.next()).toEqual({ value: undefined, done: true });
});

test("an aborted signal rejects before anything that had come and was not asked for", async () => {
  const { stream, wind, left } = bench({ events: messages("a") });
  const controller = new AbortController();
  const iterator = stream({ signal: controller.signal })[Symbol.asyncIterator]();
  const take = async (): Promise<unknown> => {
    const next = iterator.next();
    await wind(50);
    const { value } = (await next) as { value: StreamUpdate };
    return value.type;
  };
  while ((await take()) !== "live"); // the state came with it
  controller.abort(REASON);
  await expect(iterator.next()).rejects.toBe(REASON);
  expect(await iterator.next()).toEqual({ value: undefined, done: true });
  expect(await left()).toEqual(NOTHING_LEFT);
});

async function drained(iterator: AsyncIterator<unknown>): Promise<void> {
  while (!(await iterator.next()).done);
}

test("a signal that was aborted before rejects at once, without a connection", async () => {
  const { stream, read, wind, network, left } = bench();
  const reading = read(stream({ signal: AbortSignal.abort(REASON) }));
  await wind(1);
  expect(reading).toMatchObject({ isOver: true, error: REASON, updates: [] });
  expect(network.urls).toEqual([]);
  expect(await left()).toEqual(NOTHING_LEFT);
});

test("a consumer that breaks off, or throws, ends it", async () => {
  for (const leave of ["break", "throw"]) {
    const { stream, read, until, left } = bench({ events: messages("a", "b") });
    const reading = read(stream(), (update) => {
      if (leave === "throw" && isLive(update)) throw REASON;
      return isLive(update);
    });
    await until(() => reading.isOver);
    expect(reading.error).toBe(leave === "throw" ? REASON : undefined);
    expect(await left()).toEqual(NOTHING_LEFT);
  }
});

test("`await using` ends it at the end of its block", async () => {
  const { stream, read, until, left } = bench({ events: messages("a") });
  const block = async (): Promise<unknown> => {
    await using one = stream();
    const reading = read(one);
    await until(() => reading.updates.some(isLive));
    return reading;
  };
  const reading = await block();
  await until(() => (reading as { isOver: boolean }).isOver);
  expect(reading).toMatchObject({ error: undefined });
  expect(await left()).toEqual(NOTHING_LEFT);
});

test("close() before anything was asked for, and twice, does no harm", async () => {
  const { stream, read, wind, network, left } = bench();
  const one = stream();
  one.close();
  one.close();
  const reading = read(one);
  await wind(10);
  expect(reading).toMatchObject({ isOver: true, error: undefined, updates: [] });
  expect(network.urls).toEqual([]);
  expect(await left()).toEqual(NOTHING_LEFT);
});

test("events that had come are not given after close()", async () => {
  const { stream, read, until } = bench({ events: messages("a", "b", "c") });
  const one = stream();
  const reading = read(one, (update) => {
    if (update.type === "event" && update.event.id === "b") one.close();
    return false;
  });
  await until(() => reading.isOver);
  expect(idsIn(reading)).toEqual(["a", "b"]);
});

test.each(["session", "events"] as const)(
  "over the socket of %s a conversation that is not there is `closed`, then the error of its close",
  async (protocol) => {
    const { stream, read, until, simulator, id, left } = bench();
    simulator.remove(id);
    const reading = read(stream({ protocol }));
    await until(() => reading.isOver);
    expect(connectionsIn(reading)).toEqual(["connecting", "open", "closed"]);
    expect(reading.updates.at(-1)).toMatchObject({ type: "connection", status: "closed", error: reading.error });
    expect(reading.error).toMatchObject({
      name: "SocketError",
      code: 4004,
      classification: { reason: "conversation_not_found" },
    });
    expect(await left()).toEqual(NOTHING_LEFT);
  },
);

test.each(["session", "events"] as const)(
  "over the socket of %s a conversation that is deleted is noticed after a minute of silence",
  async (protocol) => {
    const { stream, read, until, wind, simulator, id, left } = bench({ events: messages("a") });
    const reading = read(stream({ protocol }));
    await until(() => reading.updates.some(isLive));
    simulator.remove(id);
    await wind(55_000);
    expect(reading.isOver).toBe(false);
    await wind(10_000);
    expect(reading).toMatchObject({ isOver: true, error: { name: "SocketError", code: 4004 } });
    expect(await left()).toEqual(NOTHING_LEFT);
  },
);
