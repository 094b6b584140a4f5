/** The parts of following that need no server: when a run is over, and how streamed text stands on the screen. */
import type { AgentEvent } from "agent-server-client";
import type { ItemUpdate, StreamUpdate } from "agent-server-client/stream";
import { describe, expect, it } from "vitest";
import { createPen } from "../examples/timeline/follow-pen.js";
import { createRunWatch, type RunEnd } from "../examples/timeline/follow-run.js";
import { uncoloured } from "../examples/timeline/render.js";
import { message, text } from "./support/timeline.js";

const state = (execution_status: string): StreamUpdate =>
  ({ type: "state", value: { execution_status } }) as StreamUpdate;
const event = (fields: object): StreamUpdate => {
  const one = { id: "e", timestamp: "", source: "environment", ...fields } as AgentEvent;
  return { type: "event", seq: 1, cursor: { seq: 1, id: "e" }, event: one };
};
const field = (value: string): StreamUpdate =>
  event({ kind: "ConversationStateUpdateEvent", key: "execution_status", value });
const SAID = event({ ...message([text("go")]), source: "user" });

/** What the last of these updates leads to; the ones before lead to nothing. */
function endAfter(...updates: readonly StreamUpdate[]): RunEnd | undefined {
  const watch = createRunWatch();
  const ends = updates.map(watch);
  expect(ends.slice(0, -1).filter((end) => end !== undefined)).toEqual([]);
  return ends.at(-1);
}

describe("a run is over", () => {
  it("when a whole state says so, after the message and after it was seen to begin", () => {
    expect(endAfter(SAID, field("running"), field("finished"), state("finished"))).toEqual({});
    expect(endAfter(SAID, state("running"), state("paused"))).toEqual({});
  });

  it("not when the state is from before the run, or a field can still be taken back", () => {
    expect(endAfter(SAID, state("idle"))).toBeUndefined();
    expect(endAfter(state("running"), state("finished"), SAID, state("idle"))).toBeUndefined();
    expect(endAfter(SAID, field("running"), field("finished"))).toBeUndefined();
  });

  it("badly when it has failed: with the reason, which comes after the field that says so", () => {
    const why = event({ kind: "ConversationErrorEvent", code: "LLMRateLimitError", detail: "no" });
    expect(endAfter(SAID, field("error"), why, state("error"))).toEqual({
      problem: "the run has ended with the status error. Too many requests; try again later.",
    });
    expect(endAfter(SAID, why, field("running"), field("stuck"), state("stuck"))).toEqual({
      problem: "the run has ended with the status stuck.",
    });
  });

  it("badly when the status is none that this knows to be good, and when the log was replaced", () => {
    expect(endAfter(SAID, field("running"), state("newer"))).toHaveProperty("problem");
    expect(endAfter({ type: "reset", reason: "log_replaced" }, state("idle"))).toHaveProperty("problem");
  });
});

describe("streamed text", () => {
  const MARGIN = " ".repeat(27);
  const piece = (textDelta: string, more: Partial<ItemUpdate> = {}): ItemUpdate => ({
    type: "item",
    itemId: "i",
    attempt: 1,
    status: "open",
    text: "",
    reasoning: "",
    textDelta,
    reasoningDelta: "",
    lossy: false,
    ...more,
  });
  const written = (width: number, ...pieces: readonly ItemUpdate[]): string => {
    const out: string[] = [];
    const pen = createPen((one) => void out.push(one), { paint: uncoloured, width });
    for (const one of pieces) pen.piece(one);
    pen.end();
    return out.join("");
  };

  it("goes on where it ended, and breaks between words", () => {
    const shown = written(37, piece("one"), piece(" two"), piece(" three"), piece(" four"));
    expect(shown.split("\n")).toEqual([`${" ".repeat(14)}agent${" ".repeat(8)}one two`, `${MARGIN}three four`, ""]);
  });

  it("begins a new line for another item, another attempt, and after the thinking", () => {
    const lines = written(
      100,
      piece("", { reasoningDelta: "hm" }),
      piece("a"),
      piece("b", { attempt: 2 }),
      piece("c", { itemId: "j" }),
    );
    expect(
      lines
        .trimEnd()
        .split("\n")
        .map((line) => line.trim()),
    ).toEqual(["agent        thinking: hm", "agent        a", "agent        b", "agent        c"]);
  });

  it("moves no cursor", () => {
    const shown = written(100, piece("\u001b[2J\r\u0007"), piece("\u001b]0;title"));
    for (const control of ["\u001b", "\r", "\u0007"]) expect(shown).not.toContain(control);
  });
});
