/** The simulated server tells a conversation as the recorded one did: the same frames in the same order. */
import { describe, expect, test } from "vitest";
import type { Simulator } from "../src/simulator/simulator.js";
import { withoutNulls } from "../src/simulator/world.js";
import { type Deed, deedsOf, liveRecordings } from "./support/live-recordings.js";
import { framesOf, many, message, server, type Told } from "./support/simulated.js";

function perform(simulator: Simulator, id: string, deed: Deed): void {
  if (deed.type === "append") simulator.append(id, ...deed.events);
  else if (deed.type === "delta") simulator.delta(id, deed.piece);
  else if (deed.type === "abort") simulator.abort(id, deed.itemId, deed.attempt, deed.reason);
  else simulator.snapshot(id);
}

/** A snapshot is made anew each time: that it is one is all that can be compared. */
const asCompared = (frame: Told): unknown =>
  frame.key === "full_state" || frame.event?.key === "full_state" ? "snapshot" : frame;

describe("a recorded conversation", () => {
  test.each(liveRecordings())("$name comes out of the session socket frame by frame", (recording) => {
    const simulator = server();
    const id = simulator.add();
    const socket = simulator.connect(`/sockets/session/${id}?after_seq=-1`);
    for (const deed of deedsOf(recording)) perform(simulator, id, deed);
    const expected = recording.frames.session.map((frame) =>
      frame.type === "sync" ? { ...frame, from_seq: -1 } : asCompared(frame),
    );
    expect(framesOf(socket).map(asCompared)).toEqual(expected);
    expect(simulator.log(id)).toEqual(recording.events);
  });

  test.each(liveRecordings().slice(0, -1))("$name comes out of the legacy socket frame by frame", (recording) => {
    const simulator = server();
    const id = simulator.add();
    const socket = simulator.connect(`/sockets/events/${id}?resend_mode=all`);
    for (const deed of deedsOf(recording)) perform(simulator, id, deed);
    // Pieces of text have ids of their own, and empty ones are told here alone
    const isPiece = ({ kind }: Told): boolean => kind === "StreamingDeltaEvent";
    const asTold = (frame: Told): unknown => (isPiece(frame) ? frame["content"] : asCompared(frame));
    const told = framesOf(socket).map(asTold);
    expect(told).toEqual((recording.frames.events as readonly Told[]).map(asTold).filter((frame) => frame !== ""));
  });

  test("gives its events the parents that the recorded ones have", () => {
    for (const { name, events } of liveRecordings()) {
      const simulator = server();
      const id = simulator.add(events.map((event) => withoutNulls({ ...event, parent_id: null })));
      const parents = simulator.log(id).map((event) => event["parent_id"]);
      // Where the tree was navigated, a parent is not the event before
      const expected = events.map((event) => event["parent_id"]);
      if (name !== "navigate") expect(parents).toEqual(expected);
    }
  });
});

