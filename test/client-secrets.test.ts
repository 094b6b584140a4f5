/** No secret, wherever it stands, is in anything that a log or a bug report shows of a failure. */
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { classifyError } from "../src/classify.js";
import { type AgentClient, type AgentClientOptions, createAgentClient, unwrap } from "../src/client.js";
import { HttpError, SocketError } from "../src/errors-of-calls.js";
import { type Scripted, serve } from "./support/http-server.js";

const PATH = "/api/conversations/{conversation_id}";
const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ3YW5kYSJ9.c2lnbmF0dXJlLW9mLWl0";
/** Shapes that vendors use, and what only its place makes a secret. */
const TOKENS = ["sk-proj-4f9a8b7c6d5e4f3a", "ghp_0123456789abcdefABCDEF0123456789", JWT, "AKIAIOSFODNN7EXAMPLE"];
const KEY = "SessionKey-7Qm2x";
const ALL = [...TOKENS, KEY, "wanda", "hunter2", "QueryToken9"];
const URL_TEXT = "http://wanda:hunter2@example.org/a?token=QueryToken9";
/** A text with all of them. */
const TEXT = [...TOKENS, KEY, URL_TEXT].join(" ");

/** Everything that shows a value without asking for a part of it. */
function shown(value: unknown): string {
  const texts = [String(value), JSON.stringify(value) ?? ""];
  for (const showHidden of [false, true]) texts.push(inspect(value, { depth: 10, showHidden, maxStringLength: null }));
  if (value instanceof Error)
    texts.push(value.message, value.stack ?? "", inspect(Object.entries(value), { depth: 10 }));
  if (value instanceof Error) texts.push(shown(value.cause), inspect(structuredClone(value), { depth: 10 }));
  return texts.join("\n");
}
const leaksOf = (...values: readonly unknown[]): string[] => {
  const text = values.map(shown).join("\n");
  return ALL.filter((secret) => text.includes(secret));
};

/** One call with secrets wherever a caller can put one; what is shown of its failure, its meaning and the client. */
async function leaks(options: Partial<AgentClientOptions> & { readonly baseUrl: string }): Promise<string[]> {
  const headers = { "X-Other": TEXT, Authorization: `Bearer ${KEY}` };
  const client = createAgentClient({ sessionApiKey: KEY, headers, retry: false, timeoutMs: 200, ...options });
  const found: unknown[] = [client];
  for (const call of [get, put]) {
    try {
      const result = await call(client);
      found.push(classifyError(result), classifyError(result.response));
      unwrap(result);
      expect.fail("it should fail");
    } catch (error) {
      expect(error).toHaveProperty("classification");
      found.push(error, classifyError(error));
    }
  }
  return leaksOf(...found);
}
const get = (client: AgentClient): Promise<{ response: Response }> =>
  client.GET(PATH, { params: { path: { conversation_id: TEXT } }, headers: { Cookie: TEXT } });
const put = (client: AgentClient): Promise<{ response: Response }> =>
  client.PUT("/api/settings/secrets", { body: { name: TOKENS[0] ?? "", value: TEXT }, params: { query: { q: TEXT } } });

test("the test itself sees secrets", () => {
  expect(leaksOf(new Error(TEXT))).toEqual(ALL);
  expect(leaksOf(new Error("a", { cause: { name: TEXT } }))).toEqual(ALL);
  expect(leaksOf({ a: [{ b: TEXT }] })).toEqual(ALL);
});

