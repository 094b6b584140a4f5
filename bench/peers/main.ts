/**
 * `npm run bench:peers` measures this package and its peers side by side, keeps the results in bench/results.json and
 * writes docs/comparison.md from them; `-- ROW…` only shows these rows, `-- page` writes the page again. Asserts nothing.
 * In a whole run the peers generate everything anew; a row takes what is there.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, release, totalmem } from "node:os";
import { writeDocuments } from "./documents.js";
import { clear } from "./generators.js";
import { pageWith, tableText } from "./page.js";
import { install, PAGE, peerVersions } from "./places.js";
import { RESULTS, type Results, readResults } from "./results.js";
import { accepts } from "./row-accepts.js";
import { generate } from "./row-generate.js";
import { operations } from "./row-operations.js";
import { parse } from "./row-parse.js";
import { size } from "./row-size.js";
import { start } from "./row-start.js";
import { stream } from "./row-stream.js";
import { types } from "./row-types.js";
import { view } from "./row-view.js";
import type { Table } from "./table.js";

/** In this order: what is generated first is used afterwards. */
const ROWS: Readonly<Record<string, () => Promise<Table>>> = {
  generate,
  accepts,
  operations,
  parse,
  size,
  start,
  types,
  stream,
  view,
};

function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory} GB, ${platform()} ${release().split("-")[0]} ${arch()}, Node ${process.version} (hey-api, orval and kubb generate in Node 22).`;
}

const writePage = (results: Results): void => writeFileSync(PAGE, pageWith(readFileSync(PAGE, "utf8"), results));

const wanted = process.argv.slice(2);
const unknown = wanted.filter((row) => row !== "page" && !(row in ROWS));
if (unknown.length > 0) {
  console.error(`bench:peers: no row ${unknown.join(", ")}; there are ${Object.keys(ROWS).join(", ")}`);
  process.exit(1);
}
if (wanted.includes("page")) {
  writePage(readResults());
  process.exit(0);
}
const begun = performance.now();
if (wanted.length === 0) clear();
await install();
writeDocuments();
const tables: Table[] = [];
for (const [name, row] of Object.entries(ROWS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const since = performance.now();
  const table = await row();
  tables.push(table);
  console.log(`\n== ${name}, ${((performance.now() - since) / 1000).toFixed(0)} s\n${tableText(table)}`);
}
if (wanted.length === 0) {
  const results: Results = { machine: machine(), peers: peerVersions(), tables };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 1)}\n`);
  writePage(results);
}
console.log(`\n${((performance.now() - begun) / 60_000).toFixed(1)} minutes`);
