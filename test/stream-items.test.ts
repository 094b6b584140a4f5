/** Pieces of text become items: of the session socket, which names them, and of the legacy one, which does not. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createItems, type Items } from "../src/stream/items.js";
import type { StreamUpdate } from "../src/stream.js";
import { isOwnItemId } from "../src/updates.js";
import { isLive, message, useBench } from "./support/stream-bench.js";

const bench = useBench();

type Item = Extract<StreamUpdate, { type: "item" }>;

const started = (item_id: string, attempt = 1) => ({ type: "item_started", item_id, attempt });
const delta = (item_id: string, order: number, content: string, more: object = {}) => ({
  type: "delta",
  item_id,
  attempt: 1,
  order,
  kind: "text",
  content,
  ...more,
});
const aborted = (item_id: string, attempt = 1) => ({ type: "item_aborted", item_id, attempt, reason: "cancelled" });
const answer = (id: string) => ({ id, kind: "MessageEvent", source: "agent" });

/** What comes of one thing after the other. */
function itemsOf(work: (items: Items, out: StreamUpdate[]) => void): Item[] {
  const out: StreamUpdate[] = [];
  work(createItems(), out);
  return out as Item[]; // nothing else comes of items
}
const ofFrames = (...frames: unknown[]): Item[] =>
  itemsOf((items, out) => {
    for (const frame of frames) items.frame(frame, out);
  });

describe("items that the session socket names", () => {
  test("begin empty, and grow piece by piece; text and reasoning apart", () => {
    const items = ofFrames(
      started("i"),
      delta("i", 0, "Hm. ", { kind: "reasoning" }),
      delta("i", 1, "Hel"),
      delta("i", 2, "lo"),
    );
    const base = { type: "item", itemId: "i", attempt: 1, status: "open", lossy: false };
    expect(items).toEqual([
      { ...base, text: "", reasoning: "", textDelta: "", reasoningDelta: "" },
      { ...base, text: "", reasoning: "Hm. ", textDelta: "", reasoningDelta: "Hm. " },
      { ...base, text: "Hel", reasoning: "Hm. ", textDelta: "Hel", reasoningDelta: "" },
      { ...base, text: "Hello", reasoning: "Hm. ", textDelta: "lo", reasoningDelta: "" },
    ]);
  });

  test("start anew with a higher attempt, and pieces of the lower one are dropped", () => {
    const items = ofFrames(
      started("i"),
      delta("i", 0, "first"),
      started("i", 2),
      delta("i", 1, " late"),
      aborted("i"),
      delta("i", 0, "second", { attempt: 2 }),
    );
    expect(items.map(({ attempt, text, status }) => [attempt, text, status])).toEqual([
      [1, "", "open"],
      [1, "first", "open"],
      [2, "", "open"],
      [2, "second", "open"],
    ]);
  });

  test("start anew with a piece of a higher attempt whose start was lost", () => {
    expect(ofFrames(started("i"), delta("i", 0, "old"), delta("i", 0, "new", { attempt: 3 })).at(-1)).toMatchObject({
      attempt: 3,
      text: "new",
      lossy: false,
    });
  });

  test("are lossy once a piece is missing, and stay so for that attempt", () => {
    const items = ofFrames(
      started("i"),
      delta("i", 0, "a"),
      delta("i", 2, "c"),
      delta("i", 3, "d"),
      started("i", 2),
      delta("i", 0, "A", { attempt: 2 }),
    );
    expect(items.map(({ text, lossy }) => [text, lossy])).toEqual([
      ["", false],
      ["a", false],
      ["ac", true],
      ["acd", true],
      ["", false],
      ["A", false],
    ]);
  });

  test("that were joined in the middle are lossy", () => {
    expect(ofFrames(delta("i", 4, "rest"))).toMatchObject([{ text: "rest", lossy: true }]);
  });

  test("take each piece once, and a start once", () => {
    const items = ofFrames(started("i"), delta("i", 0, "a"), delta("i", 0, "a"), started("i"), delta("i", 1, "b"));
    expect(items.at(-1)).toMatchObject({ text: "ab", lossy: false });
    expect(items).toHaveLength(3);
  });

  test("are aborted once, with what there was, and can be tried again", () => {
    const items = ofFrames(started("i"), delta("i", 0, "a"), aborted("i"), started("i", 2));
    expect(items.map(({ status, text, attempt }) => [status, text, attempt])).toEqual([
      ["open", "", 1],
      ["open", "a", 1],
      ["aborted", "a", 1],
      ["open", "", 2],
    ]);
  });

  test("are over with their event: what comes late is dropped, also for the next connection", () => {
    const items = itemsOf((items, out) => {
      items.frame(delta("i", 0, "a"), out);
      items.event(answer("i"), out);
      items.broken();
      for (const frame of [delta("i", 1, "b"), started("i", 2), aborted("i")]) items.frame(frame, out);
      items.idle(out);
    });
    expect(items.map(({ text }) => text)).toEqual(["a"]);
  });

  test("go on as lossy ones after a connection was lost, for nobody knows what was missed", () => {
    const items = itemsOf((items, out) => {
      items.frame(delta("i", 0, "a"), out);
      items.broken();
      items.frame(delta("i", 1, "b"), out);
    });
    expect(items.map(({ lossy }) => lossy)).toEqual([false, true]);
  });

  test("of which nothing became are aborted when nothing is written any more", () => {
    const items = itemsOf((items, out) => {
      items.frame(delta("i", 0, "a"), out);
      items.frame(delta("j", 0, "b"), out);
      items.idle(out);
      items.idle(out);
    });
    expect(items.slice(2).map(({ itemId, status }) => [itemId, status])).toEqual([
      ["i", "aborted"],
      ["j", "aborted"],
    ]);
  });

  test("put together from any pieces, with some of them twice, are their text", () => {
    const pieces = fc.array(
      fc.record({ kind: fc.constantFrom("text", "reasoning"), content: fc.string(), twice: fc.boolean() }),
    );
    fc.assert(
      fc.property(pieces, (all) => {
        const frames = all.flatMap(({ kind, content, twice }, order) => {
          const frame = delta("i", order, content, { kind });
          return twice ? [frame, frame] : [frame];
        });
        const items = ofFrames(started("i"), ...frames);
        const written = (wanted: string): string =>
          all.flatMap(({ kind, content }) => (kind === wanted ? [content] : [])).join("");
        expect(items.at(-1)).toMatchObject({ text: written("text"), reasoning: written("reasoning"), lossy: false });
        expect(items.map(({ textDelta }) => textDelta).join("")).toBe(written("text"));
        expect(items.map(({ reasoningDelta }) => reasoningDelta).join("")).toBe(written("reasoning"));
      }),
    );
  });
});

