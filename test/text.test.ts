import { type AgentEvent, EVENT_KINDS, parseToolArguments, textOf } from "agent-server-client";
import { describe, expect, test } from "vitest";

const blocks = [
  { type: "text" as const, text: "one ", cache_prompt: false },
  { type: "image" as const, image_urls: ["data:image/png;base64,AA"], cache_prompt: false },
  { type: "text" as const, text: "two", cache_prompt: false },
];
const event = (kind: string, fields: object): AgentEvent => ({ kind, ...fields }) as AgentEvent;

describe("textOf", () => {
  test.each([
    ["MessageEvent", { llm_message: { role: "user", content: blocks } }, "one two"],
    ["ActionEvent", { thought: blocks, summary: "not this" }, "one two"],
    ["ActionEvent", { thought: [], summary: "not this" }, ""],
    ["ObservationEvent", { observation: { kind: "TerminalObservation", content: blocks, command: "ls" } }, "one two"],
    ["ObservationEvent", { observation: { kind: "FutureObservation", content: blocks } }, "one two"],
    ["AgentErrorEvent", { error: "tool failed" }, "tool failed"],
    ["UserRejectObservation", { rejection_reason: "no" }, "no"],
    ["SystemPromptEvent", { system_prompt: blocks[0] }, "one "],
    ["Condensation", { summary: null }, ""],
    ["CondensationSummaryEvent", { summary: "so far" }, "so far"],
    ["ConversationErrorEvent", { code: "X", detail: "why" }, "why"],
    ["ServerErrorEvent", { code: "X", detail: "why" }, "why"],
    ["StreamingDeltaEvent", { content: "par" }, "par"],
    ["ACPToolCallEvent", { title: "Read a file" }, "Read a file"],
    ["HookExecutionEvent", { error: "not this", stdout: "nor this" }, ""],
    ["ConversationStateUpdateEvent", { key: "stats", value: { text: "x" } }, ""],
    ["PauseEvent", {}, ""],
    ["FutureEvent", { content: blocks }, "one two"],
    ["FutureEvent", { x: 1 }, ""],
  ])("of %s", (kind, fields, text) => {
    expect(textOf(event(kind, fields))).toBe(text);
  });

  test("of messages, blocks and plain text", () => {
    expect(textOf("as is")).toBe("as is");
    expect(textOf(blocks)).toBe("one two");
    expect(textOf(blocks[2])).toBe("two");
    expect(textOf({ role: "user", content: blocks, thinking_blocks: [] })).toBe("one two");
    expect(textOf(null)).toBe("");
    expect(textOf(undefined)).toBe("");
    expect(textOf([])).toBe("");
  });

  test("an event with nothing in it has no text", () => {
    for (const kind of EVENT_KINDS) expect(textOf(event(kind, {}))).toBe("");
  });
});

describe("parseToolArguments", () => {
  const call = (text: string): { tool_call: { arguments: string } } => ({ tool_call: { arguments: text } });

  test("gives the value, or the text that is no JSON", () => {
    expect(parseToolArguments(call('{"command":"ls"}'))).toEqual({ ok: true, value: { command: "ls" } });
    expect(parseToolArguments(call("null"))).toEqual({ ok: true, value: null });
    expect(parseToolArguments(call("{bad json"))).toEqual({ ok: false, text: "{bad json" });
    expect(parseToolArguments(call(""))).toEqual({ ok: false, text: "" });
  });
});
