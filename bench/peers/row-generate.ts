/** Row "generate": how long a generator's process takes on the published document. */
import { ensure, GENERATORS, generatedFolder } from "./generators.js";
import { figureOf, type Line, type Table } from "./table.js";

const RUNS = 3;

export async function generate(): Promise<Table> {
  const seconds = new Map(Object.keys(GENERATORS).map((peer) => [peer, [] as number[]]));
  for (let run = 0; run < RUNS; run++) {
    for (const [peer, generator] of Object.entries(GENERATORS)) {
      seconds.get(peer)?.push(await generator.generate("published", generatedFolder(peer, "published")));
      await ensure(peer, "published");
    }
  }
  const lines = Object.entries(GENERATORS).map(([peer, { name, makes }]): Line => {
    const cells = { makes, s: figureOf(seconds.get(peer) ?? []) };
    return { tool: name, isOurs: peer === "ours", cells };
  });
  return {
    row: "generate",
    how: `Seconds of the command, in a fresh process, on the published document, ${RUNS} runs in turn; hey-api, orval and kubb in Node 22, which the first two ask for, the rest in the Node of the other rows. Users of this package generate nothing.`,
    columns: [
      { name: "makes", better: "none" },
      { name: "s", better: "lower" },
    ],
    lines,
  };
}
