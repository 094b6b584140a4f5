/** What an answer becomes, good or broken, over a real server. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type AgentClient, createAgentClient, unwrap } from "../src/client.js";
import { type AgentServerError, ContractError } from "../src/errors.js";
import { HttpError, NetworkError } from "../src/errors-of-calls.js";
import { type Scripted, serve } from "./support/http-server.js";

const PATH = "/api/conversations/{conversation_id}";
const params = { path: { conversation_id: "c" } };
const STATUSES = [400, 401, 403, 404, 405, 408, 409, 413, 418, 422, 425, 429, 451, 499, 500, 501, 502, 503, 504, 599];
const HTML = "<!doctype html>\n<html><body>Bad gateway</body></html>";

const clientOf = (baseUrl: string): AgentClient => createAgentClient({ baseUrl, retry: false });

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
const rejected = (promise: Promise<unknown>): Promise<AgentServerError> =>
  promise.then(
    () => expect.fail("it should reject"),
    (error: AgentServerError) => error,
  );

/** An answer with this body, as an HttpError. */
async function httpError(answer: Scripted): Promise<HttpError> {
  const { url } = await serve(answer);
  const result = await clientOf(url).GET(PATH, { params });
  const found = thrown(() => unwrap(result));
  if (!(found instanceof HttpError)) return expect.fail("unwrap should throw an HttpError");
  return found;
}

/** Bodies, and the error that they become. */
const BODIES: readonly (readonly [name: string, answer: Scripted, error: object])[] = [
  ["nothing", {}, { detail: null }],
  ["nothing, without a Content-Length", { chunked: true }, { detail: null }],
  ["an empty JSON string", { body: '""' }, { detail: null }],
  ["null", { body: "null" }, { detail: null }],
  ["0", { body: "0" }, { detail: 0 }],
  ["false", { body: "false" }, { detail: false }],
  ["an empty array", { body: "[]" }, { detail: [] }],
  ["a JSON string", { body: '"gone"' }, { detail: "gone" }],
  ["text", { body: "gone" }, { detail: "gone" }],
  ["HTML", { body: HTML, headers: { "Content-Type": "text/html" } }, { detail: HTML }],
  ["half a JSON object", { body: '{"detail": "go' }, { detail: '{"detail": "go' }],
  ["half a JSON object in chunks", { body: '{"detail": "go', chunked: true }, { detail: '{"detail": "go' }],
  ["a JSON object", { body: '{"detail":"gone","n":1}' }, { detail: "gone", n: 1 }],
  ["an empty JSON object", { body: "{}" }, {}],
  ["a JSON object behind a byte order mark", { body: '\uFEFF{"detail":"gone"}' }, { detail: "gone" }],
  [
    "a JSON object in gzip",
    { body: gzipSync('{"detail":"gone"}'), headers: { "Content-Encoding": "gzip" } },
    { detail: "gone" },
  ],
];

/** Calls whose success is JSON, a file, text and nothing. */
const CALLS: Record<string, (client: AgentClient) => Promise<{ response: Response; error?: unknown; data?: unknown }>> =
  {
    [`GET ${PATH}`]: (client) => client.GET(PATH, { params }),
    "GET /api/file/download": (client) => client.GET("/api/file/download", { params: { query: { path: "/a" } } }),
    "GET /api/settings/secrets/{name}": (client) =>
      client.GET("/api/settings/secrets/{name}", { params: { path: { name: "n" } } }),
    "POST /api/conversations/{conversation_id}/run": (client) =>
      client.POST("/api/conversations/{conversation_id}/run", { params }),
    "DELETE /api/auth/workspace-session": (client) => client.DELETE("/api/auth/workspace-session"),
  };

describe("an answer with an error status", () => {
  test.each(BODIES)("with %s as its body has an object as error, which unwrap throws", async (_, answer, expected) => {
    const { url, requests } = await serve(
      ...Object.keys(CALLS).flatMap(() => STATUSES.map((status) => ({ ...answer, status }))),
    );
    const client = clientOf(url);
    for (const [name, call] of Object.entries(CALLS)) {
      for (const status of STATUSES) {
        const result = await call(client);
        expect(result.error).toEqual(expected);
        expect(result.data).toBeUndefined();
        expect(result.response).toMatchObject({ status, ok: false });
        const error = thrown(() => unwrap(result));
        expect(error).toBeInstanceOf(HttpError);
        expect(error).toMatchObject({ message: `${name} answered ${status}`, status, data: expected });
      }
    }
    expect(requests).toHaveLength(STATUSES.length * Object.keys(CALLS).length);
  });

  test("says the call in its message, and nothing that the server wrote", async () => {
    const body = '{"detail":"Internal Server Error","error_id":"0123456789abcdef0123456789abcdef"}';
    const error = await httpError({ status: 404, body });
    expect(error.message).toBe("GET /api/conversations/{conversation_id} answered 404");
    expect(error).toMatchObject({ status: 404, method: "GET", path: PATH });
    expect([error.name, error.errorId]).toEqual(["HttpError", "0123456789abcdef0123456789abcdef"]);
    expect(await httpError({ status: 404 })).toMatchObject({ errorId: null });
  });

  test.each([300, 302, 304])("has the status that came, also when it is %i", async (status) => {
    const error = await httpError({ status });
    expect([error.status, error.message, error.data]).toEqual([
      status,
      `GET ${PATH} answered ${status}`,
      { detail: null },
    ]);
  });

  test.each(["Не найдено", "", "a\u0001b"])("is read whatever the words in its status line are (%j)", async (words) => {
    const raw = `HTTP/1.1 404 ${words}\r\nContent-Length: 17\r\nConnection: close\r\n\r\n{"detail":"gone"}`;
    const { url } = await serve({ raw });
    const outcome = await clientOf(url)
      .GET(PATH, { params })
      .catch((error: unknown) => error);
    // A parser may refuse control characters; then no answer came
    if (words.includes("\u0001") && outcome instanceof NetworkError) return;
    expect(outcome).toMatchObject({ error: { detail: "gone" }, response: { status: 404 } });
  });

  test("whose body is cut off is no answer", async () => {
    const { url } = await serve({ status: 500, body: '{"detail":', fault: "reset midway" });
    expect(await rejected(clientOf(url).GET(PATH, { params }))).toBeInstanceOf(NetworkError);
  });
});

