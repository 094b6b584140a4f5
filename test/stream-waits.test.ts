/** What a stream does while nothing comes: a tool that runs, a network that is away, a consumer that does not read. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { connectionsIn, idsIn, isLive, message, messages, NOTHING_LEFT, useBench } from "./support/stream-bench.js";
import { CALM } from "./support/stream-socket.js";

const bench = useBench();
afterEach(() => vi.unstubAllGlobals());

const sockets = (urls: readonly string[]): number => urls.filter((url) => url.startsWith("ws:")).length;

describe.each(["session", "events"] as const)("over the socket of %s", (protocol) => {
  test("while a tool runs the history comes over REST, then `live`, and the connection is kept until the first frame", async () => {
    const { stream, read, until, wind, network, simulator, id, happens } = bench({ events: messages("a") });
    simulator.setStatus(id, "running");
    simulator.append(id, message("b"));
    simulator.lock(id);
    const reading = read(stream({ protocol }), (update) => update.type === "event" && update.event.id === "d");
    await wind(1_500);
    expect(idsIn(reading)).toEqual([]);
    await wind(1_500);
    expect(reading.updates.slice(2).map(({ type }) => type)).toEqual(["event", "event", "event", "live"]);
    happens(() => simulator.append(id, message("c")));
    await wind(600_000);
    expect(connectionsIn(reading)).toEqual(["connecting", "open"]);
    happens(() => simulator.unlock(id));
    await until(() => reading.updates.some(({ type }) => type === "state"));
    happens(() => simulator.append(id, message("d")));
    await until(() => reading.isOver);
    expect(idsIn(reading)).toEqual(simulator.log(id).map((event) => event.id));
    expect(reading.updates.filter(isLive)).toHaveLength(1);
    expect(sockets(network.urls)).toBe(1);
  });

  test("hours of silence are no reason to connect again", async () => {
    const { stream, read, until, wind, network, simulator, id, happens } = bench({ events: messages("a") });
    const reading = read(stream({ protocol }), (update) => update.type === "event" && update.event.id === "b");
    await until(() => reading.updates.some(isLive));
    await wind(3 * 3_600_000);
    happens(() => simulator.append(id, message("b")));
    await until(() => reading.isOver);
    expect(sockets(network.urls)).toBe(1);
    expect(network.urls.length).toBeLessThan(200);
  });

  test("a connection that has become deaf is noticed after a minute, and made anew", async () => {
    const { stream, read, until, wind, network, simulator, id, happens } = bench({ events: messages("a") });
    const frames = protocol === "session" ? 3 : 1;
    network.fate = () => ({ ...CALM, silentAfter: network.urls.length > 1 ? Number.POSITIVE_INFINITY : frames });
    const reading = read(stream({ protocol }), (update) => update.type === "event" && update.event.id === "b");
    await until(() => reading.updates.some(isLive));
    happens(() => simulator.append(id, message("b")));
    await wind(50_000);
    expect(reading.isOver).toBe(false);
    await wind(20_000);
    expect(reading.isOver).toBe(true);
    expect(idsIn(reading)).toEqual(["a", "b"]);
  });

  test("a consumer that does not read costs one buffer, is told `paused`, and loses nothing", async () => {
    const { stream, until, wind, network, simulator, id, happens, left } = bench();
    const iterator = stream({ protocol })[Symbol.asyncIterator]();
    const updates: { type: string; status?: string; id?: string }[] = [];
    const take = async (): Promise<string> => {
      const next = iterator.next();
      let isThere = false;
      void next.then(() => {
        isThere = true;
      });
      await until(() => isThere);
      const { value } = (await next) as { value: { type: string; status?: string; event?: { id: string } } };
      updates.push({ ...value, ...(value.event && { id: value.event.id }) });
      return value.event?.id ?? value.type;
    };
    while ((await take()) !== "state");
    const ids = Array.from({ length: 120 }, (_, index) => `event-${index}`);
    for (const [index, name] of ids.entries()) {
      network.clock.after(index, () => {
        simulator.append(id, message(name, "x".repeat(100_000)));
        network.wound();
      });
    }
    await wind(1_000);
    expect(network.lines.size).toBe(0); // it has hung up
    happens(() => simulator.append(id, message("last")));
    while ((await take()) !== "last");
    expect(updates.flatMap((update) => update.id ?? [])).toEqual([...ids, "last"]);
    expect(updates.filter(({ type, status }) => type === "connection" && status === "paused")).toHaveLength(1);
    await iterator.return?.();
    expect(await left()).toEqual(NOTHING_LEFT);
  });
});

/** As in a page: the network and the tab tell how they are. */
function page(onLine = true): { window: EventTarget; document: EventTarget } {
  const [window, document] = [new EventTarget(), new EventTarget()];
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  vi.stubGlobal("document", document);
  vi.stubGlobal("navigator", { onLine });
  return { window, document };
}

