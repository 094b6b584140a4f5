/** Callers that no longer want the answer. */
import { getEventListeners } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { type AgentClientOptions, createAgentClient, unwrap } from "../src/client.js";
import { type Scripted, serve } from "./support/http-server.js";

const PATH = "/api/conversations/{conversation_id}";
const params = { path: { conversation_id: "c" } };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What a call rejects with; fails when that takes longer than a while. */
const rejection = (call: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    call.then(
      () => expect.fail("it should reject"),
      (error: unknown) => error,
    ),
    new Promise((resolve) => setTimeout(resolve, 5_000, "late")),
  ]);

test.each(["GET", "POST"] as const)("a signal that is aborted already lets no %s begin", async (method) => {
  const { url, requests } = await serve({ body: "{}" });
  const sessionApiKey = vi.fn(() => "k");
  const client = createAgentClient({ baseUrl: url, sessionApiKey });
  const reason = new Error("mine");
  const signal = AbortSignal.abort(reason);
  const call =
    method === "GET"
      ? client.GET(PATH, { params, signal })
      : client.POST("/api/conversations/{conversation_id}/run", { params, signal });
  expect(await rejection(call)).toBe(reason);
  expect([requests.length, sessionApiKey.mock.calls.length]).toEqual([0, 0]);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

/** Counts the timers of these lengths that are set from now on and not cleared; fails when none was set. */
function timersLeft(...lengths: readonly number[]): () => number {
  const set = vi.spyOn(globalThis, "setTimeout");
  const cleared = vi.spyOn(globalThis, "clearTimeout");
  return () => {
    const timers = set.mock.results.filter((_, i) => lengths.includes(set.mock.calls[i]?.[1] ?? -1));
    expect(timers).not.toHaveLength(0);
    const gone = new Set(cleared.mock.calls.map(([timer]) => timer));
    return timers.filter(({ value }) => !gone.has(value)).length;
  };
}

/** Places of a call where the caller may leave. */
const PLACES: readonly (readonly [string, Scripted])[] = [
  ["while it waits for an answer", { fault: "silent" }],
  ["within the body", { body: '{"id":', fault: "stall" }],
  ["within the body of an error", { status: 500, body: '{"detail":', fault: "stall" }],
  ["between two attempts", { status: 503, headers: { "Retry-After": "60" } }],
];

test.each(PLACES)("a caller that leaves %s gets its own reason at once", async (_, answer) => {
  for (const reason of [new Error("mine"), "a text", null, undefined]) {
    const { url, requests } = await serve(answer);
    const controller = new AbortController();
    const { signal } = controller;
    const left = timersLeft(60_000, 30_000); // the time-out, and the longest wait between two attempts
    const caught = rejection(createAgentClient({ baseUrl: url }).GET(PATH, { params, signal }));
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50)); // the answer is on its way, or has come
    controller.abort(reason);
    const error = await caught;
    if (reason === undefined) expect(error).toMatchObject({ name: "AbortError" });
    expect(error).toBe(signal.reason);
    expect(requests).toHaveLength(1);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    expect(left()).toBe(0);
    vi.restoreAllMocks();
  }
});

test("a caller that leaves while the key is awaited, or a fetch that ignores signals, gets its own reason", async () => {
  const never = (): Promise<never> => new Promise(() => {});
  for (const options of [{ sessionApiKey: never }, { fetch: never }] satisfies Partial<AgentClientOptions>[]) {
    const controller = new AbortController();
    const client = createAgentClient({ baseUrl: "http://localhost", ...options });
    const caught = rejection(client.GET(PATH, { params, signal: controller.signal }));
    await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort("mine");
    expect(await caught).toBe("mine");
  }
});

test("a signal with a time-out of the caller's own is the caller's abort, not ours", async () => {
  const { url, requests } = await serve({ fault: "silent" });
  const signal = AbortSignal.timeout(50);
  const error = await rejection(createAgentClient({ baseUrl: url }).GET(PATH, { params, signal }));
  expect(error).toBe(signal.reason);
  expect(error).toBeInstanceOf(DOMException);
  expect(requests).toHaveLength(1);
});

test("1,000 calls on one signal leave neither a listener nor a timer", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  vi.spyOn(Math, "random").mockReturnValue(0);
  const { url, requests } = await serve({ status: 503 }, { status: 404 }, { fault: "reset first" }, { body: "{}" });
  const controller = new AbortController();
  const { signal } = controller;
  const left = timersLeft(12_345);
  const client = createAgentClient({ baseUrl: url, timeoutMs: 12_345 });
  for (let i = 0; i < 100; i++) {
    await Promise.all(Array.from({ length: 10 }, () => client.GET(PATH, { params, signal })));
  }
  expect(requests.length).toBeGreaterThan(1_000);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  expect(left()).toBe(0);
  await new Promise((resolve) => setImmediate(resolve)); // warnings come late
  process.off("warning", warned);
  expect(warned).not.toHaveBeenCalled();
  expect(unwrap(await client.GET(PATH, { params, signal }))).toEqual({});
});
