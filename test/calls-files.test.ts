/** Files: bytes go there and come back, of the server and of a conversation. */
import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { downloadFile, uploadFile } from "../src/calls-files.js";
import { createAgentClient } from "../src/client.js";
import { agentServer } from "./support/agent-server.js";

const PATH = "/tmp/up ü & ?.txt";
const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);

async function setUp() {
  const server = await agentServer();
  return { server, client: createAgentClient({ baseUrl: server.url }), id: server.add() };
}

test.each([
  ["a Uint8Array", bytes],
  ["a view into a larger buffer", new Uint8Array(Uint8Array.of(9, ...bytes, 9).buffer, 1, 256)],
  ["a Buffer", Buffer.from(bytes)],
  ["a Blob", new Blob([bytes])],
  ["a File", new File([bytes], "name.bin")],
])("%s comes back as it was", async (_, data) => {
  const { server, client } = await setUp();
  expect(await uploadFile(client, PATH, data)).toBeUndefined();
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.query.get("path")).toBe(PATH);
  expect(server.requests[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  const response = await downloadFile(client, PATH);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
});

test("an empty file is a file", async () => {
  const { client } = await setUp();
  await uploadFile(client, PATH, new Uint8Array());
  const response = await downloadFile(client, PATH);
  expect([response.status, await response.text()]).toEqual([200, ""]);
});

test("a conversation has files of its own", async () => {
  const { server, client, id } = await setUp();
  await uploadFile(client, PATH, new Blob(["the server's"]));
  await uploadFile(client, PATH, new Blob(["its own"]), { conversationId: id });
  expect(await (await downloadFile(client, PATH, { conversationId: id })).text()).toBe("its own");
  expect(await (await downloadFile(client, PATH)).text()).toBe("the server's");
  expect(server.calls(`GET /api/conversations/${id}/file/download`)).toHaveLength(1);
});

test("an answer without a body is an answer", async () => {
  const { server, client } = await setUp();
  server.next("GET /download", { status: 204 });
  const { signal } = new AbortController();
  const response = await downloadFile(client, PATH, { signal });
  expect([response.status, response.body]).toEqual([204, null]);
});

test("a file that is not there is an error, and so is a refused upload", async () => {
  const { server, client, id } = await setUp();
  for (const conversationId of [undefined, id]) {
    const missing = downloadFile(client, "/nope", { conversationId });
    await expect(missing).rejects.toMatchObject({ name: "HttpError", status: 404, detail: "File not found" });
  }
  server.next("POST /upload", { status: 503, json: { detail: "later" } });
  await expect(uploadFile(client, PATH, bytes)).rejects.toMatchObject({ name: "HttpError", status: 503 });
  expect(server.calls("POST /upload")).toHaveLength(1);
});

describe("a caller that leaves gets its own reason", () => {
  test("before the answer", async () => {
    const { client } = await setUp();
    const signal = AbortSignal.abort("enough");
    await expect(downloadFile(client, PATH, { signal })).rejects.toBe("enough");
    await expect(uploadFile(client, PATH, bytes, { signal })).rejects.toBe("enough");
  });

  test("while the body is read", async () => {
    const { server, client } = await setUp();
    server.state.files.set(PATH, Buffer.alloc(50_000_000));
    const caller = new AbortController();
    const response = await downloadFile(client, PATH, { signal: caller.signal });
    expect([response.status, response.headers.get("Content-Length")]).toEqual([200, "50000000"]);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    caller.abort("enough");
    const rest = async (): Promise<void> => {
      while (!(await reader?.read())?.done);
    };
    await expect(rest()).rejects.toBe("enough");
  });

  test("not once it has all: no listener stays", async () => {
    const { client } = await setUp();
    const { signal } = new AbortController();
    await uploadFile(client, PATH, bytes, { signal });
    const response = await downloadFile(client, PATH, { signal });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });
});
