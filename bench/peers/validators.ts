/** What checks an event: one source for each, bundled with all that it needs. */
import { writeFileSync } from "node:fs";
import { build } from "esbuild";
import { gzipped } from "../measure.js";
import type { DocumentName } from "./documents.js";
import { ensure, GENERATORS, generatedFolder } from "./generators.js";
import { CACHE, inCache, ROOT } from "./places.js";

export interface Validator {
  readonly name: string;
  readonly isOurs: boolean;
  readonly group?: "zod";
  /** Its peer in {@link GENERATORS}; ours need no document. */
  readonly peer?: string;
  /** `export` of `parse`, which gives the value or throws. */
  readonly source: (folder: string) => string;
}

const zodOf =
  (statement: (folder: string) => string) =>
  (folder: string): string =>
    `${statement(folder)}\nexport const parse = (value) => schema.parse(value);`;
/** As zod/mini's documentation has it: a function for a schema. */
const miniOf =
  (statement: (folder: string) => string) =>
  (folder: string): string =>
    `import { parse as run } from "zod/mini"; ${statement(folder)}\nexport const parse = (value) => run(schema, value);`;

const hey = (folder: string): string => `import { zEvent as schema } from "./${folder}/zod.gen.ts";`;
const orval = (folder: string): string => `import { Event as schema } from "./${folder}/zod/schemas/event.zod.ts";`;
const kubb = (folder: string): string => `import { eventSchema as schema } from "./${folder}/zod/eventSchema.ts";`;
const ajv = (folder: string): string => `import validate from "./${folder}/event.mjs";
export const parse = (value) => { if (!validate(value)) throw new Error(validate.errors[0].message); return value; };`;

const zodPeer = (peer: string, source: Validator["source"]): Validator => {
  const name = GENERATORS[peer]?.name ?? peer;
  return { name, isOurs: false, group: "zod", peer, source };
};

export const VALIDATORS: readonly Validator[] = [
  {
    name: "parseEvent",
    isOurs: true,
    source: () => `export { parseEvent as parse } from ${JSON.stringify(`${ROOT}src/schemas.ts`)};`,
  },
  {
    name: "EventSchema, zod/mini",
    isOurs: true,
    group: "zod",
    source: miniOf(() => `import { EventSchema as schema } from ${JSON.stringify(`${ROOT}src/schemas.ts`)};`),
  },
  zodPeer("hey", zodOf(hey)),
  zodPeer("hey-mini", miniOf(hey)),
  zodPeer("orval", zodOf(orval)),
  zodPeer("orval-mini", miniOf(orval)),
  zodPeer("kubb", zodOf(kubb)),
  zodPeer("kubb-mini", miniOf(kubb)),
  { name: "ajv, standalone", isOurs: false, peer: "ajv", source: ajv },
];

/** A bundle as a browser gets it; imports are seen from the cache, so that a peer gets its own packages. */
export async function bundled(source: string, options: Parameters<typeof build>[0] = {}): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: CACHE, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    logLevel: "silent",
    ...options,
    write: false,
  });
  return outputFiles?.[0]?.text ?? "";
}

export interface Built {
  readonly file: string;
  readonly kB: number;
}

/** Its bundle as a file, or why there is none. */
export async function builtOf({ name, peer, source }: Validator, document: DocumentName): Promise<Built | string> {
  const failure = peer === undefined ? undefined : await ensure(peer, document);
  if (failure !== undefined) return failure;
  const folder = peer === undefined ? "" : generatedFolder(peer, document);
  const code = await bundled(source(folder));
  const file = inCache(`${peer === undefined ? name.split(",")[0] : folder}.mjs`);
  writeFileSync(file, code);
  return { file, kB: gzipped(code) };
}

/** Those of a document that there are, in order. */
export async function builtFor(document: DocumentName): Promise<(Validator & Built)[]> {
  const all: (Validator & Built)[] = [];
  for (const validator of VALIDATORS) {
    const built = await builtOf(validator, document);
    if (typeof built !== "string") all.push({ ...validator, ...built });
  }
  return all;
}
