/** What package.json of this folder names: runtimes and bundlers, installed once and kept outside the work tree. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const CACHE = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "agent-server-client");
const PATIENCE_MS = 600_000;
/** A registry that does not answer is no reason to wait for minutes. */
const RETRIES = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
const INSTALL = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...RETRIES];

type ProgramName = "node-22" | "node-24" | "deno" | "bun" | "workerd";
/** By platform, the package of each program and its place in there. */
const PROGRAMS: Readonly<Record<string, Partial<Record<ProgramName, readonly [name: string, file: string]>>>> = {
  "linux-x64": {
    "node-22": ["node-22-linux-x64", "bin/node"],
    "node-24": ["node-24-linux-x64", "bin/node"],
    deno: ["@deno/linux-x64-glibc", "deno"],
    bun: ["@oven/bun-linux-x64", "bin/bun"],
    workerd: ["@cloudflare/workerd-linux-64", "bin/workerd"],
  },
  "linux-arm64": {
    "node-22": ["node-22-linux-arm64", "bin/node"],
    "node-24": ["node-24-linux-arm64", "bin/node"],
    deno: ["@deno/linux-arm64-glibc", "deno"],
    bun: ["@oven/bun-linux-aarch64", "bin/bun"],
    workerd: ["@cloudflare/workerd-linux-arm64", "bin/workerd"],
  },
  "darwin-x64": {
    deno: ["@deno/darwin-x64", "deno"],
    bun: ["@oven/bun-darwin-x64", "bin/bun"],
    workerd: ["@cloudflare/workerd-darwin-64", "bin/workerd"],
  },
  "darwin-arm64": {
    deno: ["@deno/darwin-arm64", "deno"],
    bun: ["@oven/bun-darwin-aarch64", "bin/bun"],
    workerd: ["@cloudflare/workerd-darwin-arm64", "bin/workerd"],
  },
};
const here = PROGRAMS[`${process.platform}-${process.arch}`] ?? {};

/** What is there of them. */
export interface Tools {
  /** The path of a program; undefined where it is not to be had, or does not start. */
  program(name: ProgramName): string | undefined;
  /** A package that Node loads, as it is for `require`; undefined when it could not be installed. */
  load(name: string): unknown;
  /** The folder of a package. */
  folderOf(name: string): string;
  release(): void;
}

const programIn = (folder: string, name: ProgramName): string | undefined => {
  const [of, file] = here[name] ?? [];
  const path = join(folder, "node_modules", of ?? "", file ?? "");
  const starts = of !== undefined && spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;
  return starts ? path : undefined;
};

/** Installs what is not there yet. What has its final name is whole: it gets it once all of it starts. */
export function findTools(): Tools {
  const lock = createHash("sha256")
    .update(readFileSync(join(HERE, "package-lock.json")))
    .digest("hex");
  const kept = join(CACHE, `runtimes-${lock.slice(0, 12)}`);
  if (existsSync(kept)) return toolsIn(kept, () => undefined);
  mkdirSync(dirname(kept), { recursive: true });
  const made = mkdtempSync(`${kept}-`);
  const remove = (): void => rmSync(made, { recursive: true, force: true });
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(HERE, file), join(made, file));
  const { status } = spawnSync("npm", INSTALL, {
    cwd: made,
    stdio: ["ignore", "ignore", "inherit"],
    timeout: PATIENCE_MS,
  });
  const isWhole = (Object.keys(here) as ProgramName[]).every((name) => programIn(made, name) !== undefined);
  if (status !== 0 || !isWhole) return toolsIn(made, remove);
  try {
    renameSync(made, kept);
  } catch {
    remove(); // another run was faster
  }
  return toolsIn(kept, () => undefined);
}

function toolsIn(folder: string, release: () => void): Tools {
  const require = createRequire(join(folder, "package.json"));
  const folderOf = (name: string): string => join(folder, "node_modules", name);
  return {
    program: (name) => programIn(folder, name),
    load: (name) => (existsSync(folderOf(name)) ? (require(name) as unknown) : undefined),
    folderOf,
    release,
  };
}