describe("what a failure shows has no secret", () => {
  const issue = { type: TEXT, loc: ["body", TEXT], msg: TEXT, input: TEXT, ctx: { [TEXT]: TEXT } };
  const BODIES: readonly unknown[] = [
    TEXT,
    [TEXT],
    { detail: TEXT },
    { detail: [issue] },
    { detail: { code: TEXT, message: TEXT, [TEXT]: TEXT } },
    { detail: "Internal Server Error", exception: TEXT, error_id: TEXT, traceback: TEXT, [TEXT]: TEXT },
    ...TOKENS.map((token) => ({ detail: token, error_id: token, retryable: token })),
    { detail: KEY, error_id: KEY },
  ];
  test.each(BODIES.map((body, i) => [i, body]))("for the error body %i", async (_, body) => {
    for (const status of [401, 404, 409, 422, 429, 500, 503]) {
      const { url } = await serve({ status, body: JSON.stringify(body), headers: { "Retry-After": KEY, "X-Id": KEY } });
      expect(await leaks({ baseUrl: url })).toEqual([]);
    }
  });

  test.each<[string, Scripted]>([
    ["HTML with an error status", { status: 502, body: `<p>${TEXT}</p>` }],
    ["HTML", { body: `<p>${TEXT}</p>` }],
    ["half of an object", { body: `{"${TEXT}": "${TEXT}` }],
    ["JSON that is none", { body: `${KEY} ${TEXT}`, chunked: true }],
    ["a reset within the body", { body: `{"${TEXT}"`, fault: "reset midway" }],
    ["a reset", { fault: "reset first" }],
    ["no answer in time", { fault: "silent" }],
    ["words in the status line", { raw: `HTTP/1.1 404 ${TEXT}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n` }],
    ["bytes that are no HTTP", { raw: `${TEXT}\r\n\r\n` }],
    ["a redirect to a URL that fetch refuses", { status: 302, headers: { Location: URL_TEXT } }],
    ["a redirect to no URL", { status: 302, headers: { Location: `http://[${KEY}]/` } }],
  ])("for an answer of %s", async (_, answer) => {
    const { url } = await serve(answer);
    expect(await leaks({ baseUrl: url })).toEqual([]);
  });

  test.each([
    "http://wanda:hunter2@127.0.0.1:1",
    "http://127.0.0.1:1/?token=QueryToken9",
    KEY,
    `http://${KEY}:99999`,
    TEXT,
  ])("for the address %s", async (baseUrl) => {
    expect(await leaks({ baseUrl })).toEqual([]);
  });

  test("for userinfo in the address of a server that is there", async () => {
    const { url } = await serve({ body: "<p>" });
    expect(await leaks({ baseUrl: url.replace("//", "//wanda:hunter2@") })).toEqual([]);
  });

  const cause = Object.assign(new Error(TEXT, { cause: Object.assign(new Error(TEXT), { code: TEXT }) }), {
    name: TEXT,
    code: KEY,
    stack: TEXT,
    request: { headers: { key: KEY } },
  });
  const failures: readonly unknown[] = [
    cause,
    TEXT,
    { [TEXT]: TEXT, name: KEY },
    new AggregateError([cause], TEXT),
    URL,
  ];
  test.each(failures.map((failure, i) => [i, failure]))(
    "for the failure %i of fetch or of the key",
    async (_, failure) => {
      const baseUrl = "http://127.0.0.1:1";
      expect(await leaks({ baseUrl, fetch: () => Promise.reject(failure) })).toEqual([]);
      expect(await leaks({ baseUrl, sessionApiKey: () => Promise.reject(failure) })).toEqual([]);
      const sessionApiKey = (): string => {
        throw failure;
      };
      expect(await leaks({ baseUrl, sessionApiKey })).toEqual([]);
    },
  );

  test("for a key or a header that no request can hold", async () => {
    const baseUrl = "http://127.0.0.1:1";
    for (const bad of [`${TEXT}\n${KEY}`, `${TEXT}\u{1F511}`]) {
      expect(await leaks({ baseUrl, sessionApiKey: bad })).toEqual([]);
      expect(await leaks({ baseUrl, sessionApiKey: async () => bad })).toEqual([]);
      expect(await leaks({ baseUrl, headers: { "X-Bad": bad } })).toEqual([]);
      expect(await leaks({ baseUrl, headers: { [bad]: "1" } })).toEqual([]);
    }
  });

  test("for the reason of a socket's close that holds tokens", () => {
    expect(leaksOf(new SocketError(1011, [...TOKENS, URL_TEXT].join(" ")))).toEqual([]);
  });
});

test("what is read on purpose is there, and its texts are redacted", () => {
  const body = { detail: [{ type: "x", loc: ["body"], msg: [...TOKENS, URL_TEXT].join(" ") }] };
  const error = new HttpError({ method: "GET", path: PATH }, 422, body);
  expect(error.data).toBe(body);
  expect(error.detail).toMatch(/^body: \*+/);
  expect(leaksOf(error.detail, error.issues)).toEqual([]);
});

test("a redirect is an answer of its own: the key goes nowhere else", async () => {
  const other = await serve({ body: "{}" });
  const server = await serve({ status: 307, headers: { Location: `${other.url}/api/conversations/1` } });
  const client = createAgentClient({ baseUrl: server.url, sessionApiKey: KEY });
  const result = await client.GET(PATH, { params: { path: { conversation_id: "1" } } });
  expect(() => unwrap(result)).toThrow(`GET ${PATH} answered 307`);
  expect([server.requests.length, other.requests.length]).toEqual([1, 0]);
});
