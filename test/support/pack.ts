/** The package as users get it: built, packed and unpacked outside the project, once for all test files that need it. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { mustRun, ROOT, tscPath } from "./compile.js";

/** What stands beside the built files; some of it is only there once it is written. */
const BESIDE = ["package.json", "openapi.json", "src", "README.md", "LICENSE", "NOTICE", "CHANGELOG.md", "docs"];
/** What it is built with. */
const CONFIG = { "tsconfig.build.json": "tsconfig.json", "tsconfig.base.json": "tsconfig.base.json" };

export interface Packed {
  /** The tarball. */
  readonly tarball: string;
  /** The tarball's content. */
  readonly unpacked: string;
  /** Say when it is needed no more: the last one removes it. */
  readonly release: () => void;
}

/** Test files run in processes of their own, side by side or one after the other; their parent is the run. */
const SHARED = join(tmpdir(), `agent-server-client-pack-${process.ppid}`);
const DONE = join(SHARED, "done");

/** Waits when another test file is packing just now. */
export async function packProject(): Promise<Packed> {
  const user = join(SHARED, "users", String(process.pid));
  mkdirSync(user, { recursive: true });
  if (isFirst()) await pack(join(SHARED, "project"), SHARED);
  while (!existsSync(DONE)) {
    if (!existsSync(SHARED)) throw new Error("packing failed in another test file");
    await delay(200);
  }
  const release = (): void => {
    rmSync(user, { recursive: true });
    if (readdirSync(dirname(user)).length === 0) rmSync(SHARED, { recursive: true });
  };
  return { tarball: tarballIn(SHARED), unpacked: join(SHARED, "package"), release };
}

const isFirst = (): boolean => {
  try {
    mkdirSync(join(SHARED, "project"));
    return true;
  } catch {
    return false;
  }
};

/** Builds a copy, away from the project's own dist, which other tests may be reading. */
async function pack(project: string, into: string): Promise<void> {
  try {
    for (const file of BESIDE)
      if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(project, file), { recursive: true });
    for (const [file, name] of Object.entries(CONFIG)) cpSync(join(ROOT, file), join(project, name));
    symlinkSync(join(ROOT, "node_modules"), join(project, "node_modules"));
    await mustRun(process.execPath, [tscPath("5.9"), "-p", project]);
    await mustRun("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", into], project);
    await mustRun("tar", ["-xzf", tarballIn(into)], into);
    mkdirSync(DONE);
  } catch (error) {
    rmSync(SHARED, { recursive: true });
    throw error;
  }
}

const tarballIn = (folder: string): string => {
  const name = readdirSync(folder).find((file) => file.endsWith(".tgz"));
  if (name === undefined) throw new Error(`${folder} has no tarball`);
  return join(folder, name);
};

/** A project of a user: the package as packed, and the packages it needs as this project has them. */
export function installInto(folder: string, { unpacked }: Packed, packages: readonly string[]): void {
  const modules = join(folder, "node_modules");
  cpSync(unpacked, join(modules, "agent-server-client"), { recursive: true });
  for (const name of packages) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
}
