import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { recordings } from "./support/corpus.js";
import { call, EACH_KIND, event, linesOf, message, show, text, update, WIDTH } from "./support/timeline.js";
import { dense, kindsOf, missingIn, ROOT, recording, withoutEach } from "./support/timeline-recorded.js";

describe("recorded conversations", () => {
  it.each(recordings())(
    "$name says all that matters, in order, within the width",
    ({ name, rest_search, ws_events }) => {
      const lines = linesOf(readFileSync(join(ROOT, "test/fixtures/traffic", name), "utf8"));
      const shown = lines.join("\n");
      expect(shown).not.toMatch(/undefined|\[object Object\]|NaN/);
      expect(missingIn(shown, rest_search)).toEqual([]);
      expect(lines.filter((line) => line.length > WIDTH + 1)).toEqual([]);
      expect(shown).toContain("invalid items");
      expect(shown).not.toContain("invalid item,");
      const onlySocket = ws_events.length - rest_search.length;
      expect(shown).toContain(`${rest_search.length} events of the log and ${onlySocket} that only the socket had`);
    },
  );

  it("say the same read as page, list, lines of events, and frames of the session socket", () => {
    const { rest_search: log, ws_session: frames } = recording("parallel.json");
    const entries = (shown: string[]): string[] => shown.slice(4).filter((line) => !line.includes("full_state"));
    const jsonLines = (values: readonly unknown[]): string =>
      `${values.map((value) => JSON.stringify(value)).join("\n\n")}\n`;
    const expected = entries(linesOf(JSON.stringify(log)));
    expect(entries(linesOf(JSON.stringify({ items: log, next_page_id: null })))).toEqual(expected);
    expect(entries(linesOf(jsonLines(log)))).toEqual(expected);
    for (const shown of [JSON.stringify(frames), jsonLines(frames)].map((each) => linesOf(each).join("\n"))) {
      expect(missingIn(shown, log)).toEqual([]);
    }
    expect(linesOf(JSON.stringify({ items: log, next_page_id: "n1" }))[2]).toBe(
      "page of 15 events, the next starts at n1",
    );
    expect(linesOf(JSON.stringify({ items: [] }))[2]).toBe("page of 0 events, the last one");
  });

  it("keep what is heard twice or has no id apart from the log", () => {
    const [first, second] = [message([text("first")]), message([text("second")])];
    const shown = show({
      rest_search: [first, second],
      ws_events: [second, first, update("late"), { id: 1, kind: "X" }],
    });
    expect(shown.indexOf("state: late")).toBeGreaterThan(shown.indexOf("second"));
    expect(shown).toContain("invalid item, ws_events[3]: id: expected a string");
    expect(show({ rest_search: [first] })).toContain("1 event of the log and 0 that only the socket had");
  });
});

describe("kinds of events", () => {
  it.each(Object.entries(EACH_KIND))("%s has its line", (kind, [each, said]) => {
    const shown = show([each]);
    for (const part of [...said, "08:00:01.500"]) expect(shown).toContain(part);
    expect(shown).toMatch(new RegExp(`events +${kind} +1`));
    expect(shown).toMatch(new RegExp(`errors +${kind.includes("Error") || kind.startsWith("ACP") ? 1 : 0}\\b`));
    expect(shown).toMatch(/invalid items +0/);
  });

  it("need none of the fields that servers may leave out", () => {
    const recorded = recordings().flatMap(({ rest_search, ws_events }) => [...rest_search, ...ws_events]);
    const samples = new Map(
      [...recorded, ...Object.values(EACH_KIND).map(([each]) => each)].map((each) => [kindsOf(each), each]),
    );
    const lacking = [...samples.values()]
      .flatMap((each) => withoutEach(each))
      .filter((each) => Reflect.has(Object(each), "kind"));
    expect(lacking.length).toBeGreaterThan(500);
    for (const each of lacking) expect(show([each])).not.toMatch(/undefined|\[object|NaN/);
  });

  it("that are not listed are shown as such, with what they hold", () => {
    const shown = show([event("SecurityAnalysisEvent", { risks: { a: "LOW" } }), event("Empty", {})]);
    expect(shown).toContain('newer or custom kind SecurityAnalysisEvent { "risks": { "a": "LOW" } }');
    expect(shown).toMatch(/newer or custom kind Empty$/m);
    expect(show([call("a", { kind: "TeleportAction", to: "moon" })])).toContain('tool { "to": "moon" }');
  });

  it("of state updates are put together, and tell the change of status, tokens and cost", () => {
    const usage = { model_name: "m", accumulated_cost: 0.25, accumulated_token_usage: null };
    const updates = [
      update("full_state", {}),
      update("full_state", { execution_status: "paused" }),
      update("execution_status", "running"),
      update("stats", { usage_to_metrics: { agent: usage, condenser: usage, broken: 1 } }),
      update("stats", "none"),
      update("stats"),
      update("execution_status"),
      update("execution_status", "idle"),
    ];
    expect(dense(show(updates))).toContain(
      dense(
        "state: full_state (idle) · full_state (paused) · status paused → running · 0 tokens in, 0 out, $0.5000 · stats · stats · status running → idle · status idle",
      ),
    );
  });

  it("of cumulative figures are shown once where they follow each other: the last", () => {
    const stats = (accumulated_cost: number): object =>
      update("stats", {
        usage_to_metrics: { agent: { model_name: "m", accumulated_cost, accumulated_token_usage: null } },
      });
    const updates = [
      stats(1),
      update("title"),
      stats(2),
      message([text("apart")]),
      stats(3),
      update("stats"),
      stats(4),
    ];
    const shown = show(updates);
    expect(shown).toMatch(/state: title · 0 tokens in, 0 out, \$2\.0000\n/);
    expect(shown).toMatch(/state: stats · 0 tokens in, 0 out, \$4\.0000\n/);
    expect(shown).not.toMatch(/\$[13]\.0/);
  });
});
