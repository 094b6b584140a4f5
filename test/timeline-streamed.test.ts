import { describe, expect, it } from "vitest";
import { call, event, message, show, terminal, text, update } from "./support/timeline.js";
import { recording } from "./support/timeline-recorded.js";

const delta = (content: string): object => event("StreamingDeltaEvent", { content });
const thought = (reasoning_content: string): object => event("StreamingDeltaEvent", { reasoning_content });
const answer = (said: string, reasoning_content: string | null = null): object =>
  message([text(said)], {
    source: "agent",
    llm_message: { role: "assistant", content: [text(said)], thinking_blocks: [], reasoning_content },
  });

/** How often it is said. */
const count = (shown: string, said: string): number => shown.split(said).length - 1;

describe("streamed text", () => {
  it.each(["hello-stream.json", "parallel-stream.json", "split-batch-stream.json"])(
    "is not shown in %s, where messages and calls say the same, be it heard as events or as frames",
    (name) => {
      const { rest_search, ws_events, ws_session } = recording(name);
      const shown = [show({ rest_search, ws_events }), show(ws_session)];
      for (const each of shown) {
        expect(each).not.toContain("streamed");
        expect(each).toMatch(/(StreamingDeltaEvent|delta frame) +\d+\n/);
      }
    },
  );

  it("is shown, joined, when it was interrupted or nothing follows, and does not count for the next message", () => {
    const shown = show([
      thought("let me "),
      thought("see"),
      delta("Once "),
      delta("upon"),
      event("InterruptEvent", { source: "user" }),
      delta("Well, "),
      update("title"),
      delta("done. "),
      answer("Well, done."),
      delta("And"),
    ]);
    expect(shown).toMatch(/streamed thinking: let me see\n +streamed: Once upon\n\n.*interrupted\n/);
    expect(count(shown, "Well,")).toBe(1);
    expect(shown).toMatch(/agent {8}Well, done\.\n.*agent {8}streamed: And\n/);
  });

  it("is shown when the message says something else, or leaves out the thinking", () => {
    const shown = show([
      thought("hm"),
      delta("Yes"),
      answer("Yes"),
      thought("why"),
      delta("No"),
      answer("Never", "why"),
      delta("I list."),
      call("a", terminal("ls"), { thought: [text("I list.")] }),
      delta("I fail."),
      event("ConversationErrorEvent", { code: "Broke", detail: "gone" }),
      answer("I fail."),
    ]);
    expect(shown).toMatch(/streamed thinking: hm\n.*agent {8}Yes\n/);
    expect(shown).not.toContain("streamed: Yes");
    expect(shown).toMatch(/agent {8}streamed: No\n.*agent {8}thinking: why\n +Never\n/);
    expect(count(shown, "I list.")).toBe(1);
    expect(count(shown, "I fail.")).toBe(2);
  });

  it.each([
    { type: "item_aborted", item_id: "i", attempt: 1, reason: "retry" },
    { type: "item_started", item_id: "i", attempt: 2 },
  ])("before $type is shown, while what was streamed anew is not", (between) => {
    const frame = (attempt: number, content: string): object => ({
      type: "delta",
      item_id: "i",
      attempt,
      order: 0,
      kind: "text",
      content,
    });
    const shown = show([
      frame(1, "Hel"),
      between,
      frame(2, "Hello"),
      { type: "durable", seq: 1, event: answer("Hello") },
    ]);
    expect(shown).toMatch(/agent {8}streamed: Hel\n.*socket .*\n.*agent {8}Hello\n/);
    expect(count(shown, "streamed: ")).toBe(1);
  });
});
