/** `agent-contract events`: every form that recorded events come in, whole and damaged. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Report } from "../src/cli/report.js";
import { itemsOf } from "../src/cli/traffic.js";
import { command, fileOf, fixture, folderOfTest } from "./support/command.js";
import { type Fields, recordings } from "./support/corpus.js";

const EVENTS = recordings().find(({ name }) => name === "hello.json")?.rest_search ?? [];
const lines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");
const page = (items: readonly unknown[], indent?: number): string =>
  JSON.stringify({ items, next_page_id: null }, null, indent);

type Told = Report & { readonly events: number; readonly failed: boolean };
async function report(...args: string[]): Promise<Told & { readonly code: number }> {
  const { code, out, errors } = await command(["events", ...args, "--format", "json"]);
  expect(errors).toBe("");
  return { ...(JSON.parse(out) as Told), code };
}
/** Rule, line and pointer of each finding. */
const places = ({ findings }: Report): string[] =>
  findings.map(({ rule, line, pointer, count }) => `${rule} ${line} ${pointer}${count === 1 ? "" : ` x${count}`}`);

/** A conversation as the server keeps it. */
function stored(events: readonly unknown[], folder = folderOfTest()): string {
  const conversation = join(folder, "0123456789abcdef0123456789abcdef");
  mkdirSync(join(conversation, "events"), { recursive: true });
  writeFileSync(join(conversation, "base_state.json"), "{}");
  writeFileSync(join(conversation, "events", ".eventlog-len-8.marker"), "");
  for (const [index, event] of events.entries()) {
    const text = typeof event === "string" ? event : JSON.stringify(event);
    writeFileSync(join(conversation, "events", `event-${String(index).padStart(5, "0")}-0000abcd.json`), text);
  }
  return folder;
}

describe("recorded traffic is fine", () => {
  test.each(["--strict", "--fail-on=breaking"])("every recorded session of this project (%s)", async (option) => {
    const files = readdirSync(fixture("traffic")).filter((name) => name !== "http-and-sockets.json");
    const told = await report(option, ...files.map((name) => fixture(`traffic/${name}`)));
    expect([told.code, told.findings]).toEqual([0, []]);
    const all = recordings().flatMap((recording) => [
      ...recording.rest_search,
      ...recording.rest_get,
      ...recording.ws_events,
      ...recording.ws_session,
    ]).length;
    expect(told.events).toBeGreaterThanOrEqual(all);
  });

  test.each([
    ["lines", lines(EVENTS)],
    ["lines with blank ones and CRLF", lines(EVENTS).replaceAll("\n", "\r\n\n")],
    ["lines without an end", lines(EVENTS).trimEnd()],
    ["a list", JSON.stringify(EVENTS)],
    ["an indented list", JSON.stringify(EVENTS, null, 2)],
    ["a page", page(EVENTS)],
    ["an indented page behind a byte order mark", `\uFEFF${page(EVENTS, 2)}`],
    ["pages, one per line", `${page(EVENTS.slice(0, 3))}\n${page(EVENTS.slice(3))}`],
    ["values one after the other", EVENTS.map((event) => JSON.stringify(event, null, 1)).join("\n")],
    ["a single event", JSON.stringify(EVENTS[0]), 1],
    ["frames", lines(EVENTS.map((event, seq) => ({ type: "durable", seq, event })))],
    [
      "a recording, other lists first",
      JSON.stringify({ ws_session: [], rest_search: EVENTS, conversation: { items: [1] } }),
    ],
    ["a recording with events that were not found", JSON.stringify({ rest_search: EVENTS, rest_get: [null, null] })],
  ])("%s", async (_, text, events = EVENTS.length) => {
    expect(await report("--strict", fileOf(text))).toMatchObject({ code: 0, events, findings: [] });
  });

  test("a stored conversation: by its folder, by its events, and with others", async () => {
    const folder = stored(EVENTS);
    const [conversation = ""] = readdirSync(folder);
    for (const place of [folder, join(folder, conversation), join(folder, conversation, "events")])
      expect(await report("--strict", place)).toMatchObject({ code: 0, events: EVENTS.length });
    symlinkSync(folder, join(folder, conversation, "again"));
    expect(await report(folder, fixture("traffic/bash-ws.json"))).toMatchObject({
      files: 2,
      events: EVENTS.length + 4,
    });
  });
});

