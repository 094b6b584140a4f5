/** What is to hold in every runtime that loads the installed package. */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { rightAnswers } from "./answers.js";
import type { Check } from "./check.js";
import { fileOf } from "./consumer.js";
import { ENTRIES, type Place, pathOf, RUNTIMES } from "./matrix.js";
import { type Command, inProcess, inWorkerd, printed } from "./processes.js";
import type { Tools } from "./tools.js";

/** A runtime of a row of the table. */
interface Installed {
  readonly place: Place;
  readonly label: string;
  readonly command: Command;
}

const versionOf = (program: string): string => spawnSync(program, ["-v"], { encoding: "utf8" }).stdout?.trim() ?? "";

/** A Node by the path of its program. */
export const nodeAt = (program: string): Installed => {
  const version = versionOf(program);
  const major = `Node ${/\d+/.exec(version)?.[0]}`;
  const place = Object.values(RUNTIMES).find(({ name }) => name === major) ?? RUNTIMES.node24;
  return { place, label: `Node ${version}`, command: [program] };
};

/** What is to hold in all that can be had here, and one line for each that cannot. */
export function allRuntimes(tools: Tools): {
  readonly found: readonly Installed[];
  readonly missing: readonly string[];
} {
  const missing: string[] = [];
  const at = (name: Parameters<Tools["program"]>[0], place: Place, ...args: string[]): Installed[] => {
    const program = tools.program(name);
    const label = `${place.name.replace(/ \d+$/, "")} ${place.version}`;
    if (program === undefined) missing.push(`${label}: npm has it not for this machine, or cannot be asked`);
    return program === undefined ? [] : [{ place, label, command: [program, ...args] }];
  };
  const found = [
    nodeAt(process.execPath),
    ...at("node-22", RUNTIMES.node22),
    ...at("node-24", RUNTIMES.node24),
    ...at("deno", RUNTIMES.deno, "run", "--allow-all"),
    ...at("bun", RUNTIMES.bun),
  ];
  return { found, missing };
}

const HAS_SOCKET = "console.log(typeof WebSocket === 'function')";

/** Every entry used, all loaded by import and by require, and the command. */
export function checksOf(project: string, { place, label, command }: Installed): Check[] {
  writeFileSync(join(project, "socket.mjs"), HAS_SOCKET);
  const [program, ...args] = command;
  const { stdout } = spawnSync(program, [...args, "socket.mjs"], { cwd: project, encoding: "utf8" });
  const sockets = stdout?.trim() === "true" ? (["ws", "global"] as const) : (["ws"] as const);
  const used = sockets.map((socket) => ({
    name: `${label}, ${socket === "ws" ? "the package ws" : "its own WebSocket"}`,
    run: () =>
      rightAnswers((task) => inProcess(command, project, fileOf(project, "everything"), socket, task), place.entries),
  }));
  const loaded = { name: `${label}, import and require`, run: () => sameNames(command, project) };
  const told = { name: `${label}, agent-contract`, run: () => commandRuns(command, project) };
  return [...used, loaded, ...(place.hasCommand ? [told] : [])];
}

const DOCUMENT = "agent-server-client/openapi.json";
const specifiers = ENTRIES.map((entry) => pathOf(entry).replace(".", "agent-server-client"));
/** Both print the names of every entry, and the version of the document. */
const NAMES = {
  "names.mjs": `import document from "${DOCUMENT}" with { type: "json" };
const load = (name) => import(name);`,
  "names.cjs": `const document = require("${DOCUMENT}");
const load = (name) => require(name);`,
};
const PRINT = `
(async () => {
  const names = {};
  for (const name of ${JSON.stringify(specifiers)}) names[name] = Object.keys(await load(name)).sort();
  console.log(JSON.stringify({ names, version: document.info.version }));
  if ("Deno" in globalThis) Deno.exit();
})();
`;

async function sameNames(command: Command, project: string): Promise<string> {
  const { exports } = JSON.parse(
    readFileSync(join(project, "node_modules/agent-server-client/package.json"), "utf8"),
  ) as { readonly exports: object };
  const expected = [...ENTRIES.map(pathOf), "./openapi.json"];
  if (!isDeepStrictEqual(new Set(Object.keys(exports)), new Set(expected)))
    throw new Error(`the package exports ${Object.keys(exports).join(", ")}; here ${expected.join(", ")} are known`);
  const found: unknown[] = [];
  for (const [file, code] of Object.entries(NAMES)) {
    writeFileSync(join(project, file), code + PRINT);
    found.push(await printed(command, project, file));
  }
  const [imported, required] = found as { readonly names: Readonly<Record<string, readonly string[]>> }[];
  if (!isDeepStrictEqual(imported, required)) throw new Error("import and require give other names");
  const counts = Object.values(imported?.names ?? {}).map((names) => names.length);
  if (counts.includes(0)) throw new Error("an entry exports nothing");
  return `${counts.reduce((sum, count) => sum + count)} names of ${counts.length} entries by both`;
}

const CLI = "node_modules/agent-server-client/dist/cli.js";

async function commandRuns(command: Command, project: string): Promise<string> {
  const recorded = "recorded.json";
  cpSync(fileURLToPath(new URL("../fixtures/traffic/parallel.json", import.meta.url)), join(project, recorded));
  const spec = "node_modules/agent-server-client/openapi.json";
  const said = [
    await printed(command, project, CLI, "check", "--spec", spec, "--format", "json"),
    await printed(command, project, CLI, "events", recorded, "--format", "json"),
  ] as { readonly command: string; readonly failed: boolean; readonly events?: number }[];
  if (said.some(({ failed }) => failed) || said[1]?.events !== 65) throw new Error(JSON.stringify(said).slice(0, 200));
  return said.map((each) => each.command).join(" and ");
}

/** workerd takes a bundle. */
export function workerdCheck(project: string, tools: Tools): Check | string {
  const { name, version, entries } = RUNTIMES.workerd;
  const program = tools.program("workerd");
  if (program === undefined) return `${name} ${version}: npm has it not for this machine, or cannot be asked`;
  return {
    name: `${name} ${version}, its own WebSocket`,
    run: () => rightAnswers((task) => inWorkerd(program, project, task), entries),
  };
}
