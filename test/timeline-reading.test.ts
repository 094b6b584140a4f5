import { describe, expect, it } from "vitest";
import { linesOf, message, show, text } from "./support/timeline.js";
import { recording } from "./support/timeline-recorded.js";

describe("bad files", () => {
  const whole = JSON.stringify(recording("hello.json"));
  const longest = whole.slice(0, 20_000);
  const NO_KIND = "nothing in it has a kind (events) or a known type (session frames); expected a recorded";
  it.each([
    ["empty", " \n", "is empty; expected JSON"],
    ["no JSON", "hello", "is not JSON from line 1, column 1 on; expected JSON, or one JSON value per line"],
    ["a text that begins like a word of JSON", "nothing here", "is not JSON from line 1, column 1 on"],
    ["broken by such a word", '{"a": 1, "b": treu}', "is not JSON from line 1, column 15 on"],
    ["broken within text like such a word", '["a nul\u0001"]', "is not JSON from line 1, column 8 on"],
    ["broken within", '{\n  "a": 1,\n  b: 2\n}', "is not JSON from line 3, column 3 on"],
    ["broken after lines that are JSON", "[\n  {},\n  7\n  8\n]", "is not JSON from line 4, column 3 on"],
    ["followed by more", "[] x", "is not JSON from line 1, column 4 on"],
    ["cut off", longest, `ends too early at line 1, column ${longest.length + 1} (cut off?)`],
    ["cut off in a word", '{\n"a": tru', "ends too early at line 2, column 9 (cut off?)"],
    ["broken in each line", '{"kind": "A"\nhello', "is not JSON from line 2, column 1 on"],
    ["a number", "7", "expected a recorded conversation {rest_search, ws_events}, a page"],
    ["another object", '{"a": 1}', NO_KIND],
    ["another list", "[1, [], null]", NO_KIND],
    ["another object with a type", '{"name": "x", "type": "module", "event": "y"}', NO_KIND],
    ["another list of things with types", '[{"type": "circle"}, {"type": "toString"}]', NO_KIND],
    ["other lines", '{"type": "module"}\n{"kind": tru}\n7', NO_KIND],
    ["no page", '{"items": 1}', "no page of events: items: expected a list"],
    ["no page for its end", '{"items": [], "next_page_id": 7}', "no page of events: next_page_id: expected a string"],
    ["no conversation", '{"rest_search": [], "ws_events": {}}', "rest_search and ws_events of a recorded conversation"],
  ])("that are %s are refused with the place and what was expected", (_, content, reason) => {
    expect(() => linesOf(content)).toThrow(reason);
  });
});

describe("single frames", () => {
  it("are read when their type is listed, or when they bring an event", () => {
    expect(show({ type: "sync", from_seq: 3 })).toContain("in sync: from 3");
    const shown = show({ type: "replayed", event: message([text("again")]) });
    expect(shown).toMatch(/^single item, 1 session frame$/m);
    expect(shown).toContain("newer or custom frame replayed");
  });
});

describe("lines that are not JSON", () => {
  const good = (said: string): string => JSON.stringify(message([text(said)]));

  it("are shown at their place with the reason, and the others as ever", () => {
    const shown = linesOf([good("one"), '{"kind": tru}', "", good("two"), '{"kind": "Pau'].join("\r\n")).join("\n");
    expect(shown).toMatch(/^lines, 4 events$/m);
    expect(shown.replace(/\s+/g, " ")).toMatch(
      /one \? invalid item, line 2: is not JSON from column 10 on; expected a JSON value .* two \? invalid item, line 5: ends too early at column 14 \(cut off\?\); expected the rest of a JSON value/,
    );
    expect(shown).toMatch(/invalid items +2$/);
  });

  it.each([
    ["no JSON at all", "hello"],
    ["the end of a line", 'lo", "kind": "PauseEvent"}'],
    ["the beginning of a line", '{"kind": "Pau'],
  ])("may be the first: %s", (_, first) => {
    const shown = linesOf(`${first}\n${good("the rest")}\n`).join("\n");
    expect(shown).toContain("invalid item, line 1: ");
    expect(shown).toContain("user         the rest");
  });
});
