/** Messages of events: what golden cases do not show. */
import type { ActionEvent, AgentEvent } from "agent-server-client";
import { describe, expect, test } from "vitest";
import { activeBranch, conversationView, toLlmMessages } from "../src/conversation.js";
import { withoutNulls } from "./support/conversation-golden.js";
import { type Fields, frameEvents, recordings } from "./support/corpus.js";

const text = (value: string) => ({ cache_prompt: false, type: "text" as const, text: value });
const base = { timestamp: "2026-01-02T03:04:05", source: "agent" as const };

const action = (id: string, thought: string[]): ActionEvent => ({
  ...base,
  kind: "ActionEvent",
  id,
  thought: thought.map(text),
  thinking_blocks: [],
  tool_name: "think",
  tool_call_id: `call-${id}`,
  tool_call: { id: `call-${id}`, name: "think", arguments: "{}", origin: "completion" },
  llm_response_id: "r",
  security_risk: "UNKNOWN",
});

describe("a thought on a later action of a response", () => {
  test("is refused, as the server's SDK refuses it, with the place and without the thought", () => {
    const refused = (): unknown => toLlmMessages([action("a", ["first"]), action("b", ["secret"])]);
    expect(refused).toThrow("toLlmMessages: 1.thought: expected no thought");
    expect(refused).toThrow(expect.objectContaining({ name: "ContractError" }));
    expect(refused).not.toThrow("secret");
  });

  test("counts even when its text is empty", () => {
    expect(() => toLlmMessages([action("a", []), action("b", [""])])).toThrow("1.thought");
  });

  test("is fine when something for the model came between", () => {
    const between: AgentEvent = {
      ...base,
      kind: "AgentErrorEvent",
      id: "e",
      tool_name: "t",
      tool_call_id: "c",
      error: "x",
    };
    const roles = toLlmMessages([action("a", ["1"]), between, action("b", ["2"])]).map(({ role }) => role);
    expect(roles).toEqual(["assistant", "tool", "assistant"]);
  });
});

test("events that are not for the model, unknown ones too, do not part a response", () => {
  const newer = { ...base, kind: "NewerEvent", id: "n" } as object as AgentEvent;
  const pause: AgentEvent = { ...base, kind: "PauseEvent", id: "p" };
  const [message, ...others] = toLlmMessages([action("a", ["1"]), newer, action("b", []), pause, action("c", [])]);
  expect(others).toEqual([]);
  expect(message?.tool_calls?.map(({ id }) => id)).toEqual(["call-a", "call-b", "call-c"]);
});

test("defaulted fields that are absent are as their defaults", () => {
  const bare = (fields: object): AgentEvent => ({ ...base, id: "b", ...fields }) as object as AgentEvent;
  const call = { tool_name: "t", tool_call_id: "c" };
  const messages = toLlmMessages([
    bare({ kind: "MessageEvent", llm_message: { role: "user" } }),
    bare({ kind: "ActionEvent", ...call, tool_call: { id: "c" } }),
    bare({ kind: "UserRejectObservation", ...call }),
  ]);
  expect(withoutNulls(messages)).toEqual([
    { role: "user", content: [], thinking_blocks: [] },
    { role: "assistant", content: [], tool_calls: [{ id: "c" }], thinking_blocks: [] },
    {
      role: "tool",
      content: [text("Action rejected: User rejected the action")],
      name: "t",
      tool_call_id: "c",
      thinking_blocks: [],
    },
  ]);
});

test("joining turns of the user leaves the events as they were", () => {
  const turn = (id: string): AgentEvent => ({
    ...base,
    kind: "MessageEvent",
    id,
    source: "user",
    llm_message: { role: "user", content: [text(id)], thinking_blocks: [] },
    extended_content: [],
    activated_skills: [],
  });
  const turns = [turn("a"), turn("b"), turn("c")];
  const before = structuredClone(turns);
  expect(toLlmMessages(turns)).toMatchObject([{ content: [text("a"), text("b"), text("c")] }]);
  expect(toLlmMessages(turns), "and again").toHaveLength(1);
  expect(turns).toEqual(before);
});

describe("recorded conversations", () => {
  const stored = (events: readonly Fields[]): AgentEvent[] => events as readonly object[] as AgentEvent[];

  test.each(recordings())("$name: every channel that has the log gives the same messages", (recording) => {
    const whole = stored(recording.rest_search);
    const expected = withoutNulls(toLlmMessages(conversationView(activeBranch(whole)).events));
    expect(expected).not.toEqual([]);
    const logIds = new Set(whole.map(({ id }) => id));
    const get = stored(recording.rest_get);
    expect(withoutNulls(toLlmMessages(conversationView(activeBranch(get)).events))).toEqual(expected);
    // A socket gives the log, too, in another order and with more in between.
    const places = new Map(whole.map(({ id }, place) => [id, place]));
    const frames = new Map(stored(frameEvents(recording)).map((event) => [event.id, event]));
    const ordered = [...frames.values()].filter(({ id }) => logIds.has(id));
    ordered.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
    expect(ordered).toHaveLength(whole.length);
    expect(withoutNulls(toLlmMessages(conversationView(activeBranch(ordered)).events))).toEqual(expected);
  });
});
