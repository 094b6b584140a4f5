/** Row "parse": what it takes to validate an event, as a share of JSON.parse of the same text. */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { recordedEvents } from "../../test/support/corpus.js";
import { NO_EVAL } from "../measure.js";
import { bench } from "./child.js";
import { inCache } from "./places.js";
import { figureOf, type Table } from "./table.js";
import { builtFor } from "./validators.js";

/** All validators take turns this often, each time in a process of its own for so long. */
const TURNS = 3;
/** As a page with a content security policy has it. */
const ALSO_WITHOUT_EVAL = [[], [NO_EVAL]] as const;
const SECONDS = 1;

/** By round. */
export interface ParseRounds {
  readonly parse: readonly number[];
  readonly check: readonly number[];
}

/** Only what all of them accept: a refusal costs something else. */
async function acceptedByAll(files: readonly string[]): Promise<string[]> {
  let texts = recordedEvents().map((event) => JSON.stringify(event));
  for (const file of files) {
    const { parse } = (await import(pathToFileURL(file).href)) as { parse: (value: unknown) => unknown };
    texts = texts.filter((text) => {
      try {
        parse(JSON.parse(text));
        return true;
      } catch {
        return false;
      }
    });
  }
  return texts;
}

export async function parse(): Promise<Table> {
  const validators = await builtFor("repaired");
  const texts = await acceptedByAll(validators.map(({ file }) => file));
  writeFileSync(inCache("events.json"), JSON.stringify(texts));
  const perEvent = (ms: number): number => (ms * 1000) / texts.length;
  const parses: number[] = [];
  const spent = validators.map(() => ({ share: [] as number[], micros: [] as number[], withoutEval: [] as number[] }));
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [index, { file }] of validators.entries()) {
      for (const flags of ALSO_WITHOUT_EVAL) {
        const args = [file, inCache("events.json"), String(SECONDS)];
        const measured = await bench<ParseRounds>("run-parse.ts", args, flags);
        const shares = measured.check.map((ms, round) => ms / (measured.parse[round] ?? Number.NaN));
        parses.push(...measured.parse.map(perEvent));
        if (flags.length > 0) spent[index]?.withoutEval.push(...shares);
        else {
          spent[index]?.micros.push(...measured.check.map(perEvent));
          spent[index]?.share.push(...shares);
        }
      }
    }
  }
  const bytes = Math.round(texts.join("").length / texts.length);
  return {
    row: "parse",
    how: `The ${texts.length} recorded events that all of them accept (${bytes} bytes each), freshly parsed, in chunks of 16 kB; ${TURNS} processes of ${SECONDS} s for each after as long a warm-up, in turn. JSON.parse alone: ${figureOf(parses).median.toFixed(1)} µs an event. Without eval: the same share where no code may be made from strings, as under a content security policy. Peers from the repaired document.`,
    columns: [
      { name: "µs an event", better: "lower" },
      { name: "share of JSON.parse", better: "lower" },
      { name: "without eval", better: "lower" },
    ],
    lines: validators.map(({ name: tool, isOurs, group }, index) => ({
      tool,
      isOurs,
      ...(group && { group }),
      cells: {
        "µs an event": figureOf(spent[index]?.micros ?? [], 2),
        "share of JSON.parse": figureOf(spent[index]?.share ?? [], 2),
        "without eval": figureOf(spent[index]?.withoutEval ?? [], 2),
      },
    })),
  };
}
