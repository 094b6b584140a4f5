/** The clock of the mock server is the test's: real, or one that the test turns. */
import { createAgentClient, createConversation, sendMessage } from "agent-server-client";
import { runToEnd } from "agent-server-client/stream";
import { afterEach, expect, it, vi } from "vitest";
import { MOCKED, useMock } from "./support/mocked.js";

const mock = useMock();
const client = createAgentClient({ baseUrl: MOCKED.baseUrl, sessionApiKey: MOCKED.key });
const START = {
  agent: { kind: "Agent" as const, llm: { model: "openai/scripted" }, tools: [{ name: "terminal" }] },
  workspace: { kind: "LocalWorkspace" as const, working_dir: "/workspace" },
};
const call = (durationMs: number) => ({ tool: "terminal", arguments: { command: "sleep" }, result: "", durationMs });
const real = globalThis.setTimeout;
const pause = (ms: number): Promise<void> => new Promise((resolve) => void real(resolve, ms));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("a tool that takes an hour is done when the clock of a test says so", async () => {
  vi.useFakeTimers({ now: new Date("2020-01-01T00:00:00Z") });
  const { id } = await createConversation(client, START);
  mock.script([{ calls: [call(3_600_000)] }, { text: "At last." }]);
  let answer: string | undefined;
  const ended = runToEnd(client, id, { message: "Sleep." }).then(({ finalResponse }) => {
    answer = finalResponse;
  });
  for (let minutes = 0; minutes < 50; minutes++) {
    await vi.advanceTimersByTimeAsync(60_000);
    await pause(2);
  }
  expect(answer).toBeUndefined();
  for (let minutes = 0; minutes < 100 && answer === undefined; minutes++) {
    await vi.advanceTimersByTimeAsync(60_000);
    await pause(2);
  }
  await ended;
  expect(answer).toBe("At last.");
});

it.each([
  ["its clock alone", ["Date"]],
  ["its timers alone", ["setTimeout", "clearTimeout"]],
] as const)("a run comes to its end though a test has stopped %s", async (_, toFake) => {
  vi.useFakeTimers({ toFake: [...toFake] });
  const { id } = await createConversation(client, START);
  mock.script([{ calls: [call(1_000)] }, { text: "Here.", stream: ["He", "re."] }]);
  let answer: string | undefined;
  const ended = runToEnd(client, id, { message: "Go on." }).then(({ finalResponse }) => {
    answer = finalResponse;
  });
  for (let tries = 0; tries < 200 && answer === undefined; tries++) {
    await vi.advanceTimersByTimeAsync(toFake.length > 1 ? 50 : 0);
    await pause(20);
  }
  vi.useRealTimers();
  await ended;
  expect(answer).toBe("Here.");
});

it("a tool that never ends costs no timer after the other", async () => {
  const { id } = await createConversation(client, { ...START, autotitle: false });
  mock.script([{ calls: [call(Number.POSITIVE_INFINITY)] }]);
  await sendMessage(client, id, "Sleep.");
  await pause(100);
  const timers = vi.spyOn(globalThis, "setTimeout");
  await pause(100);
  expect(timers).not.toHaveBeenCalled();
});
