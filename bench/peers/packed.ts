/** This package as users get it, beside the peers as users get them: a project in the cache. */
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packProject } from "../../test/support/pack.js";
import { BENCH, inCache, ROOT } from "./places.js";

/** By name: those of this package from the project, the rest from the bench. */
const OURS = ["zod", "openapi-fetch", "lossless-json"];
const THEIRS = ["@openhands/typescript-client", "@kubb/plugin-client"];

let made: Promise<string> | undefined;

/** A folder with this package and the peers installed; made once in a run. */
export function userProject(): Promise<string> {
  made ??= make();
  return made;
}

async function make(): Promise<string> {
  const project = inCache("project");
  rmSync(project, { recursive: true, force: true });
  const modules = join(project, "node_modules");
  const { unpacked, release } = await packProject();
  try {
    cpSync(unpacked, join(modules, "agent-server-client"), { recursive: true });
  } finally {
    release();
  }
  const link = (from: string, name: string): void => {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(from, "node_modules", name), join(modules, name));
  };
  for (const name of OURS) link(ROOT, name);
  for (const name of THEIRS) link(BENCH, name);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  return project;
}
