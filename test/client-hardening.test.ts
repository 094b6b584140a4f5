/** Rarer ways in which calls go wrong, and what must hold all the same. */
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { createConversation, sendMessage } from "../src/calls.js";
import { uploadFile } from "../src/calls-files.js";
import { waitUntilReady } from "../src/calls-server.js";
import { classifyError } from "../src/classify.js";
import { createAgentClient, unwrap } from "../src/client.js";
import { type AgentServerError, ContractError } from "../src/errors.js";
import { HttpError } from "../src/errors-of-calls.js";
import { OPERATIONS } from "../src/generated/operations.js";
import { agentServer } from "./support/agent-server.js";
import { type Scripted, serve } from "./support/http-server.js";

const PATH = "/api/conversations/{conversation_id}";
const RUN = "/api/conversations/{conversation_id}/run";
const params = { path: { conversation_id: "c" } };
const json = { "Content-Type": "application/json" };

const rejected = (promise: Promise<unknown>): Promise<AgentServerError> =>
  promise.then(
    () => expect.fail("it should reject"),
    (error: AgentServerError) => error,
  );
async function clientOf(...answers: readonly Scripted[]) {
  const server = await serve(...answers);
  return { ...server, client: createAgentClient({ baseUrl: server.url, retry: false }) };
}

describe("a middleware that fails", () => {
  test("ends the call before it is sent; the class of what it threw is said, its words are not", async () => {
    const { client, requests } = await clientOf({ status: 200, headers: json, body: "{}" });
    const thrown = Object.assign(new TypeError("no token tok-1234"), { code: "ERR_NO_TOKEN" });
    client.use({ onRequest: () => Promise.reject(thrown) });
    const failed = await rejected(client.GET(PATH, { params }));
    expect(failed).toBeInstanceOf(ContractError);
    expect(failed).toMatchObject({ cause: { name: "TypeError", code: "ERR_NO_TOKEN" } });
    expect(inspect(failed, { showHidden: true, depth: 9 })).not.toContain("tok-1234");
    expect(requests).toHaveLength(0);
  });
});

describe("an error answer has an object as its error", () => {
  test("however deep its body is", async () => {
    for (const body of [`{"detail":${"[".repeat(5000)}${"]".repeat(5000)}}`, "[".repeat(50_000)]) {
      const { client, requests } = await clientOf({ status: 404, headers: json, body });
      const { error } = await client.GET(PATH, { params });
      expect(error).toBeTypeOf("object");
      expect(error).toHaveProperty("detail");
      expect(requests).toHaveLength(1);
    }
  });

  test("also when a middleware made it, or nothing may have a body", async () => {
    const { client } = await clientOf({ status: 500, body: "x" });
    expect((await client.HEAD("/api/conversations/search" as never)).error).toEqual({ detail: null });
    const seen: number[] = [];
    client.use({
      onResponse: ({ response }) => {
        seen.push(response.clone().status);
        return new Response("", { status: 503 });
      },
    });
    const answer = await client.GET(PATH, { params });
    expect([answer.error, seen]).toEqual([{ detail: expect.anything() }, [500]]);
  });

  test("and one line of it is read fast, however long it is", async () => {
    const items = Array.from({ length: 50_000 }, (_, index) => ({ loc: ["body", index], msg: "no", type: "t" }));
    const long = new HttpError({ method: "GET", path: "/x" }, 422, { detail: items });
    const text = new HttpError({ method: "GET", path: "/x" }, 500, { detail: "token=abc ".repeat(2_000_000) });
    const begun = performance.now();
    expect([long.detail.length, long.issues.length, text.detail.length]).toEqual([500, 100, 500]);
    expect(performance.now() - begun).toBeLessThan(2_000); // it took 12 s to read all of it
  });

  test("what is in an object stands under no secret name", () => {
    const detail = { code: undefined, api_keys: ["abc-key"], secrets: { a: { b: "raw-word" } }, hint: "look" };
    const error = new HttpError({ method: "GET", path: "/x" }, 400, { detail });
    expect(error.detail).toContain("look");
    expect(error.detail).not.toMatch(/abc-key|raw-word/);
  });
});

describe("an answer without content is no data", () => {
  test.each([
    ["an empty text in gzip", { headers: { ...json, "Content-Encoding": "gzip" }, body: gzipSync("") }],
    ["a line break", { headers: json, body: "\n" }],
    ["205", { status: 205, headers: json }],
    ["nothing, in chunks", { headers: json, chunked: true }],
  ] as const)("%s", async (_, answer) => {
    const { client } = await clientOf(answer);
    expect(unwrap(await client.POST(RUN, { params }))).toBeUndefined();
  });
});

