import * as root from "agent-server-client";
import {
  ACTION_KINDS,
  type AgentEvent,
  EVENT_KINDS,
  isActionEvent,
  isActionEventOf,
  isActionOf,
  isAgentMessage,
  isClientToolCall,
  isErrorEvent,
  isEventOf,
  isImageContent,
  isKnownAction,
  isKnownEvent,
  isKnownObservation,
  isLlmConvertible,
  isObservationEventOf,
  isObservationLike,
  isObservationOf,
  isStateUpdate,
  isTextContent,
  isToolCall,
  isUnknownEvent,
  isUserMessage,
  OBSERVATION_KINDS,
} from "agent-server-client";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

type Guard = (value: unknown, ...rest: string[]) => boolean;
const guards = Object.entries<unknown>(root).filter(
  (entry): entry is [string, Guard] => entry[0].startsWith("is") && entry[0] !== "isAgentServerError",
);
const kindGuards = EVENT_KINDS.map((kind) => [kind, guards.find(([name]) => name === `is${kind}`)?.[1]] as const);

/** Values that have bitten a guard somewhere. */
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const throwing = {
  get kind(): string {
    throw new Error("no");
  },
};
const hostile: unknown[] = [
  undefined,
  null,
  0,
  "ActionEvent",
  Symbol("kind"),
  () => "kind",
  [],
  ["ActionEvent"],
  {},
  { kind: null },
  { kind: ["ActionEvent"] },
  { kind: new String("ActionEvent") },
  Object.create(null),
  throwing,
  new Proxy(
    {},
    {
      get: () => {
        throw new Error("no");
      },
    },
  ),
  revoked(),
  { kind: "ActionEvent", action: throwing },
  { kind: "ObservationEvent", observation: revoked() },
];

describe("guards of one kind", () => {
  test("there is one for each kind and no other", () => {
    const missing = kindGuards.filter(([, guard]) => guard === undefined).map(([kind]) => kind);
    expect(missing).toEqual([]);
  });

  test.each(kindGuards)("is%s takes its own kind and refuses all others", (kind, guard) => {
    const taken = [...EVENT_KINDS, "FutureEvent", kind.toLowerCase(), `${kind} `, ""].filter((name) =>
      guard?.({ kind: name }),
    );
    expect(taken).toEqual([kind]);
  });
});

test("no guard throws, whatever it is given", () => {
  for (const [, guard] of guards) {
    for (const value of hostile)
      for (const name of ["", "ActionEvent", "terminal", "__proto__"]) expect(() => guard(value, name)).not.toThrow();
  }
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), fc.string(), (value, name) => {
      for (const [, guard] of guards) expect(typeof guard(value, name)).toBe("boolean");
    }),
    { numRuns: 300 },
  );
});

test("what throws when read is refused", () => {
  for (const value of [throwing, revoked()]) expect(guards.filter(([, guard]) => guard(value, "x"))).toEqual([]);
});

describe("known and unknown", () => {
  test("an event is known by its kind, and what has another kind is unknown", () => {
    for (const kind of EVENT_KINDS) expect([isKnownEvent({ kind }), isUnknownEvent({ kind })]).toEqual([true, false]);
    expect([isKnownEvent({ kind: "FutureEvent" }), isUnknownEvent({ kind: "FutureEvent" })]).toEqual([false, true]);
    expect([isKnownEvent({ kind: 5 }), isUnknownEvent({ kind: 5 })]).toEqual([false, false]);
    expect([isKnownEvent(null), isUnknownEvent(null)]).toEqual([false, false]);
    expect([isKnownEvent({ kind: "constructor" }), isUnknownEvent({ kind: "constructor" })]).toEqual([false, true]);
  });

  test("actions and observations likewise", () => {
    expect(ACTION_KINDS.every((kind) => isKnownAction({ kind }) && !isKnownObservation({ kind }))).toBe(true);
    expect(OBSERVATION_KINDS.every((kind) => isKnownObservation({ kind }) && !isKnownAction({ kind }))).toBe(true);
    expect(isKnownAction({ kind: "ClientAction_pick" })).toBe(false);
  });

  test("isEventOf takes any of the kinds named, and none when none is", () => {
    expect(isEventOf({ kind: "PauseEvent" }, "ActionEvent", "PauseEvent")).toBe(true);
    expect(isEventOf({ kind: "PauseEvent" }, "ActionEvent")).toBe(false);
    expect(isEventOf({ kind: "PauseEvent" })).toBe(false);
  });
});

