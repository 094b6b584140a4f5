/** docs/comparison.md is what `npm run bench:peers` wrote, and hides nothing. */
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { loseText } from "../bench/peers/lose.js";
import { pageWith, withBlock } from "../bench/peers/page.js";
import { PAGE, peerVersions } from "../bench/peers/places.js";
import { REASONS } from "../bench/peers/reasons.js";
import { readResults } from "../bench/peers/results.js";
import { type Cell, cellText, count, figureOf, type Table, verdicts } from "../bench/peers/table.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const guide = readFileSync(new URL("../docs/schemas.md", import.meta.url), "utf8");
const page = readFileSync(PAGE, "utf8");
const lock = readFileSync(new URL("../bench/package-lock.json", import.meta.url), "utf8");
const ROWS = ["accepts", "parse", "size", "start", "types", "operations", "generate", "stream", "view"];

const results = readResults();
const said = results.tables.flatMap(verdicts);

describe("the page", () => {
  it("is what the results give, and nothing else stands in the places for them", () => {
    expect(page).toBe(pageWith(page, results));
  });

  it("has the versions of bench/package.json, which are exact and those of its lock file", () => {
    const versions = peerVersions();
    expect(results.peers).toEqual(versions);
    expect(Object.values(versions).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    const { packages } = JSON.parse(lock) as { readonly packages: Record<string, { readonly version?: string }> };
    for (const [name, version] of Object.entries(versions))
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
  });

  it("has every row, with every line of ours", () => {
    expect(results.tables.map(({ row }) => row).sort()).toEqual([...ROWS].sort());
    for (const { row, lines } of results.tables) {
      expect(lines.filter(({ isOurs }) => isOurs).length, row).toBeGreaterThan(0);
      expect(lines.filter(({ isOurs }) => !isOurs).length, row).toBeGreaterThan(0);
    }
  });

  it("says why of each comparison that we do not win, and of no other", () => {
    const lost = said.filter(({ is }) => is !== "ahead" && is !== "alone").map(({ of }) => of);
    expect(lost.filter((of) => REASONS[of] === undefined)).toEqual([]);
    expect(Object.keys(REASONS).filter((of) => !said.some((verdict) => verdict.of === of))).toEqual([]);
  });

  it("is what the figures of other pages are of", () => {
    const figure = (tool: string, column: string, digits: number): string => {
      const lines = results.tables.flatMap((table) => table.lines).filter((line) => line.tool === tool);
      const cell = lines.map(({ cells }) => cells[column]).find((of) => of !== undefined);
      return typeof cell === "object" ? cell.median.toFixed(digits) : `no ${column} of ${tool}`;
    };
    const kB = (tool: string): string => figure(tool, "validating an event", 1);
    const share = (tool: string, digits = 1): string => figure(tool, "share of JSON.parse", digits);
    const ms = (tool: string): string => figure(tool, "bundled, first event validated", 0);
    const call = (tool: string): string => figure(tool, "client and one call", 1);
    const lost = (tool: string): string => figure(tool, "events lost", 0);
    const [zod, ajv, kubb] = ["EventSchema, zod/mini", "ajv, standalone", "kubb, zod/mini"];
    for (const row of [
      `${kB("parseEvent")} kB without zod; ${kB(zod)} kB as a zod schema | ${kB(kubb)} kB (kubb, zod/mini)`,
      `${share("parseEvent", 2)} (zod schema ${share(zod)}) | ${share(ajv)} (ajv), ${share("hey-api + zod")} (hey-api`,
      `${ms("parseEvent")} ms (zod schema ${ms(zod)} ms) | ${ms(ajv)} ms (ajv), ${ms(kubb)} ms (kubb, zod/mini)`,
      `${call("agent-server-client")} kB, with errors, retries, time-outs | ${call("orval, fetch")} kB: one`,
      `${lost("streamEvents, session socket")} | ${lost("@openhands/typescript-client, bundled as CommonJS")} of 405`,
    ])
      expect(readme).toContain(`| ${row}`);
    for (const row of [
      `\`parseEvent\`, all it needs | ${kB("parseEvent")}, no zod | ${share("parseEvent", 2)} |`,
      `\`EventSchema\`, all it needs | ${kB(zod)} | ${share(zod)} |`,
    ])
      expect(guide).toContain(`| ${row}`);
  });

  it("names no machine and no registry, nor does the lock file", () => {
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
  const saidOf = (...args: Parameters<typeof tableOf>): string[] => verdicts(tableOf(...args)).map(({ text }) => text);

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
    expect(saidOf(better, ours, theirs)).toEqual([text]);
  });

  it("compares a line of a group with that group only", () => {
    expect(saidOf("lower", count(2), [count(1)], "zod")).toEqual(["alone: nobody else was measured"]);
  });

  it("that is not in our favour is listed, one without a reason loudly; one without a rival does not count", () => {
    const text = loseText(verdicts(tableOf("lower", count(6), [count(2)])));
    expect(text).toMatch(/^Of 1 comparisons 1 are lost; /);
    expect(text).toContain("`row: ours, s`, behind by 3.0× (peer 0): **nobody has said why.**");
    expect(loseText(verdicts(tableOf("lower", count(1), ["fails"])))).toMatch(/^Of 0 comparisons/);
    expect(loseText(verdicts(tableOf("lower", count(1), [count(1)])))).toContain("equal with (peer 0)");
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
  expect(() => withBlock(empty, "y", "new")).toThrow("no place for y");
});
