/** The store takes events in a time that does not grow with the log. */
import { expect, test } from "vitest";
import { createConversationStore } from "../src/conversation.js";
import type { AgentEvent } from "../src/index.js";
import { type Input, shuffled } from "./support/channels.js";
import { recordings } from "./support/corpus.js";

const log = recordings().find(({ name }) => name === "parallel.json")?.rest_search ?? [];

/** A log that repeats a recorded one until it is this long, each round following the one before. */
function longLog(length: number): AgentEvent[] {
  const events: Record<string, unknown>[] = [];
  let end: unknown;
  for (let round = 0; events.length < length; round++) {
    const renamed = (id: unknown): string => `${round}-${String(id)}`;
    for (const event of log.slice(0, length - events.length)) {
      const { id, parent_id, action_id, tool_call_id } = event;
      const parent = parent_id === undefined ? end : renamed(parent_id);
      events.push({
        ...event,
        id: renamed(id),
        ...(parent === undefined ? {} : { parent_id: parent }),
        ...(action_id === undefined ? {} : { action_id: renamed(action_id) }),
        ...(tool_call_id === undefined ? {} : { tool_call_id: renamed(tool_call_id) }),
      });
      if (event["kind"] !== "ConversationStateUpdateEvent") end = renamed(id);
    }
  }
  return events as object[] as AgentEvent[];
}

const framesOf = (events: readonly AgentEvent[]): Input[] =>
  events.map((event, seq) => ({ type: "event", seq, cursor: { seq, id: event.id }, event }));

/** Milliseconds of this process alone: the machine may be busy with others. */
const worked = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The best of some runs. */
function costOf(inputs: readonly Input[], read = 1): number {
  const costs = Array.from({ length: 5 }, () => {
    const start = worked();
    const store = createConversationStore();
    for (const input of inputs) store.apply(input);
    for (let time = 0; time < read; time++) store.getSnapshot();
    return worked() - start;
  });
  return Math.min(...costs);
}

test.each([
  ["events", (events: AgentEvent[]): Input[] => events],
  ["session frames", framesOf],
  ["session frames shuffled", (events: AgentEvent[]): Input[] => shuffledFast(framesOf(events))],
  [
    "session frames shuffled, bare events between",
    (events: AgentEvent[]): Input[] => {
      const [first = [], ...frames] = framesOf(events);
      return [first, shuffledFast(frames).flatMap((frame, index) => [frame, ...events.slice(index, index + 1)])].flat(
        2,
      );
    },
  ],
  ["everything twice", (events: AgentEvent[]): Input[] => [...events, ...events]],
])("%s: ten times as many cost at most 13 times as much, with slack", (name, inputsOf) => {
  const [few, many] = [inputsOf(longLog(10_000)), inputsOf(longLog(100_000))];
  const [cost, costOfMany] = [costOf(few), costOf(many)];
  console.log(`${name}: 10,000 in ${cost.toFixed(1)} ms, 100,000 in ${costOfMany.toFixed(1)} ms`);
  expect(costOfMany / cost).toBeLessThan(13 * 2);
});

test("history read behind live events, and a log without the parents of its events, are no trap", () => {
  const events = longLog(20_000);
  const cost = costOf(events);
  const late = costOf([...events.slice(10_000), ...events]);
  const orphans = costOf(events.map((event) => ({ ...event, parent_id: `no-${event.id}` })));
  console.log(`20,000 in ${cost.toFixed(1)} ms, late ${late.toFixed(1)} ms, orphans ${orphans.toFixed(1)} ms`);
  expect(late / cost).toBeLessThan(30);
  expect(orphans / cost).toBeLessThan(30);
});

/** As {@link shuffled}, in linear time. */
function shuffledFast<T>(values: readonly T[]): T[] {
  const order = shuffled(
    Array.from({ length: 100 }, (_, index) => index),
    1,
  );
  return order.flatMap((start) => values.filter((_, index) => index % 100 === start).reverse());
}
