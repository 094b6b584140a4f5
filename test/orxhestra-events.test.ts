/** Events of orxhestra: the same answers as the real package gives. */
import * as orx from "agent-server-client/orxhestra";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { golden, type Properties } from "./support/orxhestra.js";

const propertiesOf = (event: orx.OrxEvent): Properties => ({
  text: orx.text(event),
  thinking: orx.thinking(event),
  data: orx.data(event),
  tool_name: orx.toolName(event),
  tool_input: orx.toolInput(event),
  tool_calls: orx.toolCalls(event).map((part) => ({ ...part })),
  tool_responses: orx.toolResponses(event).map((part) => ({ ...part })),
  has_tool_calls: orx.hasToolCalls(event),
  error: orx.error(event),
  is_final_response: orx.isFinalResponse(event),
  is_signed: orx.isSigned(event),
  should_include_event: orx.shouldIncludeEvent(event),
});

const minimal: unknown = { type: "agent_start" };

describe("accessors", () => {
  test.each(golden.events)("say what Python says of $name", ({ wire, expected }) => {
    expect(propertiesOf(wire)).toEqual(expected);
  });

  const turns = Object.entries(golden.streams).flatMap(([name, { turns }]) =>
    turns.map((turn, index) => ({ name: `${name}, turn ${index + 1}`, turn })),
  );
  test.each(turns)("say what Python says of each event of $name", ({ turn }) => {
    for (const [index, event] of turn.events.entries()) {
      const { verify: _, ...expected } = turn.expected[index] as Properties;
      expect(propertiesOf(event)).toEqual(expected);
    }
  });

  test("take an event that leaves out what has a default", () => {
    const event = orx.parseOrxEvent(minimal);
    expect(propertiesOf(event)).toEqual(
      propertiesOf(golden.events.find(({ name }) => name === "life/start")?.wire as orx.OrxEvent),
    );
    const call: unknown = {
      type: "agent_message",
      content: { parts: [{ type: "tool_call", tool_call_id: "c", tool_name: "f" }] },
    };
    expect(orx.toolInput(orx.parseOrxEvent(call))).toEqual({});
  });

  test("toolResult is the result of the first tool that answers, which text is not", () => {
    for (const { wire, expected } of golden.events) {
      expect(orx.toolResult(wire)).toBe(expected.tool_responses[0]?.["result"] ?? null);
    }
    const minimalAnswer: unknown = {
      type: "tool_response",
      content: { parts: [{ type: "tool_response", tool_call_id: "c", tool_name: "f" }] },
    };
    expect(orx.toolResult(orx.parseOrxEvent(minimalAnswer))).toBe("");
  });
});

test("a session shows the events that orxhestra shows", () => {
  for (const { session_events, visible_ids } of Object.values(golden.streams)) {
    expect(session_events.filter(orx.shouldIncludeEvent).map(({ id }) => id)).toEqual(visible_ids);
  }
});

/** Where parseOrxEvent is stricter than orxhestra: it does not guess. */
const STRICTER = [
  "part_no_type_text",
  "part_no_type_data",
  "part_no_type_uri",
  "part_no_type_unknown_keys",
  "part_no_type_call",
  "part_no_type_result",
  "part_no_type_error",
  "llm_response_tokens_string",
  "timestamp_string_number",
  "timestamp_bool",
  "partial_string",
  "partial_number",
];
/** Where it is more open: what is unknown is newer. */
const MORE_OPEN = ["type_upper_name", "part_unknown_type"];

const accepts = (value: unknown): boolean => {
  try {
    return orx.parseOrxEvent(value) === value;
  } catch (error) {
    if (!(error instanceof orx.OrxContractError)) throw error;
    return false;
  }
};

