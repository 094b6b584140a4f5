/** Recorded conversations as a store is given them: through each channel, in whatever order. */

import { createConversationStore } from "../../src/conversation.js";
import type { AgentEvent } from "../../src/index.js";
import type { StreamUpdate } from "../../src/updates.js";
import { type Fields, isFields, type Recording } from "./corpus.js";
import { randomFrom } from "./random.js";

export type Input = StreamUpdate | AgentEvent;

/** Session frames as updates. A snapshot comes as the event it was sent in, which has its time. */
const inputOfFrame = ({ type, seq = null, event }: Fields): Input[] => {
  if (!isFields(event)) return [];
  const given = event as object as AgentEvent;
  if (type === "transient") return [given];
  return [
    { type: "event", seq: seq as number | null, cursor: { seq: seq as number | null, id: given.id }, event: given },
  ];
};

/** What each channel of a recording brings, in its own order. */
export const channelsOf = (recording: Recording): Record<string, Input[]> => ({
  rest_search: recording.rest_search as object as AgentEvent[],
  rest_get: recording.rest_get as object as AgentEvent[],
  ws_events: recording.ws_events as object as AgentEvent[],
  ws_session: recording.ws_session.flatMap(inputOfFrame),
});

/** Null and absent are one. */
export function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      inner === null || inner === undefined ? [] : [[name, bare(inner)]],
    ),
  );
}

/** What must be the same however a conversation came. */
export function factsOf(inputs: readonly Input[]) {
  const store = createConversationStore();
  for (const input of inputs) store.apply(input);
  return factsIn(store);
}

function factsIn(store: ReturnType<typeof createConversationStore>) {
  const { events, status, toolCalls, pending, error, leafId, items, usage } = store.getSnapshot();
  const facts = bare({ status, toolCalls, pending, error, leafId, items, usage }) as object;
  return { ids: events.map(({ id }) => id), ...facts };
}

export function shuffled<T>(values: readonly T[], seed: number): T[] {
  const random = randomFrom(seed);
  const rest = [...values];
  return values.flatMap(() => rest.splice(random.below(rest.length), 1));
}

/** The channels at once, each in its own order. */
export function interleaved<T>(channels: readonly (readonly T[])[], seed: number): T[] {
  const random = randomFrom(seed);
  const left = channels.map((channel) => [...channel]);
  const all: T[] = [];
  for (
    let open = left.filter(({ length }) => length > 0);
    open.length > 0;
    open = left.filter(({ length }) => length > 0)
  )
    all.push(...random.pick(open).splice(0, 1));
  return all;
}
