/** The legacy socket says no index: what is told out of order, or without its parent, has its place from the log. */
import { expect, test } from "vitest";
import type { NewEvent } from "../src/simulator/log.js";
import { idsIn, isLive, message, messages, NOTHING_LEFT, useBench } from "./support/stream-bench.js";

const bench = useBench();

const state = (id: string): NewEvent => ({
  id,
  kind: "ConversationStateUpdateEvent",
  source: "environment",
  key: "goal",
  value: id,
});
const prompt: NewEvent = { id: "prompt", kind: "SystemPromptEvent", source: "agent" };

test.each([
  ["states before the first event, which have no parent", [state("one"), state("two"), prompt, message("last")]],
  [
    "a hook between two messages",
    [prompt, { id: "hook", kind: "HookExecutionEvent", source: "hook" }, message("last")],
  ],
  [
    "a hook, and then an event of the branch before it",
    [
      prompt,
      message("a"),
      { id: "hook", kind: "HookExecutionEvent", source: "hook" },
      { ...message("side"), parent_id: "prompt" },
      message("last"),
    ],
  ],
  ["a tree that begins anew", [prompt, message("a"), { ...message("b"), parent_id: "__root__" }, message("last")]],
] as const)("%s: all of it comes in the order of the log", async (_name, events: readonly NewEvent[]) => {
  for (const inOneGo of [true, false]) {
    const { stream, read, until, wind, simulator, id, happens, left } = bench();
    const reading = read(
      stream({ protocol: "events" }),
      (update) => update.type === "event" && update.event.id === "last",
    );
    await until(() => reading.updates.some(isLive));
    if (inOneGo) happens(() => simulator.append(id, ...events));
    else {
      for (const event of events) {
        happens(() => simulator.append(id, event));
        await wind(10);
      }
    }
    await until(() => reading.isOver);
    expect(idsIn(reading)).toEqual(simulator.log(id).map((event) => event.id));
    expect(await left()).toEqual(NOTHING_LEFT);
  }
});

test("of live events whose parents are lost so many are held, and the log has the others", async () => {
  const { stream, read, until, network, simulator, id, happens } = bench({ events: messages("first") });
  const reading = read(
    stream({ protocol: "events" }),
    (update) => update.type === "event" && update.event.id === "last",
  );
  await until(() => reading.updates.some(isLive));
  network.mutes = (text) => text.includes('"lost"');
  happens(() => simulator.append(id, { ...message("lost"), thought: "lost" }));
  network.mutes = (text) => text.includes('"id":"lost"');
  happens(() => simulator.append(id, ...Array.from({ length: 2_500 }, (_, index) => message(`event-${index}`))));
  happens(() => simulator.append(id, message("last")));
  await until(() => reading.isOver);
  expect(idsIn(reading)).toEqual(simulator.log(id).map((event) => event.id));
});

test("a consumer that is slower than the text that is written gets the history all the same", async () => {
  const { stream, until, network, simulator, id } = bench({
    events: Array.from({ length: 250 }, (_, index) => message(`event-${index}`)),
  });
  const write = (): void => {
    simulator.delta(id, { item_id: "item", content: "." });
    network.wound();
    network.clock.after(1, write);
  };
  write();
  let [events, texts, isOver] = [0, 0, false];
  const one = stream({ protocol: "events" });
  const read = async (): Promise<void> => {
    for await (const { type } of one) {
      if (type === "event") events += 1;
      if (type === "item") texts += 1;
      await new Promise<void>((resolve) => void network.clock.after(3, resolve));
    }
    isOver = true;
  };
  void read();
  await until(() => texts > 100);
  expect(events).toBe(250);
  one.close();
  await until(() => isOver);
});

test("what 1.44 told just before the connection, and writes a little later, is not overtaken by what it tells next", async () => {
  for (let ms = 0; ms < 20; ms++) {
    const { stream, read, until, network, simulator, id } = bench({ version: "1.44", events: messages("first") });
    const reading = read(
      stream({ protocol: "events" }),
      (update) => update.type === "event" && update.event.id === "last",
    );
    const at = (time: number, deed: () => unknown): void =>
      void network.clock.after(time, () => {
        deed();
        network.wound();
      });
    // It is let in after 3 ms
    at(2.5, () => simulator.append(id, message("user"), state("late")));
    at(3.5, () => simulator.delta(id, { item_id: "item", content: "." }));
    at(7 + ms, () => simulator.append(id, { ...message("next"), parent_id: "user" }));
    at(1_000, () => simulator.append(id, message("last")));
    await until(() => reading.isOver);
    expect(idsIn(reading)).toEqual(["first", "user", "late", "next", "last"]);
  }
});
