import {
  isActionEventOf,
  isClientToolCall,
  isKnownAction,
  isKnownObservation,
  isObservationEventOf,
  isUnknownEvent,
} from "agent-server-client";
import {
  parseBashEvent,
  parseConversation,
  parseEvent,
  parseEventPage,
  parseEvents,
  parseSessionFrame,
} from "agent-server-client/schemas";
import { describe, expect, it } from "vitest";
import { type Fields, goldenEvents, grouped, groupOf, recordedEvents, recordings } from "./support/corpus.js";
import { errorOf, issuesOf } from "./support/issues.js";
import { type Place, placesIn, valueAt, withAt } from "./support/places.js";

const groups = grouped([...recordedEvents(), ...goldenEvents()]);
const sample = (group: string): Fields => structuredClone(groups.get(group)?.[0] ?? {});
const samples = [...groups.values()].flatMap((events) => events.slice(0, 6));
const conversation = (): Fields => recordings()[0]?.conversation ?? {};

const placesOf = (value: unknown): string[] => issuesOf(value).map(({ path }) => path.join("."));

describe("what newer servers send", () => {
  it("an event of an unknown kind is kept as it is, and told by isUnknownEvent", () => {
    const event = { kind: "NewerEvent", id: "1", source: "daemon", anything: { deep: [1] } };
    expect(parseEvent(event)).toBe(event);
    expect(isUnknownEvent(parseEvent(event))).toBe(true);
    expect(parseEvent({ kind: "NewerEvent" })).toEqual({ kind: "NewerEvent" });
  });

  it("the base fields of an unknown kind are checked when they are there", () => {
    expect(placesOf({ kind: "NewerEvent", id: 5 })).toEqual(["id"]);
    expect(placesOf({ kind: "NewerEvent", timestamp: null, source: 1 })).toEqual(["source", "timestamp"]);
  });

  it("an unknown action is kept and guarded", () => {
    const event = { ...sample("ActionEvent/TerminalAction"), action: { kind: "ClientAction_chart", points: [1, 2] } };
    expect(parseEvent(event)).toBe(event);
    expect(isKnownAction(event.action)).toBe(false);
    expect(isActionEventOf(event, "ClientAction_chart")).toBe(true);
    expect(isClientToolCall(event, "chart")).toBe(true);
  });

  it("an unknown observation is kept and guarded; its base fields are checked", () => {
    const event = {
      ...sample("ObservationEvent/TerminalObservation"),
      observation: { kind: "NewerObservation", x: 1 },
    };
    expect(parseEvent(event)).toBe(event);
    expect(isKnownObservation(event.observation)).toBe(false);
    expect(isObservationEventOf(event, "NewerObservation")).toBe(true);
    expect(placesOf({ ...event, observation: { kind: "NewerObservation", is_error: "no" } })).toEqual([
      "observation.is_error",
    ]);
  });

  it.each([
    ["MessageEvent", []],
    ["MessageEvent", ["llm_message"]],
    ["MessageEvent", ["llm_message", "content", 0]],
    ["ActionEvent/TerminalAction", ["action"]],
    ["ActionEvent/TerminalAction", ["tool_call"]],
    ["ObservationEvent/TerminalObservation", ["observation"]],
    ["ObservationEvent/TerminalObservation", ["observation", "content", 0]],
    ["SystemPromptEvent", ["tools", 0]],
  ] as const)("further fields are kept: %s %j", (group, place) => {
    const event = withAt(sample(group), [...place, "new_field"], { deep: [null] });
    expect(parseEvent(event)).toBe(event);
    expect(valueAt(parseEvent(event), [...place, "new_field", "deep"])).toEqual([null]);
  });

  it("strings that no enum lists are kept", () => {
    const message = withAt(sample("MessageEvent"), ["llm_message", "role"], "narrator");
    expect(parseEvent(withAt(message, ["source"], "daemon"))).toMatchObject({ source: "daemon" });
    expect(parseConversation({ ...conversation(), execution_status: "dreaming" })).toMatchObject({
      execution_status: "dreaming",
    });
  });

  it("frames and bash events of unknown kinds are kept", () => {
    const frame = { type: "newer", seq: "any" };
    expect(parseSessionFrame(frame)).toBe(frame);
    const bash = { kind: "BashNews", id: 7 };
    expect(errorOf(() => parseBashEvent({ id: "7" })).issues).toMatchObject([{ path: ["kind"], code: "missing" }]);
    expect(() => parseBashEvent({ ...bash, id: "7" })).not.toThrow();
  });
});

