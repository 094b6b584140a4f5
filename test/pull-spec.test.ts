import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { main } from "../scripts/pull-spec.js";
import { specText } from "./support/spec.js";

let folder = "";
let server: Server | undefined;
const out = (): string => join(folder, "openapi.json");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pull-spec-"));
  writeFileSync(out(), "as it was");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((done) => (server ? server.close(done) : done(undefined)));
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((listening) => server?.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function run(...args: string[]): Promise<{ code: number; lines: string[]; written: string }> {
  const lines: string[] = [];
  const code = await main(args, out(), (line) => lines.push(line));
  return { code, lines, written: readFileSync(out(), "utf8") };
}

describe("npm run pull-spec", () => {
  test("writes the server's document byte for byte, below a base path too, with the key from the environment", async () => {
    vi.stubEnv("TEST_KEY", "k-123");
    const asked: unknown[] = [];
    const text = specText("1.58.2");
    const url = await serve((request, response) => {
      asked.push([request.url, request.headers["x-session-api-key"]]);
      response.end(text);
    });
    const { code, lines, written } = await run(`${url}/base`, "--key-env", "TEST_KEY");
    expect({ code, lines }).toEqual({
      code: 0,
      lines: ["openapi.json is now 1.58.2: 167 operations. Run npm run generate."],
    });
    expect(written).toBe(text);
    expect(asked).toEqual([["/base/openapi.json", "k-123"]]);
  });

  test.each([
    [401, "Unauthorized", /answered 401$/],
    [200, "<html>", /not JSON/],
    [200, "", /empty/],
    [200, specText("1.52.0").replace('"required": [', '"required": [1, '), /expected a list of strings/],
    [200, specText("1.52.0").replaceAll("ThinkAction", "ThinkActionWithSummary"), /left behind .* has run none yet$/],
  ])("an answer of %i is one line, and the file stays: %#", async (status, body, line) => {
    const url = await serve((_, response) => response.writeHead(status).end(body));
    const { code, lines, written } = await run(url);
    expect({ code, written }).toEqual({ code: 1, written: "as it was" });
    expect(lines).toEqual([expect.stringMatching(line)]);
  });

  test.each([
    [[]],
    [["not a url"]],
    [["http://127.0.0.1:1", "http://127.0.0.1:2"]],
    [["http://127.0.0.1:1", "--key", "k"]],
    [["localhost:8000"]],
    [["http://127.0.0.1:1", "--key-env", "NOT_SET_HERE"]],
  ])("%j is not how to call it: one line", async (args) => {
    const { code, lines, written } = await run(...args);
    expect({ code, written, count: lines.length }).toEqual({ code: 1, written: "as it was", count: 1 });
  });

  test("no server: one line that holds neither credentials nor query", async () => {
    const { code, lines } = await run("http://user:secret@127.0.0.1:1/?token=secret");
    expect({ code, lines }).toEqual({
      code: 1,
      lines: ["pull-spec: http://127.0.0.1:1/openapi.json cannot be reached"],
    });
  });
});
