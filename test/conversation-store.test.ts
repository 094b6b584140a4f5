/** What the store makes of updates: state, streamed text, connection, and who is told. */
import { describe, expect, test, vi } from "vitest";
import { activeBranch, conversationView, createConversationStore } from "../src/conversation.js";
import type { AgentEvent, FullState } from "../src/index.js";
import { parseEvent } from "../src/schemas.js";
import { ownItemId, type StreamUpdate } from "../src/updates.js";
import { recordings } from "./support/corpus.js";
import { acp, called, chained, failed, item, made, observed, piece, said, stateOf } from "./support/store.js";

const logged = (event: AgentEvent, seq: number | null = null): StreamUpdate => ({
  type: "event",
  seq,
  cursor: { seq, id: event.id },
  event,
});

const storeOf = (...inputs: readonly (AgentEvent | StreamUpdate)[]) => {
  const store = createConversationStore();
  for (const input of inputs) store.apply(input);
  return store;
};
const snapshotAfter = (...inputs: readonly (AgentEvent | StreamUpdate)[]) => storeOf(...inputs).getSnapshot();
const state = (value: FullState): StreamUpdate => ({ type: "state", value });

describe("the state", () => {
  test("a late update never rewinds: by index, by parent, by time", () => {
    const [run, end] = [stateOf("execution_status", "running"), stateOf("execution_status", "finished")];
    expect(snapshotAfter(logged(end, 5), logged(run, 3)).status).toBe("finished");
    const [message, answer] = chained([said("hi", "user"), said("ho")]);
    if (!message || !answer) throw new Error("two events");
    const [before, behind] = [
      { ...run, parent_id: message.id },
      { ...end, parent_id: answer.id },
    ];
    expect(snapshotAfter(message, answer, behind, before).status).toBe("finished");
    expect(snapshotAfter(message, { ...end, parent_id: message.id }, before).status).toBe("finished");
    expect(snapshotAfter(message, before, { ...end, parent_id: message.id }).status).toBe("finished");
  });

  test("a snapshot counts where the log says nothing newer", () => {
    const older = stateOf("full_state", { execution_status: "idle" });
    const run = stateOf("execution_status", "running");
    const newer = stateOf("full_state", { execution_status: "finished" });
    expect(snapshotAfter(older).status).toBe("idle");
    expect(snapshotAfter(run, older).status).toBe("running");
    expect(snapshotAfter(newer, run).status).toBe("finished");
    expect(snapshotAfter(run, newer, older).status).toBe("finished");
    expect(snapshotAfter(older, run).events).toEqual([run]);
  });

  test("the snapshot on connect does not end a run that has begun since", () => {
    const [hello, run] = chained([said("hi", "user"), stateOf("execution_status", "running")]);
    if (!hello || !run) throw new Error("two events");
    expect(snapshotAfter(state({ execution_status: "finished" }), hello, run).status).toBe("running");
    expect(snapshotAfter(hello, run, state({ execution_status: "finished" })).status).toBe("running");
    expect(snapshotAfter(hello, run, state({ execution_status: "finished", leaf_event_id: hello.id })).status).toBe(
      "finished",
    );
  });

  test("history that comes after a snapshot is older than it", () => {
    const [hello, run, answer] = chained([said("hi", "user"), stateOf("execution_status", "running"), said("ho")]);
    if (!hello || !run || !answer) throw new Error("three events");
    const snapshot = state({ execution_status: "finished", leaf_event_id: answer.id });
    expect(snapshotAfter(snapshot, hello, run).status).toBe("finished");
    expect(snapshotAfter(snapshot, hello, run, answer).status).toBe("finished");
  });

  test("the leaf follows the log, and a snapshot that moved it", () => {
    const events = chained([said("a", "user"), said("b"), said("c", "user")]);
    const [a, b, c] = events.map(({ id }) => id);
    expect(snapshotAfter(...events).leafId).toBe(c);
    expect(snapshotAfter(...events, state({ leaf_event_id: a ?? "" })).leafId).toBe(a);
    expect(snapshotAfter(...events, state({ head_is_empty: true })).leafId).toBeNull();
    expect(snapshotAfter(...events, state({ head_is_empty: false })).leafId).toBe(c);
    const branch = { ...said("d", "user"), parent_id: b ?? "" };
    expect(snapshotAfter(...events, state({ leaf_event_id: b ?? "" }), branch).leafId).toBe(branch.id);
    expect(snapshotAfter(...events, state({ leaf_event_id: "not here yet" })).leafId).toBe(c);
  });

  test("what waits is of the active branch", () => {
    const [first, call] = chained([said("a", "user"), called("c")]);
    if (!first || !call) throw new Error("two events");
    expect(snapshotAfter(first, call).pending).toEqual([call]);
    expect(snapshotAfter(first, call, state({ leaf_event_id: first.id })).pending).toEqual([]);
    expect(snapshotAfter(first, call, { ...failed("c"), parent_id: call.id }).pending).toEqual([]);
  });
});

