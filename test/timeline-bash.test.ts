import { describe, expect, it } from "vitest";
import { bashEvents } from "./support/corpus.js";
import { event, linesOf, show } from "./support/timeline.js";

const command = (id: string, line: string): object => event("BashCommand", { id, command: line, timeout: 300 });
const output = (id: string, fields: object): object => event("BashOutput", { command_id: id, order: 0, ...fields });

describe("events of the bash socket", () => {
  const recorded = bashEvents();

  it.each([
    ["list", JSON.stringify(recorded)],
    ["page", JSON.stringify({ items: recorded, next_page_id: null })],
    ["lines", recorded.map((each) => JSON.stringify(each)).join("\n")],
  ])("say in a %s what was run and what came of it, though they run side by side", (_, content) => {
    const shown = linesOf(content).join("\n");
    expect(shown).toMatch(/^07:58:01\.693 {2}bash {9}\$ for i in 1 2 3; do echo \$i; sleep 0\.2; done; exit 3$/m);
    expect(shown).toMatch(/bash {9}→ exit 0 of \$ echo hi; echo err >&2\n +hi\n +err\n/);
    expect(shown).toMatch(/bash {9}→ exit 3 of \$ for i in 1 2 3; do .*\n +1\n +2\n +3\n\n/);
    expect(shown).toMatch(/events +BashCommand +2\n +BashOutput +2\n/);
    expect(shown).not.toContain("custom");
  });

  it("may be single, still running, without their command, long, or errors", () => {
    expect(show(command("a", "ls"))).toContain("bash         $ ls");
    const long = Array.from({ length: 9 }, (_, index) => `line ${index}`).join("\n");
    const shown = show([
      output("gone", { exit_code: null, stdout: long }),
      output("gone", { exit_code: 1 }),
      event("BashError", { code: "TimeoutError", detail: "took too long" }),
    ]);
    expect(shown).toMatch(/bash {9}→ still running\n +line 0\n[\s\S]* line 5\n +… \+3 lines\n.*bash {9}→ exit 1\n/);
    expect(shown).toContain("bash         TimeoutError: took too long");
    expect(shown).toMatch(/errors +1\n/);
  });

  it("are invalid when they lack what such events have", () => {
    const shown = show([command("a", "ls"), event("BashCommand", { timeout: 1 })]);
    expect(shown).toContain("invalid item, [1]: command: missing");
    expect(shown).toMatch(/invalid items +1$/);
  });
});
