/** What the last whole run has measured: the page is written from it, so that the two cannot differ. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BENCH } from "./places.js";
import type { Table } from "./table.js";

export interface Results {
  readonly machine: string;
  /** The version of each. */
  readonly peers: Readonly<Record<string, string>>;
  readonly tables: readonly Table[];
}

export const RESULTS = join(BENCH, "results.json");

export const readResults = (): Results => JSON.parse(readFileSync(RESULTS, "utf8")) as Results;
