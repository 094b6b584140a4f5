/** Row "types": is the type of an event right, and what does it cost to have files checked that use it? */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tsc } from "../../test/support/compile.js";
import { ensure } from "./generators.js";
import { userProject } from "./packed.js";
import { BENCH } from "./places.js";
import { type Cell, count, figureOf, type Line, type Table } from "./table.js";
import { probeOf, switchOver, TYPES_CASES, type TypesCase } from "./types-sources.js";

const RUNS = 3;
const COLUMN_OF = { published: "type of an event", repaired: "repaired document" } as const;

interface Check {
  readonly errors: readonly string[];
  readonly types: number;
  readonly instantiations: number;
  readonly seconds: number;
}

/** The peers' openapi-fetch is the newest, ours the one that this package depends on. */
async function check(name: string, source: string, isOurs = true): Promise<Check> {
  const folder = join(await userProject(), name);
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  const link = join(folder, "node_modules/openapi-fetch");
  if (!isOurs && !existsSync(link)) symlinkSync(join(BENCH, "node_modules/openapi-fetch"), link);
  writeFileSync(join(folder, "main.ts"), source);
  const compilerOptions = {
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  const { output } = await tsc("5.9", folder, ["--extendedDiagnostics"]);
  const figure = (label: string): number => Number(new RegExp(`^${label}:\\s+([\\d.]+)`, "m").exec(output)?.[1]);
  const errors = output.split("\n").filter((line) => / error TS\d+/.test(line));
  return { errors, types: figure("Types"), instantiations: figure("Instantiations"), seconds: figure("Check time") };
}

const inMain = ({ errors }: Check): string[] => errors.filter((line) => line.startsWith("main.ts"));

/** What is said of the type of an event. */
async function eventType(name: string, event: string): Promise<string> {
  const wrong = inMain(await check(`${name}-probe`, probeOf(event)))[0];
  if (wrong !== undefined) return /"(any|never)"/.exec(wrong)?.[1] ?? wrong.replace(/^.*error /, "");
  const faults = inMain(await check(name, switchOver(event)));
  if (faults.length === 0) return "right";
  return `wrong: ${faults.length} errors in the switch (${/TS\d+/.exec(faults[0] ?? "")?.[0]})`;
}

/** Of both documents, where it is generated. */
async function eventTypes(index: number, { peer, event }: TypesCase): Promise<Record<string, Cell>> {
  const found: Record<string, Cell> = {};
  for (const document of ["published", "repaired"] as const) {
    if (peer === undefined && document === "repaired") break;
    const failure = peer === undefined ? undefined : await ensure(peer, document);
    found[COLUMN_OF[document]] = failure ?? (await eventType(`types-${index}-${document}`, event(document)));
  }
  return found;
}

async function cells(types: TypesCase, index: number, empty: Check): Promise<Record<string, Cell>> {
  const found = await eventTypes(index, types);
  const sources = { switch: switchOver(types.event("published")), "five calls": types.calls };
  for (const [what, source] of Object.entries(sources)) {
    const name = `types-${index}-${what.replace(" ", "-")}`;
    const runs: Check[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await check(name, source, types.isOurs));
    const [first = empty] = runs;
    const faults = inMain(first).length;
    const note = what === "switch" || faults === 0 ? undefined : `with ${faults} error${faults > 1 ? "s" : ""}`;
    found[`${what}: types`] = count(first.types - empty.types, 0, note);
    found[`${what}: instantiations`] = count(first.instantiations - empty.instantiations);
    found[`${what}: s`] = figureOf(
      runs.map(({ seconds }) => seconds),
      2,
    );
  }
  return found;
}

export async function types(): Promise<Table> {
  const empty = await check("types-empty", "export {};\n");
  const lines: Line[] = [];
  for (const [index, types] of TYPES_CASES.entries()) {
    const { tool, isOurs } = types;
    lines.push({ tool, isOurs, cells: await cells(types, index, empty) });
  }
  const named = ["types", "instantiations", "s"];
  const columns = ["switch", "five calls"].flatMap((what) => named.map((name) => `${what}: ${name}`));
  return {
    row: "types",
    how: `TypeScript 5.9, strict, \`skipLibCheck\`; a switch over three kinds of events, and five calls; types and instantiations beyond an empty file, check time in s, ${RUNS} runs. Peers from the published document; the type of an event also from the repaired one.`,
    columns: [
      ...Object.values(COLUMN_OF).map((name) => ({ name, better: "none" as const })),
      ...columns.map((name) => ({ name, better: "lower" as const })),
    ],
    lines,
  };
}