describe("items of the legacy socket", () => {
  test.each([
    ["a message of the agent", { id: "m", kind: "MessageEvent", source: "agent" }, undefined],
    ["an action", { id: "m", kind: "ActionEvent", source: "agent" }, undefined],
    ["an interruption", { id: "m", kind: "InterruptEvent", source: "user" }, "aborted"],
    ["an error of the conversation", { id: "m", kind: "ConversationErrorEvent", source: "environment" }, "aborted"],
  ])("have an id of ours, and end with %s", (_name, event, end) => {
    const items = itemsOf((items, out) => {
      items.delta({ content: "Hel" }, out);
      items.delta({ content: "lo", reasoning_content: "Hm." }, out);
      items.event(event, out);
      items.delta({ content: "Next" }, out);
    });
    const [first] = items;
    expect(first && isOwnItemId(first.itemId)).toBe(true);
    expect(items[1]).toMatchObject({ text: "Hello", reasoning: "Hm.", textDelta: "lo", reasoningDelta: "Hm." });
    expect(items.slice(2, -1).map(({ status, text }) => [status, text])).toEqual(end ? [[end, "Hello"]] : []);
    expect(items.at(-1)).toMatchObject({ text: "Next", textDelta: "Next" });
    expect(items.at(-1)?.itemId).not.toBe(first?.itemId);
  });

  test("are left alone by other events, and by empty pieces", () => {
    const items = itemsOf((items, out) => {
      items.delta({ content: "" }, out);
      items.delta({ content: "a" }, out);
      items.event({ id: "u", kind: "MessageEvent", source: "user" }, out);
      items.event({ id: "s", kind: "ConversationStateUpdateEvent" }, out);
      items.delta({ content: "b" }, out);
    });
    expect(items.map(({ text }) => text)).toEqual(["a", "ab"]);
  });
});

test.each(["session", "events"] as const)(
  "over the socket of %s an item comes before its event, whole",
  async (protocol) => {
    const { stream, read, until, simulator, id, happens } = bench({ events: [message("a")] });
    const reading = read(stream({ protocol }), (update) => update.type === "event" && update.event.id === "i");
    await until(() => reading.updates.some(isLive));
    for (const content of ["One ", "two ", "three."]) happens(() => simulator.delta(id, { item_id: "i", content }));
    happens(() => simulator.append(id, message("i", "One two three.")));
    await until(() => reading.isOver);
    const items = reading.updates.filter((update) => update.type === "item");
    expect(items.at(-1)).toMatchObject({ text: "One two three.", lossy: false, status: "open" });
    expect(reading.updates.at(-1)?.type).toBe("event");
  },
);
