/** A recorded conversation is the same, whichever channels bring it, in whichever order, however often. */
import { describe, expect, test } from "vitest";
import { conversationError, pendingActions, toolCalls, usageTotals } from "../src/conversation.js";
import { type AgentEvent, isConversationStateUpdateEvent, isHookExecutionEvent, isStateUpdate } from "../src/index.js";
import { bare, channelsOf, factsOf, type Input, interleaved, shuffled } from "./support/channels.js";
import { liveRecordings, type Recording, recordings } from "./support/corpus.js";
import { seedOfRun } from "./support/random.js";

const seed = seedOfRun();

interface Facts {
  readonly ids: readonly string[];
  readonly leafId?: unknown;
}

/** What the log as REST gives it and the conversation's own record say. */
function factsOfLog({ rest_search, conversation }: Recording): Facts {
  const events = rest_search as object as AgentEvent[];
  const stats = events.findLast((event) => isStateUpdate(event, "stats"));
  const facts = {
    status: conversation["execution_status"],
    toolCalls: toolCalls(events),
    pending: pendingActions(events),
    error: conversationError(events),
    leafId: conversation["leaf_event_id"],
    items: [],
    usage: usageTotals((isStateUpdate(stats, "stats") && stats.value) || { usage_to_metrics: {} }),
  };
  return { ids: events.map(({ id }) => id), ...(bare(facts) as object) };
}

const idOf = (input: Input): string => ("kind" in input ? input.id : input.type === "event" ? input.event.id : "");
const seqOf = (input: Input): number => ("kind" in input || input.type !== "event" ? -1 : (input.seq ?? -1));

const permutations = <T>(values: readonly T[]): T[][] =>
  values.length < 2
    ? [[...values]]
    : values.flatMap((value, index) => permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]));

const all = [...recordings(), ...liveRecordings()];

describe.each(all.map((recording) => [recording.name, recording] as const))("%s", (_, recording) => {
  const channels = channelsOf(recording);
  const { rest_search: rest = [], ws_events: legacy = [], ws_session: session = [] } = channels;
  const expected = factsOfLog(recording);
  const isRight = (inputs: readonly Input[]): void => expect(factsOf(inputs)).toEqual(expected);

  test.each(Object.entries(channels))("%s alone, in its own order", (_name, inputs) => isRight(inputs));

  test("channels after each other, in any order", () => {
    for (const order of permutations(Object.values(channels))) isRight(order.flat());
  });

  test("everything twice", () => {
    for (const inputs of Object.values(channels)) isRight([...inputs, ...inputs]);
    for (const inputs of Object.values(channels)) isRight(inputs.flatMap((input) => [input, input]));
  });

  test(`channels at once, each in its own order (seed ${seed})`, () => {
    for (let turn = 0; turn < 50; turn++) isRight(interleaved(Object.values(channels), seed + turn));
  });

  test(`session frames shuffled (seed ${seed})`, () => {
    for (let turn = 0; turn < 100; turn++) isRight(shuffled(session, seed + turn));
  });

  test(`session frames shuffled, snapshots without their time (seed ${seed})`, () => {
    const timeless = session.map(
      (input): Input => (isStateUpdate(input, "full_state") ? { type: "state", value: input.value ?? {} } : input),
    );
    // Of snapshots that no call of a model lies between, nothing says which is the later one: the leaf may be of either.
    const { leafId: _, ...rest } = expected;
    const wanted = recording.name === "interrupt_errors" ? rest : expected;
    for (let turn = 0; turn < 100; turn++) expect(factsOf(shuffled(timeless, seed + turn))).toMatchObject(wanted);
  });

  // On sockets hooks have no parent: where they belong is not known before the history is there in one go.
  if (rest.some((event) => isHookExecutionEvent(event))) return;

  /** What a socket brings that was opened late: all of the log from some event on. */
  const lateStarts = (live: readonly Input[]): Input[][] => {
    const places = live.map((input) => expected.ids.indexOf(idOf(input)));
    const isWhole = (start: number): boolean => {
      const there = places.slice(start).filter((place) => place >= 0);
      return Math.min(...there) === expected.ids.length - there.length;
    };
    return live.flatMap((_input, start) => (isWhole(start) ? [live.slice(start)] : []));
  };

  test("live events from anywhere in the middle, then the history over REST", () => {
    for (const live of [legacy, session]) {
      expect(lateStarts(live).length).toBeGreaterThan(2);
      for (const late of lateStarts(live)) isRight([...late, ...rest]);
    }
  });

  test(`live events from the middle while the history is read (seed ${seed})`, () => {
    // A live branch beside a part of the history that has not been read yet looks as if it went on from there.
    if (recording.name === "tree.json" || recording.name === "navigate") return;
    // When the history has come further than the live events began, nothing says where among the updates of the same
    // parent a late one belongs; all else has its place.
    const isUpdate = new Map(rest.map((event) => [idOf(event), isConversationStateUpdateEvent(event)]));
    const loosely = ({ ids, ...facts }: Facts) => ({
      ids: ids.filter((id) => !isUpdate.get(id)),
      all: ids.toSorted(),
      ...facts,
    });
    for (const late of [legacy, session].flatMap(lateStarts))
      for (let turn = 0; turn < 5; turn++)
        expect(loosely(factsOf(interleaved([late, rest], seed + turn)))).toEqual(loosely(expected));
  });

  test("history over REST up to anywhere, then the session socket from there or from before", () => {
    for (let end = 0; end < rest.length; end++) {
      const first = rest.slice(0, end);
      const from = (seq: number): Input[] => session.filter((input) => seqOf(input) < 0 || seqOf(input) >= seq);
      isRight([...first, ...from(end)]);
      isRight([...first, ...from(Math.floor(end / 2))]);
      isRight([...from(end), ...rest]);
    }
  });
});
