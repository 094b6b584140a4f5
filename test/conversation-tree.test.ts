/** The branch that is talked on, where logs are recorded, begin late, or are broken. */
import { type AgentEvent, isAgentServerError } from "agent-server-client";
import { describe, expect, test } from "vitest";
import { activeBranch, branchOf, effectiveParents, resolveLeaf } from "../src/conversation.js";
import { idsOf } from "./support/conversation-golden.js";
import { type Fields, recordings } from "./support/corpus.js";

const pause = (id: string, parent_id?: string): AgentEvent => ({
  kind: "PauseEvent",
  id,
  timestamp: "2026-01-02T03:04:05",
  source: "user",
  ...(parent_id === undefined ? {} : { parent_id }),
});

const recorded = recordings().map(({ name, conversation, rest_search }) => ({
  name,
  leaf: (conversation as Fields)["leaf_event_id"] as string | null | undefined,
  events: rest_search as readonly Fields[] as readonly AgentEvent[],
}));

describe("recorded conversations", () => {
  test.each(recorded)("$name: the branch ends at the leaf, and each event follows its parent", ({ leaf, events }) => {
    const branch = activeBranch(events, leaf ?? resolveLeaf(events, {}));
    expect(branch.at(-1)?.id).toBe(leaf ?? resolveLeaf(events, {}));
    const parents = effectiveParents(events);
    for (const [place, { id }] of branch.entries()) expect(parents.get(id)).toBe(branch[place - 1]?.id ?? null);
  });
});

describe("the head", () => {
  const update = { ...pause("u", "b"), kind: "ConversationStateUpdateEvent", key: "stats" } as AgentEvent;
  const failure = { ...pause("f", "b"), kind: "ConversationErrorEvent", code: "c", detail: "d" } as AgentEvent;
  const log = [pause("a"), pause("b", "a"), failure, update];

  test("without a leaf is the last event that is neither a state update nor an error of the run", () => {
    expect(resolveLeaf(log, { leafId: null, headIsEmpty: false })).toBe("b");
    expect(resolveLeaf(log, {})).toBe("b");
    expect(resolveLeaf([update], {})).toBeNull();
    expect(resolveLeaf([], {})).toBeNull();
    expect(idsOf(activeBranch(log))).toEqual(["a", "b"]);
  });

  test("is the leaf when there is one, even when it is said to be empty", () => {
    expect(resolveLeaf(log, { leafId: "a", headIsEmpty: true })).toBe("a");
    expect(idsOf(activeBranch(log, "a"))).toEqual(["a"]);
  });

  test("may be before the first event: then there is no branch", () => {
    expect(resolveLeaf(log, { headIsEmpty: true })).toBeNull();
    expect(activeBranch(log, null)).toEqual([]);
  });
});

describe("a log that is not whole", () => {
  test("gives the part of a branch that it has", () => {
    expect(idsOf(branchOf([pause("c", "b"), pause("d", "c")], "d"))).toEqual(["c", "d"]);
  });

  test("says so when the event asked for is not in it", () => {
    expect(() => branchOf([pause("a")], "other")).toThrow(/ContractError|conversation tree: id/);
  });

  test("says so when the parents go in a circle, and does not go on for ever", () => {
    const circle = [pause("a", "b"), pause("b", "a")];
    const error = ((): unknown => {
      try {
        return branchOf(circle, "b");
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(isAgentServerError(error)).toBe(true);
    expect(error).toMatchObject({ name: "ContractError", issues: [{ path: ["parent_id"] }] });
    expect(() => branchOf([pause("a", "a")], "a")).toThrow("circle");
  });
});

test("a branch of 100,000 events is found at once", () => {
  const log = Array.from({ length: 100_000 }, (_, place) =>
    pause(`e${place}`, place === 0 ? undefined : `e${place - 1}`),
  );
  expect(branchOf(log, "e99999")).toEqual(log);
});