const damaged = (index: number, change: object): Fields[] =>
  EVENTS.map((event, at) => (at === index ? { ...event, ...change } : event));
const cut = (text: string, at: number): string =>
  text
    .split("\n")
    .map((line, index) => (index === at ? line.slice(0, 60) : line))
    .join("\n");

describe("damage is found at its place, and costs nothing else", () => {
  const WRONG = damaged(2, { id: 5 });
  test.each([
    ["in lines", lines(WRONG), "event-field-type 3 #/id"],
    ["in a list", JSON.stringify(WRONG), "event-field-type 1 #/2/id"],
    ["in an indented page", page(WRONG, 1), /^event-field-type \d{2,} #\/items\/2\/id$/],
    [
      "in a recording",
      JSON.stringify({ rest_search: EVENTS, ws_events: WRONG }),
      "event-field-type 1 #/ws_events/2/id",
    ],
    [
      "in a frame",
      lines([{ type: "durable", seq: 1, event: { ...EVENTS[0], id: 1 } }]),
      "event-field-type 1 #/event/id",
    ],
    ["a line that is cut off", cut(lines(EVENTS), 3), "event-not-json 4 #"],
    ["the first line cut off", cut(lines(EVENTS), 0), "event-not-json 1 #"],
    ["the last line cut off", lines(EVENTS).slice(0, -20), `event-not-json ${EVENTS.length} #`],
    ["a line that is no JSON", lines(EVENTS).replace("\n", "\nlevel=info oops\n"), "event-not-json 2 #"],
    ["a list that is cut off", JSON.stringify(EVENTS).slice(0, -20), `event-not-json 1 #/${EVENTS.length - 1}`],
    ["null where an event should be", JSON.stringify([null, ...EVENTS]), "event-field-type 1 #/0"],
    ["a broken element", JSON.stringify(EVENTS).replace('"id":', '"id"'), "event-not-json 1 #/0"],
    ["a broken page around its items", page(EVENTS).replace("null}", "nul}"), "event-not-json 1 #"],
  ])("%s", async (_, text, expected) => {
    const told = await report(fileOf(text));
    expect(told.code).toBe(1);
    expect(places(told)).toEqual([typeof expected === "string" ? expected : expect.stringMatching(expected)]);
  });

  test("in a stored conversation it is the file that is named", async () => {
    const folder = stored([EVENTS[0], "{", ...damaged(0, { id: null })]);
    const { findings, code } = await report(folder);
    expect(code).toBe(1);
    expect(findings.map(({ file, rule }) => `${rule} ${file?.slice(folder.length)}`)).toEqual([
      expect.stringMatching(/^event-not-json \/\w+\/events\/event-00001-0000abcd\.json$/),
      expect.stringMatching(/^event-field-type \/\w+\/events\/event-00002-0000abcd\.json$/),
    ]);
  });

  test("the files of a stored conversation are read in their order", async () => {
    const folder = stored([]);
    const events = join(folder, readdirSync(folder)[0] ?? "", "events");
    for (const number of ["100000", "99999", "00010"])
      writeFileSync(join(events, `event-${number}-0000abcd.json`), "{");
    expect((await report(folder)).findings).toMatchObject([
      { file: join(events, "event-00010-0000abcd.json"), count: 3 },
    ]);
    for (const number of ["99999", "00010"]) writeFileSync(join(events, `event-${number}-0000abcd.json`), "[");
    writeFileSync(join(events, "event-00010-0000abcd.json"), JSON.stringify(EVENTS[0]));
    expect((await report(folder)).findings).toMatchObject([
      { file: join(events, "event-99999-0000abcd.json"), count: 2 },
    ]);
  });

  test("what is alike is told once, with its number and its first place", async () => {
    const { tools: [tool] = [] } = (EVENTS[0] ?? {}) as { tools?: Fields[] };
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...EVENTS[0],
      id: 1,
      tools: [...Array(index % 3).fill(tool), { ...tool, title: 3 }],
    }));
    const told = await report(fileOf(lines(many)));
    expect(places(told)).toEqual(["event-field-type 1 #/id x300", "event-field-type 1 #/tools/0/title x300"]);
    expect(told.failed).toBe(true);
  });

  test("of more than a thousand different ones the rest is counted", async () => {
    const many = Array.from({ length: 1100 }, (_, index) => ({ ...EVENTS[0], [`new_${index}`]: 1 }));
    const told = await report("--strict", fileOf(lines(many)));
    expect(told.findings).toHaveLength(1000);
    expect(told).toMatchObject({ untold: 100, counts: { compatible: 1000 } });
    expect((await command(["events", "--strict", fileOf(lines(many))])).out).toMatch(
      /, 100 more findings not told: 1,000 compatible/,
    );
  });
});

