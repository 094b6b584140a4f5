import { type AgentEvent, EVENT_KINDS, type EventHandlers, matchEvent } from "agent-server-client";
import { describe, expect, test } from "vitest";

const event = (kind: string): AgentEvent => ({ kind }) as AgentEvent;

/** A handler for every kind that says its own name. */
const all = Object.fromEntries(
  [...EVENT_KINDS, "UnknownEvent"].map((kind) => [kind, () => kind]),
) as unknown as EventHandlers<string>; // made from the list of kinds

describe("matchEvent", () => {
  test.each(EVENT_KINDS.map((kind) => [kind]))("calls the handler of %s with the event itself", (kind) => {
    const given = event(kind);
    expect(matchEvent(given, all)).toBe(kind);
    expect(matchEvent(given, { _: (other) => other })).toBe(given);
  });

  test("a kind that is not listed goes to UnknownEvent, else to _", () => {
    expect(matchEvent(event("FutureEvent"), all)).toBe("UnknownEvent");
    expect(matchEvent(event("FutureEvent"), { UnknownEvent: (unknown) => String(unknown.kind), _: () => "rest" })).toBe(
      "FutureEvent",
    );
    expect(matchEvent(event("FutureEvent"), { _: () => "rest" })).toBe("rest");
    expect(matchEvent(event("UnknownEvent"), all)).toBe("UnknownEvent");
  });

  test("the rest takes listed kinds without a handler, and no kind that has one", () => {
    expect(matchEvent(event("PauseEvent"), { ActionEvent: () => "action", _: () => "rest" })).toBe("rest");
    expect(matchEvent(event("ActionEvent"), { ActionEvent: () => "action", _: () => "rest" })).toBe("action");
  });

  test.each(["constructor", "toString", "__proto__", "_"])("a stranger called %s meets no inherited member", (kind) => {
    expect(matchEvent(event(kind), { _: () => "rest" })).toBe("rest");
  });

  test("without a handler it says which is missing", () => {
    const some = { ActionEvent: () => 1 } as unknown as EventHandlers<number>; // what untyped code may pass
    expect(() => matchEvent(event("PauseEvent"), some)).toThrow(
      new TypeError("matchEvent: no handler for PauseEvent, and no _"),
    );
    expect(() => matchEvent(event("FutureEvent"), some)).toThrow("matchEvent: no handler for UnknownEvent, and no _");
  });
});
