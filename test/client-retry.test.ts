/** What is tried again and when, time-outs, and callers that no longer want the answer. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type AgentClient, type AgentClientOptions, createAgentClient, unwrap } from "../src/client.js";
import type { AgentServerError } from "../src/errors.js";
import { NetworkError, TimeoutError } from "../src/errors-of-calls.js";
import { type Scripted, serve } from "./support/http-server.js";

const PATH = "/api/conversations/{conversation_id}";
const RUN = "/api/conversations/{conversation_id}/run";
const params = { path: { conversation_id: "c" } };
const info: Scripted = { body: '{"id":"c"}' };

type Outcome = Promise<{ response: Response; data?: unknown; error?: unknown }>;
const CALLS: Record<string, (client: AgentClient) => Outcome> = {
  GET: (client) => client.GET(PATH, { params }),
  DELETE: (client) => client.DELETE(PATH, { params }),
  PUT: (client) => client.PUT("/api/settings/secrets", { body: { name: "n", value: "v" } }),
  // Not in the document, but openapi-fetch has them
  HEAD: (client) => (client.request as (method: string, path: string) => Outcome)("head", "/api/x"),
  OPTIONS: (client) => (client.request as (method: string, path: string) => Outcome)("options", "/api/x"),
  POST: (client) => client.POST(RUN, { params }),
  PATCH: (client) => client.PATCH(PATH, { params, body: {} }),
};
const call = (name: string, client: AgentClient): Outcome => CALLS[name]?.(client) ?? expect.fail(name);

const rejected = (promise: Promise<unknown>): Promise<AgentServerError> =>
  promise.then(
    () => expect.fail("it should reject"),
    (error: AgentServerError) => error,
  );

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0); // no waits
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a call is tried again", () => {
  test.each(["GET", "PUT", "DELETE", "HEAD", "OPTIONS"])("when it is a %s", async (name) => {
    const { url, requests } = await serve({ status: 503 }, { fault: "reset first" }, info);
    expect((await call(name, createAgentClient({ baseUrl: url }))).response.status).toBe(200);
    expect(requests.map(({ method }) => method)).toEqual([name, name, name]);
    expect(new Set(requests.map(({ body }) => body.toString())).size).toBe(1);
  });

  test.each(["POST", "PATCH"])("never when it is a %s", async (name) => {
    const { url, requests } = await serve({ status: 503 }, { fault: "reset first" }, { fault: "reset midway" }, info);
    const client = createAgentClient({ baseUrl: url, retry: { limit: 5 } });
    expect(await call(name, client)).toMatchObject({ error: { detail: null }, response: { status: 503 } });
    for (let sent = 2; sent <= 3; sent++) {
      const error = await rejected(call(name, client));
      expect(error).toBeInstanceOf(NetworkError);
      expect(error.classification).toMatchObject({ reason: "network", retryable: false, user_action: "none" });
      expect(requests).toHaveLength(sent);
    }
  });

  test("for the statuses that say later, and for no other", async () => {
    const again: number[] = [];
    for (const status of [300, 304, 400, 401, 403, 404, 408, 409, 422, 425, 429, 500, 501, 502, 503, 504, 511]) {
      const { url, requests } = await serve({ status }, info);
      await call("GET", createAgentClient({ baseUrl: url }));
      if (requests.length > 1) again.push(status);
    }
    expect(again).toEqual([408, 425, 429, 502, 503, 504]);
  });

  test.each<[string, AgentClientOptions["retry"], number]>([
    ["twice", undefined, 3],
    ["twice without a limit of its own", { maxDelayMs: 1 }, 3],
    ["as often as asked", { limit: 4 }, 5],
    ["not at all with a limit of 0", { limit: 0 }, 1],
    ["not at all with false", false, 1],
  ])("%s", async (_, retry, expected) => {
    const { url, requests } = await serve({ status: 503, body: '{"detail":"later"}' });
    const result = await call("GET", createAgentClient({ baseUrl: url, retry }));
    expect([result.error, requests.length]).toEqual([{ detail: "later" }, expected]);
    const broken = await serve({ fault: "reset midway" });
    await rejected(call("GET", createAgentClient({ baseUrl: broken.url, retry })));
    expect(broken.requests).toHaveLength(expected);
  });

  test("with the key of the moment", async () => {
    const { url, requests } = await serve({ status: 503 }, { fault: "reset first" }, info);
    let asked = 0;
    const client = createAgentClient({ baseUrl: url, sessionApiKey: async () => `k${++asked}` });
    unwrap(await client.GET(PATH, { params }));
    expect(requests.map(({ headers }) => headers["x-session-api-key"])).toEqual(["k1", "k2", "k3"]);
  });

  test("with a time-out of its own for each attempt", async () => {
    const { url, requests } = await serve({ fault: "silent" }, { fault: "stall" }, info);
    expect(unwrap(await createAgentClient({ baseUrl: url, timeoutMs: 150 }).GET(PATH, { params }))).toEqual({
      id: "c",
    });
    expect(requests).toHaveLength(3);
  });

  test("but not for a request that could not be made", async () => {
    const fetch = vi.fn(async () => new Response("{}"));
    const wait = vi.spyOn(globalThis, "setTimeout");
    const client = createAgentClient({ baseUrl: "http://localhost", fetch, timeoutMs: 60_000 });
    const error = await rejected(client.GET(PATH, { params: { path: { conversation_id: "\uD800" } } }));
    expect(error.name).toMatch(/Error$/);
    expect(error.classification.retryable).toBe(false);
    expect(fetch).not.toHaveBeenCalled();
    expect(wait).toHaveBeenCalledTimes(1); // one attempt, one time-out
  });

  test("by the next call, after a 500 that resets the connection", async () => {
    const { url } = await serve(
      { status: 500, fault: "reset after" },
      info,
      { status: 500, fault: "reset after" },
      info,
    );
    const client = createAgentClient({ baseUrl: url });
    expect((await client.GET(PATH, { params })).response.status).toBe(500);
    expect(unwrap(await client.GET(PATH, { params }))).toEqual({ id: "c" });
    expect((await client.POST(RUN, { params })).response.status).toBe(500);
    expect((await client.DELETE(PATH, { params })).response.status).toBe(200);
  });
});

describe("before the next attempt", () => {
  /** How long a client waits after each failure, in whole milliseconds. */
  async function waits(options: Partial<AgentClientOptions>, headers: Record<string, string> = {}): Promise<number[]> {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    const times: number[] = [];
    const fetch = async (): Promise<Response> => {
      times.push(Date.now());
      return new Response("", { status: 503, headers });
    };
    const answer = createAgentClient({ baseUrl: "http://localhost", fetch, ...options }).GET(PATH, { params });
    await vi.runAllTimersAsync();
    expect((await answer).response.status).toBe(503);
    expect(vi.getTimerCount()).toBe(0);
    return times.slice(1).map((time, i) => time - (times[i] ?? 0));
  }

  test("it waits between nothing and twice as long each time, by chance", async () => {
    expect(await waits({ retry: { limit: 3 } })).toEqual([0, 0, 0]);
    vi.mocked(Math.random).mockReturnValue(0.999);
    expect(await waits({ retry: { limit: 4 } })).toEqual([249, 499, 999, 1998]);
    vi.mocked(Math.random).mockReturnValue(0.5);
    expect(await waits({ retry: { limit: 4, maxDelayMs: 300 } })).toEqual([125, 250, 300, 300]);
  });

  test.each<[header: string, waited: number]>([
    ["2", 2_000],
    ["0", 0],
    ["Thu, 01 Jan 2026 00:00:07 GMT", 7_000],
    ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
    ["31536000", 30_000],
    ["Fri, 01 Jan 2027 00:00:00 GMT", 30_000],
    ...["-3", "1.5", "0x10", "soon", "1e3", "2026-01-02"].map((header): [string, number] => [header, 125]),
  ])("it obeys Retry-After: %s", async (header, waited) => {
    vi.mocked(Math.random).mockReturnValue(0.5);
    expect(await waits({ retry: { limit: 1 } }, { "Retry-After": header })).toEqual([waited]);
    expect(await waits({ retry: { limit: 1, maxDelayMs: 10 } }, { "Retry-After": header })).toEqual([
      Math.min(10, waited),
    ]);
  });

  test("it waits longer than a timer can, when it may", async () => {
    const [waited = 0] = await waits({ retry: { limit: 1, maxDelayMs: Infinity } }, { "Retry-After": "31536000" });
    expect(waited).toBeGreaterThan(2 ** 30);
  });
});

