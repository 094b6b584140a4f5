import { describe, expect, it } from "vitest";
import { readRecording } from "../examples/timeline/recording.js";
import { coloured, uncoloured } from "../examples/timeline/render.js";
import { wantsColour } from "../examples/timeline/terminal.js";
import { harmless, wrap } from "../examples/timeline/text.js";
import { timeline } from "../examples/timeline/timeline.js";
import { EACH_KIND, event, linesOf, message, show, text } from "./support/timeline.js";
import { recording } from "./support/timeline-recorded.js";

const ESCAPE = "\x1b";

describe("output", () => {
  const HOSTILE = `${ESCAPE}[2J${ESCAPE}]0;title\x07${ESCAPE}[31mred${ESCAPE}[0m\x9b5n\b\rover\u202egnp\u2028`;

  it("never lets recorded text drive the terminal, wherever it stands", () => {
    const events = Object.values(EACH_KIND).map(([each]) => each);
    const spoil = (value: unknown, name = ""): unknown => {
      if (Array.isArray(value)) return value.map((each) => spoil(each));
      if (typeof value === "object" && value !== null) {
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, spoil(each, key)]));
      }
      const isFixed = [
        "kind",
        "type",
        "role",
        "source",
        "hook_event_type",
        "rejection_source",
        "security_risk",
      ].includes(name);
      return typeof value === "string" && !isFixed ? HOSTILE : value;
    };
    const strangers = [
      { ...event("X", {}), kind: HOSTILE },
      { [HOSTILE]: 1, kind: "PauseEvent", id: 1 },
      { type: HOSTILE },
      event("BashCommand", { command: HOSTILE, timeout: 1, id: "c" }),
      event("BashOutput", { command_id: "c", order: 0, exit_code: null, stdout: HOSTILE, stderr: HOSTILE }),
      event("BashError", { code: HOSTILE, detail: HOSTILE }),
    ];
    const shown = [
      ...linesOf(JSON.stringify([...events.map((each) => spoil(each)), ...strangers])),
      ...timeline(HOSTILE, readRecording(JSON.stringify({ items: [], next_page_id: HOSTILE })), {
        paint: uncoloured,
        width: 100,
      }),
    ];
    expect(shown).toHaveLength(shown.join("\n").split("\n").length);
    expect(shown.join("")).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
    expect(show([message([text(HOSTILE)])])).toContain("␛[2J␛]0;title␇red\\u009b5n␈␍over\\u202egnp\\u2028");
    expect(harmless(`${ESCAPE}${ESCAPE}[0m[31m a\tb\r\nc`)).toBe("␛[31m a  b\nc");
  });

  it("is coloured only for terminals, unless NO_COLOR or FORCE_COLOR say otherwise", () => {
    expect([true, false].map((isTerminal) => wantsColour({}, isTerminal))).toEqual([true, false]);
    expect(wantsColour({ NO_COLOR: "1" }, true)).toBe(false);
    expect(wantsColour({ NO_COLOR: "" }, true)).toBe(true);
    expect(["1", "", "0", "false"].map((force) => wantsColour({ FORCE_COLOR: force, NO_COLOR: "1" }, false))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const file = readRecording(JSON.stringify(recording("edit.json")));
    const bright = timeline("x", file, { paint: coloured, width: 100 }).join("\n");
    expect(bright).toContain(`${ESCAPE}[31m- b${ESCAPE}[0m`);
    expect(bright.replace(new RegExp(`${ESCAPE}\\[[\\d;]*m`, "g"), "").replace(/ +$/gm, "")).toBe(
      timeline("x", file, { paint: uncoloured, width: 100 }).join("\n"),
    );
  });

  it("fits the width it is given, between words where it can, counting wide characters twice", () => {
    expect(wrap("one two three", 8)).toEqual(["one two", "three"]);
    expect(wrap("one twothree", 7)).toEqual(["one two", "three"]);
    expect(wrap("abcdefgh", 3)).toEqual(["abc", "def", "gh"]);
    expect(wrap("one two", 3)).toEqual(["one", "two"]);
    expect(wrap("日本語🚀x", 4)).toEqual(["日本", "語🚀", "x"]);
    expect(wrap("a\n\nb", 1)).toEqual(["a", "", "b"]);
    expect(wrap("日", 1)).toEqual(["日"]);
    const narrow = timeline("x", readRecording(JSON.stringify([message([text("word ".repeat(200))])])), {
      paint: uncoloured,
      width: 10,
    });
    expect(narrow.filter((line) => line.length > 57)).toEqual([]);
    expect(narrow.join("\n")).toMatch(/… \+\d+ lines\n/);
  });
});
