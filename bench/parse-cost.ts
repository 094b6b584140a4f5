/**
 * Runs in a process of its own (bundled by measure.ts): what a check costs, as a share of JSON.parse of the same text.
 * Objects are freshly parsed, for objects that were read before flatter a check; candidates take turns in chunks of
 * about 16 kB, so that noise meets all of them; a ratio is the median of many rounds.
 */
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { EventSchema } from "../src/generated/schemas.js";
import { parseEvent } from "../src/parse.js";
import { chunksOf } from "./chunks.js";

/** Event texts by the name of the set. */
export type Texts = Readonly<Record<string, readonly string[]>>;

/** Share of JSON.parse by set and candidate. */
export type Costs = Readonly<Record<string, Readonly<Record<string, number>>>>;

const CANDIDATES: Readonly<Record<string, (value: unknown) => unknown>> = {
  parseEvent,
  EventSchema: (value) => z.parse(EventSchema, value),
};

/** One pass over all chunks: milliseconds in JSON.parse and in the candidate, by candidate. */
function round(chunks: readonly (readonly string[])[]): Record<string, number> {
  const spent = Object.keys(CANDIDATES).map((name) => ({ name, parse: 0, check: 0 }));
  for (const chunk of chunks) {
    for (const entry of spent) {
      const candidate = CANDIDATES[entry.name];
      const begun = performance.now();
      const values: unknown[] = chunk.map((text) => JSON.parse(text));
      const parsed = performance.now();
      for (const value of values) candidate?.(value);
      entry.check += performance.now() - parsed;
      entry.parse += parsed - begun;
    }
  }
  return Object.fromEntries(spent.map(({ name, parse, check }) => [name, check / parse]));
}

function costs(texts: Texts, rounds: number): Costs {
  const sets = Object.entries(texts).map(([name, list]) => ({ name, chunks: chunksOf(list) }));
  const results = sets.map(({ name, chunks }) => {
    // A small set takes more passes to be as warm and as exact as a large one.
    const passes = rounds * Math.max(1, Math.round(40 / chunks.length));
    for (let i = 0; i < passes / 4; i++) round(chunks);
    const seen = Array.from({ length: passes }, () => round(chunks));
    const ratios = Object.keys(CANDIDATES).map((candidate) => {
      const sorted = seen.map((ratio) => ratio[candidate] ?? Number.NaN).sort((a, b) => a - b);
      return [candidate, sorted[Math.floor(sorted.length / 2)] ?? Number.NaN];
    });
    return [name, Object.fromEntries(ratios)];
  });
  return Object.fromEntries(results);
}

/** Prints the costs of the sets in a file. Called, not run at import: the package promises bundlers that nothing is. */
export function main([file = "", rounds = "40"]: readonly string[]): void {
  console.log(JSON.stringify(costs(JSON.parse(readFileSync(file, "utf8")) as Texts, Number(rounds))));
}