describe("detail", () => {
  const missing = { type: "missing", loc: ["body", "agent"], msg: "Field required", input: null };
  const short = { type: "too_short", loc: ["body", "tools", 0], msg: "Too short", input: "x" };
  test.each<[body: unknown, detail: string]>([
    [{ detail: "Conversation not found: c" }, "Conversation not found: c"],
    [{ detail: [missing] }, "body.agent: Field required"],
    [{ detail: [missing, short] }, "body.agent: Field required; body.tools.0: Too short"],
    [{ detail: { code: "invalid_agent_launch", message: "No such tool" } }, "No such tool"],
    [{ detail: { code: "unresolved" } }, "unresolved"],
    [{ detail: { a: 1 } }, '{"a":1}'],
    [{ detail: null }, ""],
    [{}, ""],
    [0, "0"],
    [false, "false"],
    [[], ""],
    [{ detail: "one\r\n\ttwo" }, "one two"],
    [{ detail: "use ghp_0123456789abcdef0123" }, "use **********"],
    [{ detail: [{ ...missing, loc: ["body", "ghp_0123456789abcdef0123"] }] }, "body.**********: Field required"],
    [{ detail: [{ msg: { toString: 1 }, type: { toString: 1 }, loc: 7 }] }, "invalid"],
    [["a", "b"], "a; b"],
  ])("of %j reads well", async (body, detail) => {
    expect((await httpError({ status: 422, body: JSON.stringify(body) })).detail).toBe(detail);
  });

  test.each(["x", "\u{1F600}", "x\n"])("is short and well formed, of a long text as well (%j)", async (part) => {
    const { detail } = await httpError({ status: 400, body: `a${part.repeat(5_000)}` });
    expect(detail.length).toBeGreaterThan(400);
    expect(detail.length).toBeLessThanOrEqual(500);
    expect(Buffer.from(detail).toString()).toBe(detail);
  });

  test("has issues beside it when the server lists them, without the input", async () => {
    const error = await httpError({ status: 422, body: JSON.stringify({ detail: [missing, short] }) });
    expect(error.issues).toEqual([
      { path: ["body", "agent"], code: "missing", message: "Field required" },
      { path: ["body", "tools", 0], code: "too_short", message: "Too short" },
    ]);
    expect((await httpError({ status: 422, body: '{"detail":"no"}' })).issues).toEqual([]);
  });
});

describe("an answer that is fine", () => {
  test("has no data when its body is empty, with and without a Content-Length", async () => {
    const { url } = await serve({}, { chunked: true }, { status: 204 });
    for (let i = 0; i < 3; i++) {
      const result = await clientOf(url).GET(PATH, { params });
      expect(result).toMatchObject({ data: undefined, response: { ok: true } });
      expect(result.error).toBeUndefined();
      expect(unwrap(result)).toBeUndefined();
    }
  });

  test("is data, also in gzip", async () => {
    const { url } = await serve({ body: gzipSync('{"id":"c"}'), headers: { "Content-Encoding": "gzip" } });
    expect(unwrap(await clientOf(url).GET(PATH, { params }))).toEqual({ id: "c" });
  });

  test.each<[string, Scripted]>([
    ["HTML", { body: HTML, headers: { "Content-Type": "text/html" } }],
    ["HTML in chunks", { body: HTML, chunked: true }],
    ["half a JSON object", { body: '{"id":' }],
    ["half a JSON object in chunks", { body: '{"id":', chunked: true }],
  ])("but with %s as its body breaks the contract", async (_, answer) => {
    const { url, requests } = await serve(answer);
    const error = await rejected(createAgentClient({ baseUrl: url }).GET(PATH, { params }));
    expect(error).toBeInstanceOf(ContractError);
    expect(error.message).toBe(`GET ${PATH}: expected JSON in the answer`);
    expect(error.classification.reason).toBe("contract");
    expect(requests).toHaveLength(1);
  });

  test.each<[string, Scripted]>([
    ["a reset", { body: '{"id":', fault: "reset midway" }],
    ["bytes that are no gzip", { body: "{}", headers: { "Content-Encoding": "gzip" } }],
  ])("but for %s in its body is no answer", async (_, answer) => {
    const { url } = await serve(answer);
    const error = await rejected(clientOf(url).GET(PATH, { params }));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.message).toBe(`GET ${PATH} got no answer`);
    expect(error.classification).toMatchObject({ reason: "network", retryable: true });
  });
});
