import { describe, expect, it } from "vitest";
import {
  call,
  EACH_KIND,
  event,
  linesOf,
  message,
  result,
  show,
  terminal,
  terminalResult,
  text,
} from "./support/timeline.js";

describe("calls", () => {
  it("have their results beside them, however many run at once and however they end", () => {
    const shown = show([
      call("a", terminal("sleep 1")),
      call("b", terminal("rm x"), { timestamp: "2026-11-30T08:00:02" }),
      call("c", null, { tool_call: { id: "call-c", name: "tool", arguments: "{not json", origin: "completion" } }),
      call("d", { ...terminal("y"), is_input: true }),
      event("AgentErrorEvent", {
        tool_name: "tool",
        tool_call_id: "call-c",
        error: "not understood",
        classification: { kind: "unknown", retryable: false, user_action: "none" },
      }),
      result("d", terminalResult("", { timeout: true, exit_code: -1 })),
      event("UserRejectObservation", {
        tool_name: "tool",
        tool_call_id: "call-b",
        action_id: "b",
        rejection_reason: "no",
        rejection_source: "user",
        timestamp: "2026-11-30T08:01:02.25",
      }),
      result("a", terminalResult("slept", { exit_code: 3 }), { timestamp: "soon" }),
    ]);
    const entry = (time: string, what: string): RegExp => new RegExp(`^${time}  agent        ${what}`, "m");
    expect(shown).toMatch(entry("08:00:01.500", "tool \\$ sleep 1\n +→ exit 3\n +slept\n08"));
    expect(shown).toMatch(entry("08:00:02.000", "tool \\$ rm x\n +→ rejected by user after 60.3 s\n +no\n08"));
    expect(shown).toMatch(
      entry("08:00:01.500", "tool \\(not carried out\\) {not json\n +→ error after 0 ms\n +not understood"),
    );
    expect(shown).toMatch(entry("08:00:01.500", "tool > y\n +→ still running after 0 ms\n\n"));
    expect(shown).not.toContain("not in this file");
  });

  it("say what they change, plan and finish with", () => {
    const editor = { kind: "FileEditorAction", path: "/f" };
    const shown = show([
      call("1", { ...editor, command: "view", view_range: [2, 9] }),
      call("2", { ...editor, command: "insert", insert_line: 0, new_str: "new\n" }),
      call("3", {
        kind: "EditAction",
        file_path: "/e",
        old_string: "a\nb",
        new_string: "",
        expected_replacements: 1,
      }),
      call("4", { kind: "WriteFileAction", file_path: "/w", content: "1\n2\n3\n4\n5\n6\n7" }),
      call("5", {
        kind: "TaskTrackerAction",
        command: "plan",
        task_list: [{ title: "T", notes: "", status: "done" }],
      }),
      call(
        "6",
        { kind: "FinishAction", message: "over" },
        {
          security_risk: "HIGH",
          summary: "done",
        },
      ),
      call(
        "7",
        { kind: "ThinkAction", thought: "hm" },
        {
          security_risk: "LOW",
          summary: "tool: {}",
        },
      ),
      call("8", { kind: "MCPToolAction", data: {} }),
      result("6", { kind: "FinishObservation", content: [text("over")] }),
      result("8", {
        kind: "MCPToolObservation",
        tool_name: "t",
        is_error: true,
        content: [{ type: "image", image_urls: ["a", "b"], cache_prompt: false }],
      }),
      result("2", terminalResult("odd", { exit_code: null })),
    ]);
    expect(shown).toContain("tool view /f lines 2–9");
    expect(shown).toMatch(/tool insert \/f after line 0\n +\+ new\n +→ done after 0 ms\n +odd/);
    expect(shown).toMatch(/tool \/e\n +- a\n +- b\n\d/);
    expect(shown).toMatch(/tool \/w\n +\+ 1\n( +\+ \d\n){4} +… \+2 lines\n/);
    expect(shown).toMatch(/tool plan\n +\[x\] T\n/);
    expect(shown).toMatch(/tool: over\n +risk HIGH · “done”\n +→ done after 0 ms\n\d/);
    expect(shown).toMatch(/tool: hm\n +risk LOW\n/);
    expect(shown).toMatch(/tool \(MCP\)\n +→ failed after 0 ms\n +\[2 images\]/);
  });

  it("of ACP agents count once", () => {
    const acp = (fields: object) =>
      event("ACPToolCallEvent", { title: "T", tool_call_id: "a", is_error: false, ...fields });
    expect(show([acp({ status: "pending" }), acp({ status: "completed" })])).toMatch(/tool calls +ACP tool +1\n/);
    // After a message the ids start anew
    const sessions = [acp({ status: "completed" }), message([text("Again.")]), acp({ status: "completed" })];
    expect(show(sessions)).toMatch(/tool calls +ACP tool +2\n/);
  });
});