describe("an answer that a proxy lost is not told as one to send again", () => {
  const page = { body: "<html>nginx</html>", headers: { "Content-Type": "text/html" } };

  test.each([408, 502, 504])("%i to a POST", async (status) => {
    const { client } = await clientOf({ status, ...page });
    const answer = await client.POST(RUN, { params });
    for (const found of [classifyError(answer), (thrown(() => unwrap(answer)) as HttpError).classification])
      expect(found).toMatchObject({ retryable: false, user_action: "none", basis: "http" });
    expect(classifyError(await client.GET(PATH, { params })).retryable).toBe(true);
  });

  test("503 is: nobody was there to do it", async () => {
    const { client } = await clientOf({ status: 503, ...page });
    expect(classifyError(await client.POST(RUN, { params })).retryable).toBe(true);
  });

  test.each([408, 502, 504])("%i to a new conversation: it is looked up", async (status) => {
    const server = await agentServer();
    const client = createAgentClient({ baseUrl: server.url });
    const id = crypto.randomUUID();
    server.next("POST /conversations", { status, json: "lost" });
    const body = { conversation_id: id, workspace: { kind: "LocalWorkspace", working_dir: "/w" } } as const;
    expect((await createConversation(client, body)).id).toBe(id);
    expect([server.calls("POST /conversations").length, server.calls(`GET /${id}`).length]).toEqual([2, 1]);
  });

  test.each([408, 502, 503, 504])("%i to the run after a message that is saved: saved", async (status) => {
    const server = await agentServer();
    const client = createAgentClient({ baseUrl: server.url });
    const id = server.add();
    const saved = { status: 429, json: { detail: "Message saved, but the conversation run limit was reached." } };
    server.next("POST /events", { ...saved, headers: { "Retry-After": "0" } });
    server.next("POST /run", { status, json: "lost" });
    expect(await sendMessage(client, id, "hello")).toBe("saved");
    expect([server.calls("POST /events").length, server.calls("POST /run").length]).toEqual([1, 1]);
  });
});

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe("a request", () => {
  test("with a file is a form, whatever content type the client was given", async () => {
    const { url, requests } = await serve({ body: "{}" });
    for (const headers of [{ "Content-Type": "application/json" }, { "content-type": "text/plain" }]) {
      const client = createAgentClient({ baseUrl: url, headers });
      await uploadFile(client, "/tmp/a.txt", new Blob(["x"]));
      expect(requests.at(-1)?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    }
  });

  test("has one key, also when a call brings its own", async () => {
    const { url, requests } = await serve({ body: "{}" });
    const client = createAgentClient({ baseUrl: url, sessionApiKey: "k" });
    await client.GET(PATH, { params, headers: { "X-Session-API-Key": "other" } });
    expect(requests[0]?.headers["x-session-api-key"]).toBe("k");
  });

  test("that the caller made wrong is told as that, with no value in it", async () => {
    const { client, requests } = await clientOf({ body: "{}" });
    const circle: Record<string, unknown> = {};
    circle["circle"] = circle;
    const calls = [
      client.GET(PATH, { params: { path: { conversation_id: ".." } } }),
      client.GET(PATH, { params: { path: {} } } as never),
      client.GET(PATH, { params: { path: { conversation_id: undefined } } } as never),
      client.POST("/api/conversations", { body: circle as never }),
    ];
    for (const call of calls) {
      const error = await rejected(call);
      expect(error).toBeInstanceOf(ContractError);
      expect(error.classification).toMatchObject({ reason: "validation", kind: "config", retryable: false });
    }
    expect(requests).toHaveLength(0);
    const untyped = client.GET as (path: string) => Promise<{ response: Response }>;
    expect((await rejected(untyped("/{x}?key=sess-12345"))).message).not.toContain("12345");
  });

  test.each([
    [{ timeoutMs: Number.NaN }, /^timeoutMs: /],
    [{ retry: { limit: Number.NaN } }, /^limit: /],
    [{ retry: { maxDelayMs: -1 } }, /^maxDelayMs: /],
  ])("of a client with %j is never made", (options, message) => {
    expect(() => createAgentClient({ baseUrl: "http://127.0.0.1", ...options })).toThrow(RangeError);
    expect(() => createAgentClient({ baseUrl: "http://127.0.0.1", ...options })).toThrow(message);
  });

  test("right after a 500 waits for the connection to be gone, when it cannot be repeated", async () => {
    const turn: Scripted[] = [{ status: 500, fault: "reset after" }, { body: "{}" }];
    const { client } = await clientOf(...Array.from({ length: 5 }, () => turn).flat());
    for (let round = 0; round < 5; round++) {
      expect((await client.GET(PATH, { params })).response.status).toBe(500);
      expect((await client.POST(RUN, { params })).response.status).toBe(200);
    }
  });
});

test("fifty calls at a time on one signal are one listener", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  const { client } = await clientOf({ body: "{}", delayMs: 20 });
  const { signal } = new AbortController();
  const listen = vi.spyOn(signal, "addEventListener");
  await Promise.all(Array.from({ length: 50 }, () => client.GET(PATH, { params, signal })));
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", warned);
  expect([warned.mock.calls.length, listen.mock.calls.length]).toEqual([0, 1]);
});

test("waiting for a server that is put to sleep goes on", async () => {
  const server = await agentServer();
  const asleep = { detail: "Internal Server Error", exception: "503: server is in deferred-init state" };
  server.next("GET /ready", { status: 500, json: asleep }, { status: 500, json: asleep });
  await waitUntilReady(createAgentClient({ baseUrl: server.url, retry: false }));
  expect(server.calls("GET /ready")).toHaveLength(3);
});

test("calls that wait for a tool, a model or a file have no time-out", async () => {
  vi.useFakeTimers();
  try {
    const timed: string[] = [];
    const fetch = async (): Promise<Response> => new Response("{}");
    const client = createAgentClient({ baseUrl: "http://127.0.0.1", fetch });
    for (const { method, path } of Object.values(OPERATIONS)) {
      const values = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "x"]));
      const request = client.request as (method: string, path: string, init: object) => Promise<unknown>;
      const call = request(method, path, { params: { path: values } });
      if (vi.getTimerCount() === 0) timed.push(`${method} ${path.split("/").at(-1)}`);
      await call;
    }
    const ends = ["events", "run", "ask_agent", "condense", "execute_bash_command", "upload"];
    expect([...new Set(timed)].sort()).toEqual(ends.map((end) => `POST ${end}`).sort());
  } finally {
    vi.useRealTimers();
  }
});
