/** What each close of a socket, and each refusal of one, leads to. */
import { describe, expect, test } from "vitest";
import { type CloseAction, closeAction } from "../src/stream/closes.js";
import { streamEvents, type WebSocketLike } from "../src/stream.js";
import { connectionsIn, idsIn, isLive, message, messages, NOTHING_LEFT, useBench } from "./support/stream-bench.js";
import { CALM } from "./support/stream-socket.js";

const bench = useBench();

/** All that a server or what is before it is known to say. */
const CLOSES: readonly (readonly [code: number, reason: string, action: CloseAction])[] = [
  [4001, "Authentication failed", "credentials"],
  [4004, "Conversation not found", "final"],
  [1013, "Too many connections for this conversation", "later"],
  [1013, "Too many bash event connections", "later"],
  [1013, "credential_binding_activation_required", "final"],
  [1013, "slow_consumer", "now"],
  [1013, "frame_too_large", "fetch"],
  [1013, "", "later"],
  [1013, "something newer", "later"],
  [1011, "subscribe_failed", "later"],
  [1011, "keepalive ping timeout", "later"],
  [1012, "", "later"],
  [1009, "Message exceeds the maximum size", "later"],
  [1008, "", "later"],
  [1011, "", "later"],
  [1000, "Connection closed", "later"],
  [1001, "", "later"],
  [1005, "", "later"],
  [1006, "", "later"],
  [4999, "frame_too_large", "later"],
];

test.each(CLOSES)("the close %i %j asks for: %s", (code, reason, action) => {
  expect(closeAction(code, reason)).toBe(action);
});

describe.each(["session", "events"] as const)("over the socket of %s", (protocol) => {
  const passing = CLOSES.filter(([code, , action]) => action === "later" && code !== 1005 && code !== 1006);
  test.each(passing)("after %i %j it waits, connects again and loses nothing", async (code, reason) => {
    const { stream, read, until, simulator, id, happens, left } = bench({ events: messages("a") });
    const reading = read(stream({ protocol }), (update) => update.type === "event" && update.event.id === "c");
    await until(() => reading.updates.some(isLive));
    happens(() => simulator.closeSockets(code, reason));
    happens(() => simulator.append(id, ...messages("b", "c")));
    await until(() => reading.isOver);
    expect(idsIn(reading)).toEqual(["a", "b", "c"]);
    expect(connectionsIn(reading)).toEqual(["connecting", "open", "waiting", "connecting", "open"]);
    const error = { name: "SocketError", code, reason };
    expect(reading.updates.find((update) => update.type === "connection" && update.status === "waiting")).toMatchObject(
      {
        attempt: 1,
        error,
      },
    );
    expect(await left()).toEqual(NOTHING_LEFT);
  });

  test("a close before the first frame counts as an attempt", async () => {
    const { stream, read, until, simulator } = bench({ events: messages("a") });
    for (let count = 0; count < 3; count++) simulator.closeNext(1013, "Too many connections for this conversation");
    const reading = read(stream({ protocol }), isLive);
    await until(() => reading.isOver);
    const attempts = reading.updates.flatMap((update) => (update.type === "connection" ? [update.attempt] : []));
    expect(attempts).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]);
    expect(idsIn(reading)).toEqual(["a"]);
  });

  test("a credential that has to be activated first is the end, and the error says so", async () => {
    const { stream, read, until, network, simulator, left } = bench({ events: messages("a") });
    simulator.closeNext(1013, "credential_binding_activation_required");
    const reading = read(stream({ protocol }));
    await until(() => reading.isOver);
    expect(connectionsIn(reading)).toEqual(["connecting", "open", "closed"]);
    expect(reading.error).toMatchObject({ code: 1013, reason: "credential_binding_activation_required" });
    expect(network.urls.filter((url) => url.startsWith("ws:"))).toHaveLength(1);
    expect(await left()).toEqual(NOTHING_LEFT);
  });

  test("a slow consumer connects again at once when it has got on, and waits when it has not", async () => {
    const { stream, read, until, simulator, id, happens } = bench({ events: messages("a") });
    const reading = read(stream({ protocol }), (update) => update.type === "event" && update.event.id === "b");
    await until(() => reading.updates.some(isLive));
    happens(() => simulator.closeSockets(1013, "slow_consumer"));
    simulator.closeNext(1013, "slow_consumer");
    happens(() => simulator.append(id, message("b")));
    await until(() => reading.isOver);
    expect(connectionsIn(reading)).toEqual([
      "connecting",
      "open",
      "connecting",
      "open",
      "waiting",
      "connecting",
      "open",
    ]);
  });

  test("a refused upgrade with a wrong key is an authentication error, which no browser tells by itself", async () => {
    const { stream, read, until, network, left } = bench({ sessionApiKey: "wrong" });
    network.fate = () => ({ ...CALM, opens: "refuse" });
    const reading = read(stream({ protocol }));
    await until(() => reading.isOver);
    expect(reading.error).toMatchObject({ name: "SocketError", code: 4001, classification: { reason: "session_key" } });
    expect(await left()).toEqual(NOTHING_LEFT);
  });

  test("a refused upgrade of a conversation that is gone is the end", async () => {
    const { stream, read, until, network, simulator, id } = bench();
    network.fate = () => ({ ...CALM, opens: "refuse" });
    simulator.remove(id);
    const reading = read(stream({ protocol }));
    await until(() => reading.isOver);
    expect(reading.error).toMatchObject({ name: "SocketError", code: 4004 });
  });
});