describe("a time-out", () => {
  test("ends a call that gets no answer, or half of one", async () => {
    for (const fault of ["silent", "stall"] as const) {
      const { url } = await serve({ fault });
      const client = createAgentClient({ baseUrl: url, timeoutMs: 100, retry: false });
      const error = await rejected(client.GET(PATH, { params }));
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toMatchObject({ message: `GET ${PATH} got no answer within 100 ms`, timeoutMs: 100 });
      expect(error.classification).toMatchObject({ reason: "timeout", retryable: true });
    }
  });

  test("of a call that is not idempotent is final: nobody knows whether it took effect", async () => {
    const { url, requests } = await serve({ fault: "silent" });
    const client = createAgentClient({ baseUrl: url, timeoutMs: 100 });
    const error = await rejected(client.PATCH(PATH, { params, body: {} }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error.classification).toMatchObject({ reason: "timeout", retryable: false, user_action: "none" });
    expect(requests).toHaveLength(1);
  });

  test("ends a call whose key does not come, or whose fetch ignores signals", async () => {
    const never = (): Promise<never> => new Promise(() => {});
    for (const options of [{ sessionApiKey: never }, { fetch: never }]) {
      const client = createAgentClient({ baseUrl: "http://localhost", timeoutMs: 20, retry: false, ...options });
      const late = new Promise((resolve) => setTimeout(resolve, 2_000, "late"));
      expect(await Promise.race([rejected(client.GET(PATH, { params })), late])).toBeInstanceOf(TimeoutError);
    }
  });

  test.each<[string, Partial<AgentClientOptions>, (client: AgentClient) => Outcome, number | "none"]>([
    ["is 60 seconds", {}, (client) => client.GET(PATH, { params }), 60_000],
    ["is 60 seconds when it is undefined", { timeoutMs: undefined }, (c) => c.GET(PATH, { params }), 60_000],
    ["is that of the client", { timeoutMs: 5 }, (client) => client.GET(PATH, { params }), 5],
    ["may be longer than a timer can be", { timeoutMs: Infinity }, (client) => client.GET(PATH, { params }), "none"],
    ["is none while a tool may run", {}, (client) => client.POST(RUN, { params }), "none"],
    [
      "is none for a message that may wait for a tool",
      {},
      (client) => client.POST("/api/conversations/{conversation_id}/events", { params, body: {} }),
      "none",
    ],
  ])("%s", async (_, options, send, expected) => {
    vi.useFakeTimers();
    const fetch = ({ signal }: Request): Promise<never> =>
      new Promise((__, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const settled = vi.fn();
    const client = createAgentClient({ baseUrl: "http://localhost", fetch, retry: false, ...options });
    const caught = send(client).catch(settled);
    await vi.advanceTimersByTimeAsync(expected === "none" ? 3_600_000 : expected - 1);
    expect(settled).not.toHaveBeenCalled();
    if (expected === "none") return;
    await vi.advanceTimersByTimeAsync(1);
    await caught;
    expect(settled).toHaveBeenCalledWith(expect.any(TimeoutError));
  });
});
