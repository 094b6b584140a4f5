/** Row "start": from the import of a module to its first use, in fresh processes of Node. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { node } from "./child.js";
import { kindsOfEvents } from "./events.js";
import { userProject } from "./packed.js";
import { inCache } from "./places.js";
import { figureOf, type Line, type Table } from "./table.js";
import { builtFor } from "./validators.js";

const PROCESSES = 15;
/** As a package is imported from node_modules. */
const PACKAGES = [
  ["agent-server-client", true],
  ["agent-server-client/stream", true],
  ["agent-server-client/schemas", true],
  ["@openhands/typescript-client", false],
  ["@openhands/typescript-client/clients", false],
] as const;

interface Candidate {
  readonly line: Omit<Line, "cells">;
  readonly column: "bundled, first event validated" | "import from node_modules";
  readonly main: string;
  readonly cwd?: string;
}

const timing = (statement: string): string => `const begun = performance.now();
${statement}
console.log(performance.now() - begun);
process.exit();`;

async function candidates(): Promise<Candidate[]> {
  const event = JSON.stringify(kindsOfEvents().events.find(({ kind }) => kind === "MessageEvent"));
  const project = await userProject();
  const bundles = (await builtFor("repaired")).map(({ name: tool, isOurs, group, file }, index): Candidate => {
    const main = inCache(`start-${index}.mjs`);
    writeFileSync(main, timing(`(await import(${JSON.stringify(pathToFileURL(file).href)})).parse(${event});`));
    return { line: { tool, isOurs, ...(group && { group }) }, column: "bundled, first event validated", main };
  });
  const packages = PACKAGES.map(([name, isOurs], index): Candidate => {
    const main = join(project, `start-${index}.mjs`);
    writeFileSync(main, timing(`await import(${JSON.stringify(name)});`));
    // Nobody else's zod schemas are a package
    const group = name.endsWith("/schemas") ? { group: "zod" } : {};
    return { line: { tool: `import "${name}"`, isOurs, ...group }, column: "import from node_modules", main };
  });
  return [...bundles, ...packages];
}

export async function start(): Promise<Table> {
  const all = await candidates();
  const times = all.map((): number[] => []);
  for (let round = 0; round < PROCESSES; round++)
    for (const [index, { main }] of all.entries()) times[index]?.push(await node<number>([main]));
  return {
    row: "start",
    how: `Milliseconds from the import on, ${PROCESSES} fresh processes of each, in turn. Bundles of peers from the repaired document.`,
    columns: [
      { name: "bundled, first event validated", better: "lower" },
      { name: "import from node_modules", better: "lower" },
    ],
    lines: all.map(({ line, column }, index) => ({ ...line, cells: { [column]: figureOf(times[index] ?? []) } })),
  };
}
