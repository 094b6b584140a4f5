/** What the store makes of updates: state, streamed text, connection. */
import { describe, expect, test } from "vitest";
import { activeBranch, conversationView, createConversationStore } from "../src/conversation.js";
import type { AgentEvent, FullState } from "../src/index.js";
import { parseEvent } from "../src/schemas.js";
import { ownItemId, type StreamUpdate } from "../src/updates.js";
import { recordings } from "./support/corpus.js";
import {
  called,
  chained,
  failed,
  item,
  logged,
  made,
  piece,
  said,
  snapshotAfter,
  stateOf,
  storeOf,
} from "./support/store.js";

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

  test("an event of the very time of a snapshot is after it when it came after it", () => {
    const [a, b] = chained([said("a", "user"), said("b")]);
    if (!a || !b) throw new Error("two events");
    const moved = stateOf("full_state", { leaf_event_id: a.id }, { timestamp: b.timestamp });
    expect(snapshotAfter(a, moved, b).leafId).toBe(b.id);
    expect(snapshotAfter(a, b, moved).leafId).toBe(a.id);
  });

  test("what a later snapshot leaves out is as the one before said, but for the head when it says of that", () => {
    const event = said("a", "user");
    const first = state({ execution_status: "running", leaf_event_id: event.id });
    expect(snapshotAfter(first, state({ max_iterations: 5 })).status).toBe("running");
    expect(snapshotAfter(first, state({ execution_status: "finished" })).status).toBe("finished");
    const moved = [event, said("b"), first];
    expect(snapshotAfter(...moved, state({ max_iterations: 5 })).leafId).toBe(event.id);
    expect(snapshotAfter(...moved, state({ head_is_empty: true })).leafId).toBeNull();
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
    expect(texts(item(ownItemId("s1"), "a"), called("c"), item(ownItemId("s1"), "ab"))).toEqual([]);
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
    expect(snapshotAfter(logged(event, 7), logged(said("b"), 3)).cursor).toEqual({ seq: 7, id: event.id });
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
