/** The way back: transcripts become events that give the transcript again. */
import type { AgentEvent, EventOf, Schema } from "agent-server-client";
import { safeParseEvent } from "agent-server-client/schemas";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { activeBranch, conversationView, eventsFromMessages, toLlmMessages } from "../src/conversation.js";
import { idsOf, messageCases, withoutNulls } from "./support/conversation-golden.js";

type Message = Schema<"Message">;

const text = (value: string) => ({ cache_prompt: false, type: "text" as const, text: value });
const image = { cache_prompt: false, type: "image" as const, image_urls: ["data:image/png;base64,AAAA"] };
const call = (id: string, name = "think") => ({ id, name, arguments: "{}", origin: "completion" as const });

const eventsOf = (messages: readonly Message[]): AgentEvent[] => {
  let count = 0;
  return eventsFromMessages(messages, { newId: () => `id-${count++}`, now: () => "2026-01-02T03:04:05.678901" });
};
const parses = (event: unknown): boolean => safeParseEvent(event).ok;

describe("golden transcripts", () => {
  test.each(messageCases())("$name comes back as it was, from events that parse", ({ llm_messages }) => {
    const given = structuredClone(llm_messages);
    const events = eventsOf(llm_messages);
    expect(toLlmMessages(events)).toEqual(llm_messages);
    expect(events.filter((event) => !parses(event))).toEqual([]);
    expect(new Set(idsOf(events)).size, "ids are their own").toBe(events.length);
    expect(activeBranch(events), "one branch").toEqual(events);
    expect(llm_messages).toEqual(given);
  });

  test.each(messageCases())("$name is a whole view again: nothing is torn", ({ llm_messages }) => {
    const events = eventsOf(llm_messages);
    expect(idsOf(conversationView(events).events)).toEqual(idsOf(events));
  });

  test.each(messageCases())("$name comes back when its null fields are absent, too", ({ llm_messages }) => {
    const given = withoutNulls(llm_messages) as Message[];
    expect(withoutNulls(toLlmMessages(eventsOf(given)))).toEqual(given);
  });
});

describe("what a message becomes", () => {
  const kindsOf = (messages: readonly Message[]): string[] => eventsOf(messages).map(({ kind }) => kind);
  const message = (role: Message["role"], fields: Partial<Message> = {}): Message => ({
    role,
    content: [text("t")],
    thinking_blocks: [],
    ...fields,
  });
  const tool = (fields: Partial<Message>): Message => message("tool", { tool_call_id: "c", name: "think", ...fields });

  test("tells roles and answers apart, and keeps whole what has no kind of its own", () => {
    const thinking = [{ type: "thinking" as const, thinking: "t" }];
    expect(kindsOf([message("system"), message("user"), message("assistant")])).toEqual([
      "SystemPromptEvent",
      "MessageEvent",
      "MessageEvent",
    ]);
    expect(kindsOf([message("user"), message("system")]), "a later one is no prompt").toEqual([
      "MessageEvent",
      "MessageEvent",
    ]);
    expect(kindsOf([message("system", { content: [text("1"), text("2"), text("3")] })])).toEqual(["MessageEvent"]);
    expect(kindsOf([message("assistant", { tool_calls: [call("a"), call("b")] })])).toEqual([
      "ActionEvent",
      "ActionEvent",
    ]);
    expect(kindsOf([message("assistant", { tool_calls: [call("a")], content: [image] })])).toEqual(["MessageEvent"]);
    expect(kindsOf([message("assistant", { tool_calls: [call("a")], name: "n" })])).toEqual(["MessageEvent"]);
    expect(kindsOf([tool({})])).toEqual(["ObservationEvent"]);
    expect(kindsOf([tool({ name: null })])).toEqual(["MessageEvent"]);
    expect(kindsOf([tool({ thinking_blocks: thinking })])).toEqual(["MessageEvent"]);
    expect(kindsOf([tool({ content: [text("Action rejected: no")] })])).toEqual(["UserRejectObservation"]);
  });

  test("parallel calls are of one response, which other calls are not of", () => {
    const events = eventsOf([
      message("assistant", { tool_calls: [call("a"), call("b")], reasoning_content: "r" }),
      message("assistant", { tool_calls: [call("c")] }),
    ]).filter((event) => event.kind === "ActionEvent");
    const [first, second, third] = events.map(({ llm_response_id }) => llm_response_id);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
    expect(events.map(({ thought }) => thought.length)).toEqual([1, 0, 1]);
    expect(events.map(({ reasoning_content }) => reasoning_content)).toEqual(["r", null, null]);
  });

  test("an answer names the last action before it that made its call", () => {
    const again = [message("assistant", { tool_calls: [call("c")], content: [] }), tool({})];
    const events = eventsOf([...again, ...again]);
    const named = events.flatMap((event) => (event.kind === "ObservationEvent" ? [event.action_id] : []));
    expect(named).toEqual([events[0]?.id, events[2]?.id]);
  });

  test("an error header makes an error of an observation, which gives the header again", () => {
    const failed = tool({ content: [text("[An error occurred during execution.]\n"), text("why"), image] });
    const [event] = eventsOf([failed]) as [EventOf<"ObservationEvent">];
    expect(event.observation).toMatchObject({ is_error: true, content: [text("why"), image] });
    expect(withoutNulls(toLlmMessages([event]))).toEqual([failed]);
    const cached = tool({ content: [{ ...text("[An error occurred during execution.]\n"), cache_prompt: true }] });
    expect(withoutNulls(toLlmMessages(eventsOf([cached])))).toEqual([cached]);
  });

  test("finish and think have their actions; of other calls a transcript does not say what they do", () => {
    const actionOf = (name: string, args: string) => {
      const [event] = eventsOf([message("assistant", { tool_calls: [{ ...call("c", name), arguments: args }] })]);
      return event?.kind === "ActionEvent" ? event.action : undefined;
    };
    expect(actionOf("finish", '{"message":"done"}')).toEqual({ kind: "FinishAction", message: "done" });
    expect(actionOf("think", '{"thought":"so"}')).toEqual({ kind: "ThinkAction", thought: "so" });
    for (const args of ["{}", "not JSON", "null", '{"message":1}']) expect(actionOf("finish", args)).toBeNull();
    expect(actionOf("terminal", '{"command":"ls"}')).toBeNull();
  });

  test("a message without content is one with nothing in it", () => {
    for (const role of ["user", "assistant", "system", "tool"] as const) {
      const bare = { role, ...(role === "tool" ? { tool_call_id: "c", name: "think" } : {}) } as Message;
      const [back] = toLlmMessages(eventsOf([bare]));
      expect(back).toMatchObject({ ...bare, content: [] });
    }
    expect(kindsOf([{ role: "user" } as Message])).toEqual(["MessageEvent"]);
  });

  test("times may be text, dates or milliseconds; events carry no zone", () => {
    const timeOf = (now: () => string | Date | number) =>
      eventsFromMessages([message("user")], { newId: () => "i", now })[0]?.timestamp;
    expect(timeOf(() => "2026-01-02T03:04:05")).toBe("2026-01-02T03:04:05");
    expect(timeOf(() => new Date(0))).toBe("1970-01-01T00:00:00.000");
    expect(timeOf(() => 1)).toBe("1970-01-01T00:00:00.001");
  });
});

