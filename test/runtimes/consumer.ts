/** A user's project: the packed package from its tarball, with the packages it needs, as npm installs them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { mustRun, ROOT } from "../support/compile.js";
import { packProject } from "../support/pack.js";

const PEERS = ["zod", "msw", "react", "react-dom", "ws"];
const INSTALL = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];

/** Beside the programs, which load no package: what loads them. */
const STARTERS = ["start", "page"] as const;
const PROGRAMS = ["guard", "app", "everything", "browser", "worker"] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** The file of a program in such a project. */
export const fileOf = (folder: string, name: ProgramName | (typeof STARTERS)[number]): string =>
  join(folder, `${name}.mjs`);

/** Makes one in an empty folder. */
export async function makeConsumer(folder: string): Promise<void> {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const peers = PEERS.map((name) => `${name}@${devDependencies[name]}`);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  const packed = await packProject();
  try {
    await mustRun("npm", [...INSTALL, packed.tarball, ...peers], folder);
  } finally {
    packed.release();
  }
  await writePrograms(folder, "from the package");
}

/** Writes the programs as a project has them: what they import is found by its name, or it is the sources themselves. */
export async function writePrograms(folder: string, how: "from the package" | "from the sources"): Promise<void> {
  const isPackage = how === "from the package";
  await build({
    entryPoints: [...STARTERS, ...PROGRAMS].map((name) =>
      fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url)),
    ),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
    // The names of the entries are paths in tsconfig.json
    ...(isPackage ? { packages: "external", tsconfigRaw: {} } : { banner: { js: REQUIRE } }),
  });
}
/** `ws` and React are of CommonJS and ask for parts of Node. */
const REQUIRE = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`;
