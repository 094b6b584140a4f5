import { describe, expect, it } from "vitest";
import { run } from "../examples/timeline/main.js";
import { uncoloured } from "../examples/timeline/render.js";
import { agentServer } from "./support/agent-server.js";
import type { StoredEvent } from "./support/agent-state.js";
import { type Scripted, serve } from "./support/http-server.js";
import { message, text } from "./support/timeline.js";

const KEY = "sess-4f9a8b7c6d5e";
const said = (id: string, words: string): StoredEvent => ({ ...message([text(words)]), id }) as StoredEvent;

async function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<object> {
  const [out, err]: [string[], string[]] = [[], []];
  const output = {
    print: (line: string) => out.push(line),
    printError: (line: string) => err.push(line),
    look: { paint: uncoloured, width: 100 },
  };
  return { code: await run(args, output, () => Promise.resolve(0), env), out: out.join("\n"), err };
}

/** The one line that a server with this answer leads to. */
async function lineFor(answer: Scripted, ...more: string[]): Promise<string> {
  const { url } = await serve({ headers: { "Content-Type": "application/json", "Retry-After": "0" }, ...answer });
  const { code, out, err } = (await start(["--server", url, ...more])) as { code: number; out: string; err: string[] };
  expect({ code, out, lines: err.length }).toEqual({ code: 1, out: "", lines: 1 });
  return (err[0] ?? "").replace(`timeline: ${url}: `, "");
}

describe("npm start with a live server", () => {
  it("shows the conversation that is named, over all its pages, and the newest when none is", async () => {
    const server = await agentServer();
    const many = Array.from({ length: 130 }, (_, index) => said(`e${index}`, `words ${index}.`));
    server.state.conversations.clear();
    const first = server.add(many);
    const second = server.add([said("f", "the newest")]);
    const named = await start(["--server", server.url, "--key-env", "KEY", "--conversation", first], { KEY });
    expect(named).toMatchObject({ code: 0, err: [] });
    expect(named).toHaveProperty("out", expect.stringMatching(/live, 130 events\n[\s\S]*words 0\.[\s\S]*words 129\./));
    expect(server.requests.every(({ headers }) => headers["x-session-api-key"] === KEY)).toBe(true);
    const newest = await start(["--server", `${server.url}/`]);
    expect(newest).toHaveProperty("out", expect.stringContaining(`conversation ${second}\nlive, 1 event\n`));
  });

  it("says so when there is no conversation", async () => {
    const { url } = await agentServer();
    expect(await start(["--server", url])).toMatchObject({ code: 0, out: expect.stringContaining("none yet") });
  });

  const SEARCH = "GET /api/conversations/search";
  it.each([
    [
      "a wrong key",
      { status: 401, body: '{"detail":"Unauthorized"}' },
      `${SEARCH} answered 401. The session key is not accepted. Name the variable that holds the key: --key-env NAME.`,
    ],
    [
      "an address of something else",
      { status: 404, body: "<h1>No page here</h1>" },
      `${SEARCH} answered 404. This does not exist. Is this the address of an Agent Server, and --conversation the id of one that it has?`,
    ],
    [
      "a page in place of an answer",
      { status: 200, body: "<html>Please log in</html>" },
      `${SEARCH}: expected JSON in the answer. The answer does not have the expected form. Is this the address of an Agent Server, and is it running?`,
    ],
    [
      "a proxy without a server behind it",
      { status: 502, body: "<html>nginx</html>" },
      `${SEARCH} answered 502. The service is not available now. Is this the address of an Agent Server, and is it running?`,
    ],
    [
      "JSON of something else",
      { status: 200, body: '{"hello":"world"}' },
      expect.stringMatching(/^GET .*: items: .*Is this the address of an Agent Server, and is it running\?$/),
    ],
    [
      "a list of something else",
      { status: 200, body: '{"items":[{}]}' },
      expect.stringMatching(/^GET .*: items\.0\.id: expected a string\. .*Is this the address/),
    ],
    [
      "an address that leads elsewhere",
      { status: 302 },
      `${SEARCH} answered 302. The address leads to another one: name that one.`,
    ],
  ] as const)("says in one line what is wrong: %s", async (_, answer, line) => {
    expect(await lineFor(answer)).toEqual(line);
  });

  it("says in one line that a conversation is not there, or is no id", async () => {
    const gone = { status: 404, body: '{"detail":"Conversation not found: x"}' };
    expect(await lineFor(gone, "--conversation", "x")).toMatch(
      /The conversation does not exist\. Without --conversation/,
    );
    const bad = { status: 422, body: '{"detail":[{"loc":["path","conversation_id"],"msg":"no uuid","type":"uuid"}]}' };
    expect(await lineFor(bad, "--conversation", "x")).toMatch(/Is --conversation the id of one\?$/);
  });

  it("says in one line that nothing answers", async () => {
    const { code, err } = (await start(["--server", "http://127.0.0.1:9"])) as { code: number; err: string[] };
    expect([code, err.length]).toEqual([1, 1]);
    expect(err[0]).toMatch(
      /^timeline: http:\/\/127\.0\.0\.1:9: GET .* got no answer\. The connection failed\. Is this/,
    );
  });

  it.each([
    [["--server", "localhost:8000"], /^timeline: --server: expected an address such as/],
    [["--server", "http://me:pw@host"], /^timeline: --server: expected an address without a password/],
    [["--server", "http://h/?token=pw"], /^timeline: --server: expected an address without \? and #/],
    [["--server", "http://h", "--conversation", ".."], /^timeline: --conversation: expected an id/],
    [["--server", "http://h", "--conversation", ""], /^timeline: --conversation: expected an id/],
    [["--server", "http://127.0.0.1:9", "a.json"], /either FILE or --server/],
    [["--key-env", "KEY"], /expected --server URL as well/],
    [["--server", "http://127.0.0.1:9", "--key-env", "GONE\n"], /^timeline: --key-env: the variable GONE +is not set$/],
  ])("refuses %j", async (args, line) => {
    const { code, out, err } = (await start(args, { KEY })) as { code: number; out: string; err: string[] };
    expect({ code, out, lines: err.length }).toEqual({ code: 1, out: "", lines: 1 });
    expect(err[0]).toMatch(line);
    expect(err[0]).not.toContain("pw");
  });
});
