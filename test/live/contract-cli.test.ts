/** The command `agent-contract` on the real server: its document, its conversations live and as it stores them. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parseConversation, parseEvents, parseSessionFrame } from "agent-server-client/schemas";
import { beforeAll, describe, expect, test } from "vitest";
import { run } from "../../src/cli/main.js";
import { frameEvents, type Recording } from "../support/corpus.js";
import { play, startConversation } from "./conversation.js";
import { type Bench, useBenches, VERSION_NAMES } from "./live.js";
import { TURNS, terminal } from "./script.js";

const benchOf = useBenches();
const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

/** In this process: exit code and all that was written. */
async function command(bench: Bench, ...args: string[]): Promise<{ code: number; out: string; errors: string }> {
  const [out, errors]: [string[], string[]] = [[], []];
  const code = await run(args, {
    env: { SESSION: bench.key },
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
  });
  return { code, out: out.join("\n"), errors: errors.join("\n") };
}
const serverOf = ({ baseUrl }: Bench): string[] => ["--server", baseUrl, "--key-env", "SESSION"];
const TOKEN = `ghp_${"a1B2".repeat(9)}`;

describe("check", () => {
  test("finds nothing on the version that this package is made from, with a key and without one", async () => {
    const bench = benchOf("1.52.0");
    expect(await command(bench, "check", ...serverOf(bench), "--fail-on", "compatible")).toEqual({
      code: 0,
      out: `${bench.baseUrl} (1.52.0) against this package's document (1.52.0): nothing found; passes`,
      errors: "",
    });
    expect((await command(bench, "check", "--server", bench.baseUrl)).code).toBe(0);
  });

  test("sees another version", async () => {
    const bench = benchOf("1.58.2");
    const { out, errors } = await command(bench, "check", ...serverOf(bench), "--fail-on", "never");
    expect(errors).toBe("");
    expect(out).toMatch(/\(1\.58\.2\) against this package's document \(1\.52\.0\): \d+ breaking, \d+ compatible/);
  });
});

describe.each(VERSION_NAMES)("a conversation of %s", (version) => {
  let bench: Bench;
  let id = "";
  beforeAll(async () => {
    bench = benchOf(version);
    ({ id } = await startConversation(bench));
    await play(bench.client, id, [{ calls: [terminal(`echo "GITHUB_TOKEN=${TOKEN}"`)] }, ...TURNS.finish]);
  });

  test("is recorded over all channels that there are, and holds no secret", async () => {
    const { code, out, errors } = await command(bench, "record", ...serverOf(bench), "--conversation", id);
    expect({ code, errors }).toEqual({ code: 0, errors: version === "1.44.0" ? expect.stringMatching(/session/) : "" });
    for (const secret of [TOKEN, bench.key, "sk-scripted"]) expect(out).not.toContain(secret);
    const recording = JSON.parse(out) as Recording;
    const { conversation, rest_search, rest_get, ws_events, ws_session } = recording;
    expect(parseConversation(conversation)).toBe(conversation);
    expect(parseEvents([...rest_search, ...rest_get, ...ws_events, ...frameEvents(recording)]).failures).toEqual([]);
    for (const frame of ws_session) expect(parseSessionFrame(frame)).toBe(frame);
    const ids = (events: readonly { readonly [name: string]: unknown }[]): unknown[] =>
      events.map((event) => event["id"]);
    expect(rest_search.length).toBeGreaterThan(8);
    expect(ids(rest_get)).toEqual(ids(rest_search));
    expect(ids(ws_events)).toEqual(expect.arrayContaining(ids(rest_search)));
    if (version !== "1.44.0") expect(ids(frameEvents(recording))).toEqual(expect.arrayContaining(ids(rest_search)));
  });

  test("is fine as the server stores it", async () => {
    const folder = join(bench.data, "workspace/conversations", id.replaceAll("-", ""));
    expect(existsSync(folder)).toBe(true);
    const { code, out } = await command(bench, "events", folder, ...(version === "1.52.0" ? ["--strict"] : []));
    expect(out).toMatch(/^\d+ events in 1 file: nothing found; passes$/);
    expect(code).toBe(0);
  });
});

test("record finds the WebSocket that Node 20 keeps behind a flag", async () => {
  const bench = benchOf("1.52.0");
  const { id } = await startConversation(bench);
  const file = join(bench.data, "recorded.json");
  const args = ["--import", "tsx", CLI, "record", ...serverOf(bench), "--conversation", id, "--out", file];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env["PATH"], SESSION: bench.key },
  });
  expect({ stdout, stderr }).toEqual({ stdout: "", stderr: "" });
  expect((JSON.parse(readFileSync(file, "utf8")) as Recording).ws_session.length).toBeGreaterThan(0);
});