describe("exit codes", () => {
  const NEWER = JSON.stringify([...EVENTS, { ...EVENTS[0], kind: "SecurityAnalysisEvent" }]);
  test.each([
    [[], 0],
    [["--strict"], 1],
    [["--strict", "--fail-on", "breaking"], 0],
    [["--strict", "--fail-on", "never"], 0],
  ])("a newer kind, %j: %i", async (options, code) => {
    expect((await report(...options, fileOf(NEWER))).code).toBe(code);
  });
});

describe("what holds no events is one line, and exit code 2", () => {
  test.each([
    ["an empty file", "", "is empty"],
    ["blanks", " \n\n", "is empty"],
    ["HTML", "<html>\n<p>oops</p>\n</html>", "is not JSON (line 1: not JSON)"],
    ["HTML on one line", "<html></html>", "is not JSON (line 1: no list and no object)"],
    ["a binary file", "PK\u0003\u0004\0\0", "is a binary file"],
    ["half an event", JSON.stringify(EVENTS[0]).slice(0, 99), "is not JSON (line 1: ends too early (cut off?))"],
    ["other JSON", '{"name":"x","version":"1"}', "nothing in it has a kind (events) or a type (frames)"],
    ["other lines", '{"a":1}\n{"a":2}\n', "nothing in it has a kind (events) or a type (frames)"],
    ["a long text", "word\n".repeat(1000), "is not JSON (line 1: not JSON)"],
  ])("%s", async (_, content, expected) => {
    const file = fileOf(content);
    const { code, out, errors } = await command(["events", fixture("traffic/hello.json"), file]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(errors).toMatch(/^agent-contract: [^\n]+$/);
    expect(errors.slice(`agent-contract: ${file}: `.length)).toContain(
      `${expected}; expected events or session frames`,
    );
  });

  test("a large file that is something else is not read to its end", () => {
    const tally = { bytes: 0, items: 0 };
    const file = fileOf("nothing of use\n".repeat(500_000));
    expect(() => [...itemsOf(file, tally)]).toThrow("is not JSON (line 1: not JSON)");
    expect(tally.bytes).toBeLessThan(2_000_000);
  });

  test("no such file, a folder without events, an empty list", async () => {
    const folder = folderOfTest();
    const errorsOf = async (file: string): Promise<string> => (await command(["events", file])).errors;
    expect(await errorsOf(join(folder, "none"))).toBe(`agent-contract: ${folder}/none: no such file or folder`);
    expect(await errorsOf(folder)).toContain(`${folder}: has no stored events in it (event-00000-….json)`);
    expect(await errorsOf(fileOf("[]"))).toContain("there is nothing to look at");
  });
});
