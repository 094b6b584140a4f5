/** `npm run verify` runs every gate in order; `-- NAME…` some of them; `-- --list` names them. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const TSC = (alias: string): string[] => ["node", `node_modules/${alias}/bin/tsc`, "-p", "tsconfig.json"];

/** Its name and its command. */
export type Gate = readonly [name: string, command: readonly string[]];

/** Cheap ones first. */
export const GATES: readonly Gate[] = [
  ["generated", ["npm", "run", "-s", "generate", "--", "--check"]],
  ["format", ["npx", "biome", "check", "."]],
  ["lint", ["npx", "oxlint", "--type-aware"]],
  ["unused", ["npx", "knip"]],
  ["types-5.9", TSC("typescript")],
  ["types-6.0", TSC("typescript-6")],
  ["types-7.0", TSC("typescript-7")],
  ["types-react", ["npx", "tsc", "-p", "examples/react"]],
  ["types-web", ["npx", "tsc", "-p", "examples/web"]],
  ["build", ["npm", "run", "-s", "build"]],
  ["tests", ["npm", "test"]],
  ["docs", ["npm", "run", "-s", "docs"]],
  ["audit", ["npm", "run", "-s", "audit"]],
  ["release", ["npm", "run", "-s", "release"]],
  ["start", ["npm", "start"]],
  ["bench", ["npm", "run", "-s", "bench"]],
];

function runGate([name, command]: Gate, print: (line: string) => void): boolean {
  const [program = "", ...args] = command;
  print(`\n== ${name}: ${command.join(" ")}`);
  const begun = performance.now();
  const { status } = spawnSync(program, args, { stdio: "inherit" });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  print(`== ${name} ${status === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  return status === 0;
}

/** Runs the gates named, or all. Returns the exit code. */
export function main(args: readonly string[], gates: readonly Gate[], print: (line: string) => void): number {
  if (args.includes("--list")) {
    print(gates.map(([name]) => name).join("\n"));
    return 0;
  }
  const unknown = args.filter((arg) => !gates.some(([name]) => name === arg));
  if (unknown.length > 0) {
    print(`verify: no gate ${unknown.join(", ")}; there are ${gates.map(([name]) => name).join(", ")}`);
    return 1;
  }
  const chosen = gates.filter(([name]) => args.length === 0 || args.includes(name));
  const failed = chosen.filter((gate) => !runGate(gate, print)).map(([name]) => name);
  if (failed.length > 0) print(`\nFailed: ${failed.join(", ")}`);
  print(`\n${chosen.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = main(process.argv.slice(2), GATES, (line) => console.log(line));
}
