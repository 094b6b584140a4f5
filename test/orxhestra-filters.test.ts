/** Compaction, branches and earlier answers, as orxhestra has them. */
import * as orx from "agent-server-client/orxhestra";
import { describe, expect, test } from "vitest";
import { golden } from "./support/orxhestra.js";

/** As the golden lists have it: which event of the input it is, or what is new, with placeholders for chance and time. */
const described = (events: readonly orx.OrxEvent[], input: readonly orx.OrxEvent[]): unknown[] =>
  events.map((event) =>
    input.includes(event)
      ? { ref: input.indexOf(event) }
      : {
          synthetic: { ...event, id: "<uuid4>", timestamp: "<now>" },
          should_include_event: orx.shouldIncludeEvent(event),
        },
  );

describe("applyCompaction", () => {
  test.each(golden.compaction)("$name", ({ input, output, returns_same_list }) => {
    const before = structuredClone(input);
    const result = orx.applyCompaction(input);
    expect(described(result, input)).toEqual(output);
    expect(result === input).toBe(returns_same_list);
    expect(input).toEqual(before);
    expect(orx.applyCompaction(result)).toBe(result);
  });

  test("takes the id and the time of a summary from where it is told to", () => {
    const { input } = golden.compaction.find(
      ({ name }) => name === "only_compaction",
    ) as (typeof golden.compaction)[number];
    const [summary] = orx.applyCompaction(input, { now: () => 12.5, newId: () => "mine" });
    expect(summary).toMatchObject({ id: "mine", timestamp: 12.5, type: "user_message" });
    const [other] = orx.applyCompaction(input);
    expect(Math.abs((other?.timestamp ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    expect(Object.keys(other ?? {})).toEqual(Object.keys(golden.events[0]?.wire ?? {}));
  });

  test("fills in what a carrier leaves out", () => {
    const carrier: unknown = {
      type: "agent_message",
      actions: { compaction: { start_timestamp: 1, end_timestamp: 2, summary: "S" } },
    };
    const [summary] = orx.applyCompaction([orx.parseOrxEvent(carrier)]);
    expect(summary).toMatchObject({ branch: "", invocation_id: "", session_id: null, agent_name: null });
    expect(orx.text(summary as orx.OrxEvent)).toBe("[Compacted summary of 0 previous events]\n\nS");
  });
});

describe("branches", () => {
  const { events, queries } = golden.branch;
  const ids = (list: readonly orx.OrxEvent[]): string[] => list.map(({ id }) => id);

  test.each(queries)(
    "of %o",
    ({ branch, invocation_id, current_branch, current_invocation, ids: wanted, previous_final_responses: earlier }) => {
      if (earlier) {
        expect(ids(orx.previousFinalResponses(events, invocation_id))).toEqual(earlier);
        return;
      }
      const ofTurn = current_invocation ? events.filter((event) => event.invocation_id === invocation_id) : events;
      expect(ids(current_branch ? orx.eventsOnBranch(ofTurn, branch) : ofTurn)).toEqual(wanted);
    },
  );

  test("an event without a branch is on the root's, and one without a turn is of none", () => {
    const bare: unknown = { type: "agent_message", id: "b", content: { parts: [{ type: "text", text: "a" }] } };
    const event = orx.parseOrxEvent(bare);
    expect(orx.eventsOnBranch([event], "")).toEqual([event]);
    expect(orx.previousFinalResponses([event], "")).toEqual([]);
    expect(orx.previousFinalResponses([event], "i")).toEqual([event]);
  });
});