describe("parseOrxEvent", () => {
  test.each(golden.coercion)(
    "takes or refuses $name as orxhestra does, but where it is said",
    ({ name, input, ok }) => {
      expect(accepts(input)).toBe(MORE_OPEN.includes(name) || (ok && !STRICTER.includes(name)));
    },
  );

  test("those exceptions are all among the golden cases", () => {
    const names = golden.coercion.map(({ name }) => name);
    expect([...STRICTER, ...MORE_OPEN].filter((name) => !names.includes(name))).toEqual([]);
  });

  test("what it takes says the same as what orxhestra makes of it", () => {
    for (const { input, wire } of golden.coercion) {
      if (wire && accepts(input)) expect(propertiesOf(orx.parseOrxEvent(input))).toEqual(propertiesOf(wire));
    }
  });

  test("takes every event that orxhestra writes, as the same object", () => {
    const streamed = Object.values(golden.streams).flatMap(({ turns }) => turns.flatMap(({ events }) => events));
    const written = [...golden.events.map(({ wire }) => wire), ...streamed];
    expect(written.filter((event) => !accepts(event))).toEqual([]);
    expect(written.length).toBeGreaterThan(150);
  });

  test("says where an event is wrong, and nothing of its values", () => {
    const event = {
      type: "agent_message",
      id: 5,
      content: { parts: [{ type: "text" }, { type: "text", text: "secret", metadata: "secret" }] },
      actions: { artifact_delta: { a: 1.5 } },
    };
    const issues = ((): unknown => {
      try {
        return orx.parseOrxEvent(event);
      } catch (error) {
        expect(String(error)).toMatch(/^OrxContractError: OrxEvent: /);
        expect(String(error)).not.toContain("secret");
        return (error as orx.OrxContractError).issues;
      }
    })();
    expect(issues).toEqual([
      { path: ["actions", "artifact_delta", "a"], message: "expected another value" },
      { path: ["content", "parts", 0, "text"], message: "expected string" },
      { path: ["content", "parts", 1, "metadata"], message: "expected record" },
      { path: ["id"], message: "expected string" },
    ]);
  });

  test("refuses what cannot be read, and names at most 20 places", () => {
    const hostile = {
      type: "agent_start",
      get content(): never {
        throw new Error("no");
      },
    };
    expect(() => orx.parseOrxEvent(hostile)).toThrow("OrxEvent: expected a value that can be read");
    const many = { type: "agent_start", content: { parts: Array.from({ length: 99 }, () => 1) } };
    expect(() => orx.parseOrxEvent(many)).toThrow(
      expect.objectContaining({ issues: expect.toSatisfy((list: unknown[]) => list.length === 20) }),
    );
  });

  test("keeps parts of types that are not listed", () => {
    const newer: unknown = {
      type: "agent_message",
      content: {
        parts: [
          { type: "hologram", depth: 3 },
          { type: "text", text: "a" },
        ],
      },
    };
    const event = orx.parseOrxEvent(newer);
    expect(event.content.parts[0]).toEqual({ type: "hologram", depth: 3 });
    expect(orx.text(event)).toBe("a");
    expect(z.safeParse(orx.OrxEventSchema, newer).success).toBe(true);
  });
});

describe("types of events", () => {
  test("the list holds the types of the real package", () => {
    expect([...orx.ORX_EVENT_TYPES]).toEqual([
      "user_message",
      "agent_message",
      "tool_response",
      "agent_start",
      "agent_end",
    ]);
  });

  test("isOrxEventOf tests the tag and never throws", () => {
    const { wire } = golden.events[0] as (typeof golden.events)[number];
    expect(orx.isOrxEventOf(wire, "user_message")).toBe(true);
    expect(orx.isOrxEventOf(wire, "agent_message", "agent_end")).toBe(false);
    const throwing = new Proxy(
      {},
      {
        get: () => {
          throw new Error("no");
        },
      },
    );
    for (const value of [null, undefined, 1, "user_message", {}, throwing])
      expect(orx.isOrxEventOf(value, "user_message")).toBe(false);
  });
});

test("a new id is a UUID of version 4, and no two are the same", () => {
  const ids = Array.from({ length: 200 }, () => orx.newOrxEventId());
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(200);
});
