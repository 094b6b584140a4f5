/** Who gets into the simulated server, how its sockets end, and what it is after it has started again. */
import { describe, expect, test } from "vitest";
import type { SimulatedSocket } from "../src/simulator/socket.js";
import { endOf, framesOf, many, message, server } from "./support/simulated.js";

describe("getting in", () => {
  const auth = (key: string): string => JSON.stringify({ type: "auth", session_api_key: key });
  const id = "00000000-0000-4000-a000-000000000000";

  test("wants the key in the first frame, within ten seconds", () => {
    const simulator = server({ keys: ["k"] });
    const conversation = simulator.add();
    const path = `/sockets/session/${conversation}`;
    const sockets = Array.from({ length: 5 }, () => simulator.connect(path));
    const [right, wrong, noJson, other, silent] = sockets as [SimulatedSocket, ...SimulatedSocket[]];
    right.receive(auth("k"));
    wrong?.receive(auth("x"));
    noJson?.receive("k");
    other?.receive('{"role":"user"}');
    simulator.wind(9_999);
    expect(framesOf(right).map(({ type }) => type)).toEqual(["sync", "transient"]);
    const refused = { type: "close", code: 4001, reason: "Authentication failed" };
    for (const socket of [wrong, noJson, other]) expect(endOf(socket as SimulatedSocket)).toEqual(refused);
    expect(endOf(silent as SimulatedSocket)).toEqual({ type: "accept" });
    simulator.wind(1);
    expect(endOf(silent as SimulatedSocket)).toEqual(refused);
    expect(simulator.nextDue()).toBeNull();
  });

  test.each([
    ["a wrong key in the query", `/sockets/events/${id}?session_api_key=x`],
    ["an id that is none", "/sockets/session/xyz"],
    ["a cursor that is no number", `/sockets/session/${id}?after_seq=x`],
    ["a mode that there is not", `/sockets/events/${id}?resend_mode=x`],
    ["a time that is none", `/sockets/events/${id}?resend_mode=since&after_timestamp=x`],
    ["a path that there is not", `/sockets/nothing/${id}`],
  ])("is refused before it begins for %s", (_, path) => {
    expect(
      server({ keys: ["k"] })
        .connect(path)
        .take(),
    ).toEqual([{ type: "refuse", status: 403 }]);
  });

  test("the session socket is refused on 1.44", () => {
    const simulator = server({ version: "1.44" });
    expect(simulator.connect(`/sockets/session/${simulator.add()}`).take()).toEqual([{ type: "refuse", status: 403 }]);
  });

  test("ends at a conversation that is not there, and at the fiftieth socket", () => {
    const simulator = server();
    const path = `/sockets/events/${simulator.add()}`;
    const unknown = { type: "close", code: 4004, reason: "Conversation not found" };
    expect(endOf(simulator.connect(`/sockets/events/${id}`))).toEqual(unknown);
    const sockets = Array.from({ length: 50 }, () => simulator.connect(path));
    const full = { type: "close", code: 1013, reason: "Too many connections for this conversation" };
    expect(
      sockets.map((socket) => endOf(socket)).filter((end) => JSON.stringify(end) === JSON.stringify(full)),
    ).toHaveLength(1);
    sockets[0]?.leave();
    expect(framesOf(simulator.connect(path))).toHaveLength(1);
  });
});

describe("an open socket", () => {
  test("is silent, and not closed, once its conversation is deleted", () => {
    const simulator = server();
    const id = simulator.add(many(1));
    const socket = simulator.connect(`/sockets/session/${id}`);
    socket.take();
    expect(simulator.rest({ method: "DELETE", path: `/api/conversations/${id}` }).status).toBe(200);
    simulator.wind(100_000);
    expect(socket.take()).toEqual([]);
  });

  test("of a reader that is slow is closed at its limit, one frame that is too big at once", () => {
    const limits = { frameBytes: 1_000, pendingBytes: 3_000 };
    const simulator = server({ limits });
    const id = simulator.add();
    const [slow, quick] = [1, 2].map(() => simulator.connect(`/sockets/session/${id}`)) as [
      SimulatedSocket,
      SimulatedSocket,
    ];
    for (let count = 0; count < 20; count++) {
      simulator.append(id, message("x".repeat(500)));
      quick.take();
    }
    expect(slow.take().at(-1)).toEqual({ type: "close", code: 1013, reason: "slow_consumer" });
    simulator.append(id, message("é".repeat(600)));
    expect(quick.take()).toEqual([{ type: "close", code: 1013, reason: "frame_too_large" }]);
  });

  test("takes messages, and says what is wrong with others", () => {
    const simulator = server();
    const id = simulator.add();
    const session = simulator.connect(`/sockets/session/${id}`);
    const legacy = simulator.connect(`/sockets/events/${id}`);
    for (const socket of [session, legacy]) socket.take();
    session.receive("{");
    legacy.receive('{"role":"system"}');
    session.receive(JSON.stringify({ type: "auth", session_api_key: "k" }));
    expect(framesOf(session)).toMatchObject([{ type: "error", code: "JSONDecodeError" }]);
    expect(framesOf(legacy)).toMatchObject([{ kind: "ServerErrorEvent", code: "AssertionError" }]);
    session.receive(JSON.stringify({ content: "hello" }));
    expect(framesOf(session)).toMatchObject([{ type: "error", code: "ValidationError" }]);
    session.receive(JSON.stringify({ role: "user", content: "hello" }));
    expect(framesOf(session).map(({ event }) => event?.key ?? event?.kind)).toEqual([
      "last_user_message_id",
      "MessageEvent",
      "execution_status",
    ]);
    session.receive(new Uint8Array(1));
    expect(framesOf(session)).toMatchObject([{ type: "error", code: "KeyError" }]);
  });
});

describe("starting again", () => {
  test("closes sockets in good order, or breaks them when the server was killed", () => {
    const simulator = server();
    const id = simulator.add(many(3));
    const first = simulator.connect(`/sockets/session/${id}`);
    simulator.restart({ log: "same" });
    expect(endOf(first)).toEqual({ type: "close", code: 1012, reason: "" });
    const second = simulator.connect(`/sockets/session/${id}`);
    simulator.kill();
    expect(endOf(second)).toEqual({ type: "drop" });
    expect(simulator.world.isUp).toBe(false);
    simulator.restart({ log: "same" });
    expect(simulator.log(id)).toHaveLength(3);
    expect(simulator.world.isUp).toBe(true);
  });

  test("finds the log as it was, or shorter, or another", () => {
    const simulator = server();
    const id = simulator.add(many(30));
    const before = simulator.log(id);
    simulator.restart({ log: "shorter" });
    const shorter = simulator.log(id);
    expect(shorter.length).toBeLessThan(30);
    expect(before.slice(0, shorter.length)).toEqual(shorter);
    simulator.restart({ log: "another" });
    expect(simulator.log(id).some((event) => before.includes(event))).toBe(false);
  });
});
