/** The order of the log, whatever way its parts come: mixed, late, read in between. */
import { describe, expect, test } from "vitest";
import { createConversationStore } from "../src/conversation.js";
import type { AgentEvent } from "../src/index.js";
import { channelsOf, factsOf, type Input, interleaved, shuffled } from "./support/channels.js";
import { liveRecordings, recordings } from "./support/corpus.js";
import { type Random, randomFrom, seedOfRun } from "./support/random.js";
import { chained, hook, logged, said, stateOf } from "./support/store.js";

const seed = seedOfRun();

const chainOf = (length: number): AgentEvent[] => chained(Array.from({ length }, (_, index) => said(`${index}`)));
const framesOf = (events: readonly AgentEvent[]): Input[] => events.map((event, seq) => logged(event, seq));
const idsOf = (events: readonly AgentEvent[]): string[] => events.map(({ id }) => id);

/** The ids of the log after some inputs, read after each that `isRead` says. */
function idsAfter(inputs: readonly Input[], isRead: (index: number) => boolean = () => false): string[] {
  const store = createConversationStore();
  for (const [index, input] of inputs.entries()) {
    store.apply(input);
    if (isRead(index)) store.getSnapshot();
  }
  return idsOf(store.getSnapshot().events);
}

/** Reads now and then while inputs come: each event that came is there once. Gives the ids at the end. */
function idsOnce(inputs: readonly Input[], random: Random): string[] {
  const store = createConversationStore();
  const known = new Set<string>();
  for (const input of inputs) {
    store.apply(input);
    if ("kind" in input) known.add(input.id);
    else if (input.type === "event") known.add(input.event.id);
    if (random.below(3) === 0) expect(idsOf(store.getSnapshot().events).toSorted()).toEqual([...known].toSorted());
  }
  return idsOf(store.getSnapshot().events);
}

describe("a frame that comes late", () => {
  test("goes to its place, however far from the end, and the conversation stands where it stood", () => {
    const events = chainOf(102);
    const frames = framesOf(events);
    const [late] = frames.splice(20, 1);
    const store = createConversationStore();
    for (const frame of frames) store.apply(frame);
    store.getSnapshot();
    if (late !== undefined) store.apply(late);
    const snapshot = store.getSnapshot();
    expect(idsOf(snapshot.events)).toEqual(idsOf(events));
    expect(snapshot.leafId).toBe(events.at(-1)?.id);
  });

  test("with a state update in it does not rewind the status", () => {
    const events = chainOf(100);
    const [run, end] = [stateOf("execution_status", "running"), stateOf("execution_status", "finished")];
    const frames = framesOf([...events.slice(0, 10), run, ...events.slice(10, 20), end, ...events.slice(20)]);
    const [late] = frames.splice(10, 1);
    const store = createConversationStore();
    for (const frame of frames) store.apply(frame);
    expect(store.getSnapshot().status).toBe("finished");
    if (late !== undefined) store.apply(late);
    expect(store.getSnapshot().status).toBe("finished");
  });
});

describe("shuffled frames", () => {
  test(`are in order, read between as one likes (seed ${seed})`, () => {
    for (let turn = 0; turn < 60; turn++) {
      const random = randomFrom(seed + turn);
      const events = chainOf(80 + random.below(121));
      const inputs = shuffled(framesOf(events), seed + turn);
      expect(idsAfter(inputs, () => random.below(10) === 0)).toEqual(idsOf(events));
    }
  });

  test(`with bare copies among them, each event is there once at any time, and in order at the end (seed ${seed})`, () => {
    for (let turn = 0; turn < 400; turn++) {
      const random = randomFrom(seed + turn);
      const events = chainOf(4 + random.below(turn % 20 === 0 ? 150 : 8));
      const bare = turn % 2 === 0 ? events : shuffled(events, turn);
      const inputs = interleaved<Input>([shuffled(framesOf(events), seed + turn), bare], seed + turn);
      expect(idsOnce(inputs, random)).toEqual(idsOf(events));
    }
  });

  test("that tell a bare event its index leave the next one its place", () => {
    const events = chainOf(6);
    const frames = framesOf(events);
    const [f, b] = [(at: number) => frames[at] as Input, (at: number) => events[at] as Input];
    const inputs = [f(1), b(0), f(5), b(2), f(0), f(4), f(2), f(3)];
    expect(idsAfter(inputs, (index) => [0, 2, 6].includes(index))).toEqual(idsOf(events));
  });

  test("that meet a bare event do not double it", () => {
    const events = chainOf(4);
    const frames = framesOf(events);
    const inputs = [events[0], frames[3], frames[1], events[1], events[2]].flatMap((input) => input ?? []);
    expect(idsAfter(inputs).toSorted()).toEqual(idsOf(events).toSorted());
    expect(idsAfter([...inputs, ...frames])).toEqual(idsOf(events));
  });

  test("far from the end take their children along when parts become one", () => {
    const events = chainOf(200);
    const branch = { ...said("branch"), parent_id: events[120]?.id ?? null };
    const child = { ...said("child"), parent_id: branch.id };
    const late = events.slice(100).map((event, index) => logged(event, index < 21 ? 100 + index : 101 + index));
    const again = events.slice(100, 101);
    const ids = idsAfter([...late, ...events.slice(0, 100), logged(branch, 121), ...again, child]);
    expect(ids.toSorted()).toEqual(idsOf([...events, branch, child]).toSorted());
    expect(ids.indexOf(branch.id)).toBe(121);
  });

  test("find their place behind a parent without an index when they come again", () => {
    const [away, parent, first, second] = chainOf(4);
    if (!away || !parent || !first || !second) throw new Error("four events");
    const third = { ...said("third"), parent_id: second.id };
    const inputs = [logged(third, 5), logged(first, 1), parent, logged(first, 1)];
    expect(idsAfter(inputs, () => true)).toEqual(idsOf([parent, first, third]));
  });

  const all = [...recordings(), ...liveRecordings()].map((recording) => [recording.name, recording] as const);

  test.each(all)(`%s: with each other channel (seed ${seed})`, (_, recording) => {
    const { ws_session: session = [], ...others } = channelsOf(recording);
    const expected = factsOf(session);
    for (const [name, inputs] of Object.entries(others))
      for (let turn = 0; turn < 30; turn++) {
        const mixed = interleaved([shuffled(session, seed + turn), inputs], seed + turn);
        expect(factsOf(mixed), `${name}, turn ${turn}`).toEqual(expected);
      }
  });
});

/** A log of any shape: branches, second trees, updates, hooks, parents that are not there or go in a circle. */
function anyLog(random: Random): AgentEvent[] {
  const made = Array.from({ length: 3 + random.below(7) }, () =>
    random.pick([() => said("x"), () => stateOf("k", 1), () => hook()])(),
  );
  return made.map((event, index) => {
    const parents = [made[index - 1], made[random.below(index + 1)], random.pick(made)].map((parent) => parent?.id);
    const parent = random.pick([parents[0], parents[0], ...parents, "__root__", undefined]);
    return parent === undefined ? event : { ...event, parent_id: parent };
  });
}

test(`each event is there once at any time, whatever the log and its order (seed ${seed})`, () => {
  for (let turn = 0; turn < 2000; turn++) {
    const random = randomFrom(seed + turn);
    const events = anyLog(random);
    const copies = events.map((event) => ({ ...event, parent_id: null }));
    const bare = random.pick([events, shuffled(events, turn), [...copies, ...events]]);
    const frames = random.pick([framesOf(events), shuffled(framesOf(events), turn), []]);
    idsOnce(interleaved<Input>([frames, bare], seed + turn), random);
  }
});