describe("the view", () => {
  test("is the one of the active branch, after every event, with and without rules", () => {
    for (const { rest_search } of recordings()) {
      const events = rest_search as object as AgentEvent[];
      const store = createConversationStore();
      for (const event of events) {
        store.apply(event);
        const { events: log, leafId } = store.getSnapshot();
        for (const enforce of [true, false])
          expect(store.getView({ enforce })).toEqual(conversationView(activeBranch(log, leafId), { enforce }));
      }
    }
  });
});

describe("streamed text", () => {
  const texts = (...inputs: readonly (AgentEvent | StreamUpdate)[]) =>
    snapshotAfter(...inputs).items.map(({ text }) => text);

  test("a user message in between does not split it, and the answer replaces it", () => {
    const parts = [piece("I am done, and "), said("?", "user"), piece("also fixed it.")];
    expect(texts(...parts)).toEqual(["I am done, and also fixed it."]);
    expect(texts(...parts, said("I am done, and also fixed it."))).toEqual([]);
    const answer = said("ab");
    const frames = [item(answer.id, "a"), said("?", "user"), item(answer.id, "ab")];
    expect(texts(...frames)).toEqual(["ab"]);
    expect(texts(...frames, answer)).toEqual([]);
    expect(texts(...frames, called("c"))).toEqual(["ab"]);
  });

  test("late pieces of what is done are nothing, nor is a piece that comes twice", () => {
    const [a, b, answer] = [piece("a"), piece("b"), said("ab")];
    expect(texts(a, a, b, a, b)).toEqual(["ab"]);
    expect(texts(a, b, answer, a, b)).toEqual([]);
    expect(texts(answer, item(answer.id, "ab"))).toEqual([]);
    expect(texts(item("x", "ab"), item("x", "a"))).toEqual(["ab"]);
  });

  test("a reload does not double it", () => {
    const [a, answer] = [piece("a"), said("a")];
    const store = storeOf(a, answer, a, answer);
    expect(store.getSnapshot().items).toEqual([]);
    expect(store.getSnapshot().events).toEqual([answer]);
  });

  test("an old answer that history brings does not end what is written now", () => {
    const old = said("old");
    expect(texts(piece("new"), old)).toEqual(["new"]);
  });

  test("an interrupt or an error of the run ends it", () => {
    const stop = made("InterruptEvent", { source: "user" });
    const [first, second] = [piece("a"), piece("b")];
    const error = made("ConversationErrorEvent", { code: "c", detail: "d" });
    expect(texts(first, { ...stop, timestamp: second.timestamp })).toEqual([]);
    expect(texts(first, second, error)).toEqual([]);
    expect(texts(item(ownItemId(1), "a"), error)).toEqual([]);
  });

  test("what is aborted goes, and a higher attempt starts anew", () => {
    const gone = item("x", "ab", { status: "aborted" });
    expect(texts(item("x", "ab"), gone, item("x", "abc"))).toEqual([]);
    expect(texts(item("x", "ab"), gone, item("x", "c", { attempt: 2 }))).toEqual(["c"]);
    expect(texts(item("x", "c", { attempt: 2 }), item("x", "ab"))).toEqual(["c"]);
  });

  test("what was aborted while nobody listened goes when the run is over", () => {
    expect(texts(item("x", "ab"), stateOf("execution_status", "paused"))).toEqual([]);
    expect(texts(item("x", "ab"), stateOf("execution_status", "running"))).toEqual(["ab"]);
  });

  test("items of ours are closed by the next message or action of the agent", () => {
    expect(texts(item(ownItemId("s1"), "a"), said("mine", "user"))).toEqual(["a"]);
    expect(texts(item(ownItemId("s1"), "a"), called("c"))).toEqual([]);
  });
});

