/** The runtimes that can be had here: other versions of Node, which npm brings, and the Chromium of the system. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** Beside the one that runs this. */
const NODES = ["22.23.5", "24.22.3"] as const;
const CHROMIUMS = ["chromium", "chromium-browser", "google-chrome"];
const PATIENCE_MS = 90_000;
const CACHE = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "agent-server-client");

/** Programs to follow a stream in, and in one line each what there is not. */
export interface Found {
  readonly nodes: readonly string[];
  readonly chromium: string | undefined;
  readonly missing: readonly string[];
}

/** Looks for all of them; a Node that is not there yet is fetched once, and kept outside the work tree. */
export function findRuntimes(): Found {
  const others = NODES.map((version) => [version, fetchedNode(version)] as const);
  const nodes = others.flatMap(([, program]) => program ?? []);
  const chromium = findChromium();
  const missing = others.flatMap(([version, program]) =>
    program === undefined ? [`no Node ${version}: npm has it not, or cannot be asked`] : [],
  );
  return {
    nodes: [process.execPath, ...nodes],
    chromium,
    missing: [...missing, ...(chromium === undefined ? [`no ${CHROMIUMS.join(", ")} on the path`] : [])],
  };
}

/** The Chromium of the system, if it has one. */
export const findChromium = (): string | undefined => onPath(CHROMIUMS);

const onPath = (names: readonly string[]): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));

/** A Node of this version, fetched once. What has its final name is whole, for it gets it when it runs. */
export function fetchedNode(version: string): string | undefined {
  const { platform, arch } = process;
  const name = `node-${platform === "win32" ? "win" : platform}-${arch}`;
  const folder = join(CACHE, `node-${version}`);
  const programIn = (place: string): string => join(place, "node_modules", name, "bin", "node");
  if (existsSync(programIn(folder))) return programIn(folder);
  mkdirSync(dirname(folder), { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  try {
    const args = [
      "install",
      "--prefix",
      made,
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--fetch-retries=1",
      `${name}@${version}`,
    ];
    spawnSync("npm", args, { cwd: made, stdio: "ignore", timeout: PATIENCE_MS });
    if (spawnSync(programIn(made), ["-v"], { encoding: "utf8" }).stdout?.trim() !== `v${version}`) return undefined;
    renameSync(made, folder);
    return programIn(folder);
  } catch {
    return existsSync(programIn(folder)) ? programIn(folder) : undefined; // another run was faster
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
