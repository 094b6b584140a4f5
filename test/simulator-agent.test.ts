/** The scripted agent where no recording goes: its script, its clock, and what comes in between. */
import { describe, expect, test } from "vitest";
import { fieldsOf } from "../src/simulator/fields.js";
import type { ScriptedCall } from "../src/simulator/turns.js";
import { BEGIN, END, scripted, terminal } from "./support/scripted.js";

describe("a script", () => {
  test("is taken turn by turn, each run until one ends it, and then the agent has its last words", () => {
    const { send, settle, told, simulator } = scripted([
      { calls: [terminal("ls")] },
      { text: "one" },
      { calls: [{ tool: "finish", action: { message: "two" } }] },
    ]);
    expect(send().status).toBe(200);
    settle();
    const first = ["call terminal", "result TerminalObservation", "stats", "stats", "agent: one"];
    expect(told()).toEqual([...BEGIN, ...first, ...END]);
    send();
    settle();
    const again = ["status idle", "last_user_message_id", "user: go", "status running"];
    const second = ["call finish", "result FinishObservation", "status finished", "stats", "(state finished)"];
    expect(told()).toEqual([...again, ...second]);
    send();
    settle();
    expect(told()).toEqual([...again, "stats", "agent: Done.", ...END]);
    simulator.script([{ text: "more" }]);
    send();
    settle();
    expect(told()).toContain("agent: more");
  });

  test("without one nobody plays the agent", () => {
    const { simulator, id, ask, send, settle } = scripted([]);
    simulator.world.script = null;
    send();
    settle();
    expect(fieldsOf(ask("GET /").body)["execution_status"]).toBe("running");
    expect(simulator.log(id).map(({ kind }) => kind)).not.toContain("SystemPromptEvent");
  });

  test("takes its time: nothing comes before a turn has waited", () => {
    const { simulator, send, told } = scripted([{ text: "late", waitMs: 1_000 }]);
    send();
    simulator.wind(0);
    told();
    simulator.wind(999);
    expect(told()).toEqual([]);
    expect(simulator.nextDue()).not.toBeNull();
    simulator.wind(1);
    expect(told()).toEqual(["stats", "agent: late", ...END]);
    expect(simulator.nextDue()).toBeNull();
  });

  test("streams as the agent's model is set up, as the turn says, or in the pieces that it gives", () => {
    const agent = { kind: "Agent", llm: { model: "m", stream: true }, tools: [] };
    const turns = [{ text: "a b" }, { text: "a b", stream: false }, { text: "abc", stream: ["ab", "", "c"] }] as const;
    const { send, settle, told } = scripted(turns, { agent });
    const pieces = turns.map(() => {
      send();
      settle();
      return told().filter((line) => line.startsWith("delta"));
    });
    expect(pieces).toEqual([["delta a ", "delta b"], [], ["delta ab", "delta c"]]);
  });

  test("goes on after an empty answer, once the server has asked for more", () => {
    const { send, settle, told } = scripted([{ text: "" }, { text: "now" }]);
    send();
    settle();
    const asked = ["stats", "agent: ", "environment: Your last response d"];
    expect(told()).toEqual([...BEGIN, ...asked, "stats", "agent: now", ...END]);
  });

  test("ends with an error of the provider, also after a tool", () => {
    const error = { code: "LLMServiceUnavailableError", detail: "overloaded" };
    const { send, settle, told } = scripted([{ calls: [terminal("ls")] }, { error }]);
    send();
    settle();
    const call = ["call terminal", "result TerminalObservation", "stats"];
    expect(told()).toEqual([...BEGIN, ...call, "status error", error.code, "(state error)"]);
  });

  test("can be stuck, and break off in the middle of its text", () => {
    const { send, settle, told } = scripted([
      { stuck: true },
      { text: "half of", stream: true, error: { code: "LLMServiceUnavailableError", detail: "cut" } },
    ]);
    send();
    settle();
    expect(told().slice(-2)).toEqual(["status stuck", "(state stuck)"]);
    send();
    settle();
    expect(told().slice(-7)).toEqual([
      "item_started",
      "delta half ",
      "delta of",
      "item_aborted LLMServiceUnavailableError",
      "status error",
      "LLMServiceUnavailableError",
      "(state error)",
    ]);
  });
});

