/** What is to hold of every bundler: no warning, nothing imported, what it left out, and that the result runs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { rightAnswers } from "./answers.js";
import type { Bundler, Bundlers } from "./bundlers.js";
import type { Check } from "./check.js";
import { inChromium } from "./chromium.js";
import { fileOf, type ProgramName } from "./consumer.js";
import { inFolder } from "./folder.js";
import { outcomeOf, type Runtime } from "./following.js";
import { BUNDLERS, ENTRIES, type Place, pathOf, RUNTIMES } from "./matrix.js";
import { filesFor, withMetro } from "./metro.js";
import { inProcess } from "./processes.js";
import type { Tools } from "./tools.js";

/** In bytes, minified and gzipped: one guard and what it takes. */
const LARGEST_GUARD = 250;
/** The programs are written for a browser, and Node 20 has a WebSocket only behind this flag. */
const NODE = [process.execPath, "--experimental-websocket"] as const;

const inNode =
  (project: string, file: string): Runtime =>
  (task) =>
    inProcess(NODE, project, file, "global", task);

/** Bundles a program; gives the file. Throws when the bundler warns of something, or the bundle still imports. */
async function bundled(bundler: Bundler, project: string, name: ProgramName, folder: string): Promise<string> {
  const file = join(folder, `${name}.mjs`);
  const warnings = await bundler(project, fileOf(project, name), file, name !== "browser");
  if (warnings.length > 0)
    throw new Error(`${name}: ${warnings.length} warnings: ${warnings.join("; ").slice(0, 500)}`);
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "error",
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  if (imports.length > 0) throw new Error(`${name} still imports ${imports.join(", ")}`);
  return file;
}

async function sizeOf(file: string): Promise<number> {
  const { outputFiles } = await build({ entryPoints: [file], minify: true, format: "esm", write: false });
  return gzipSync(outputFiles[0]?.contents ?? "").length;
}

async function guardAlone(bundler: Bundler, project: string, folder: string): Promise<string> {
  const file = await bundled(bundler, project, "guard", folder);
  const size = await sizeOf(file);
  if (size > LARGEST_GUARD) throw new Error(`a guard alone has ${size} bytes; nothing was left out`);
  const { answers } = await outcomeOf(inNode(project, file));
  if (answers["root"] !== 3) throw new Error(`a guard alone answered ${JSON.stringify(answers)}`);
  return `${size} bytes gzipped`;
}

/** One for each thing that a bundler makes; one line for each bundler that is not there. */
export function bundlerChecks(project: string, bundlers: Bundlers, chromium: string | undefined): (Check | string)[] {
  return (Object.keys(bundlers) as (keyof typeof bundlers)[]).flatMap((key): (Check | string)[] => {
    const place = BUNDLERS[key];
    const bundler = bundlers[key];
    const label = `${place.name} ${place.version}`;
    if (bundler === undefined) return [`${label}: it could not be installed`];
    const using =
      (program: ProgramName, run: (file: string) => Runtime, { entries }: Place) =>
      () =>
        inFolder(async (folder) =>
          rightAnswers(run(await bundled(bundler, project, program, folder)), entries.filter(has(program))),
        );
    const inPage =
      (file: string): Runtime =>
      (task) =>
        inChromium(chromium ?? "", project, file, task);
    return [
      { name: `${label}, a guard alone`, run: () => inFolder((folder) => guardAlone(bundler, project, folder)) },
      { name: `${label}, an application, in Node`, run: using("app", (file) => inNode(project, file), place) },
      ...(chromium === undefined
        ? []
        : [{ name: `${label}, with mocks, in Chromium`, run: using("browser", inPage, RUNTIMES.chromium) }]),
    ];
  });
}

/** Mocks are not for Node here: they are msw's service worker. */
const has =
  (program: ProgramName) =>
  (entry: string): boolean =>
    program !== "app" || entry !== "mocks";

/** What Metro finds, and what it makes of an application. */
export function metroChecks(project: string, tools: Tools): (Check | string)[] {
  const label = `Metro ${BUNDLERS.metro.version}`;
  if (tools.load("metro") === undefined) return [`${label}: it could not be installed`];
  return [
    { name: `${label}, exports`, run: () => Promise.resolve(allFound(project, tools)) },
    {
      name: `${label}, an application, in Node`,
      run: () =>
        inFolder(async (folder) => {
          const file = join(folder, "app.js");
          await withMetro(tools, project, fileOf(project, "app"), file);
          return rightAnswers(inNode(project, file), BUNDLERS.metro.entries);
        }),
    },
  ];
}

function allFound(project: string, tools: Tools): string {
  const root = join(project, "node_modules/agent-server-client");
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, { readonly default: string }>>;
  };
  for (const path of ENTRIES.map(pathOf)) {
    const found = filesFor(tools, project, path.replace(".", "agent-server-client"));
    const file = join(root, exports[path]?.default ?? "");
    for (const each of found) if (each !== file) throw new Error(`for ${path} it finds ${each}`);
  }
  return `${ENTRIES.length} entries by import and by require`;
}
