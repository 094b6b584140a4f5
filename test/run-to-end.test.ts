/** A run from its start to its end, whatever happens on the way. */
import { describe, expect, test } from "vitest";
import type { NewEvent } from "../src/simulator/log.js";
import { type Bench, type BenchOptions, message, messages, NOTHING_LEFT, useBench } from "./support/stream-bench.js";
import { failure, isRunning, start, statusOf } from "./support/stream-running.js";

const benchOf = useBench();

describe.each(["1.44", "1.52", "1.58"] as const)("on %s", (version) => {
  const bench = (options: BenchOptions = {}): Bench => benchOf({ version, ...options });

  test("it sends the message, waits for the end and gives the agent's last word", async () => {
    const one = bench({ events: messages("before") });
    const running = start(one);
    await one.until(isRunning(one));
    await one.wind(60_000);
    expect(running.isOver).toBe(false);
    one.happens(() => one.simulator.append(one.id, message("answer", "All done.")));
    one.happens(() => one.simulator.setStatus(one.id, "finished"));
    await one.until(() => running.isOver);
    expect(running.result).toEqual({ status: "finished", finalResponse: "All done." });
    const sent = one.simulator.log(one.id).filter(({ source }) => source === "user");
    expect(sent).toMatchObject([{ llm_message: { role: "user", content: [{ type: "text", text: "Go." }] } }]);
    expect(await one.left()).toEqual(NOTHING_LEFT);
  });

  test("without a message a conversation that has finished is at its end", async () => {
    const one = bench({ events: messages("before") });
    one.happens(() => one.simulator.append(one.id, message("answer", "All done.")));
    one.happens(() => one.simulator.setStatus(one.id, "finished"));
    const running = start(one, {});
    await one.until(() => running.isOver);
    expect(running.result).toEqual({ status: "finished", finalResponse: "All done." });
    expect(await one.left()).toEqual(NOTHING_LEFT);
  });

  test("without a message it runs from where the conversation is", async () => {
    const one = bench({ events: messages("a") });
    const running = start(one, {});
    await one.until(isRunning(one));
    one.happens(() => one.simulator.setStatus(one.id, "finished"));
    await one.until(() => running.isOver);
    expect(running.result).toEqual({ status: "finished", finalResponse: "a" });
    expect(one.simulator.log(one.id).filter(({ source }) => source === "user")).toEqual([]);
  });

  test("a run that goes on already is followed to its end", async () => {
    const one = bench();
    one.simulator.setStatus(one.id, "running");
    const running = start(one, {});
    await one.wind(5_000);
    expect(running.isOver).toBe(false);
    one.happens(() => one.simulator.setStatus(one.id, "finished"));
    await one.until(() => running.isOver);
    expect(running).toMatchObject({ result: { status: "finished" } });
  });

  test.each(["waiting_for_confirmation", "paused", "idle"])("a run that ends %s is no failure", async (status) => {
    const one = bench();
    const running = start(one);
    await one.until(isRunning(one));
    one.happens(() => one.simulator.setStatus(one.id, status));
    await one.until(() => running.isOver);
    expect(running.result).toEqual({ status, finalResponse: "" });
  });

  test.each([
    ["before", true],
    ["after", false],
  ])("a run that fails rejects with the event that says why, which comes %s the status", async (_when, isFirst) => {
    const one = bench();
    const running = start(one);
    await one.until(isRunning(one));
    const { simulator, id } = one;
    const conversation = simulator.world.conversations.get(id);
    const status: NewEvent = {
      kind: "ConversationStateUpdateEvent",
      source: "environment",
      key: "execution_status",
      value: "error",
    };
    const events = isFirst ? [failure("LLMRateLimitError"), status] : [status, failure("LLMRateLimitError")];
    if (conversation) conversation.status = "error";
    for (const event of events) {
      one.happens(() => simulator.append(id, event));
      await one.wind(100);
    }
    expect(running.isOver).toBe(false);
    one.happens(() => simulator.snapshot(id));
    await one.until(() => running.isOver);
    expect(running.error).toMatchObject({
      message: "the run ended with the status error",
      status: "error",
      event: { code: "LLMRateLimitError" },
      classification: { reason: "rate_limited" },
    });
    expect(await one.left()).toEqual(NOTHING_LEFT);
  });

  test("a run that is stuck rejects, without an event that says why", async () => {
    const one = bench();
    const running = start(one);
    await one.until(isRunning(one));
    one.happens(() => one.simulator.setStatus(one.id, "stuck"));
    await one.until(() => running.isOver);
    expect(running.error).toMatchObject({ message: "the run ended with the status stuck", event: null });
  });

  test("a failure of an earlier run is not taken for one of this run", async () => {
    const one = bench({ events: [failure("LLMAuthenticationError")] });
    one.simulator.setStatus(one.id, "error");
    const running = start(one);
    await one.until(isRunning(one));
    one.happens(() => one.simulator.setStatus(one.id, "finished"));
    await one.until(() => running.isOver);
    expect(running.result).toMatchObject({ status: "finished" });
  });

  test("`finished` that a hook takes back is not the end", async () => {
    const one = bench();
    const running = start(one);
    await one.until(isRunning(one));
    const told = (value: string): NewEvent => ({
      kind: "ConversationStateUpdateEvent",
      source: "environment",
      key: "execution_status",
      value,
    });
    one.happens(() => one.simulator.append(one.id, told("finished")));
    await one.wind(1_000);
    one.happens(() => one.simulator.append(one.id, told("running")));
    await one.wind(1_000);
    expect(running.isOver).toBe(false);
    one.happens(() => one.simulator.setStatus(one.id, "finished"));
    await one.until(() => running.isOver);
  });

  test.each(["finished", "error"])(
    "a run that ends %s while the connection is lost is seen to have ended",
    async (status) => {
      const one = bench();
      const running = start(one);
      await one.until(isRunning(one));
      const { network, simulator, id } = one;
      network.isOnline = false;
      one.happens(() => network.breakAll());
      await one.wind(20_000);
      one.happens(() => simulator.append(id, message("answer", "While you were away.")));
      if (status === "error") simulator.append(id, failure("LLMServiceUnavailableError"));
      one.happens(() => simulator.setStatus(id, status));
      await one.wind(20_000);
      expect(running.isOver).toBe(false);
      network.isOnline = true;
      await one.until(() => running.isOver);
      if (status === "finished") expect(running.result).toEqual({ status, finalResponse: "While you were away." });
      else
        expect(running.error).toMatchObject({
          name: "ConversationRunError",
          event: { code: "LLMServiceUnavailableError" },
        });
    },
  );

  test("a server that dies in the run and starts again: the run has failed", async () => {
    const one = bench();
    const running = start(one);
    await one.until(isRunning(one));
    one.happens(() => one.simulator.kill());
    await one.wind(15_000);
    one.happens(() => one.simulator.restart({ log: "same" }));
    await one.until(() => running.isOver);
    expect(running.error).toMatchObject({ message: "the run ended with the status error", event: null });
  });

  test("a message whose run has no place yet is sent once, and its run asked for until there is one", async () => {
    const one = bench();
    one.simulator.world.busy = 2;
    const running = start(one);
    await one.until(isRunning(one));
    one.happens(() => one.simulator.setStatus(one.id, "finished"));
    await one.until(() => running.isOver);
    expect(running.result).toMatchObject({ status: "finished" });
    expect(one.simulator.log(one.id).filter(({ source }) => source === "user")).toHaveLength(1);
  });

  test("a signal ends the waiting, and not the run", async () => {
    const one = bench();
    const controller = new AbortController();
    const running = start(one, { message: "Go.", signal: controller.signal });
    await one.until(isRunning(one));
    const reason = new Error("enough");
    controller.abort(reason);
    await one.until(() => running.isOver);
    expect(running.error).toBe(reason);
    expect(statusOf(one)).toBe("running");
    expect(await one.left()).toEqual(NOTHING_LEFT);
  });

  test("a conversation that is not there rejects with the error of its socket", async () => {
    const one = bench();
    one.simulator.remove(one.id);
    const running = start(one);
    await one.until(() => running.isOver);
    expect(running.error).toMatchObject({ name: "SocketError", code: 4004 });
  });
});
