/** A `baseUrl` where no server can be is named, by calls and streams. */
import { afterEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { createAgentClient } from "../src/client.js";
import { streamBash, streamEvents } from "../src/stream.js";

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
  message: expect.stringContaining("baseUrl: expected the address of a server"),
  classification: { reason: "validation", retryable: false },
  issues: [{ path: ["baseUrl"] }],
};

afterEach(() => vi.unstubAllGlobals());

test.each(["127.0.0.1:8000", "localhost:8000", "/agent", "", "http://", "http:///x", "ftp://x"])(
  "%j",
  async (baseUrl) => {
    const fetch = vi.fn(json);
    const client = createAgentClient({ baseUrl, fetch });
    await expect(client.GET("/api/conversations/count")).rejects.toMatchObject(named);
    await expect(client.request("get", "/api/conversations/count")).rejects.toMatchObject(named);
    for (const stream of [streamEvents(client, "c", { WebSocket }), streamBash(client, { WebSocket })]) {
      const updates = await contentsOf<unknown>(stream);
      expect(updates.at(-2)).toMatchObject({ type: "connection", status: "closed", error: named });
      expect(updates.at(-1)).toMatchObject(named);
    }
    expect(fetch).not.toHaveBeenCalled();
  },
);

test.each(["http://h", "HTTPS://h:1/base/"])("%j is one", async (baseUrl) => {
  const client = createAgentClient({ baseUrl, fetch: json });
  expect((await client.GET("/api/conversations/count")).data).toEqual({
    url: expect.stringMatching(/^https?:\/\/h.*\/api\/conversations\/count$/),
  });
  await expect(client.GET("/api/conversations/count", { baseUrl: "h:1" })).rejects.toMatchObject(named);
});

test("in a page a path is one, and a host without its scheme is none", async () => {
  vi.stubGlobal("location", new URL("http://h/page/"));
  class PageRequest extends Request {
    constructor(to: string, init?: RequestInit) {
      super(new URL(to, "http://h/page/"), init);
    }
  }
  vi.stubGlobal("Request", PageRequest);
  for (const [baseUrl, url] of [
    ["/agent", "http://h/agent/api/conversations/count"],
    ["", "http://h/api/conversations/count"],
  ] as const) {
    const client = createAgentClient({ baseUrl, fetch: json });
    expect((await client.GET("/api/conversations/count", { Request: PageRequest })).data).toEqual({ url });
  }
  const client = createAgentClient({ baseUrl: "localhost:8000", fetch: json });
  await expect(client.GET("/api/conversations/count")).rejects.toMatchObject(named);
});
