/** What the server is, and waiting for it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { serverInfo, waitUntilReady } from "../src/calls-server.js";
import { createAgentClient } from "../src/client.js";
import { agentServer } from "./support/agent-server.js";

async function setUp() {
  const server = await agentServer();
  return { server, client: createAgentClient({ baseUrl: server.url, retry: false }) };
}

test("serverInfo gives what the server says of itself", async () => {
  const { server, client } = await setUp();
  expect(await serverInfo(client)).toEqual({ version: "1.52", capabilities: [] });
  server.next("GET /server_info", { status: 401, json: { detail: "Unauthorized" } });
  await expect(serverInfo(client)).rejects.toMatchObject({ name: "HttpError", status: 401, path: "/server_info" });
  expect(server.requests).toHaveLength(2);
  await expect(serverInfo(client, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
});

describe("waitUntilReady", () => {
  test("is one call when the server is ready", async () => {
    const { server, client } = await setUp();
    expect(await waitUntilReady(client)).toBeUndefined();
    expect(server.requests.map(({ path }) => path)).toEqual(["/ready"]);
  });

  test("waits through 503, resets and refused connections", async () => {
    const { server, client } = await setUp();
    server.state.isReady = false;
    server.next("GET /ready", "reset", "answer", "reset");
    const waited = waitUntilReady(client, { timeoutMs: 10_000 });
    await vi.waitFor(() => expect(server.requests).toHaveLength(4));
    server.state.isReady = true;
    await waited;
    expect(server.requests).toHaveLength(5);
  });

  test.each([502, 504])("waits through a proxy's %i", async (status) => {
    const { server, client } = await setUp();
    server.next("GET /ready", ...Array.from({ length: 4 }, () => ({ status, json: undefined })));
    await waitUntilReady(client, { timeoutMs: 20_000 });
    expect(server.requests).toHaveLength(5);
  });

  test("waits for a server that is not there yet", async () => {
    const { server } = await setUp();
    const late = createServer((_, response) => response.end('{"status":"ready"}'));
    const { port } = new URL(server.url);
    const reserved = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, "127.0.0.1", () => {
        const { port: free } = probe.address() as AddressInfo;
        probe.close(() => resolve(free));
      });
    });
    expect(String(reserved)).not.toBe(port);
    const client = createAgentClient({ baseUrl: `http://127.0.0.1:${reserved}` });
    const waited = waitUntilReady(client, { timeoutMs: 20_000 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await new Promise<void>((resolve) => late.listen(reserved, "127.0.0.1", resolve));
    await waited;
    late.closeAllConnections();
    await new Promise((resolve) => late.close(resolve));
  });

  test("a connection that is taken and never answered is given up", async () => {
    const { server, client } = await setUp();
    server.next("GET /ready", "silent");
    const real = globalThis.setTimeout;
    const faster = vi
      .spyOn(globalThis, "setTimeout")
      .mockImplementation(((work: () => void, ms: number, ...more: []) =>
        real(work, ms === 5_000 ? 50 : ms, ...more)) as typeof setTimeout);
    await waitUntilReady(client, { timeoutMs: 20_000 });
    faster.mockRestore();
    expect(server.requests).toHaveLength(2);
  });

  test.each(["answer", "silent"] as const)(
    "a server that is not ready in time (%s) is a TimeoutError",
    async (turn) => {
      const { server, client } = await setUp();
      server.state.isReady = false;
      server.next("GET /ready", turn);
      const failure = { name: "TimeoutError", timeoutMs: 300, message: "GET /ready got no answer within 300 ms" };
      await expect(waitUntilReady(client, { timeoutMs: 300 })).rejects.toMatchObject(failure);
    },
  );

  test.each([-1, Number.NaN])("a time-out of %s is a mistake, also of a server that is ready", async (timeoutMs) => {
    const { client } = await setUp();
    await expect(waitUntilReady(client, { timeoutMs })).rejects.toThrow(RangeError);
  });

  test.each([401, 404, 500])("an answer %i is not waited out", async (status) => {
    const { server, client } = await setUp();
    server.next("GET /ready", { status, json: { detail: "x" } });
    await expect(waitUntilReady(client)).rejects.toMatchObject({ name: "HttpError", status, path: "/ready" });
    expect(server.requests).toHaveLength(1);
  });

  test("a page of something else is no ready server", async () => {
    const { server, client } = await setUp();
    server.next("GET /ready", { status: 200, bytes: Buffer.from("<html>") });
    await expect(waitUntilReady(client)).rejects.toMatchObject({ name: "ContractError" });
  });

  test("a caller that leaves gets its own reason", async () => {
    const { server, client } = await setUp();
    server.state.isReady = false;
    const caller = new AbortController();
    const waited = expect(waitUntilReady(client, { signal: caller.signal })).rejects.toBe("enough");
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(1));
    caller.abort("enough");
    await waited;
  });
});
