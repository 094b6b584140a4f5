/** What holds of every view, whatever the log: against a plain reference, and as properties. */
import { type AgentEvent, EVENT_KINDS, isLlmConvertible, isObservationLike } from "agent-server-client";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ACTION, ANSWER, MESSAGE, OTHER, roleOf } from "../src/conversation/roles.js";
import { createView } from "../src/conversation/view-fold.js";
import { createNumberList } from "../src/conversation/view-list.js";
import { conversationView, manipulationIndices, toLlmMessages } from "../src/conversation.js";
import { idsOf, messageCases } from "./support/conversation-golden.js";
import { randomBranch } from "./support/random-logs.js";
import { referenceView } from "./support/reference-view.js";

/** Seeds of short branches and of some that are torn in many places. */
const branches = fc.tuple(fc.nat(), fc.constantFrom(6, 25, 120)).map(([seed, most]) => randomBranch(seed, most));
const holds = (property: (branch: AgentEvent[]) => void, numRuns = 1_000): void =>
  fc.assert(fc.property(branches, property), { numRuns });

describe("the view of any branch", () => {
  test("is that of the rules applied in rounds, one after the other", () => {
    const met = { torn: 0, kept: 0 };
    holds((branch) => {
      const view = conversationView(branch).events;
      expect(idsOf(view)).toEqual(idsOf(referenceView(branch)));
      met.kept += view.length;
      met.torn += conversationView(branch, { enforce: false }).events.length - view.length;
    });
    expect(Math.min(met.kept, met.torn), "both happen").toBeGreaterThan(500);
  });

  test("is an ordered part of it, and summaries", () => {
    holds((branch) => {
      const places = new Map(branch.map(({ id }, place) => [id, place]));
      const condensations = branch.filter(({ kind }) => kind === "Condensation").map(({ id }) => `${id}-summary`);
      const { events } = conversationView(branch);
      const given = events.filter(({ id }) => !condensations.includes(id));
      for (const event of given) expect(branch[places.get(event.id) ?? -1], "the event itself").toBe(event);
      const order = given.map(({ id }) => places.get(id) ?? -1);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect(events.filter((event) => !given.includes(event)).every(({ kind }) => kind.includes("Summary"))).toBe(true);
    });
  });

  test("is its own view", () => {
    holds((branch) => {
      const { events } = conversationView(branch);
      expect(conversationView(events).events).toEqual(events);
    });
  });

  test("gives no tool message without its call, and no call without its tool message", () => {
    holds((branch) => {
      const messages = toLlmMessages(conversationView(branch).events);
      const called = messages.flatMap(({ tool_calls }) => (tool_calls ?? []).map(({ id }) => id));
      const answered = messages.filter(({ role }) => role === "tool").map(({ tool_call_id }) => tool_call_id ?? "");
      expect(new Set(answered)).toEqual(new Set(called));
      expect(answered, "each once").toHaveLength(new Set(answered).size);
    });
  });

  test("may be cut at its manipulation indices: what is left still keeps to the rules", () => {
    holds((branch) => {
      const view = conversationView(branch);
      const cuts = manipulationIndices(view);
      expect(cuts[0]).toBe(0);
      const [from = 0, to = 0] = [cuts[Math.floor(cuts.length / 3)], cuts[Math.floor(cuts.length / 2)]];
      const rest = view.events.toSpliced(from, to - from);
      // An answer before its action is nothing that a cut can know of.
      const answersFirst = view.events.some(
        (event, place) =>
          isObservationLike(event) &&
          !view.events
            .slice(0, place)
            .some((other) => "tool_call" in other && other.tool_call_id === event.tool_call_id),
      );
      const reused = view.events.filter((event) => event.kind === "ActionEvent").map((event) => event.tool_call_id);
      if (answersFirst || new Set(reused).size < reused.length) return;
      const alone = conversationView(rest).events;
      expect(idsOf(alone)).toEqual(idsOf(rest));
    });
  });
});

describe("the growing view", () => {
  test("is after each event what the view without rules is of the events so far", () => {
    holds((branch) => {
      const view = createView();
      for (const [place, event] of branch.entries()) {
        view.append(event);
        const whole = conversationView(branch.slice(0, place + 1), { enforce: false });
        expect(view.eventsAt(view.places())).toEqual(whole.events);
        expect(view.unhandledCondensationRequest).toBe(whole.unhandledCondensationRequest);
      }
    }, 200);
  });

  test("takes a time that grows with the log, not faster, even when much stays and little is forgotten", () => {
    const cases = messageCases();
    const log = (repetitions: number): AgentEvent[] =>
      Array.from({ length: repetitions }, (_, index) =>
        cases.flatMap(({ events }, place) => events.map((event) => renamed(event, `-${index}-${place}`))),
      ).flat();
    const best = (work: () => unknown): number =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const begun = performance.now();
          work();
          return performance.now() - begun;
        }),
      );
    // Memory that no longer fits a cache makes any work on a long log slower: so both are held against an index of ids.
    const cost = (events: AgentEvent[]): number =>
      best(() => conversationView(events)) / best(() => new Map(events.map((event) => [event.id, event])));
    const [short, long] = [log(4), log(40)];
    cost(short);
    const growth = cost(long) / cost(short);
    console.log(`${long.length} events against ${short.length}: each costs ${growth.toFixed(2)} times as much`);
    expect(growth, "ten, if the time grew with the square").toBeLessThan(3);
  });
});

const renamed = (event: AgentEvent, suffix: string): AgentEvent =>
  JSON.parse(JSON.stringify(event), (key, value: unknown) => {
    const isId = ["id", "tool_call_id", "llm_response_id"].includes(key) && typeof value === "string";
    return isId ? value + suffix : key === "forgotten_event_ids" ? (value as string[]).map((id) => id + suffix) : value;
  }) as AgentEvent;

test("the roles of the view are what the traits of the kinds say", () => {
  for (const kind of [...EVENT_KINDS, "NewerEvent", "toString"]) {
    const event = { kind } as AgentEvent;
    const role = roleOf(event);
    expect(new Set<number>([ACTION, ANSWER, MESSAGE]).has(role), kind).toBe(isLlmConvertible(event));
    expect(role === ANSWER, kind).toBe(isObservationLike(event));
  }
  expect(roleOf({ kind: "NewerEvent" } as object as AgentEvent)).toBe(OTHER);
});

test("the list of places is a list, in pieces or not", () => {
  const step = fc.oneof(
    fc.record({ insert: fc.nat(3_000) }),
    fc.record({ drop: fc.array(fc.nat(3_000), { maxLength: 400 }) }),
    fc.record({ append: fc.integer({ min: 1, max: 700 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const [list, plain]: [ReturnType<typeof createNumberList>, number[]] = [createNumberList(), []];
      let next = 0;
      for (const change of steps) {
        if ("append" in change) {
          for (let left = change.append; left > 0; left--) {
            list.append(next);
            plain.push(next++);
          }
        } else if ("drop" in change) {
          list.drop(change.drop);
          for (const value of change.drop) if (plain.includes(value)) plain.splice(plain.indexOf(value), 1);
        } else {
          list.insert(change.insert, next);
          plain.splice(change.insert, 0, next++);
        }
        expect(list.values()).toEqual(plain);
        expect(list.size()).toBe(plain.length);
      }
    }),
  );
});
