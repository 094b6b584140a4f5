/** What is generated from orxhestra.schema.json: one model in several renderings, small, and from nothing else. */
import { readFileSync } from "node:fs";
import * as entry from "agent-server-client/orxhestra";
import { Ajv2020 } from "ajv/dist/2020.js";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { gzipped } from "../bench/measure.js";
import { DocumentError } from "../scripts/document.js";
import { generate } from "../scripts/generate.js";
import { readJsonSchema } from "../scripts/json-schema.js";
import { RECIPES } from "../scripts/recipes.js";
import { explain } from "../src/explain.js";
import { checkOrxEvent } from "../src/generated/orxhestra/checks.js";
import { OrxEventShape } from "../src/generated/orxhestra/shapes.js";
import { ROOT } from "./support/compile.js";
import { type Fields, isFields } from "./support/corpus.js";
import { mutate } from "./support/mutate.js";
import { golden } from "./support/orxhestra.js";
import { randomFrom, seedOfRun } from "./support/random.js";
import { reversed } from "./support/spec.js";

const text = readFileSync(`${ROOT}/orxhestra.schema.json`, "utf8");
const schema = JSON.parse(text) as { $defs: Record<string, Fields> } & Fields;
const recipe = RECIPES.find(({ folder }) => folder === "orxhestra");
const quiet = (): void => undefined;

describe("the document", () => {
  test("gives the same bytes for any order of keys", async () => {
    const first = await generate(text, "orxhestra.schema.json", quiet, recipe);
    const second = await generate(JSON.stringify(reversed(schema)), "orxhestra.schema.json", quiet, recipe);
    expect([...second]).toEqual([...first]);
    expect([...first.keys()]).toEqual(["types.ts", "kinds.ts", "checks.ts", "shapes.ts", "schemas.ts"]);
  });

  const read = (value: unknown, unions: Readonly<Record<string, string>> = { "Content.parts": "Part" }): unknown =>
    readJsonSchema({ root: "Event", unions })(typeof value === "string" ? value : JSON.stringify(value), "s.json");

  test.each([
    ["no JSON", "{", /^s\.json: not JSON/],
    ["a list", [], /^s\.json at #\/\$comment: expected a name and a version$/],
    ["no version", { ...schema, $comment: "orxhestra" }, /^s\.json at #\/\$comment: expected a name and a version$/],
    ["no definitions", { ...schema, $defs: 1 }, /^s\.json at #\/\$defs: missing; expected the schemas$/],
    ["a reference to nothing", { ...schema, properties: { a: { $ref: "#/$defs/Gone" } } }, /points at nothing$/],
    ["no list of parts", { ...schema, $defs: { ...schema.$defs, Content: {} } }, /^s\.json: Content\.parts is no list/],
    [
      "parts with nothing to tell them apart",
      { ...schema, $defs: { ...schema.$defs, TextPart: {} } },
      /Content\.parts is no list/,
    ],
    ["a Part of its own", { ...schema, $defs: { ...schema.$defs, Part: {} } }, /or Part is taken$/],
  ])("that is %s is refused by one line", (_, value, message) => {
    expect(() => read(value)).toThrow(DocumentError);
    expect(() => read(value)).toThrow(message);
  });
});

/** The document itself as a judge: parts by their tag, newer ones and newer types of events welcome. */
function documentJudge(): (value: unknown) => boolean {
  const { $defs, $comment: _, ...root } = structuredClone(schema);
  const parts: Fields[] = [];
  for (const [name, part] of Object.entries($defs)) {
    const tag = isFields(part["properties"])
      ? (part["properties"]["type"] as Fields | undefined)?.["const"]
      : undefined;
    if (tag !== undefined)
      parts.push({ anyOf: [{ not: { properties: { type: { const: tag } } } }, { $ref: `#/$defs/${name}` }] });
  }
  const part = {
    type: "object",
    required: ["type"],
    properties: { type: { type: "string" }, metadata: { type: "object" } },
    allOf: parts,
  };
  ($defs["Content"] as { properties: { parts: Fields } }).properties.parts["items"] = part;
  $defs["EventType"] = { type: "string" };
  return new Ajv2020({ strict: false }).compile({ ...root, $defs });
}

test("check, shape, zod schema and the document agree on 20,000 events broken at random", () => {
  const seed = seedOfRun();
  const random = randomFrom(seed);
  const judge = documentJudge();
  const donors = golden.events.map(({ wire }) => wire);
  const counts = { valid: 0, invalid: 0 };
  for (let i = 0; i < 20_000; i++) {
    const { value } = mutate(random.pick(donors), 1 + random.below(3), { random, donors });
    const verdict = checkOrxEvent(value);
    const others = [
      judge(value),
      z.safeParse(entry.OrxEventSchema, value).success,
      explain(OrxEventShape, value).length === 0,
    ];
    expect(others, `seed ${seed}, ${i}: ${JSON.stringify(value)}`).toEqual([verdict, verdict, verdict]);
    counts[verdict ? "valid" : "invalid"]++;
  }
  console.log(`seed ${seed}: ${JSON.stringify(counts)}`);
  expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(2000);
});

const SIGNING =
  "signEvent verifyEvent verifyChain signablePayload canonicalBytes didKeyToPublicKey publicKeyToDidKey".split(" ");

/** A bundle of an app that uses these names, and the files that are in it; zod stays outside. */
async function bundleOf(names: readonly string[]): Promise<{ kB: number; files: string[] }> {
  const used = names.map((name) => `orx.${name}`).join(", ");
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import * as orx from "./src/orxhestra.ts"; onmessage = () => [${used}];`,
      resolveDir: ROOT,
      loader: "ts",
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    external: ["zod"],
    metafile: true,
    write: false,
    logLevel: "error",
  });
  const inputs = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {});
  const files = inputs
    .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && file !== "<stdin>")
    .map(([file]) => file);
  return { kB: gzipped(outputFiles[0]?.text ?? ""), files };
}

describe("size after esbuild and gzip, beside zod", () => {
  const names = Object.keys(entry);
  const isOfEntry = (file: string): boolean =>
    /^src\/(?:generated\/)?orxhestra\/|^src\/(?:tags|generated\/factories)\.ts$/.test(file);

  test("all but signing takes at most 4 kB, and is made of this entry alone", async () => {
    const rest = names.filter((name) => !SIGNING.includes(name));
    const { kB, files } = await bundleOf(rest);
    console.log(`${rest.length} names without signing: ${kB.toFixed(3)} kB`);
    expect(rest).toEqual(expect.arrayContaining(["parseOrxEvent", "OrxEventSchema", "readA2A", "toMessages"]));
    expect(kB).toBeLessThanOrEqual(4);
    expect(files.filter((file) => !isOfEntry(file))).toEqual([]);
  });

  test("signing brings its libraries, and nothing of the other entries", async () => {
    const { kB, files } = await bundleOf(names);
    console.log(`everything: ${kB.toFixed(3)} kB`);
    const others = files.filter((file) => !isOfEntry(file));
    expect(
      others.filter(
        (file) => !/(?:^|\/)node_modules\/(?:@noble\/(?:curves|hashes)|@scure\/base|lossless-json)\//.test(file),
      ),
    ).toEqual([]);
    expect(others.length).toBeGreaterThan(0);
  });
});