describe("publishing", () => {
  const asked = { kind: "MessageEvent", source: "user", id: "m" };
  const told = { kind: "ConversationStateUpdateEvent", key: "last_user_message_id", value: "m", id: "s" };

  test.each([
    ["1.44", "events", ["m", "s"]],
    ["1.52", "events", ["s", "m"]],
    ["1.52", "session", ["s", "m"]],
    ["1.58", "session", ["m", "s"]],
  ] as const)(
    "on %s the %s socket tells a message and its state update in that version's order",
    (version, kind, order) => {
      const simulator = server({ version });
      const id = simulator.add();
      const socket = simulator.connect(`/sockets/${kind}/${id}`);
      socket.take();
      simulator.append(id, asked, told);
      expect(framesOf(socket).map((frame) => frame.event?.id ?? frame.id)).toEqual([...order]);
      expect(simulator.log(id).map((event) => event.id)).toEqual(["m", "s"]);
    },
  );

  test("on 1.44 comes after writing once the model writes on", () => {
    const simulator = server({ version: "1.44", seed: 3 });
    const id = simulator.add();
    const count = (): unknown => simulator.rest({ method: "GET", path: `/api/conversations/${id}/events/count` }).body;
    simulator.append(id, message("told"));
    expect(count()).toBe(0);
    simulator.delta(id, { item_id: "i", content: "more" });
    expect(count()).toBe(1);
  });

  test("on 1.44 comes before writing: REST may not have what a frame has told", () => {
    const count = (simulator: Simulator, id: string): unknown =>
      simulator.rest({ method: "GET", path: `/api/conversations/${id}/events/count` }).body;
    const simulator = server({ version: "1.44", seed: 3 });
    const id = simulator.add();
    const socket = simulator.connect(`/sockets/events/${id}`);
    socket.take();
    simulator.append(id, ...many(20));
    expect(framesOf(socket)).toHaveLength(20);
    expect(count(simulator, id)).toBe(19);
    simulator.wind(30);
    expect(count(simulator, id)).toBe(20);
  });

  test("leaves the parent of a hook's event to REST", () => {
    const simulator = server();
    const id = simulator.add(many(1));
    const socket = simulator.connect(`/sockets/events/${id}`);
    socket.take();
    const [hook] = simulator.append(id, { kind: "HookExecutionEvent" });
    expect(framesOf(socket)[0]).not.toHaveProperty("parent_id");
    expect(hook).toHaveProperty("parent_id");
  });
});

describe("the history", () => {
  test("comes in order and once on the session socket, whatever happens meanwhile", () => {
    const simulator = server();
    const id = simulator.add(many(350));
    const socket = simulator.connect(`/sockets/session/${id}?after_seq=4`);
    simulator.append(id, message("meanwhile"));
    simulator.snapshot(id);
    for (let step = 0; step < 5; step++) simulator.wind(1);
    const frames = framesOf(socket);
    expect(frames[0]).toEqual({ type: "sync", from_seq: 4, through_seq: 349 });
    expect(frames.filter(({ type }) => type === "durable").map(({ seq }) => seq)).toEqual(
      Array.from({ length: 346 }, (_, index) => index + 5),
    );
    expect(frames.map(({ type }) => type).indexOf("transient")).toBe(346);
  });

  test("mixes with what happens on the legacy socket, and some comes twice", () => {
    const simulator = server();
    const id = simulator.add(many(350));
    const socket = simulator.connect(`/sockets/events/${id}?resend_mode=all`);
    const [live] = simulator.append(id, message("meanwhile"));
    while (simulator.nextDue() !== null) simulator.wind(1);
    const ids = framesOf(socket).map((frame) => frame.id);
    const places = ids.flatMap((told, index) => (told === live?.id ? [index] : []));
    expect(places).toHaveLength(2);
    expect(places[1]).toBe(ids.length - 1);
  });

  test("leaves out what the server cannot read: a place stays empty", () => {
    const simulator = server();
    const id = simulator.add(many(4));
    simulator.damage(id, 2);
    const frames = framesOf(simulator.connect(`/sockets/session/${id}?after_seq=0`));
    expect(frames.map(({ type, seq }) => seq ?? type)).toEqual(["sync", 1, 3, "transient"]);
  });

  test("of a stale cursor is a mark below it, and nothing more", () => {
    const simulator = server();
    const id = simulator.add(many(3));
    const frames = framesOf(simulator.connect(`/sockets/session/${id}?after_seq=99`));
    expect(frames.map(({ type }) => type)).toEqual(["sync", "transient"]);
    expect(frames[0]).toEqual({ type: "sync", from_seq: 99, through_seq: 2 });
  });

  test("does not begin while a tool runs; what happens meanwhile comes after it", () => {
    const simulator = server();
    const id = simulator.add(many(2));
    simulator.lock(id);
    const socket = simulator.connect(`/sockets/session/${id}?after_seq=-1`);
    expect(socket.take()).toEqual([{ type: "accept" }]);
    simulator.append(id, message("done"));
    expect(socket.take()).toEqual([]);
    simulator.unlock(id);
    expect(framesOf(socket).map(({ type, seq }) => seq ?? type)).toEqual(["sync", 0, 1, 2, "transient"]);
  });
});