describe("any transcript", () => {
  const block = fc.oneof(
    fc.record({ cache_prompt: fc.boolean(), type: fc.constant("text" as const), text: fc.string() }),
    fc.constantFrom(text("[An error occurred during execution.]\n"), text("Action rejected: x"), image),
  );
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 2 });
  const someCall = fc.record({
    id: fc.constantFrom("a", "b", "c"),
    name: fc.constantFrom("finish", "think", "terminal"),
    arguments: fc.constantFrom("{}", '{"message":"m"}', "not JSON"),
    origin: fc.constantFrom("completion" as const, "responses" as const),
  });
  const anyMessage: fc.Arbitrary<Message> = fc.record({
    role: fc.constantFrom("user", "system", "assistant", "tool"),
    content: fc.array(block, { maxLength: 4 }),
    tool_calls: optional(fc.array(someCall, { maxLength: 3 })),
    tool_call_id: optional(fc.constantFrom("a", "b", "c")),
    name: optional(fc.constantFrom("think", "terminal")),
    reasoning_content: optional(fc.string()),
    thinking_blocks: fc.array(fc.record({ type: fc.constant("thinking" as const), thinking: fc.string() }), {
      maxLength: 2,
    }),
    responses_reasoning_item: optional(fc.record({ summary: fc.array(fc.string(), { maxLength: 2 }) })),
  });
  const isPlain = ({ role, tool_calls, tool_call_id, name }: Message): boolean =>
    role === "user" && tool_calls === null && tool_call_id === null && name === null;

  test("comes back as it was, but that plain user messages in a row are joined", () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 12 }), (messages) => {
        const events = eventsOf(messages);
        expect(events.filter((event) => !parses(event))).toEqual([]);
        const joined: Message[] = [];
        for (const message of messages) {
          const last = joined.at(-1);
          if (last === undefined || !isPlain(last) || !isPlain(message)) joined.push(message);
          else joined[joined.length - 1] = { ...last, content: [...last.content, ...message.content] };
        }
        // Of those that are joined the first keeps what it says beside its content.
        expect(toLlmMessages(events)).toEqual(joined);
      }),
      { numRuns: 2_000 },
    );
  });
});
