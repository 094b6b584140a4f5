/** Every generator at its best: the settings its documentation has for the fastest and smallest result. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DocumentName, documentFile } from "./documents.js";
import { BENCH, bin, CACHE, inCache, nodeForGenerators, ROOT, timed } from "./places.js";

export interface Generator {
  readonly name: string;
  readonly makes: string;
  /** Writes into this folder, and gives the seconds of the process. */
  generate(document: DocumentName, folder: string): Promise<number>;
}

/** Runs a command line of a peer, with its configuration as a file in the cache. */
const commandLine =
  (program: string, args: readonly string[], configuration: (input: string, folder: string) => string) =>
  async (document: DocumentName, folder: string): Promise<number> => {
    const config = inCache(`${folder}.config.mjs`);
    writeFileSync(config, configuration(`./${document}.json`, `./${folder}`));
    return (await timed(nodeForGenerators(), [bin(program), ...args, config])).seconds;
  };

const heyApi = (compatibilityVersion: string): Generator["generate"] =>
  commandLine("openapi-ts", ["-f"], (input, folder) => {
    const zod = { name: "zod", compatibilityVersion };
    const plugins = ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch", zod];
    return `export default ${JSON.stringify({ input, output: { path: folder, clean: true }, plugins })};`;
  });

const orval = (variant: string): Generator["generate"] =>
  commandLine("orval", ["--config"], (input, folder) => {
    const zod = { variant, version: 4, generateReusableSchemas: true, generateDiscriminatedUnion: true };
    const files = { mode: "single", clean: true } as const;
    const schemas = { path: `${folder}/zod/schemas`, type: "zod" };
    const all = {
      zod: { ...files, target: `${folder}/zod/api.ts`, schemas, client: "zod", override: { zod } },
      fetch: { ...files, target: `${folder}/fetch/api.ts`, schemas: `${folder}/fetch/model`, client: "fetch" },
    };
    const jobs = Object.entries(all).map(([name, output]) => [name, { input: { target: input }, output }]);
    return `export default ${JSON.stringify(Object.fromEntries(jobs))};`;
  });

const kubb = (zod: object): Generator["generate"] =>
  commandLine("kubb", ["generate", "--config"], (path, folder) => {
    const output = { path: folder, clean: true, barrelType: false, format: false, lint: false };
    return `import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";
export default defineConfig({ root: ".", input: ${JSON.stringify({ path })}, output: ${JSON.stringify(output)}, plugins: [
  pluginOas({ validate: false, generators: [] }),
  pluginTs({ output: { path: "types", barrelType: false } }),
  pluginZod({ ...${JSON.stringify(zod)}, output: { path: "zod", barrelType: false } }),
  pluginClient({ output: { path: "clients", barrelType: false }, client: "fetch" }),
] });`;
  });

const ours = async (document: DocumentName, folder: string): Promise<number> => {
  const tsx = join(ROOT, "node_modules/tsx/dist/loader.mjs");
  const args = ["--import", tsx, join(ROOT, "scripts/generate.ts"), "--spec", documentFile(document)];
  return (await timed(process.execPath, [...args, "--out", inCache(folder)])).seconds;
};

const openapiTypescript = async (document: DocumentName, folder: string): Promise<number> => {
  const out = join(inCache(folder), "types.d.ts");
  return (await timed(process.execPath, [bin("openapi-typescript"), documentFile(document), "-o", out])).seconds;
};

const ajv = async (document: DocumentName, folder: string): Promise<number> => {
  const script = join(BENCH, "peers/ajv-compile.mjs");
  return (await timed(process.execPath, [script, documentFile(document), inCache(folder)])).seconds;
};

export const GENERATORS: Readonly<Record<string, Generator>> = {
  ours: { name: "agent-server-client", makes: "types, checks, zod schemas, calls, mocks, names", generate: ours },
  types: { name: "openapi-typescript", makes: "types", generate: openapiTypescript },
  hey: { name: "hey-api + zod", makes: "types, zod schemas, calls", generate: heyApi("4") },
  "hey-mini": { name: "hey-api + zod/mini", makes: "types, zod schemas, calls", generate: heyApi("mini") },
  orval: { name: "orval, zod", makes: "types, zod schemas, calls", generate: orval("classic") },
  "orval-mini": { name: "orval, zod/mini", makes: "types, zod schemas, calls", generate: orval("mini") },
  kubb: { name: "kubb, zod", makes: "types, zod schemas, calls", generate: kubb({ version: "4" }) },
  "kubb-mini": { name: "kubb, zod/mini", makes: "types, zod schemas, calls", generate: kubb({ mini: true }) },
  ajv: { name: "ajv, standalone", makes: "one check, of Event", generate: ajv },
};

export const generatedFolder = (peer: string, document: DocumentName): string => `${document}-${peer}`;

/** Generates unless it is there already. Gives why not, where the peer cannot. */
export async function ensure(peer: string, document: DocumentName): Promise<string | undefined> {
  const folder = generatedFolder(peer, document);
  const done = inCache(`${folder}.done`);
  if (existsSync(done)) return undefined;
  try {
    await GENERATORS[peer]?.generate(document, folder);
    writeFileSync(done, "");
    return undefined;
  } catch (error) {
    return /Error: (.{0,120})/.exec(String(error))?.[1] ?? "fails";
  }
}

/** What earlier runs have generated goes: none of it is taken for what these versions make. */
export const clear = (): void => rmSync(CACHE, { recursive: true, force: true });