test.each([
  ["online", "window"],
  ["visibilitychange", "document"],
  ["resume", "document"],
] as const)("the event %s of the %s ends the waiting for the next attempt", async (type, target) => {
  const targets = page();
  const { stream, read, until, wind, network, left } = bench({ events: messages("a") });
  network.isOnline = false;
  const one = stream({ reconnect: { minDelayMs: 1_000_000, maxDelayMs: 1_000_000 } });
  const reading = read(one, isLive);
  await wind(60_000);
  network.isOnline = true;
  await wind(60_000);
  expect(connectionsIn(reading)).toEqual(["connecting", "waiting"]);
  targets[target].dispatchEvent(new Event(type));
  await wind(1_000);
  await until(() => reading.isOver);
  expect(idsIn(reading)).toEqual(["a"]);
  expect(await left()).toEqual(NOTHING_LEFT);
});

test("a page that wakes up looks at the log at once: a connection can have died while it slept", async () => {
  const { document } = page();
  const { stream, read, until, wind, network, simulator, id, happens } = bench({ events: messages("a") });
  network.fate = () => ({ ...CALM, silentAfter: network.urls.length > 1 ? Number.POSITIVE_INFINITY : 3 });
  const reading = read(stream(), (update) => update.type === "event" && update.event.id === "b");
  await until(() => reading.updates.some(isLive));
  happens(() => simulator.append(id, message("b")));
  await wind(5_000);
  expect(reading.isOver).toBe(false);
  document.dispatchEvent(new Event("visibilitychange"));
  await wind(1_000);
  expect(reading.isOver).toBe(true);
});

test("a page that is hidden asks for nothing", async () => {
  const { document } = page();
  const { stream, read, until, wind, network } = bench({ events: messages("a") });
  const one = stream();
  const reading = read(one);
  await until(() => reading.updates.some(isLive));
  Object.assign(document, { visibilityState: "hidden" });
  const before = network.urls.length;
  document.dispatchEvent(new Event("visibilitychange"));
  await wind(10_000);
  expect(network.urls.length).toBe(before);
  Object.assign(document, { visibilityState: "visible" });
  document.dispatchEvent(new Event("visibilitychange"));
  await wind(10_000);
  expect(network.urls.length).toBe(before + 1);
  one.close();
  await until(() => reading.isOver);
});

test("a page that knows that it is offline waits for as long as it may, or until it is back", async () => {
  const { window } = page(false);
  const { stream, read, wind, network } = bench({ events: messages("a") });
  network.isOnline = false;
  const reading = read(stream({ reconnect: { minDelayMs: 1, maxDelayMs: 900_000 } }), isLive);
  await wind(800_000);
  expect(connectionsIn(reading)).toEqual(["connecting", "waiting"]);
  network.isOnline = true;
  window.dispatchEvent(new Event("online"));
  await wind(1_000);
  expect(reading.isOver).toBe(true);
});

test("the waits double up to the longest, and begin anew after a connection that held", async () => {
  const { stream, read, until, wind, network, happens } = bench({ events: messages("a") });
  const at: number[] = [];
  network.fate = () => {
    at.push(network.clock.now());
    return { ...CALM, opens: "refuse" };
  };
  const one = stream({ reconnect: { minDelayMs: 1_000, maxDelayMs: 8_000, minUptimeMs: 5_000 }, protocol: "session" });
  const reading = read(one);
  await until(() => at.length > 6);
  const waits = at.slice(1).map((time, index) => Math.round((time - (at[index] ?? 0)) / 100) * 100);
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 4_000, 4_000]); // chance is a half here
  network.fate = () => CALM;
  await until(() => reading.updates.some(isLive));
  await wind(6_000);
  happens(() => network.breakAll());
  await until(() => connectionsIn(reading).at(-1) === "waiting");
  expect(reading.updates.at(-1)).toMatchObject({ attempt: 0 });
  one.close();
  await until(() => reading.isOver);
});

test("a connection that is long in coming and breaks at once has not held", async () => {
  const { stream, read, until, network } = bench({ events: messages("a") });
  let isConnecting = false;
  network.fate = () => {
    isConnecting = true;
    return { ...CALM, cutAfter: 0 };
  };
  network.delay = () => {
    const ms = isConnecting ? 7_000 : 1;
    isConnecting = false;
    return ms;
  };
  const one = stream({ protocol: "session" });
  const reading = read(one);
  await until(() => connectionsIn(reading).filter((status) => status === "open").length > 2);
  const attempts = reading.updates.flatMap((update) => (update.type === "connection" ? [update.attempt] : []));
  expect(attempts.at(-1)).toBe(3);
  one.close();
  await until(() => reading.isOver);
});

test("a server that is away is no error to end with, whatever it answers meanwhile", async () => {
  const { stream, read, until, wind, network } = bench({ events: messages("a") });
  network.fate = () => ({ ...CALM, opens: "refuse" });
  for (const fate of ["fail", "unavailable", "hang"] as const) {
    network.restFate = () => fate;
    const one = stream();
    const reading = read(one);
    await wind(600_000);
    expect(reading.isOver).toBe(false);
    one.close();
    await until(() => reading.isOver);
    expect(reading.error).toBeUndefined();
  }
});