const LIMITS = { frameBytes: 2_000, pendingBytes: 50_000 };
const huge = (id: string) => message(id, "x".repeat(3_000));

test.each([
  ["in the history", ["a", "huge", "b"], []],
  ["at its start", ["huge", "b"], []],
  ["at its end", ["a", "huge"], []],
  ["several in a row", ["a", "huge", "huge-2", "huge-3", "b"], []],
  ["live", ["a"], ["b", "huge", "c"]],
  ["live, several", [], ["huge", "huge-2", "b", "huge-3"]],
])("an event that is too large for the socket comes over REST, in its place: %s", async (_where, before, live) => {
  const made = (id: string) => (id.startsWith("huge") ? huge(id) : message(id));
  const { stream, read, until, simulator, id, happens, left } = bench({ limits: LIMITS, events: before.map(made) });
  const reading = read(stream(), (update) => update.type === "event" && update.event.id === "last");
  await until(() => reading.updates.some(isLive));
  for (const each of live) happens(() => simulator.append(id, made(each)));
  happens(() => simulator.append(id, message("last")));
  await until(() => reading.isOver);
  expect(idsIn(reading)).toEqual([...before, ...live, "last"]);
  const seqs = reading.updates.flatMap((update) => (update.type === "event" ? [update.seq] : []));
  expect(seqs).toEqual(seqs.map((_, index) => index));
  expect(await left()).toEqual(NOTHING_LEFT);
});

test.each([[0], [1], [2], [3]])(
  "one that is too large after the index %i, where an earlier one cannot be read, makes it begin anew and loses nothing",
  async (after) => {
    const log = [message("a"), message("gone"), message("c"), huge("huge"), message("e")];
    const { stream, read, until, simulator, id, left } = bench({ limits: LIMITS, events: log });
    simulator.damage(id, 1);
    const reading = read(stream({ after }), isLive);
    await until(() => reading.isOver);
    const place = reading.updates.findIndex(({ type }) => type === "reset");
    const isAnew = place >= 0; // unless an event came before it that says where it is
    if (after > 1) expect(isAnew).toBe(after === 2);
    const events = reading.updates.slice(place + 1).flatMap((update) => (update.type === "event" ? [update] : []));
    expect(events.map(({ event }) => event.id)).toEqual(
      isAnew ? ["a", "c", "huge", "e"] : ["c", "huge", "e"].slice(after < 2 ? 0 : after - 1),
    );
    expect(await left()).toEqual(NOTHING_LEFT);
  },
);

test("a connection that fails without a close, as those of Node 20 and 22 do, is over at once", async () => {
  const { network, client, id, read, until } = bench({ version: "1.44", events: messages("a") });
  /** Of the session socket there is nothing but an error. */
  class WithoutClose extends network.WebSocket {
    override addEventListener(type: string, listener: (event: never) => void): void {
      if (type !== "close" || !this.url.includes("/session/")) super.addEventListener(type, listener);
    }
  }
  const before = network.clock.now();
  const reading = read(streamEvents(client, id, { WebSocket: WithoutClose }), isLive);
  await until(() => reading.isOver);
  expect(network.clock.now() - before).toBeLessThan(1_000);
  expect(idsIn(reading)).toEqual(["a"]);
});

test("a connection that neither opens nor fails is given up after half a minute", async () => {
  const { stream, read, until, wind, network } = bench({ events: messages("a") });
  network.fate = () => ({ ...CALM, opens: network.urls.length > 1 ? "yes" : "hang" });
  const reading = read(stream(), isLive);
  await wind(29_000);
  expect(connectionsIn(reading)).toEqual(["connecting"]);
  await wind(3_000);
  await until(() => reading.isOver);
  expect(idsIn(reading)).toEqual(["a"]);
});

class Mute implements WebSocketLike {
  addEventListener(): void {}
  send(): void {}
  close(): void {
    throw new Error("WebSocket was closed before the connection was established");
  }
}

test("a WebSocket that throws when it is closed early does no harm", async () => {
  const { client, id, read, wind, until, left } = bench();
  const stream = streamEvents(client, id, { WebSocket: Mute });
  const reading = read(stream);
  await wind(100);
  stream.close();
  await until(() => reading.isOver);
  expect(reading.error).toBeUndefined();
  expect(await left()).toEqual(NOTHING_LEFT);
});

test("a WebSocket that cannot be made is the end: it will not be made next time", async () => {
  const { client, id, read, until, left } = bench();
  const refused = new DOMException("mixed content", "SecurityError");
  class Impossible extends Mute {
    constructor() {
      super();
      throw refused;
    }
  }
  const reading = read(streamEvents(client, id, { WebSocket: Impossible }));
  await until(() => reading.isOver);
  expect(reading.error).toBe(refused);
  expect(await left()).toEqual(NOTHING_LEFT);
});
