/** LangChain messages: the same as the real package makes, and taken by the real LangChain. */
import {
  AIMessage,
  AIMessageChunk,
  coerceMessageLikeToMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import * as orx from "agent-server-client/orxhestra";
import { describe, expect, test } from "vitest";
import { pythonRepr } from "../src/orxhestra/python-text.js";
import { golden } from "./support/orxhestra.js";

describe("an event as a message", () => {
  test.each(golden.events)("is what Python makes of $name", ({ wire, langchain }) => {
    expect(orx.toLangChainMessage(wire)).toEqual(langchain.message);
  });

  test.each(golden.events)("and back is what Python makes of it: $name", ({ wire, langchain }) => {
    const fields = { id: wire.id, timestamp: wire.timestamp };
    expect(orx.fromLangChainMessage(langchain.message_dump, fields)).toEqual(langchain.back);
    expect(orx.fromLangChainMessage(orx.toLangChainMessage(wire), fields)).toEqual(langchain.back);
  });

  test("is taken by LangChain, and comes back from there as the same event", () => {
    for (const { wire, langchain } of golden.events) {
      const message = coerceMessageLikeToMessage(orx.toLangChainMessage(wire));
      expect(message.type).toBe(langchain.message.type);
      const fields = { id: wire.id, timestamp: wire.timestamp };
      expect(orx.fromLangChainMessage(message, fields)).toEqual(langchain.back);
    }
  });

  test("has arguments even where the call leaves them out", () => {
    const value: unknown = {
      type: "agent_message",
      content: { parts: [{ type: "tool_call", tool_call_id: "c", tool_name: "f" }] },
    };
    const calls = [{ name: "f", args: {}, id: "c", type: "tool_call" }];
    expect(orx.toLangChainMessage(orx.parseOrxEvent(value))).toEqual({ type: "ai", content: "", tool_calls: calls });
  });
});

describe("a message as an event", () => {
  test.each(golden.from_langchain)("is what Python makes of it: $name", ({ message, event, kwargs }) => {
    const fields = { id: "i", timestamp: 1748000000, ...kwargs };
    if (!("raises" in event)) expect(orx.fromLangChainMessage(message, fields)).toEqual(event);
    else
      expect(() => orx.fromLangChainMessage(message, fields)).toThrow(
        new TypeError("a tool call of the message has no id"),
      );
  });

  test("is read as it is stored, too, by either LangChain", () => {
    const fields = { id: "i", timestamp: 1 };
    const messages = [
      new HumanMessage("hi"),
      new AIMessage({ content: "", tool_calls: [{ id: "c", name: "f", args: { a: 1 } }] }),
      new AIMessage("said"),
      new AIMessageChunk("part"),
      new ToolMessage({ content: "r", tool_call_id: "c" }),
      new SystemMessage("s"),
    ];
    for (const message of messages) {
      const event = orx.fromLangChainMessage(message, fields);
      expect(orx.text(event) + orx.toolName(event)).not.toContain("None");
      const [stored] = mapChatMessagesToStoredMessages([message]);
      for (const form of [JSON.parse(JSON.stringify(message)) as orx.OrxLangChainInput, stored])
        expect(orx.fromLangChainMessage(form as orx.OrxLangChainInput, fields)).toEqual(event);
    }
    // what dumpd() and messages_to_dict() of Python's langchain-core 1.8.3 made of HumanMessage("hi")
    const dumped = { lc: 1, type: "constructor", id: ["langchain", "schema", "messages", "HumanMessage"] };
    for (const form of [
      { ...dumped, kwargs: { content: "hi", type: "human" } },
      { type: "human", data: { content: "hi", additional_kwargs: {}, type: "human", name: null, id: null } },
    ])
      expect(orx.fromLangChainMessage(form, fields)).toMatchObject({ type: "user_message", author: "user" });
  });

  test("fields that are undefined count for nothing", () => {
    const nothing = { id: undefined, timestamp: undefined, author: undefined, content: undefined, type: undefined };
    const event = orx.fromLangChainMessage({ type: "human", content: "h" }, { ...nothing, session_id: "s" });
    expect(event).toMatchObject({ type: "user_message", author: "user", session_id: "s" });
    expect([event.id.length, Number.isFinite(event.timestamp), orx.text(event)]).toEqual([36, true, "h"]);
  });

  test("needs little: no type is an agent's message, no name and no arguments are none", () => {
    const event = orx.fromLangChainMessage({ content: "", tool_calls: [{ id: "c" }] });
    expect(orx.toolCalls(event)).toEqual([
      { type: "tool_call", tool_call_id: "c", tool_name: "", args: {}, metadata: {} },
    ]);
    expect(orx.fromLangChainMessage({ type: "tool", content: "r" }).content.parts).toMatchObject([
      { tool_call_id: "" },
    ]);
    expect(orx.fromLangChainMessage({ type: "HumanMessageChunk", content: "h" }).author).toBe("user");
  });
});

describe("toMessages", () => {
  test.each(golden.messages)("$name", ({ input, messages, tool_response_max_chars }) => {
    expect(orx.toMessages(input, { toolResponseMaxChars: tool_response_max_chars })).toEqual(messages);
  });

  const answered = (result: string): orx.OrxEvent =>
    orx.fromLangChainMessage({ type: "tool", content: result, tool_call_id: "c" });
  const contentOf = (result: string, toolResponseMaxChars?: number): unknown =>
    orx.toMessages([answered(result)], { toolResponseMaxChars })[0]?.content;

  test("cuts a long answer as orxhestra does: at a line, in characters, from 30,000 on", () => {
    expect(contentOf("123456\n89abc", 10)).toBe("123456\n\n[... truncated 6 chars]");
    expect(contentOf("12\n456789abc", 10)).toBe("12\n456789a\n\n[... truncated 2 chars]");
    expect(contentOf("😀".repeat(10), 10)).toBe("😀".repeat(10));
    expect(contentOf("😀".repeat(11), 10)).toBe(`${"😀".repeat(10)}\n\n[... truncated 1 chars]`);
    expect(contentOf("x".repeat(30_000))).toBe("x".repeat(30_000));
    expect(contentOf("x".repeat(1_234_567))).toBe(`${"x".repeat(30_000)}\n\n[... truncated 1,204,567 chars]`);
  });

  test("an answer without an id answers no call", () => {
    const call = orx.fromLangChainMessage({ content: "", tool_calls: [{ name: "f", id: "" }] });
    const answer = orx.fromLangChainMessage({ type: "tool", content: "r" });
    expect(orx.toMessages([call, answer]).map(({ type }) => type)).toEqual(["tool"]);
  });

  test("leaves out events of types that are not listed", () => {
    const newer: unknown = { type: "weather", content: { parts: [{ type: "text", text: "rain" }] } };
    expect(orx.toMessages([orx.parseOrxEvent(newer)])).toEqual([]);
  });
});

test("content that is no string is what Python prints of it", () => {
  // each line is what repr() of Python 3.11 gave for json.loads of the text before it
  const printed = {
    '["a\'b", "a\\"b", "a\'b\\"c", "\\\\ \\n\\r\\t\\u0000\\u001b\\u007f\\u00a0\\u00ad é\\u200b😀\\ue000\\udbff\\udfff"]': `["a'b", 'a"b', 'a\\'b"c', '\\\\ \\n\\r\\t\\x00\\x1b\\x7f\\xa0\\xad é\\u200b😀\\ue000\\U0010ffff']`,
    '{"a": [true, false, null], "b": {}, "c": []}': "{'a': [True, False, None], 'b': {}, 'c': []}",
    "[0, -5, 1.5, 0.1, -2.25, 0.0001, 0.00001, 1.5e-7, 123456789.125, 1e-10, -2e-300]":
      "[0, -5, 1.5, 0.1, -2.25, 0.0001, 1e-05, 1.5e-07, 123456789.125, 1e-10, -2e-300]",
  };
  for (const [json, text] of Object.entries(printed)) expect(pythonRepr(JSON.parse(json))).toBe(text);
  expect(pythonRepr([undefined, 5n])).toBe("[None, 5]");
});
