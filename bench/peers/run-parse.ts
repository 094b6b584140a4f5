/** Runs in a process of its own: `MODULE TEXTS SECONDS`; prints milliseconds of JSON.parse and of the check, by round. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chunksOf } from "../chunks.js";
import type { ParseRounds } from "./row-parse.js";

const [file = "", texts = "", seconds = "1"] = process.argv.slice(2);
const { parse } = (await import(pathToFileURL(file).href)) as { parse: (value: unknown) => unknown };
const chunks = chunksOf(JSON.parse(readFileSync(texts, "utf8")) as string[]);

function round(): readonly [parse: number, check: number] {
  let [parsing, checking] = [0, 0];
  for (const chunk of chunks) {
    const begun = performance.now();
    const values: unknown[] = chunk.map((text) => JSON.parse(text));
    const parsed = performance.now();
    for (const value of values) parse(value);
    checking += performance.now() - parsed;
    parsing += parsed - begun;
  }
  return [parsing, checking];
}

function roundsFor(milliseconds: number): (readonly [number, number])[] {
  const rounds: (readonly [number, number])[] = [];
  const until = performance.now() + milliseconds;
  while (performance.now() < until || rounds.length < 3) rounds.push(round());
  return rounds;
}

roundsFor(Number(seconds) * 1000);
const rounds = roundsFor(Number(seconds) * 1000);
const result: ParseRounds = { parse: rounds.map(([ms]) => ms), check: rounds.map(([, ms]) => ms) };
console.log(JSON.stringify(result));