describe("the connection", () => {
  test("says how it is, and what the server did not understand on it", () => {
    expect(snapshotAfter().connection).toEqual({ status: "idle", attempt: 0, error: null, complaint: null });
    const open: StreamUpdate = { type: "connection", status: "open", attempt: 1 };
    const complaint = { code: "ValidationError", detail: "no" };
    const complained = storeOf(open, { type: "error", ...complaint });
    expect(complained.getSnapshot().connection).toEqual({ status: "open", attempt: 1, error: null, complaint });
    complained.apply(open);
    expect(complained.getSnapshot().connection.complaint).toBeNull();
    const raw = snapshotAfter(made("ServerErrorEvent", { source: "environment", ...complaint }));
    expect([raw.events, raw.connection.complaint, raw.error]).toEqual([[], complaint, null]);
  });

  test("a cursor goes with each event, live with the end of history", () => {
    const event = said("a", "user");
    expect(snapshotAfter(logged(event, 7))).toMatchObject({ cursor: { seq: 7, id: event.id }, live: false });
    expect(snapshotAfter(logged(event, 7), { type: "live" }).live).toBe(true);
  });

  test("another log clears everything but the connection", () => {
    const reset: StreamUpdate = { type: "reset", reason: "log_replaced" };
    const open: StreamUpdate = { type: "connection", status: "open", attempt: 0 };
    const cleared = snapshotAfter(open, logged(said("a", "user"), 0), item("x", "y"), { type: "live" }, reset);
    expect(cleared).toEqual(snapshotAfter(open));
  });

  test("unknown updates and gaps change nothing, unknown kinds are events", () => {
    const store = createConversationStore();
    const before = store.getSnapshot();
    store.apply({ type: "gap", seq: 4 });
    store.apply({ type: "later" } as object as StreamUpdate);
    expect(store.getSnapshot()).toBe(before);
    const newer = { ...said("x"), kind: "FutureEvent", type: "event" } as object as AgentEvent;
    store.apply(newer);
    expect(store.getSnapshot().events).toEqual([newer]);
  });

  test("a parser checks events, and what it throws is thrown", () => {
    const store = createConversationStore({ parse: parseEvent });
    const bad = { ...said("a"), llm_message: 1 } as object as AgentEvent;
    expect(() => store.apply(bad)).toThrow("llm_message");
    expect(() => store.apply(logged(bad, 3))).toThrow("llm_message");
    expect(store.getSnapshot()).toMatchObject({ events: [], cursor: null });
  });
});

describe("snapshots", () => {
  test("never change, and keep what has not changed", () => {
    const [call, answer] = chained([called("c"), said("done")]);
    if (!call || !answer) throw new Error("two events");
    const result = { ...observed(called("c")), action_id: call.id, parent_id: call.id };
    const store = storeOf(call);
    const first = store.getSnapshot();
    const copy = structuredClone(first);
    store.apply(item("x", "text"));
    const second = store.getSnapshot();
    for (const name of ["events", "toolCalls", "pending", "usage", "connection"] as const)
      expect(second[name]).toBe(first[name]);
    store.apply(result);
    store.apply(answer);
    expect(store.getSnapshot().toolCalls).not.toBe(first.toolCalls);
    expect(first).toEqual(copy);
  });

  test("are the same object while nothing changes", () => {
    const event = said("a", "user");
    const store = storeOf(event);
    const snapshot = store.getSnapshot();
    store.apply(event);
    store.apply({ ...event, llm_message: event.llm_message });
    store.apply(stateOf("full_state", {}));
    expect(store.getSnapshot()).toBe(snapshot);
  });

  test("the copy that says more is kept, null says nothing", () => {
    const event = acp("t", "completed");
    const [more, nulls] = [
      { ...event, tool_kind: "read" },
      { ...event, raw_input: null, content: null },
    ];
    expect(snapshotAfter(event, more).events).toEqual([more]);
    expect(snapshotAfter(more, event, nulls).events[0]).toBe(more);
  });

  test("events without an id are never taken for each other", () => {
    const { id: _, ...bare } = said("a", "user");
    expect(snapshotAfter(bare as AgentEvent, { ...bare } as AgentEvent).events).toHaveLength(2);
  });

  test("parents that go in a circle end nothing", () => {
    const [a, b] = [said("a", "user"), said("b")];
    const circle = [
      { ...a, parent_id: b.id },
      { ...b, parent_id: a.id },
    ];
    expect(snapshotAfter(...circle).events).toHaveLength(2);
  });
});

describe("listeners", () => {
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

  test("hear once of all that happens in one go, and not of nothing", async () => {
    const store = createConversationStore();
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    const event = said("a", "user");
    store.apply(event);
    store.apply(said("b"));
    expect(listener).not.toHaveBeenCalled();
    await settled();
    expect(listener).toHaveBeenCalledTimes(1);
    store.apply(event);
    await settled();
    expect(listener).toHaveBeenCalledTimes(1);
    store.apply(said("c"));
    stop();
    await settled();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test("listen as often as they asked, and stop one at a time", async () => {
    const store = createConversationStore();
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.subscribe(listener);
    stop();
    store.apply(said("a"));
    await settled();
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
