/** docs/comparison.md is what `npm run bench:peers` wrote, and hides nothing. */
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { loseText, saidIn } from "../bench/peers/lose.js";
import { blockOf, tableText, withBlock } from "../bench/peers/page.js";
import { PAGE, peerVersions } from "../bench/peers/places.js";
import { REASONS } from "../bench/peers/reasons.js";
import { type Cell, cellText, count, figureOf, type Table, verdicts } from "../bench/peers/table.js";

const page = readFileSync(PAGE, "utf8");
const ROWS = ["accepts", "parse", "size", "start", "types", "operations", "generate", "stream", "view"];

describe("the page", () => {
  it("has the versions of bench/package.json, which are exact", () => {
    const versions = Object.entries(peerVersions());
    const said = blockOf(page, "machine").split("Peers: ")[1]?.replace(/\.$/, "").split(", ");
    expect(said).toEqual(versions.map(([name, version]) => `\`${name}\` ${version}`));
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it.each(ROWS)("has a table for %s", (row) => {
    expect(blockOf(page, row)).toMatch(/^Not measured: |\n\| --- \|(.*\|\n\|)+/);
  });

  it("says where we lose as the tables do, with a reason for each", () => {
    const lose = blockOf(page, "lose");
    expect(lose).toBe(loseText(page));
    const lost = saidIn(page).filter(({ is }) => is === "behind" || is === "level");
    expect(lost.filter(({ of }) => !lose.includes(`\`${of}\``))).toEqual([]);
    expect(lost.filter(({ of }) => REASONS[of] === undefined)).toEqual([]);
  });

  it("has no reason for what it does not measure", () => {
    const measured = saidIn(page).map(({ of }) => of);
    expect(Object.keys(REASONS).filter((of) => !measured.includes(of))).toEqual([]);
  });

  it("names no machine and no registry, nor does the lock file", () => {
    const lock = readFileSync(new URL("../bench/package-lock.json", import.meta.url), "utf8");
    expect(lock).not.toContain('"resolved"');
    expect(page).not.toMatch(/\/(home|root|tmp|work)\/|registry\.|localhost/);
  });
});

describe("a verdict", () => {
  const tableOf = (better: "lower" | "higher", ours: Cell, theirs: readonly Cell[], group?: string): Table => ({
    row: "row",
    how: "So.",
    columns: [{ name: "s", better }],
    lines: [
      { tool: "ours", isOurs: true, ...(group !== undefined && { group }), cells: { s: ours } },
      ...theirs.map((s, index) => ({ tool: `peer ${index}`, isOurs: false, cells: { s } })),
    ],
  });
  const said = (...args: Parameters<typeof tableOf>): string[] => verdicts(tableOf(...args)).map(({ text }) => text);

  it.each<[string, "lower" | "higher", Cell, Cell[]]>([
    ["ahead by 3.0× (peer 1)", "lower", count(2), [count(9), count(6)]],
    ["behind by 3.0× (peer 0), 2.0× (peer 1)", "lower", count(6), [count(2), count(3), count(9)]],
    ["behind by 1.5× (peer 1)", "higher", count(2), [count(1), count(3)]],
    ["ahead by 2 % (peer 0)", "higher", count(102), [count(100)]],
    ["behind by 5 (peer 0)", "lower", count(5), [count(0)]],
    ["equal with (peer 0)", "higher", count(19), [count(19)]],
    ["level with (peer 0), (peer 1)", "lower", figureOf([1, 2, 3]), [figureOf([3, 4, 5]), figureOf([3, 5])]],
    ["ahead by 2.5× (peer 0)", "lower", figureOf([1, 2, 3]), [figureOf([4, 5, 6])]],
    ["behind by 2.5× (peer 0)", "higher", figureOf([1, 2, 3]), [figureOf([4, 5, 6])]],
    ["alone: nobody else was measured", "lower", count(1), ["fails"]],
  ])("%s", (text, better, ours, theirs) => {
    expect(said(better, ours, theirs)).toEqual([text]);
  });

  it("compares a line of a group with that group only", () => {
    expect(said("lower", count(2), [count(1)], "zod")).toEqual(["alone: nobody else was measured"]);
  });

  it("is read again from the text of its table", () => {
    const table = tableOf("lower", count(6), [count(2)]);
    expect(saidIn(tableText(table))).toEqual([{ of: "row: ours, s", is: "behind", than: "by 3.0× (peer 0)" }]);
    expect(loseText(tableText(table))).toContain("`row: ours, s`, behind by 3.0× (peer 0): **nobody has said why.**");
  });
});

test("a figure is its middle and its tenths, or itself", () => {
  const values = Array.from({ length: 11 }, (_, index) => 1000 + index);
  expect(cellText(figureOf(values, 0))).toBe("1,005 (1,001–1,009)");
  expect(cellText(count(5.25, 1, "so"))).toBe("5.3, so");
  expect(cellText(undefined)).toBe("–");
});

test("a block is put between its markers, and a page without them is refused", () => {
  const empty = "a\n<!-- bench x -->\nold\n<!-- /bench x -->\nb";
  expect(withBlock(empty, "x", "new\n")).toBe("a\n<!-- bench x -->\n\nnew\n\n<!-- /bench x -->\nb");
  expect(blockOf(withBlock(empty, "x", "new"), "x")).toBe("new");
  expect(() => withBlock(empty, "y", "new")).toThrow("no place for y");
  expect(() => blockOf(empty, "y")).toThrow("has no y");
});
