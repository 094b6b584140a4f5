/** What a call sends and how its answer is read, over a real server. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { type AgentClient, type AgentClientOptions, createAgentClient, unwrap } from "../src/client.js";
import { type AgentServerError, ContractError } from "../src/errors.js";
import { CredentialsError } from "../src/errors-of-calls.js";
import { NOT_JSON, OPERATIONS } from "../src/generated/operations.js";
import type { Schema } from "../src/index.js";
import { type Received, serve, type TestServer } from "./support/http-server.js";

const PATH = "/api/conversations/{conversation_id}";
const params = { path: { conversation_id: "c" } };
const info = { body: '{"id":"c"}' };

const rejected = (promise: Promise<unknown>): Promise<AgentServerError> =>
  promise.then(
    () => expect.fail("it should reject"),
    (error: AgentServerError) => error,
  );

async function started(options: Partial<AgentClientOptions> = {}): Promise<[AgentClient, TestServer]> {
  const server = await serve(info);
  return [createAgentClient({ baseUrl: server.url, ...options }), server];
}

const formOf = ({ body, headers }: Received): Promise<FormData> =>
  new Response(body, { headers: { "Content-Type": headers["content-type"] ?? "" } }).formData();

afterEach(() => {
  vi.restoreAllMocks();
});

describe("an answer", () => {
  const bytes = Buffer.from([0, 255, 13, 10]);

  test("of an operation that gives a file is a Blob, also when it is empty", async () => {
    const { url } = await serve({ body: bytes }, { body: bytes, chunked: true }, {}, { chunked: true });
    const client = createAgentClient({ baseUrl: url });
    for (const expected of [bytes, bytes, Buffer.alloc(0), Buffer.alloc(0)]) {
      const file = unwrap(await client.GET("/api/file/download", { params: { query: { path: "/a" } } }));
      expect(file).toBeInstanceOf(Blob);
      expect(Buffer.from(await (file as Blob).arrayBuffer())).toEqual(expected);
    }
  });

  test("of the operation that gives a secret is text, also when it looks like JSON or is empty", async () => {
    const { url } = await serve({ body: "null" }, { body: "" }, { body: "", chunked: true });
    const client = createAgentClient({ baseUrl: url });
    for (const expected of ["null", "", ""]) {
      const secret = await client.GET("/api/settings/secrets/{name}", { params: { path: { name: "n" } } });
      expect(unwrap(secret)).toBe(expected);
    }
  });

  test("is read as the table of operations says, for each operation that is not JSON", async () => {
    const { url, requests } = await serve({ body: "{}" });
    const client = createAgentClient({ baseUrl: url });
    const operations = Object.values(OPERATIONS).filter(({ parseAs }) => parseAs === "blob" || parseAs === "text");
    for (const { path, parseAs } of operations) {
      // The path is one of many: only a client without types can take it from a table
      const get = client.GET as (path: string, init: object) => Promise<{ data?: unknown; response: Response }>;
      const values = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "x"]));
      expect((await get(path, { params: { path: values } })).data, path).toEqual(
        parseAs === "blob" ? expect.any(Blob) : "{}",
      );
    }
    expect(requests).toHaveLength(Object.keys(NOT_JSON).length);
  });

  test("is read otherwise when the caller says so", async () => {
    const [client] = await started();
    expect((await client.GET(PATH, { params, parseAs: "text" })).data).toBe(info.body);
  });

  test("of request() is that of the method", async () => {
    const [client, { requests }] = await started({ sessionApiKey: "k" });
    expect(unwrap(await client.request("get", PATH, { params }))).toEqual({ id: "c" });
    expect(requests[0]).toMatchObject({ method: "GET", url: "/api/conversations/c" });
    expect(requests[0]?.headers["x-session-api-key"]).toBe("k");
  });

  test("may be one and the same object for two calls", async () => {
    const response = new Response(null, { status: 204 });
    const client = createAgentClient({ baseUrl: "http://localhost", fetch: async () => response });
    for (let i = 0; i < 2; i++) expect(unwrap(await client.DELETE("/api/auth/workspace-session"))).toBeUndefined();
  });
});

describe("a body", () => {
  test("with a Blob in it is a form with a boundary", async () => {
    const [client, { requests }] = await started();
    const file = new File([new Uint8Array([0, 255])], "ä b.bin", { type: "image/png" });
    await client.POST("/api/file/upload", { params: { query: { path: "/a" } }, body: { file } });
    const [request] = requests;
    if (!request) return expect.fail();
    expect(request.headers["content-type"]).toMatch(/^multipart\/form-data; ?boundary=/);
    const sent = (await formOf(request)).get("file") as File;
    expect([sent.name, sent.type, new Uint8Array(await sent.arrayBuffer())]).toEqual([
      "ä b.bin",
      "image/png",
      new Uint8Array([0, 255]),
    ]);
  });

  test("with a Blob in it keeps its other fields, but for the undefined ones", async () => {
    const [client, { requests }] = await started();
    const body = { file: new Blob(["x"]), mode: "755", count: 2, left: undefined };
    await client.POST("/api/file/upload", { params: { query: { path: "/a" } }, body });
    const [request] = requests;
    if (!request) return expect.fail();
    const form = await formOf(request);
    expect([...form.keys()]).toEqual(["file", "mode", "count"]);
    expect([form.get("mode"), form.get("count")]).toEqual(["755", "2"]);
  });

  test("that is a form already stays as it is", async () => {
    const [client, { requests }] = await started();
    const form = new FormData();
    form.append("file", new Blob(["x"]), "a.txt");
    const body = form as unknown as { file: Blob }; // the document knows no forms, only what is in them
    await client.POST("/api/file/upload", { params: { query: { path: "/a" } }, body });
    const [request] = requests;
    if (!request) return expect.fail();
    expect(((await formOf(request)).get("file") as File).name).toBe("a.txt");
  });

  test("is JSON otherwise", async () => {
    const [client, { requests }] = await started();
    const path = "/api/conversations/{conversation_id}/events";
    const body = {
      role: "user" as const,
      content: [{ type: "text" as const, text: "ä\u2028" }],
      run: false,
    } satisfies Schema<"SendMessageRequest">;
    await client.POST(path, { params, body });
    expect(requests[0]?.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(String(requests[0]?.body))).toEqual(body);
    await client.POST("/api/conversations/{conversation_id}/run", { params });
    expect(requests[1]?.headers["content-type"]).toBeUndefined();
    expect(requests[1]?.body).toHaveLength(0);
  });
});

describe("an address", () => {
  test("has the items of an array one by one", async () => {
    const [client, { requests }] = await started();
    await client.GET("/api/conversations", { params: { query: { ids: ["1", "2", "a&b"] } } });
    expect(requests[0]?.url).toBe("/api/conversations?ids=1&ids=2&ids=a%26b");
  });

  test("has path parameters encoded", async () => {
    const [client, { requests }] = await started();
    for (const id of ["a/b?c#d %", "%2e%2e", "ä", "...", " ", "a/..b"]) {
      await client.GET(PATH, { params: { path: { conversation_id: id } } });
      expect(requests.at(-1)?.url).toBe(`/api/conversations/${encodeURIComponent(id)}`);
    }
  });

  test.each(["", ".", "..", "a/../b", "../x", "a\\.."])("never has %j as a segment", async (id) => {
    const key = vi.fn(() => "k");
    const [client, { requests }] = await started({ sessionApiKey: key });
    for (const call of [client.GET, client.DELETE]) {
      const error = await rejected(call(PATH, { params: { path: { conversation_id: id } } }));
      expect(error).toBeInstanceOf(ContractError);
      expect(error.message).toMatch(/^(?:GET|DELETE) \/api\/conversations\/\{conversation_id\}: params\.path\./);
    }
    expect(requests).toHaveLength(0);
    expect(key).not.toHaveBeenCalled();
  });

  test.each(["/base", "/base/", "/a%20b/c"])("begins with the base, also %s", async (base) => {
    const { url, requests } = await serve(info);
    await createAgentClient({ baseUrl: url + base }).GET(PATH, { params });
    expect(requests[0]?.url).toBe(`${base.replace(/\/$/, "")}/api/conversations/c`);
  });
});

describe("fetch", () => {
  test("is the global one of the moment, called as a plain function with one Request", async () => {
    const client = createAgentClient({ baseUrl: "http://localhost", sessionApiKey: "k" });
    const calls: [self: unknown, given: unknown[]][] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async function (this: unknown, ...given: unknown[]) {
      calls.push([this, given]);
      return new Response('{"id":"c"}');
    });
    expect(unwrap(await client.GET(PATH, { params }))).toEqual({ id: "c" });
    expect(calls).toEqual([[undefined, [expect.any(Request)]]]);
  });

  test("may be given, and takes the place of the global one", async () => {
    const calls: [self: unknown, given: unknown[]][] = [];
    async function fetch(this: unknown, ...given: unknown[]): Promise<Response> {
      calls.push([this, given]);
      return new Response("{}");
    }
    await createAgentClient({ baseUrl: "http://localhost", fetch }).GET(PATH, { params });
    expect(calls).toEqual([[undefined, [expect.any(Request)]]]);
  });
});

describe("the key", () => {
  test.each<[string, AgentClientOptions["sessionApiKey"], string | undefined]>([
    ["a text", "k", "k"],
    ["a function", () => "k", "k"],
    ["an async function", async () => "k", "k"],
    ["undefined", undefined, undefined],
    ["a function without one", () => undefined, undefined],
  ])("may be %s", async (_, sessionApiKey, expected) => {
    const [client, { requests }] = await started({ sessionApiKey });
    unwrap(await client.GET(PATH, { params }));
    expect(requests[0]?.headers["x-session-api-key"]).toBe(expected);
  });

  const untyped = (json: string): string => JSON.parse(json) as string; // what a caller without types may give
  test.each<[string, AgentClientOptions["sessionApiKey"]]>([
    ["rejects", () => Promise.reject(new TypeError("no"))],
    ["throws", () => untyped("{")],
    ["gives a number", () => untyped("5")],
    ["gives null", () => untyped("null")], // as localStorage does
    ["gives what no header can hold", () => "a\nb"],
    ["gives letters that no header can hold", async () => "ключ"],
    ["is such a text itself", "a\nb"],
  ])("that %s is a CredentialsError, before any request", async (_, sessionApiKey) => {
    const [client, { requests }] = await started({ sessionApiKey });
    const error = await rejected(client.GET(PATH, { params }));
    expect(error).toBeInstanceOf(CredentialsError);
    expect(error).toMatchObject({ name: "CredentialsError", classification: { reason: "session_key" } });
    expect(requests).toHaveLength(0);
  });

  test("goes beside the headers of all calls and of one call", async () => {
    const [client, { requests }] = await started({ sessionApiKey: "k", headers: { "X-All": "1" } });
    await client.GET(PATH, { params, headers: { "X-One": "2" } });
    expect(requests[0]?.headers).toMatchObject({ "x-session-api-key": "k", "x-all": "1", "x-one": "2" });
  });
});
