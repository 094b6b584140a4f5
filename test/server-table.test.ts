/** The table "what fits which server" is that of the documents and of the live run. `-u` writes it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findingsIn, rowsOf, serverTable, withTable } from "./support/server-table.js";
import { SPEC_VERSIONS, specText } from "./support/spec.js";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const page = read("../docs/server-versions.md");

test.each(["../README.md", "../docs/contract.md"])("%s has it", async (path) => {
  const text = read(path);
  await expect(withTable(text, serverTable(page))).toMatchFileSnapshot(path);
});

test("what the live servers' documents were found to differ in is what the committed ones do", () => {
  const row = rowsOf(page).get("what `agent-contract check` finds");
  expect([...(row?.keys() ?? [])]).toEqual(["1.44.0", "1.52.0", "1.58.2"]);
  for (const version of SPEC_VERSIONS) {
    const seen = row?.get(version);
    if (seen !== undefined) expect(findingsIn(JSON.parse(specText(version))), version).toBe(seen);
  }
});

test("it has a row for every version that is known, oldest first, and no empty cell", () => {
  const [, , ...rows] = serverTable(page).split("\n");
  expect(rows.map((row) => row.split(" | ")[0])).toEqual(["| 1.44.0", "| 1.50.0", "| 1.52.0", "| 1.58.2"]);
  for (const row of rows) {
    expect(row).not.toMatch(/undefined|\|\s+\|/);
    expect(row.split(" | ")).toHaveLength(6);
  }
});
