/** A `baseUrl` where no server can be is named, by calls and streams. */
import { inspect } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { createAgentClient } from "../src/client.js";
import { streamBash, streamEvents } from "../src/stream.js";

const PATH = "/api/conversations/count";
const json = (request: Request): Promise<Response> => Promise.resolve(Response.json({ url: request.url }));
const contentsOf = async <U>(stream: AsyncIterable<U>): Promise<(U | Error)[]> => {
  const updates: (U | Error)[] = [];
  try {
    for await (const update of stream) updates.push(update);
  } catch (error) {
    updates.push(error as Error);
  }
  return updates;
};
const named = {
  name: "ContractError",
  message: expect.stringContaining("baseUrl: expected an address such as http://127.0.0.1:8000"),
  classification: { reason: "validation", retryable: false },
  issues: [{ path: ["baseUrl"] }],
};

/** Rejects wherever it is used, and says nothing of the address. */
async function isNamed(baseUrl: string): Promise<void> {
  const fetch = vi.fn(json);
  const client = createAgentClient({ baseUrl, fetch });
  await expect(client.GET(PATH)).rejects.toMatchObject(named);
  await expect(client.request("get", PATH)).rejects.toMatchObject(named);
  for (const stream of [streamEvents(client, "c", { WebSocket }), streamBash(client, { WebSocket })]) {
    const updates = await contentsOf<unknown>(stream);
    expect(updates.at(-2)).toMatchObject({ type: "connection", status: "closed", error: named });
    expect(updates.at(-1)).toMatchObject(named);
    expect(inspect(updates, { depth: 9, showHidden: true })).not.toContain("s3cret");
  }
  expect(fetch).not.toHaveBeenCalled();
}

/** The addresses that a call and a stream go to. */
async function placesOf(baseUrl: string): Promise<{ called: unknown; dialled: string }> {
  let dialled = "";
  class Dialling extends WebSocket {
    constructor(url: string) {
      super("ws://127.0.0.1:1");
      dialled = url.replace(/\?.*/, "");
    }
  }
  const client = createAgentClient({ baseUrl, fetch: json });
  const { data } = await client.GET(PATH);
  for await (const update of streamBash(client, { WebSocket: Dialling }))
    if (update.type === "connection" && update.status === "waiting") break;
  return { called: data, dialled };
}

/** A page at that address: what is relative to it is asked there. */
function stubPage(page: string): void {
  vi.stubGlobal("location", new URL(page));
  const { Request } = globalThis;
  class PageRequest extends Request {
    constructor(to: string, init?: RequestInit) {
      super(new URL(to, page), init);
    }
  }
  vi.stubGlobal("Request", PageRequest);
}

afterEach(() => vi.unstubAllGlobals());

const BROKEN = [
  [
    "no scheme",
    ["127.0.0.1:8000", "localhost:8000", "  localhost:8000", "my-host:8000", "h.example.com:443", "[::1]:1"],
  ],
  ["another scheme", ["ftp://x", "ws://h", "http ://h", "//:1"]],
  ["no host", ["http://", "http://?x", "http://:80", "http://user:s3cret@"]],
  ["what does not parse", ["http://user:s3cret@h:99999", "http://[::1", "http://a b", "http://h:8000 "]],
] as const;

test.each(BROKEN)("%s is named", async (_, addresses) => {
  for (const baseUrl of [...addresses, "/agent", ""]) await isNamed(baseUrl);
});

test.each(BROKEN)("%s is named in a page, too", async (_, addresses) => {
  stubPage("http://h/page/");
  for (const baseUrl of addresses) await isNamed(baseUrl);
});

test.each(["about:blank", "file:///page.html"])(
  "a path is no address in a page that has no server: %s",
  async (page) => {
    stubPage(page);
    await isNamed("/agent");
  },
);

test.each([
  ["http://h", "http://h", "ws://h"],
  [" HTTPS://H:1/base/", "https://h:1/base", "wss://h:1/base"],
  ["\nhttp://[::1]:8000", "http://[::1]:8000", "ws://[::1]:8000"],
])("%j is one", async (baseUrl, http, ws) => {
  expect(await placesOf(baseUrl)).toEqual({ called: { url: http + PATH }, dialled: `${ws}/sockets/bash-events` });
});

test.each([
  ["/agent", "/agent"],
  ["", ""],
])("in a page %j is one", async (baseUrl, path) => {
  stubPage("http://h/page/");
  expect(await placesOf(baseUrl)).toEqual({
    called: { url: `http://h${path}${PATH}` },
    dialled: `ws://h${path}/sockets/bash-events`,
  });
});

test("a call may go elsewhere, and make its request itself", async () => {
  const client = createAgentClient({ baseUrl: "http://h", fetch: json });
  await expect(client.GET(PATH, { baseUrl: "h:1" })).rejects.toMatchObject(named);
  expect((await client.GET(PATH, { baseUrl: "" })).data).toEqual({ url: `http://h${PATH}` });
  const { Request } = globalThis;
  class Elsewhere extends Request {
    constructor(to: string, init?: RequestInit) {
      super(new URL(to, "http://elsewhere"), init);
    }
  }
  const relative = createAgentClient({ baseUrl: "/agent", fetch: json });
  expect((await relative.GET(PATH, { Request: Elsewhere })).data).toEqual({ url: `http://elsewhere/agent${PATH}` });
});
