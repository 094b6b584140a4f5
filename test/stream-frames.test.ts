/** Frames that nobody expects, and events of kinds that nobody knows: they change nothing. */
import { describe, expect, test } from "vitest";
import { idsIn, isLive, message, messages, useBench } from "./support/stream-bench.js";

const bench = useBench();
const sockets = (urls: readonly string[]): number => urls.filter((url) => url.startsWith("ws:")).length;

describe.each(["session", "events"] as const)("frames that are odd over the socket of %s", (protocol) => {
  const envelope = (event: object): object => (protocol === "session" ? { type: "transient", event } : event);
  test.each<[string, readonly unknown[]]>([
    ["are no JSON", ["{", "", "\0", '{"type":"durable","seq":1,"event":{"id":"half']],
    ["are no objects", ["null", "[]", "7", '"text"', "true"]],
    [
      "have types that nobody knows",
      [{ type: "something_new", seq: 99, event: { id: "x", kind: "New" } }, { type: 7 }, {}],
    ],
    [
      "lack what they should have",
      [
        { type: "durable" },
        { type: "durable", seq: "1", event: {} },
        { type: "durable", seq: 5 },
        { type: "transient" },
        { type: "delta" },
        { type: "item_started", item_id: 3 },
        { kind: "X" },
        { id: "X" },
      ],
    ],
    ["have no whole state", [envelope({ id: "s", kind: "ConversationStateUpdateEvent", key: "full_state" })]],
    ["say nothing in a delta", [{ id: "d", kind: "StreamingDeltaEvent" }]],
  ])("that %s change nothing", async (_name, frames) => {
    const { stream, read, until, wind, say, network, simulator, id, happens } = bench({ events: messages("a") });
    const reading = read(stream({ protocol }), (update) => update.type === "event" && update.event.id === "b");
    await until(() => reading.updates.some(isLive));
    await wind(10);
    const before = reading.updates.length;
    for (const frame of frames) say(frame);
    await wind(10);
    expect(reading.updates.slice(before)).toEqual([]);
    happens(() => simulator.append(id, message("b")));
    await until(() => reading.isOver);
    expect(idsIn(reading)).toEqual(["a", "b"]);
    expect(sockets(network.urls)).toBe(1);
  });

  test("an error of this socket is an update, and the stream goes on", async () => {
    const { stream, read, until, say } = bench({ events: messages("a") });
    const reading = read(stream({ protocol }), ({ type }) => type === "error");
    await until(() => reading.updates.some(isLive));
    say({ type: "error", id: "e", kind: "ServerErrorEvent", code: "HTTPException", detail: "429: no place" });
    await until(() => reading.isOver);
    expect(reading.updates.at(-1)).toEqual({ type: "error", code: "HTTPException", detail: "429: no place" });
  });

  test("an event of a kind that nobody knows is delivered as it is", async () => {
    const odd = { id: "odd", kind: "SomethingNewEvent", source: "agent", more: { deep: [1, null] } };
    const { stream, read, until } = bench({ events: [odd] });
    const reading = read(stream({ protocol }), isLive);
    await until(() => reading.isOver);
    expect(reading.updates.find(({ type }) => type === "event")).toMatchObject({ event: odd });
  });
});