describe("calls", () => {
  const texts = (calls: readonly ScriptedCall[], more = {}): unknown[] => {
    const { simulator, id, send, settle } = scripted([{ calls }], more);
    send();
    settle();
    const answers = simulator.log(id).filter(({ kind, tool_name }) => kind !== "ActionEvent" && tool_name);
    return answers.map(({ observation, error, rejection_reason }) => {
      const [block] = (fieldsOf(observation)["content"] ?? []) as readonly { readonly text: string }[];
      return block?.text ?? error ?? rejection_reason;
    });
  };

  test("find out what is said of them, or what their tools usually say", () => {
    const client_tools = [{ name: "chart", description: "Draws.", parameters: { type: "object" } }];
    const calls: ScriptedCall[] = [
      terminal("ls", { result: "a.txt" }),
      { tool: "think", action: { thought: "hm" } },
      { tool: "chart", action: { title: "T" } },
      { tool: "file_editor", action: { command: "create", path: "/a", file_text: "" } },
      terminal("x", { error: "no" }),
      terminal("x", { rejected: "not that" }),
      { tool: "nothing" },
      { tool: "terminal", arguments: "{" },
      terminal("x", { invalid: "bad" }),
      { tool: "anything", action: { kind: "GrepAction", pattern: "x" }, result: "found" },
    ];
    // Those that are not valid are answered at once, before the others run
    expect(texts(calls, { client_tools })).toEqual([
      "Tool 'nothing' not found. Available: ['terminal', 'file_editor', 'chart', 'finish', 'think']",
      expect.stringContaining("Error validating tool 'terminal'"),
      "bad",
      "a.txt",
      "Your thought has been logged.",
      "Tool call dispatched to client.",
      "File created successfully at: /a",
      "no",
      "not that",
      "found",
    ]);
  });

  test("of client tools have kinds of their own, and those of one response share its id", () => {
    const client_tools = [{ name: "chart", description: "Draws.", parameters: { type: "object" } }];
    const { simulator, id, send, settle } = scripted(
      [{ text: "Both.", calls: [terminal("ls"), { tool: "chart", action: { title: "T" } }] }],
      { client_tools },
    );
    send();
    settle();
    const actions = simulator.log(id).filter(({ kind }) => kind === "ActionEvent");
    expect(actions.map(({ action }) => fieldsOf(action)["kind"])).toEqual(["TerminalAction", "ClientAction_chart"]);
    expect(new Set(actions.map((action) => action["llm_response_id"])).size).toBe(1);
    expect(actions.map(({ thought }) => (thought as unknown[]).length)).toEqual([1, 0]);
  });

  test("ask first by policy and risk, but for a single thought", () => {
    const statusOf = (policy: object, calls: readonly ScriptedCall[]): unknown => {
      const security_analyzer = { kind: "LLMSecurityAnalyzer" };
      const { ask, send, settle } = scripted([{ calls }], { confirmation_policy: policy, security_analyzer });
      send();
      settle();
      return fieldsOf(ask("GET /").body)["execution_status"];
    };
    const risky = { kind: "ConfirmRisky" };
    expect(statusOf(risky, [terminal("rm", { risk: "HIGH" })])).toBe("waiting_for_confirmation");
    expect(statusOf(risky, [terminal("rm", { risk: "MEDIUM" })])).toBe("finished");
    expect(statusOf({ ...risky, threshold: "MEDIUM" }, [terminal("rm", { risk: "MEDIUM" })])).toBe(
      "waiting_for_confirmation",
    );
    expect(statusOf(risky, [terminal("rm")])).toBe("waiting_for_confirmation");
    expect(statusOf({ ...risky, confirm_unknown: false }, [terminal("rm")])).toBe("finished");
    const always = { kind: "AlwaysConfirm" };
    expect(statusOf(always, [{ tool: "think", action: { thought: "x" } }])).toBe("finished");
    expect(statusOf(always, [{ tool: "think", action: { thought: "x" } }, terminal("ls")])).toBe(
      "waiting_for_confirmation",
    );
  });

  test("a tool that was allowed takes its time", () => {
    const { simulator, ask, send, settle, told } = scripted([{ calls: [terminal("ls", { durationMs: 50 })] }], {
      confirmation_policy: { kind: "AlwaysConfirm" },
    });
    send();
    settle();
    told();
    ask("POST /events/respond_to_confirmation", { accept: true });
    simulator.wind(49);
    expect(told()).toEqual(["status running"]);
    settle();
    expect(told()).toEqual(["result TerminalObservation", "stats", "agent: Done.", ...END]);
  });
});
