/** Frames of the real A2A server. */
import * as orx from "agent-server-client/orxhestra";
import { describe, expect, test } from "vitest";
import { golden, goldenA2A } from "./support/orxhestra.js";

const eventOf = (name: string): orx.OrxEvent => {
  const found = golden.events.find((entry) => entry.name === name);
  if (!found) throw new Error(`no golden event ${name}`);
  return found.wire;
};

/** What the frame of an event says, by the accessors of the event itself. */
function saidOf(event: orx.OrxEvent): object | undefined {
  if (orx.isFinalResponse(event)) return { type: "answer", text: orx.text(event) };
  if (orx.hasToolCalls(event))
    return { type: "tool_call", toolName: orx.toolName(event), toolInput: orx.toolInput(event) };
  if (event.type !== "tool_response") return undefined;
  const answered = orx.toolResponses(event).length > 0;
  const text = answered ? orx.toolResult(event) || orx.error(event) || "" : orx.text(event);
  return { type: "tool_result", toolName: answered ? orx.toolName(event) : "unknown", text };
}

describe("readA2A", () => {
  test.each(goldenA2A.mapping)("reads what the server makes of $event", ({ event, a2a }) => {
    const said = saidOf(eventOf(event));
    expect(a2a).toHaveLength(said ? 1 : 0);
    if (said) expect(orx.readA2A(a2a[0])).toMatchObject({ ...said, taskId: "task-1", contextId: "ctx-1" });
  });

  const exchange = (name: string): (typeof goldenA2A.exchanges)[number] => {
    const found = goldenA2A.exchanges.find((entry) => entry.name === name);
    if (!found) throw new Error(`no exchange ${name}`);
    return found;
  };

  test("reads the text of a stream, frame by frame", () => {
    const frames = exchange("stream")
      .body_text.split("\n\n")
      .filter((frame) => frame !== "");
    expect(frames.map((frame) => orx.readA2A(frame))).toMatchObject([
      { type: "status", state: "TASK_STATE_WORKING", isFinal: false, contextId: "ctx-1" },
      { type: "tool_call", toolName: "search", toolInput: { q: "é" } },
      { type: "tool_result", toolName: "search", text: "found" },
      { type: "tool_result", toolName: "other", text: "bad" },
      { type: "answer", text: "Hello world" },
      { type: "status", state: "TASK_STATE_COMPLETED", isFinal: true },
    ]);
  });

  test("a run that failed is completed, too, and lost says so", () => {
    const frames = exchange("stream_error_event").frames ?? [];
    const last = orx.readA2A(frames.at(-1));
    expect(last).toMatchObject({ type: "status", state: "TASK_STATE_COMPLETED", isFinal: true });
    expect(last).toHaveProperty("lost", expect.arrayContaining(["error"]));
    expect(frames.map((frame) => orx.readA2A(frame).type)).not.toContain("answer");
  });

  test("reads answers to calls, refusals and what webhooks get", () => {
    expect(orx.readA2A(exchange("send").json)).toMatchObject({
      type: "task",
      state: "TASK_STATE_COMPLETED",
      text: "Hello world",
      contextId: "ctx-1",
    });
    expect(orx.readA2A(exchange("get_task_missing").body_text)).toEqual({
      type: "error",
      code: -32001,
      message: "Task nope not found",
    });
    const [status, artifact] = (exchange("subscribe").frames ?? []).map((frame) => orx.readA2A(frame));
    expect(status).toMatchObject({ type: "status", text: "Hello world", isFinal: true });
    expect(artifact).toMatchObject({
      type: "artifact",
      name: "",
      text: "Hello world",
      value: { artifactId: expect.any(String) },
    });
    const { a2a } = goldenA2A.mapping.find(({ event }) => event === "agent/final") ?? { a2a: [] };
    expect(orx.readA2A({ taskId: "task-1", contextId: "ctx-1", event: a2a[0] })).toMatchObject({
      type: "answer",
      text: "42",
    });
  });

  test("says of every recorded exchange what it is, and of none more than that", () => {
    const types = goldenA2A.exchanges.flatMap(({ name, json, frames, body_text }) =>
      (frames ?? [json ?? body_text]).map((frame) => `${name}: ${orx.readA2A(frame).type}`),
    );
    expect(types.filter((line) => line.endsWith("unknown")).map((line) => line.split(":")[0])).toEqual([
      "card",
      "card_old_path",
      "send_agent_crash",
      "list_tasks",
      "push_set",
      "push_get",
      "push_delete",
      "batch_array",
      "no_params",
      "signed_card",
    ]);
  });

  test("never throws, and hands back what it cannot read", () => {
    const throwing = new Proxy(
      {},
      {
        get: () => {
          throw new Error("no");
        },
      },
    );
    for (const value of [
      null,
      undefined,
      5,
      "",
      "data: {",
      "[]",
      [],
      {},
      { result: null },
      { error: "x" },
      { result: { status: {} } },
      { result: { status: { state: 1 } } },
    ])
      expect(orx.readA2A(value)).toEqual({ type: "unknown", value });
    expect(orx.readA2A(throwing).type).toBe("unknown");
    expect(orx.readA2A({ result: { artifact: { name: "answer", parts: "x" } } })).toMatchObject({
      type: "answer",
      text: "",
      taskId: "",
    });
    expect(orx.readA2A({ result: { artifact: { parts: [{ text: 5 }, null, { text: "a" }] } } })).toMatchObject({
      text: "a",
    });
  });
});
