/** `npm run verify` runs every gate in order; `-- NAME…` some of them; `-- --list` names them. */
import { spawnSync } from "node:child_process";

const TSC = (alias: string): string[] => ["node", `node_modules/${alias}/bin/tsc`, "-p", "tsconfig.json"];

/** Name and command of each gate, cheap ones first. */
const GATES: readonly (readonly [name: string, command: readonly string[]])[] = [
  ["generated", ["npm", "run", "-s", "generate", "--", "--check"]],
  ["format", ["npx", "biome", "check", "."]],
  ["lint", ["npx", "oxlint", "--type-aware"]],
  ["unused", ["npx", "knip"]],
  ["types-5.9", TSC("typescript")],
  ["types-6.0", TSC("typescript-6")],
  ["types-7.0", TSC("typescript-7")],
  ["build", ["npm", "run", "-s", "build"]],
  ["tests", ["npm", "test"]],
  ["start", ["npm", "start"]],
  ["bench", ["npm", "run", "-s", "bench"]],
];

function runGate([name, command]: (typeof GATES)[number]): boolean {
  const [program = "", ...args] = command;
  console.log(`\n== ${name}: ${command.join(" ")}`);
  const begun = performance.now();
  const { status } = spawnSync(program, args, { stdio: "inherit" });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`== ${name} ${status === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  return status === 0;
}

function main(args: readonly string[]): number {
  if (args.includes("--list")) {
    console.log(GATES.map(([name]) => name).join("\n"));
    return 0;
  }
  const unknown = args.filter((arg) => !GATES.some(([name]) => name === arg));
  if (unknown.length > 0) {
    console.error(`verify: no gate ${unknown.join(", ")}; there are ${GATES.map(([name]) => name).join(", ")}`);
    return 1;
  }
  const chosen = GATES.filter(([name]) => args.length === 0 || args.includes(name));
  const failed = chosen.filter((gate) => !runGate(gate)).map(([name]) => name);
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(", ")}`);
  console.log(`\n${chosen.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