describe("a field that is wrong", () => {
  const wrongFor = (value: unknown): unknown => (typeof value === "string" ? {} : typeof value === "object" ? 7 : "x");
  const cases = samples.flatMap((event) =>
    [...placesIn(event)].filter((place) => valueAt(event, place) !== null).map((place) => ({ event, place })),
  );

  it("is named by the first issue, wherever it is, through unions too", () => {
    const wrong = cases.flatMap(({ event, place }) => {
      const [first] = issuesOf(withAt(event, place, wrongFor(valueAt(event, place))));
      const isFound = first === undefined || JSON.stringify(first.path) === JSON.stringify(place);
      return isFound ? [] : [{ group: groupOf(event), place, first }];
    });
    expect(cases.length).toBeGreaterThan(2000);
    expect(wrong).toEqual([]);
  });

  it("is let through only where the document leaves the type open", () => {
    const open = cases.flatMap(({ event, place }) =>
      issuesOf(withAt(event, place, wrongFor(valueAt(event, place)))).length > 0 ? [] : [nameOf(event, place)],
    );
    expect([...new Set(open)].sort()).toEqual([
      "ActionEvent/ClientAction_show_chart action.points",
      "ActionEvent/ClientAction_show_chart action.title",
      "ActionEvent/MCPToolAction action.data",
      "ConversationStateUpdateEvent value",
      "HookExecutionEvent hook_input",
    ]);
  });

  /** Below an open place everything is open. */
  const nameOf = (event: Fields, place: Place): string => {
    const deep = ["value", "data", "hook_input", "points"].map((name) => place.indexOf(name)).find((i) => i >= 0);
    return `${groupOf(event)} ${place.slice(0, (deep ?? place.length) + 1).join(".")}`;
  };

  it("is named through a union of content blocks by the member that was meant", () => {
    const at = (item: unknown): string[] =>
      placesOf(withAt(sample("MessageEvent"), ["llm_message", "content"], [item]));
    expect(at({ type: "text", text: 5 })).toEqual(["llm_message.content.0.text"]);
    expect(at({ type: "image", image_urls: [5] })).toEqual(["llm_message.content.0.image_urls.0"]);
    expect(at({ type: "video" })).toEqual(["llm_message.content.0.type"]);
    expect(at("text")).toEqual(["llm_message.content.0"]);
  });

  it.each([
    ["id", null, "expected a string, got null"],
    ["source", undefined, "missing; expected a string"],
    ["llm_message", undefined, "missing; expected an object"],
    ["llm_message", [], "expected an object, got an array"],
    ["kind", undefined, "missing; expected a string"],
    ["kind", 5, "expected a string, got a number"],
    ["activated_skills", null, "expected an array, got null"],
    ["parent_id", 5, "expected a string, got a number"],
  ])("MessageEvent %s = %j: %s", (name, value, message) => {
    expect(issuesOf(withAt(sample("MessageEvent"), [name], value))).toMatchObject([{ path: [name], message }]);
  });

  it("null and absent are the same for what can be null; a defaulted field may only be absent", () => {
    for (const value of [undefined, null, "id"])
      expect(placesOf(withAt(sample("MessageEvent"), ["parent_id"], value))).toEqual([]);
    for (const name of ["activated_skills", "id"])
      expect(placesOf(withAt(sample("MessageEvent"), [name], undefined))).toEqual([]);
  });

  it.each([undefined, null, true, 5, "event", [], () => 1, Symbol("s"), 5n])("no event at all: %s", (value) => {
    expect(issuesOf(value)).toHaveLength(1);
    expect(issuesOf(value)[0]?.path).toEqual([]);
  });
});

describe("lists and pages", () => {
  it("a broken item costs nothing else, and says its place, why, and what it was", () => {
    const items: unknown[] = recordedEvents().slice(0, 5);
    const broken = { kind: "MessageEvent" };
    items.splice(2, 0, broken);
    const { events, failures, nextPageId } = parseEventPage({ items, next_page_id: "p2" });
    expect(events).toHaveLength(5);
    expect(events.every((event) => items.includes(event))).toBe(true);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({ index: 2, error: { name: "ContractError" } });
    expect(failures[0]?.raw).toBe(broken);
    expect(failures[0]?.error.issues.map(({ path }) => path[0])).toContain("llm_message");
    expect(nextPageId).toBe("p2");
  });

  it("the last page has no next one, be it null or absent", () => {
    expect(parseEventPage({ items: [] })).toEqual({ events: [], failures: [], nextPageId: null });
    expect(parseEventPage({ items: [], next_page_id: null }).nextPageId).toBeNull();
  });

  it.each([
    [null, "EventPage: expected an object, got null"],
    [[], "EventPage: expected an object, got an array"],
    [{}, "EventPage: items: missing; expected an array"],
    [
      { items: {}, next_page_id: 5 },
      "EventPage: items: expected an array, got an object; next_page_id: expected a string, got a number",
    ],
  ])("%j is no page", (value, message) => {
    expect(errorOf(() => parseEventPage(value)).message).toBe(message);
  });

  it("parseEvents takes anything else as failures", () => {
    const { events, failures } = parseEvents([null, "x", undefined]);
    expect(events).toEqual([]);
    expect(failures.map(({ index }) => index)).toEqual([0, 1, 2]);
  });
});
