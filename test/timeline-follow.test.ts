/** What `npm start -- --send TEXT` shows while a run goes on. */
import { describe, expect, it } from "vitest";
import type { SimulatorVersion } from "../src/simulator/world.js";
import { answer, CALL, isRunning, RESULT, serverOf, start, until } from "./support/timeline-follow.js";

describe("npm start with a message to send", () => {
  it.each<SimulatorVersion>(["1.44", "1.52", "1.58"])(
    "shows what comes of it while it happens, on %s",
    async (version) => {
      const server = await serverOf(version);
      const { simulator, id } = server;
      const shown = start({ url: server.url });
      await until(isRunning(server, id));
      await until(() => shown.out().includes("Go on, please."));
      expect(shown.out()).toContain(`conversation ${id}\n`);
      expect(shown.out()).not.toContain("from before");

      simulator.append(id, CALL);
      await until(() => shown.out().includes("terminal $ ls"));
      expect(shown.out()).not.toContain("found-it");
      simulator.append(id, RESULT);
      await until(() => shown.out().includes("found-it.txt"));

      simulator.delta(id, { item_id: "last", kind: "reasoning", content: "hmm" });
      simulator.delta(id, { item_id: "last", content: "All is" });
      await until(() => shown.pieces.includes(" is"));
      expect(shown.out()).toMatch(/agent {8}thinking: hmm\n +agent {8}All is$/);
      simulator.delta(id, { item_id: "last", content: " well.\nReally." });
      const said = answer("last", "All is well.\nReally.");
      const llm_message = { ...(said["llm_message"] as object), reasoning_content: "hmm" };
      simulator.append(id, { ...said, llm_message });
      simulator.setStatus(id, "finished");

      expect(await shown.code).toBe(0);
      expect(shown.err).toEqual([]);
      expect(shown.out()).toMatch(/All is well\.\n {27}Really\.\n[^\n]*status running → finished\n$/);
      expect(shown.out().split("All is well.")).toHaveLength(2);
    },
  );

  it("shows the answer that differs from what was streamed, and takes back what comes to nothing", async () => {
    const server = await serverOf();
    const shown = start(server);
    await until(isRunning(server, server.id));
    const { simulator, id } = server;
    await until(() => shown.out().includes("Go on, please."));
    simulator.delta(id, { item_id: "a", content: "half a" });
    simulator.abort(id, "a", 1, "cancelled");
    simulator.delta(id, { item_id: "a", attempt: 2, content: "the key is secret" });
    simulator.append(id, answer("a", "the key is ****"));
    simulator.setStatus(id, "finished");
    expect(await shown.code).toBe(0);
    expect(shown.out()).toMatch(/half a\n\(what was being written is taken back\)\n/);
    expect(shown.out()).toMatch(/the key is secret\n[^\n]*the key is \*{4}\n/);
  });

  it.each(["waiting_for_confirmation", "paused"])("ends well when the run is %s", async (status) => {
    const server = await serverOf();
    const shown = start(server);
    await until(isRunning(server, server.id));
    server.simulator.append(server.id, CALL);
    server.simulator.setStatus(server.id, status);
    expect(await shown.code).toBe(0);
    expect(shown.err).toEqual([]);
    expect(shown.out()).toContain("terminal $ ls");
  });

  it("says in one line why a run has failed", async () => {
    const server = await serverOf();
    const shown = start(server);
    await until(isRunning(server, server.id));
    const detail = "litellm.AuthenticationError: no such key";
    server.simulator.append(server.id, {
      kind: "ConversationErrorEvent",
      source: "environment",
      code: "LLMAuthenticationError",
      detail,
    });
    server.simulator.setStatus(server.id, "error");
    expect(await shown.code).toBe(1);
    expect(shown.err).toEqual([
      "timeline: the run has ended with the status error. The model provider does not accept the API key.",
    ]);
    expect(shown.out()).toContain(detail);
  });

  it("does not take the end of an earlier run for that of its own", async () => {
    const server = await serverOf();
    const { simulator, id } = server;
    simulator.setStatus(id, "running");
    const rest = simulator.rest.bind(simulator);
    // The message arrives just after the run of before has ended
    Object.assign(simulator, {
      rest: (request: Parameters<typeof rest>[0]) => {
        if (request.method === "POST") simulator.setStatus(id, "finished");
        return rest(request);
      },
    });
    const shown = start(server);
    await until(() => shown.out().includes("Go on, please."));
    await until(isRunning(server, id));
    simulator.append(id, answer("mine", "the answer to that"));
    simulator.setStatus(id, "finished");
    expect(await shown.code).toBe(0);
    expect(shown.out()).toContain("the answer to that");
  });

  it("goes on over lost connections, and says in one line that it waits", async () => {
    const server = await serverOf();
    const { simulator, id } = server;
    const shown = start(server);
    await until(isRunning(server, id));
    await until(() => shown.out().includes("Go on, please."));
    simulator.closeSockets(1012, "");
    await until(() => shown.err.length > 0);
    simulator.append(id, CALL, RESULT);
    await until(() => shown.out().includes("found-it.txt"));
    simulator.setStatus(id, "finished");
    expect(await shown.code).toBe(0);
    expect(shown.err).toEqual([
      expect.stringMatching(/^timeline: the connection is lost; waiting for the server\./),
      "timeline: connected again.",
    ]);
  });

  it("waits for a server that is killed and started again, and says what that did to the run", async () => {
    const server = await serverOf();
    const shown = start(server);
    await until(isRunning(server, server.id));
    await until(() => shown.out().includes("Go on, please."));
    server.killAfter = () => 0;
    server.simulator.kill();
    await until(() => shown.err.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(shown.err).toHaveLength(1);
    server.killAfter = () => Number.POSITIVE_INFINITY;
    server.simulator.restart({ log: "same" });
    expect(await shown.code).toBe(1);
    expect(shown.err.slice(1)).toEqual([
      "timeline: connected again.",
      "timeline: the run has ended with the status error.",
    ]);
  });
});
