/** Runs of which something is lost on the way, or which take their time: REST tells when nothing else does. */
import { describe, expect, test } from "vitest";
import { type AgentClient, createAgentClient } from "../src/client.js";
import {
  type Bench,
  type BenchOptions,
  KEY,
  message,
  messages,
  NOTHING_LEFT,
  useBench,
} from "./support/stream-bench.js";
import { failure, isRunning, start } from "./support/stream-running.js";

const benchOf = useBench();

/** Of a server that says yes to a run and takes its time. */
const acceptingRuns = ({ network }: Bench): AgentClient =>
  createAgentClient({
    baseUrl: "http://server.test",
    sessionApiKey: KEY,
    fetch: async (request) => {
      const answer = await network.fetch(request);
      return answer.status === 429 ? new Response('{"success":true}') : answer;
    },
  });

describe.each(["1.44", "1.52", "1.58"] as const)("on %s", (version) => {
  const bench = (options: BenchOptions = {}): Bench => benchOf({ version, ...options });

  test.each([
    ["finished", { result: { status: "finished", finalResponse: "All done." } }],
    ["error", { error: { name: "ConversationRunError", status: "error", event: { code: "LLMRateLimitError" } } }],
  ])(
    "a run whose last state is lost on the way is seen to have ended %s after a minute of silence",
    async (status, expected) => {
      const one = bench();
      const running = start(one);
      await one.until(isRunning(one));
      await one.wind(1_000);
      one.network.mutes = (text) => text.includes('"full_state"');
      one.happens(() => one.simulator.append(one.id, message("answer", "All done."), failure("LLMRateLimitError")));
      one.happens(() => one.simulator.setStatus(one.id, status));
      await one.wind(50_000);
      expect(running.isOver).toBe(false);
      await one.wind(30_000);
      expect(running).toMatchObject({ isOver: true, ...expected });
      expect(await one.left()).toEqual(NOTHING_LEFT);
    },
  );

  test.each([{ message: "Go." }, {}])(
    "a run that began before %o, and of which no state is told, is followed to its end",
    async (options) => {
      const one = bench({ events: messages("a") });
      one.simulator.setStatus(one.id, "running");
      // Over the session socket the first one says that it has begun
      one.network.mutes = (text) => version === "1.44" && text.includes('"full_state"');
      const running = start(one, options);
      await one.wind(200_000);
      expect(running.isOver).toBe(false);
      one.network.mutes = (text) => text.includes('"full_state"');
      one.happens(() => one.simulator.setStatus(one.id, "finished"));
      await one.wind(70_000);
      expect(running).toMatchObject({ isOver: true, result: { status: "finished" } });
    },
  );

  test("a run whose tools take two minutes to start is waited for, and one that never begins is not", async () => {
    for (const begins of [true, false]) {
      const one = bench({ events: messages("a") });
      one.simulator.world.busy = Number.POSITIVE_INFINITY;
      const running = start({ ...one, client: acceptingRuns(one) });
      await one.wind(150_000);
      expect(running.isOver).toBe(false);
      if (begins) {
        one.happens(() => one.simulator.setStatus(one.id, "running"));
        await one.wind(400_000);
        expect(running.isOver).toBe(false);
        one.happens(() => one.simulator.setStatus(one.id, "finished"));
        await one.wind(10_000);
      } else await one.wind(200_000);
      expect(running).toMatchObject({ isOver: true, result: { status: begins ? "finished" : "idle" } });
    }
  });
});
