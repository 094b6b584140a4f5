/** Snapshots of the store: what stays the same in them, and who is told of new ones. */
import { describe, expect, test, vi } from "vitest";
import { createConversationStore } from "../src/conversation.js";
import type { AgentEvent } from "../src/index.js";
import type { StreamUpdate } from "../src/updates.js";
import {
  acp,
  called,
  chained,
  item,
  logged,
  observed,
  said,
  snapshotAfter,
  stateOf,
  storeOf,
} from "./support/store.js";

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

  test.each([
    ["live", { type: "live" }],
    ["item", item("x", "text")],
    ["connection", { type: "connection", status: "open", attempt: 1 }],
    ["state", { type: "state", value: { execution_status: "running", stats: { usage_to_metrics: {} } } }],
    ["event", logged(said("a"), 3)],
  ] satisfies [string, StreamUpdate][])("are the same object when %s is said again", (_, update) => {
    for (const before of [[], [said("b", "user"), called("c")]]) {
      const store = storeOf(...before, update);
      const snapshot = store.getSnapshot();
      store.apply(structuredClone(update));
      expect(store.getSnapshot()).toBe(snapshot);
    }
  });

  test("keep what waits when only the history is over", () => {
    const store = createConversationStore();
    const { pending } = store.getSnapshot();
    store.apply({ type: "live" });
    expect(store.getSnapshot().pending).toBe(pending);
  });

  test("the copy that says more is kept, null says nothing", () => {
    const event = acp("t", "completed");
    const [more, nulls] = [
      { ...event, tool_kind: "read" },
      { ...event, raw_input: null, content: null },
    ];
    expect(snapshotAfter(event, more).events).toEqual([more]);
    expect(snapshotAfter(more, event, nulls).events[0]).toBe(more);
    expect(snapshotAfter(logged(event, 0), logged(more, 0)).events).toEqual([more]);
  });

  test("an observation event without its observation is an event like others", () => {
    const call = called("c");
    const { observation: _, ...bare } = observed(call);
    const store = storeOf(call, { ...bare, parent_id: call.id } as AgentEvent);
    const { events, pending, toolCalls } = store.getSnapshot();
    expect([events.length, pending, toolCalls[0]?.status]).toEqual([2, [], "ok"]);
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
    expect(storeOf(...circle).getView().events).toEqual(circle);
    expect(storeOf(said("alone"), said("too"), ...circle).getView().events).toEqual(circle);
    const after = { ...said("c", "user"), parent_id: b.id };
    expect(storeOf(...circle, after).getView().events).toEqual([...circle, after]);
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

  test("do not hear any more once they stopped, even if it was in time to be told", async () => {
    const store = createConversationStore();
    const second = vi.fn();
    const stops: (() => void)[] = [];
    store.subscribe(() => {
      for (const stop of stops) stop();
    });
    stops.push(store.subscribe(second));
    store.apply(said("a"));
    await settled();
    expect(second).not.toHaveBeenCalled();
  });

  test("hear whatever another one throws, which is reported as a failed promise is", async () => {
    const others = process.listeners("unhandledRejection");
    const reported: unknown[] = [];
    process.removeAllListeners("unhandledRejection").on("unhandledRejection", (reason) => reported.push(reason));
    try {
      const store = createConversationStore();
      const [failure, second] = [new Error("broken"), vi.fn()];
      store.subscribe(() => {
        throw failure;
      });
      store.subscribe(second);
      store.apply(said("a"));
      await settled();
      expect(second).toHaveBeenCalledTimes(1);
      expect(reported).toEqual([failure]);
    } finally {
      process.removeAllListeners("unhandledRejection");
      for (const other of others) process.on("unhandledRejection", other);
    }
  });
});
