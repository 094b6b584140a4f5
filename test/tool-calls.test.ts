/** Calls beside what answered them, and the actions that wait. */
import { describe, expect, test } from "vitest";
import { pendingActions, toolCalls } from "../src/conversation.js";
import { type AgentEvent, isActionEvent, isObservationLike } from "../src/index.js";
import { recordings } from "./support/corpus.js";
import { acp, called, failed, observed, rejected, said } from "./support/store.js";

const shown = (events: readonly AgentEvent[]) =>
  toolCalls(events).map(({ key, status, results }) => [key, status, results.map(({ id }) => id)]);

describe("calls of an agent", () => {
  test("parallel calls are answered in any order", () => {
    const [a, b] = [called("c1"), called("c2")];
    const [forB, forA] = [observed(b), observed(a, true)];
    expect(shown([a, b, forB, forA])).toEqual([
      [a.id, "error", [forA.id]],
      [b.id, "ok", [forB.id]],
    ]);
  });

  test("a refusal, an error and no answer", () => {
    const [a, b, c] = [called("c1"), called("c2"), called("c3")];
    expect(toolCalls([a, b, c, rejected(a), failed("c2")]).map(({ status }) => status)).toEqual([
      "rejected",
      "error",
      "open",
    ]);
  });

  test("an error belongs to the latest call with its id", () => {
    const [first, second] = [called("c"), called("c")];
    const error = failed("c");
    expect(shown([first, observed(first), second, error])[1]).toEqual([second.id, "error", [error.id]]);
  });

  test("a result that says nothing of itself is no error", () => {
    const call = called("c");
    const { observation: _, ...result } = observed(call);
    expect(shown([call, result as AgentEvent])).toEqual([[call.id, "ok", [result.id]]]);
  });

  test("a second result is kept, and the first decides", () => {
    const call = called("c");
    const [crash, late] = [failed("c"), observed(call)];
    expect(shown([call, crash, late])).toEqual([[call.id, "error", [crash.id, late.id]]]);
  });

  test("results without their call stand for themselves, those of one call together", () => {
    const away = called("c1");
    const [result, again, error] = [observed(away), observed(away), failed("c9")];
    const calls = toolCalls([result, again, error]);
    expect(calls.map(({ key, status, action }) => [key, status, action])).toEqual([
      [away.id, "ok", undefined],
      [error.id, "error", undefined],
    ]);
    expect(calls[0]).toMatchObject({ name: "think", source: "agent", results: [result, again] });
  });

  test("a call that could not be understood is a call, and never waits", () => {
    const bad = called("c", {
      action: null,
      tool_call: { id: "c", name: "think", arguments: "{bad", origin: "completion" },
    });
    expect(toolCalls([bad])[0]).toMatchObject({ name: "think", status: "open", action: bad });
    expect(pendingActions([bad])).toEqual([]);
    const { action: _, ...absent } = bad;
    expect(pendingActions([absent])).toEqual([]);
  });

  test("an action waits until its own answer comes", () => {
    const [a, b, c, d] = [called("c1"), called("c2"), called("c3"), called("c4")];
    expect(pendingActions([a, b, c, d, observed(b), rejected(c), failed("c4"), failed("other")])).toEqual([a]);
  });

  test("an error answers what was called before it, not after", () => {
    const [before, after] = [called("c"), called("c")];
    expect(pendingActions([before, failed("c"), after])).toEqual([after]);
  });
});

describe("calls of an ACP agent", () => {
  test("two events are one call, and the last wins", () => {
    const [start, end] = [acp("t1", "in_progress"), acp("t1", "completed", { title: "Read file" })];
    expect(toolCalls([start])[0]).toMatchObject({ status: "open", name: "Read" });
    expect(toolCalls([start, end])).toEqual([
      { key: start.id, name: "Read file", source: "acp", acp: end, results: [], status: "ok" },
    ]);
  });

  test("a failure is one by its status or by its mark", () => {
    expect(toolCalls([acp("t", "failed", { is_error: false })])[0]?.status).toBe("error");
    expect(toolCalls([acp("t", "completed", { is_error: true })])[0]?.status).toBe("error");
  });

  test("after a message the same id is another call", () => {
    const [first, second] = [acp("t1", "completed"), acp("t1", "in_progress")];
    for (const source of ["user", "agent"] as const)
      expect(shown([first, said("more", source), second])).toEqual([
        [first.id, "ok", []],
        [second.id, "open", []],
      ]);
  });

  test("without an id nothing is the same call", () => {
    expect(toolCalls([acp("", "in_progress"), acp("", "completed")])).toHaveLength(2);
  });
});

describe("recorded conversations", () => {
  test.each(recordings().map(({ name, rest_search }) => [name, rest_search] as const))("%s", (_, log) => {
    const events = log as object as AgentEvent[];
    const calls = toolCalls(events);
    expect(calls.map(({ action }) => action)).toEqual(events.filter(isActionEvent));
    expect(new Set(calls.flatMap(({ results }) => results))).toEqual(new Set(events.filter(isObservationLike)));
    const open = calls.filter(({ status }) => status === "open").flatMap(({ action }) => action ?? []);
    expect(pendingActions(events)).toEqual(open.filter(({ action }) => action));
  });
});
