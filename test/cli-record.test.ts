/** `agent-contract record`: a conversation of a server becomes a file without secrets that can be replayed. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { parseEvents, parseSessionFrame } from "../src/schemas.js";
import { command, folderOfTest, type Outcome } from "./support/command.js";
import { frameEvents, type Recording } from "./support/corpus.js";
import { serve } from "./support/http-server.js";
import { startTcpServer, type TcpServer } from "./support/stream-server.js";

const KEY = "planted-key-7f3e9d";
const TOKEN = `ghp_${"a1B2".repeat(9)}`;

/** Node 20 has no WebSocket by itself; a test file has a process of its own. */
beforeAll(() => void Object.assign(globalThis, { WebSocket }));
afterAll(() => void Reflect.deleteProperty(globalThis, "WebSocket"));

async function server(version: "1.44" | "1.52"): Promise<TcpServer> {
  const made = await startTcpServer({ version, seed: 7, keys: [KEY] });
  onTestFinished(() => made.close());
  return made;
}
const record = (url: string, ...more: string[]): Promise<Outcome> =>
  command(["record", "--server", url, "--key-env", "KEY", ...more], { env: { KEY }, patienceMs: 2_000 });
const message = (text: string) => ({
  kind: "MessageEvent",
  source: "user",
  llm_message: { role: "user", content: [{ type: "text", text }] },
});
const LOG = [message(`my token is ${TOKEN}`), message(`and ${KEY} is the key`), message("done")];
const ids = (events: readonly Readonly<Record<string, unknown>>[]): unknown[] => events.map(({ id }) => id);

test("all channels are in it, in the form of the fixtures, and no secret", async () => {
  const { url, simulator } = await server("1.52");
  const id = simulator.add(LOG);
  const { code, out, errors } = await record(url, "--conversation", id);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  for (const secret of [KEY, TOKEN]) expect(out).not.toContain(secret);
  const recording = JSON.parse(out) as Recording;
  const fixture = JSON.parse(
    readFileSync(new URL("fixtures/traffic/hello.json", import.meta.url), "utf8"),
  ) as Recording;
  expect(Object.keys(recording)).toEqual(Object.keys(fixture));
  const { conversation, rest_search, rest_get, ws_events, ws_session } = recording;
  expect(conversation["id"]).toBe(id);
  for (const frame of ws_session) parseSessionFrame(frame);
  expect(parseEvents([...rest_search, ...rest_get, ...ws_events]).failures).toEqual([]);
  const log = ids(simulator.log(id));
  expect(log).toHaveLength(3);
  expect(ids(rest_search)).toEqual(log);
  expect(ids(rest_get)).toEqual(log);
  expect(ids(ws_events)).toEqual(expect.arrayContaining(log));
  expect(ids(frameEvents(recording))).toEqual(expect.arrayContaining(log));
});

test("--out writes a file, which `events` finds nothing in", async () => {
  const { url, simulator } = await server("1.52");
  const file = join(folderOfTest(), "recorded.json");
  expect(await record(url, "--conversation", simulator.add(LOG), "--out", file)).toEqual({
    code: 0,
    out: "",
    errors: "",
  });
  const text = readFileSync(file, "utf8");
  for (const secret of [KEY, TOKEN]) expect(text).not.toContain(secret);
  expect((await command(["events", "--strict", file])).out).toMatch(/^1\d events in 1 file: nothing found; passes$/);
  const nowhere = await record(url, "--conversation", simulator.add(LOG), "--out", "/no/such/folder/file.json");
  expect(nowhere).toEqual({
    code: 2,
    out: "",
    errors: "agent-contract: /no/such/folder/file.json: no such file or folder",
  });
});

test("what comes while it is recorded is in all channels", async () => {
  const { url, simulator } = await server("1.52");
  const id = simulator.add(LOG);
  const timer = setTimeout(() => simulator.append(id, message("late")), 700);
  const { out } = await record(url, "--conversation", id);
  clearTimeout(timer);
  const { rest_search, ws_events } = JSON.parse(out) as Recording;
  expect(rest_search).toHaveLength(4);
  expect(ids(ws_events)).toEqual(expect.arrayContaining(ids(rest_search)));
});

test("what is not there is said in a line each: the socket of an old server, and events while a tool runs", async () => {
  const old = await server("1.44");
  const { code, out, errors } = await record(old.url, "--conversation", old.simulator.add(LOG));
  expect(code).toBe(0);
  expect(errors).toBe(
    "agent-contract: /sockets/session: the server does not open this socket (the session socket is there from 1.45.0)",
  );
  expect((JSON.parse(out) as Recording).ws_session).toEqual([]);

  const busy = await server("1.52");
  const id = busy.simulator.add(LOG);
  busy.simulator.lock(id);
  const told = await record(busy.url, "--conversation", id);
  expect(told.code).toBe(0);
  expect(told.errors.split("\n")).toEqual([
    expect.stringContaining("/sockets/events: 3 events of the log did not come: does a tool run?"),
    expect.stringContaining("/sockets/session: 3 events of the log did not come: does a tool run?"),
  ]);
  expect((JSON.parse(told.out) as Recording).rest_search).toHaveLength(3);
});

test("without any WebSocket it is recorded over REST, and says so", async () => {
  const { url, simulator } = await server("1.52");
  Reflect.deleteProperty(globalThis, "WebSocket");
  onTestFinished(() => void Object.assign(globalThis, { WebSocket }));
  const { code, out, errors } = await record(url, "--conversation", simulator.add(LOG));
  expect(code).toBe(0);
  expect(errors).toBe(
    "agent-contract: this Node.js has no WebSocket: recorded over REST only; Node.js 22 and later have one",
  );
  expect(JSON.parse(out)).toMatchObject({ rest_search: [{}, {}, {}], ws_events: [], ws_session: [] });
});

test.each([
  ["a wrong key", { status: 401, body: `{"detail":"${KEY}"}` }, /--key-env NAME/],
  [
    "no such conversation",
    { status: 404, body: `{"detail":"Conversation not found: ${KEY}"}` },
    /Is --conversation the id of one on this server\?$/,
  ],
  [
    "another address",
    { status: 307, headers: { Location: `/?key=${KEY}` } },
    /answered 307\. The address leads to another one/,
  ],
  ["no server but a page", { body: `<p>${KEY}</p>` }, /Is this the address of an Agent Server/],
  ["a fault", { status: 500, body: KEY }, /answered 500/],
])("%s: one line, exit code 2", async (_, answer, expected) => {
  const { url } = await serve(answer);
  const { code, out, errors } = await record(url, "--conversation", "c1");
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(errors).toMatch(new RegExp(`^agent-contract: ${url}: GET /api/[^\n]*$`));
  expect(errors).toMatch(expected);
  expect(errors).not.toContain(KEY);
});

test("no route: one line, and no file", async () => {
  const file = join(folderOfTest(), "recorded.json");
  const { code, errors } = await record("http://127.0.0.1:1", "--conversation", "c1", "--out", file);
  expect(code).toBe(2);
  expect(errors).toMatch(
    /^agent-contract: http:\/\/127\.0\.0\.1:1: [^\n]*Is this the address of an Agent Server, and is it running\?$/,
  );
  expect(existsSync(file)).toBe(false);
});