describe("payloads", () => {
  const action = (kind: string | null): unknown => ({
    kind: "ActionEvent",
    tool_name: "terminal",
    action: kind === null ? null : { kind },
  });
  const observation = (kind: string): unknown => ({ kind: "ObservationEvent", observation: { kind } });

  test("an action of a kind, listed or not, and none when there is no action", () => {
    expect(isActionEventOf(action("TerminalAction"), "TerminalAction")).toBe(true);
    expect(isActionEventOf(action("TerminalAction"), "FinishAction")).toBe(false);
    expect(isActionEventOf(action("ClientAction_pick"), "ClientAction_pick")).toBe(true);
    expect(isActionEventOf(action(null), "TerminalAction")).toBe(false);
    expect(isActionEventOf({ kind: "ActionEvent" }, "TerminalAction")).toBe(false);
    expect(isActionEventOf({ kind: "ObservationEvent", action: { kind: "TerminalAction" } }, "TerminalAction")).toBe(
      false,
    );
    expect(isActionOf({ kind: "TerminalAction" }, "TerminalAction")).toBe(true);
    expect(isActionOf({ kind: "TerminalAction" }, "ThinkAction")).toBe(false);
  });

  test("an observation likewise", () => {
    expect(isObservationEventOf(observation("MCPToolObservation"), "MCPToolObservation")).toBe(true);
    expect(isObservationEventOf(observation("MCPToolObservation"), "TerminalObservation")).toBe(false);
    expect(isObservationEventOf(observation("FutureObservation"), "FutureObservation")).toBe(true);
    expect(isObservationEventOf({ kind: "ActionEvent", observation: { kind: "A" } }, "A")).toBe(false);
    expect(isObservationOf({ kind: "TerminalObservation" }, "TerminalObservation")).toBe(true);
  });

  test("a tool call by name, also one that was not understood", () => {
    expect(isToolCall(action("TerminalAction"), "terminal")).toBe(true);
    expect(isToolCall(action(null), "terminal")).toBe(true);
    expect(isToolCall(action("TerminalAction"), "browser")).toBe(false);
    expect(isToolCall({ kind: "ObservationEvent", tool_name: "terminal" }, "terminal")).toBe(false);
  });

  test("a call of a client tool, any or one", () => {
    const call = action("ClientAction_pick_color");
    expect([isClientToolCall(call), isClientToolCall(call, "pick_color"), isClientToolCall(call, "pick")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isClientToolCall(action("TerminalAction"))).toBe(false);
    expect(isClientToolCall(action(null))).toBe(false);
    expect(isClientToolCall({ kind: "PauseEvent", action: { kind: "ClientAction_x" } })).toBe(false);
  });
});

describe("meaning", () => {
  const named = (guard: (value: unknown) => boolean): string[] => EVENT_KINDS.filter((kind) => guard({ kind }));

  test("which kinds the model sees, which answer a tool call, which report an error", () => {
    expect(named(isLlmConvertible)).toEqual([
      "ActionEvent",
      "AgentErrorEvent",
      "CondensationSummaryEvent",
      "MessageEvent",
      "ObservationEvent",
      "SystemPromptEvent",
      "UserRejectObservation",
    ]);
    expect(named(isObservationLike)).toEqual(["AgentErrorEvent", "ObservationEvent", "UserRejectObservation"]);
    expect(named(isErrorEvent)).toEqual(["AgentErrorEvent", "ConversationErrorEvent", "ServerErrorEvent"]);
    expect([isLlmConvertible({ kind: "toString" }), isErrorEvent({ kind: "FutureEvent" })]).toEqual([false, false]);
  });

  test("a conversation error is not taken for a message", () => {
    const event = {
      kind: "ConversationErrorEvent",
      source: "environment",
      code: "AuthenticationError",
      detail: "no key",
    };
    expect(guards.filter(([, guard]) => guard(event)).map(([name]) => name)).toEqual([
      "isConversationErrorEvent",
      "isErrorEvent",
      "isKnownEvent",
    ]);
  });

  test("messages by who sent them", () => {
    const message = (source: string): unknown => ({ kind: "MessageEvent", source });
    expect([isUserMessage(message("user")), isAgentMessage(message("user"))]).toEqual([true, false]);
    expect([isUserMessage(message("agent")), isAgentMessage(message("agent"))]).toEqual([false, true]);
    expect([isUserMessage(message("hook")), isAgentMessage(message("hook"))]).toEqual([false, false]);
    expect(isUserMessage({ kind: "PauseEvent", source: "user" })).toBe(false);
  });

  test("state updates by key", () => {
    const update = { kind: "ConversationStateUpdateEvent", key: "stats" };
    expect([isStateUpdate(update, "stats"), isStateUpdate(update, "goal")]).toEqual([true, false]);
    expect(isStateUpdate({ kind: "PauseEvent", key: "stats" }, "stats")).toBe(false);
  });

  test("content blocks by type", () => {
    expect([isTextContent({ type: "text" }), isImageContent({ type: "text" })]).toEqual([true, false]);
    expect([isTextContent({ type: "image" }), isImageContent({ type: "image" })]).toEqual([false, true]);
  });
});

test("guards filter lists", () => {
  const events = [{ kind: "ActionEvent" }, { kind: "PauseEvent" }] as AgentEvent[];
  expect(events.filter(isActionEvent)).toEqual([{ kind: "ActionEvent" }]);
});