describe("other things of a recording", () => {
  it("are hooks that block, messages with senders and skills, and empty ones", () => {
    const [hook] = EACH_KIND.HookExecutionEvent;
    const shown = show([
      { ...hook, blocked: true, exit_code: 2, tool_name: "terminal", reason: "policy" },
      { ...hook, success: false, exit_code: 1 },
      message([], { sender: "planner", activated_skills: ["git", "npm"], source: "environment" }),
      { ...EACH_KIND.Condensation[0], summary: null },
      event("StreamingDeltaEvent", {}),
      message([text("odd time")], { timestamp: "yesterday at noon" }),
    ]);
    expect(shown).toMatch(/Stop hook on terminal blocked, exit 2: lint\n +policy\n +clean/);
    expect(shown).toContain("Stop hook failed, exit 1: lint");
    expect(shown).toMatch(/environment {2}planner: \(empty message\)\n +skills: git, npm/);
    expect(shown).toMatch(/2 events forgotten$/m);
    expect(shown).toContain("agent        (nothing)");
    expect(shown).toContain("yesterday at  user         odd time");
  });

  it("are frames of the session socket without an event", () => {
    const item = { item_id: "i", attempt: 1 };
    const delta = (kind: string, content: string) => ({ type: "delta", ...item, order: 0, kind, content });
    const shown = show([
      { type: "sync", from_seq: -1 },
      { type: "sync" },
      { type: "item_started", ...item },
      delta("reasoning", "let me "),
      delta("reasoning", "see"),
      delta("text", "Yes."),
      { type: "item_aborted", ...item, reason: "retry" },
      { type: "error", code: "Bad", detail: "no JSON" },
      { type: "resumed" },
      { type: "durable", seq: 1, event: { id: 1, kind: "PauseEvent" } },
      message([text("an event among frames")]),
    ]);
    expect(shown).toMatch(/socket {7}in sync: from -1\n.*in sync: from now\n.*streaming begins: attempt 1\n/);
    expect(shown).toMatch(/agent {8}streamed thinking: let me see\n +streamed: Yes\.\n.*taken back: retry\n/);
    expect(shown).toMatch(/socket {7}Bad: no JSON\n.*newer or custom frame resumed\n/);
    expect(shown).toMatch(/\? {12}invalid item, \[9\]: event\.id: expected a string/);
    expect(shown).toContain("an event among frames");
    expect(shown).toMatch(/delta frame +3\n/);
    expect(shown).toMatch(/problems +errors +1\n +invalid items +1$/);
  });

  it("are invalid items, at their place and with their paths", () => {
    const shown = show([
      message([text("before")]),
      event("MessageEvent", { source: "user" }),
      7,
      message([text("after")]),
    ]);
    expect(shown).toMatch(
      /before\n.*invalid item, \[1\]: llm_message: missing; .*\n[\s\S]*invalid item, \[2\]: value: expected an object, got a number\n\n.*after/,
    );
    expect(shown).toMatch(/invalid items +2$/);
    expect(linesOf(`\n${JSON.stringify(message([]))}\n\n{"id":1,"kind":"PauseEvent"}`).join("\n")).toContain(
      "invalid item, line 4: id",
    );
    expect(show({ id: 1, kind: "PauseEvent" })).toContain("invalid item, the item: id: expected");
    expect(show({ items: [{}] })).toContain("invalid item, items[0]: kind: missing");
  });
});
