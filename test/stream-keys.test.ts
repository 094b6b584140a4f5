/** The session key: said in the first frame alone, asked for again when it is refused, and shown nowhere. */
import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createAgentClient } from "../src/client.js";
import { streamEvents } from "../src/stream.js";
import { connectionsIn, idsIn, isLive, KEY, messages, NOTHING_LEFT, useBench } from "./support/stream-bench.js";

const bench = useBench();
afterEach(() => vi.restoreAllMocks());

const WRONG = "a-key-that-is-not-accepted";
const sockets = (urls: readonly string[]): number => urls.filter((url) => url.startsWith("ws:")).length;

describe.each(["session", "events"] as const)("over the socket of %s", (protocol) => {
  test.each([
    ["a key", WRONG],
    ["a function that gives the same key again", () => WRONG],
    ["a function that gives the same key again, later", async () => Promise.resolve(WRONG)],
  ])("%s that is refused is the end, after one connection", async (_name, sessionApiKey) => {
    const { stream, read, until, network, left } = bench({ sessionApiKey });
    const reading = read(stream({ protocol }));
    await until(() => reading.isOver);
    expect(connectionsIn(reading)).toEqual(["connecting", "open", "closed"]);
    expect(sockets(network.urls)).toBe(1);
    expect(reading.error).toMatchObject({
      name: "SocketError",
      code: 4001,
      reason: "Authentication failed",
      classification: { reason: "session_key" },
    });
    expect(await left()).toEqual(NOTHING_LEFT);
  });

  test("a function that gives another key has one more attempt, at once", async () => {
    const keys = [WRONG, KEY];
    const { stream, read, until, network } = bench({ sessionApiKey: () => keys.shift(), events: messages("a") });
    const reading = read(stream({ protocol, after: "live" }), isLive);
    await until(() => reading.updates.length > 3);
    expect(connectionsIn(reading).slice(0, 4)).toEqual(["connecting", "open", "connecting", "open"]);
    expect(sockets(network.urls)).toBe(2);
  });

  test("a function that gives another wrong key has no third attempt", async () => {
    let count = 0;
    const { stream, read, until, network } = bench({ sessionApiKey: () => `${WRONG}-${++count}` });
    const reading = read(stream({ protocol }));
    await until(() => reading.isOver);
    expect(sockets(network.urls)).toBe(2);
    expect(reading.error).toMatchObject({ name: "SocketError", code: 4001 });
  });

  test("a key that changes while the stream is live is asked for when the connection is lost", async () => {
    let key = KEY;
    const { stream, read, until, network, simulator, id, happens } = bench({ sessionApiKey: () => key });
    const reading = read(stream({ protocol }), (update) => update.type === "event" && update.event.id === "b");
    await until(() => reading.updates.some(isLive));
    simulator.world.keys.clear();
    simulator.world.keys.add("the-next-key");
    key = "the-next-key";
    happens(() => network.breakAll());
    happens(() => simulator.append(id, ...messages("a", "b")));
    await until(() => reading.isOver);
    expect(idsIn(reading)).toEqual(["a", "b"]);
  });
});

test("a function that fails is a failed attempt, and not the end", async () => {
  let failures = 3;
  const sessionApiKey = (): string => {
    if (failures-- > 0) throw new Error(`the vault is shut for ${KEY}`);
    return KEY;
  };
  const { stream, read, until, left } = bench({ sessionApiKey, events: messages("a") });
  const reading = read(stream(), isLive);
  await until(() => reading.isOver);
  expect(idsIn(reading)).toEqual(["a"]);
  expect(connectionsIn(reading)).toEqual(["waiting", "waiting", "waiting", "connecting", "open"]);
  expect(reading.updates[0]).toMatchObject({ error: { name: "CredentialsError" } });
  expect(await left()).toEqual(NOTHING_LEFT);
});

test("a function that never settles holds nothing back from close() and signals", async () => {
  const reason = new Error("enough");
  for (const how of ["close", "abort"]) {
    const { stream, read, wind, network, left } = bench({ sessionApiKey: () => new Promise<string>(() => undefined) });
    const controller = new AbortController();
    const one = stream({ signal: controller.signal });
    const reading = read(one);
    await wind(100_000);
    expect(reading.isOver).toBe(false);
    if (how === "close") one.close();
    else controller.abort(reason);
    await wind(1);
    expect(reading).toMatchObject({ isOver: true, error: how === "close" ? undefined : reason });
    expect(network.urls).toEqual([]);
    expect(await left()).toEqual(NOTHING_LEFT);
  }
});

test("a function that does not come back is a failed attempt after a minute, also when it fails later", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  let asked = 0;
  const sessionApiKey = (): string | Promise<string> => {
    asked += 1;
    return asked > 1
      ? KEY
      : new Promise((_resolve, reject) => {
          setTimeout(reject, 200_000, new Error("the vault is shut"));
        });
  };
  const { stream, read, wind, until, left } = bench({ sessionApiKey, events: messages("a") });
  const one = stream();
  const reading = read(one);
  await wind(59_000);
  expect(reading.updates).toEqual([]);
  await wind(60_000);
  expect(connectionsIn(reading)).toEqual(["waiting", "connecting", "open"]);
  expect(reading.updates[0]).toMatchObject({ error: { name: "CredentialsError" } });
  await wind(100_000);
  expect(unhandled).not.toHaveBeenCalled();
  process.off("unhandledRejection", unhandled);
  one.close();
  await until(() => reading.isOver);
  expect(await left()).toEqual(NOTHING_LEFT);
});

test("without a key nothing is said, and a server that wants one is given up", async () => {
  const open = bench({ keys: [], events: messages("a") });
  const { id, network } = open;
  const client = createAgentClient({ baseUrl: "http://server.test", fetch: (request) => network.fetch(request) });
  const reading = open.read(streamEvents(client, id, { WebSocket: network.WebSocket }), isLive);
  await open.until(() => reading.isOver);
  expect(idsIn(reading)).toEqual(["a"]);
  expect(network.frames).toEqual([]);
});

test("the key is in the first frame and nowhere else: no URL, no log, no update, no error", async () => {
  const written = (["log", "info", "warn", "error", "debug"] as const).map((name) => vi.spyOn(console, name));
  const secret = "s3cret/ä+key";
  for (const keys of [[secret], ["another"]]) {
    const { stream, read, until, wind, network, happens, simulator } = bench({
      sessionApiKey: () => secret,
      keys,
      events: messages("a"),
    });
    const one = stream();
    const reading = read(one);
    await until(() => reading.isOver || reading.updates.some(isLive));
    if (!reading.isOver) {
      network.restFate = () => "fail";
      happens(() => simulator.closeSockets(1011, "subscribe_failed"));
      network.fate = () => ({ opens: "refuse", cutAfter: 1, silentAfter: 1, duplicates: 0, swaps: 0 });
      await wind(200_000);
      one.close();
      await until(() => reading.isOver);
    }
    const said =
      JSON.stringify([network.urls, reading.updates]) + inspect([reading, one], { depth: 9, showHidden: true });
    for (const form of [secret, encodeURIComponent(secret)]) expect(said).not.toContain(form);
    expect(network.frames[0]).toBe(JSON.stringify({ type: "auth", session_api_key: secret }));
  }
  for (const spy of written) expect(spy).not.toHaveBeenCalled();
});
