/** Connections that are dead and do not say so, where there is no event in hand to hold against the log. */
import { describe, expect, test } from "vitest";
import { connectionsIn, idsIn, isLive, message, messages, NOTHING_LEFT, useBench } from "./support/stream-bench.js";
import { CALM } from "./support/stream-socket.js";

const bench = useBench();

const PLACES = [
  ["an index", 1],
  ["a cursor without an index", { seq: null, id: "b" }],
  ["what happens from now on", "live"],
] as const;

test.each(PLACES)(
  "after %s, one that never says anything while the agent does not run is made anew",
  async (_name, after) => {
    const { stream, read, wind, until, simulator, id, happens } = bench({ events: messages("a", "b") });
    simulator.lock(id);
    const reading = read(stream({ protocol: "session", after }), isLive);
    await wind(50_000);
    expect(connectionsIn(reading)).toEqual(["connecting", "open"]);
    await wind(30_000);
    expect(connectionsIn(reading)).toEqual(["connecting", "open", "waiting", "connecting", "open"]);
    happens(() => simulator.unlock(id));
    await until(() => reading.isOver);
  },
);

test.each(PLACES)("after %s, one that falls silent before it is live is made anew", async (_name, after) => {
  const { stream, read, wind, network } = bench({ events: messages("a", "b") });
  // The first frame comes, and no other one
  network.fate = () => ({ ...CALM, silentAfter: network.urls.length > 1 ? Number.POSITIVE_INFINITY : 0.5 });
  const reading = read(stream({ protocol: "session", after }), isLive);
  await wind(50_000);
  expect(connectionsIn(reading)).toEqual(["connecting", "open"]);
  await wind(150_000);
  expect(reading.isOver).toBe(true);
});

test.each(PLACES)("after %s, one that waits for a tool is kept", async (_name, after) => {
  const { stream, read, wind, until, simulator, id, happens } = bench({ events: messages("a", "b") });
  simulator.setStatus(id, "running");
  simulator.lock(id);
  const reading = read(stream({ protocol: "session", after }), isLive);
  await wind(900_000);
  expect(connectionsIn(reading)).toEqual(["connecting", "open"]);
  happens(() => simulator.unlock(id));
  await until(() => reading.isOver);
  expect(connectionsIn(reading)).toEqual(["connecting", "open"]);
});

test.each([
  ["an index", 1],
  ["what happens from now on", "live"],
] as const)("after %s, one that has fallen silent is noticed by the length of the log", async (_name, after) => {
  const { stream, read, wind, until, network, simulator, id, happens } = bench({ events: messages("a", "b") });
  network.fate = () => ({ ...CALM, silentAfter: network.urls.length > 1 ? Number.POSITIVE_INFINITY : 2 });
  const isLast = (update: { type: string }): boolean => update.type === "event";
  const reading = read(stream({ protocol: "session", after }), isLast);
  await until(() => reading.updates.some(isLive));
  await wind(200_000);
  expect(connectionsIn(reading)).toEqual(["connecting", "open"]);
  happens(() => simulator.append(id, message("c")));
  await wind(70_000);
  expect(idsIn(reading)).toEqual(["c"]);
});

describe.each(["session", "events"] as const)("over the socket of %s", (protocol) => {
  test.each(["running", "finished"])(
    "one that never says anything is kept while the agent is %s, or made anew",
    async (status) => {
      const { stream, read, until, wind, network, simulator, id, happens, left } = bench({ events: messages("a") });
      simulator.setStatus(id, "running");
      simulator.setStatus(id, status);
      const sockets = (): number => network.urls.filter((url) => url.startsWith("ws:")).length;
      network.mutes = () => sockets() < 2;
      const reading = read(stream({ protocol }), (update) => update.type === "event" && update.event.id === "last");
      await wind(50_000);
      expect(reading.updates.filter(isLive)).toHaveLength(1);
      expect(idsIn(reading)).toEqual(simulator.log(id).map((event) => event.id));
      await wind(600_000);
      expect(sockets()).toBe(status === "running" ? 1 : 2);
      happens(() => simulator.append(id, message("last")));
      if (status === "running") await wind(70_000);
      else await wind(10);
      expect(reading.isOver).toBe(true);
      expect(idsIn(reading)).toEqual(simulator.log(id).map((event) => event.id));
      await until(() => network.lines.size === 0);
      expect(await left()).toEqual(NOTHING_LEFT);
    },
  );

  test("what happened between the reading over REST and the first frame comes in its place", async () => {
    const { stream, read, until, wind, network, simulator, id, happens } = bench({ events: messages("a") });
    simulator.setStatus(id, "running");
    simulator.lock(id);
    network.mutes = () => true;
    const reading = read(stream({ protocol }), (update) => update.type === "event" && update.event.id === "last");
    await until(() => reading.updates.some(isLive));
    happens(() => simulator.append(id, ...messages("lost-1", "lost-2")));
    await wind(10);
    network.mutes = () => false;
    happens(() => simulator.unlock(id));
    // A sibling of what was lost: its parent is out
    happens(() => simulator.append(id, { ...message("last"), parent_id: "a" }));
    await until(() => reading.isOver);
    expect(idsIn(reading)).toEqual(simulator.log(id).map((event) => event.id));
    expect(connectionsIn(reading)).toEqual(["connecting", "open"]);
  });
});

test("an index that REST can only guess, for an event before cannot be read, does not make it another log", async () => {
  const { stream, read, until, wind, simulator, network, id, happens } = bench({
    events: messages("a", "gone", "c", "d"),
  });
  simulator.damage(id, 1);
  simulator.lock(id);
  const isLast = (update: { type: string; event?: { id: string } }): boolean => update.event?.id === "last";
  const reading = read(stream({ protocol: "session" }), isLast);
  await wind(10_000);
  expect(idsIn(reading)).toEqual(["a", "c", "d"]);
  happens(() => network.breakAll());
  happens(() => simulator.unlock(id));
  happens(() => simulator.append(id, message("last")));
  await until(() => reading.isOver);
  expect(idsIn(reading)).toEqual(["a", "c", "d", "last"]);
  expect(reading.updates.filter(({ type }) => type === "reset")).toEqual([]);
});
