/** A stream in the hands of those who call `next` themselves, and of those whom it calls. */
import { describe, expect, test } from "vitest";
import { type StreamUpdate, streamEvents } from "../src/stream.js";
import { idsIn, KEY, messages, NOTHING_LEFT, useBench } from "./support/stream-bench.js";

const bench = useBench();
const REASON = new Error("the caller has seen enough");

test("updates that are asked for before they come are given in their order, and at the end there are no more", async () => {
  const { stream, wind, simulator, id, happens, left } = bench({ events: messages("a") });
  const iterator = stream()[Symbol.asyncIterator]();
  const asked = Array.from({ length: 9 }, () => iterator.next());
  await wind(1_000);
  happens(() => simulator.append(id, ...messages("b", "c")));
  await wind(1_000);
  const end = iterator.return?.();
  const results = (await Promise.all(asked)) as { value?: StreamUpdate; done?: boolean }[];
  expect(await end).toEqual({ value: undefined, done: true });
  const types = results.map(({ value, done }) => (done ? "done" : value?.type));
  expect(types).toEqual(["connection", "connection", "event", "live", "state", "event", "event", "done", "done"]);
  expect(await left()).toEqual(NOTHING_LEFT);
});

test("what rejects is the first that was asked for; the others are done", async () => {
  const { stream, wind } = bench({ sessionApiKey: "wrong" });
  const iterator = stream()[Symbol.asyncIterator]();
  const asked = Promise.allSettled(Array.from({ length: 6 }, () => iterator.next()));
  await wind(1_000);
  expect((await asked).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
});

describe("whoever is called in the middle of a step may end it", () => {
  const ways = {
    "the function that gives the key": (end: () => void) => ({ key: end }),
    "the WebSocket when it is made": (end: () => void) => ({ made: end }),
    "the WebSocket when it is listened to": (end: () => void) => ({ listened: end }),
    "the parser": (end: () => void) => ({ parse: end }),
  };
  test.each(Object.entries(ways))("%s", async (_name, way) => {
    for (const how of ["close", "abort"]) {
      const calls: { key?: () => void; made?: () => void; listened?: () => void; parse?: () => void } = {};
      const sessionApiKey = (): string => {
        calls.key?.();
        return KEY;
      };
      const { client, network, id, read, wind, left } = bench({ events: messages("a", "b"), sessionApiKey });
      class Calling extends network.WebSocket {
        constructor(url: string) {
          super(url);
          calls.made?.();
        }
        override addEventListener(type: string, listener: (event: never) => void): void {
          super.addEventListener(type, listener);
          calls.listened?.();
        }
      }
      const parse = (value: unknown): never => {
        calls.parse?.();
        return value as never;
      };
      const controller = new AbortController();
      const { signal } = controller;
      const one = streamEvents(client, id, { WebSocket: Calling, parse, signal });
      Object.assign(
        calls,
        way(() => (how === "close" ? one.close() : controller.abort(REASON))),
      );
      const reading = read(one);
      await wind(5_000);
      expect(reading).toMatchObject({ isOver: true, error: how === "close" ? undefined : REASON });
      expect(idsIn(reading)).toEqual([]);
      expect(await left()).toEqual(NOTHING_LEFT);
    }
  });
});
