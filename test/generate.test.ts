import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EmitOptions } from "../scripts/emit.js";
import { emitChecks } from "../scripts/emit-checks.js";
import { FACTORIES } from "../scripts/emit-factories.js";
import { emitKinds } from "../scripts/emit-kinds.js";
import { emitNames } from "../scripts/emit-names.js";
import { emitOperations } from "../scripts/emit-operations.js";
import { emitSchemas } from "../scripts/emit-schemas.js";
import { emitShapes } from "../scripts/emit-shapes.js";
import { emitTypes } from "../scripts/emit-types.js";
import { generate, main } from "../scripts/generate.js";
import { normalise } from "../scripts/normalise.js";
import { buildModel } from "../scripts/schema-model.js";
import * as kinds from "../src/generated/kinds.js";
import { OPERATIONS, type Operation } from "../src/generated/operations.js";
import { normalised, PLAIN, reversed, SPEC_FILES, SPEC_VERSIONS, smallDocument, specText } from "./support/spec.js";

const root = fileURLToPath(new URL("..", import.meta.url));
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "generate-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const quiet = (): void => undefined;

/** Runs the command in this process: its exit code and what it printed. */
async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await main(args, (line) => lines.push(line));
  return { code, lines };
}

/** What the compiler says of a folder of generated files. */
function compile(out: string): string {
  const options =
    "--noEmit --strict --exactOptionalPropertyTypes --target es2022 --module nodenext --skipLibCheck false --types node --lib es2023";
  const files = readdirSync(out).map((file) => join(out, file));
  const args = [join(root, "node_modules/typescript/bin/tsc"), ...options.split(" "), ...files];
  return spawnSync("node", args, { encoding: "utf8" }).stdout;
}

describe("npm run generate", () => {
  test("the committed files are what openapi.json gives", async () => {
    expect(await run("--check")).toMatchObject({ code: 0, lines: expect.arrayContaining(["13 files are up to date"]) });
  });

  test("gives the same bytes again, and for any order of keys", async () => {
    const text = specText("1.52.0");
    const first = await generate(text, "openapi.json", quiet);
    const second = await generate(text, "openapi.json", quiet);
    const third = await generate(JSON.stringify(reversed(JSON.parse(text))), "openapi.json", quiet);
    expect([...second]).toEqual([...first]);
    expect([...third]).toEqual([...first]);
  });

  test("kinds that a document maps by their own names are found by these", async () => {
    const document = JSON.parse(specText("1.52.0"));
    const { mapping } = document.components.schemas.Event.discriminator;
    const own = Object.values<string>(mapping).map((ref) => [ref.slice(ref.lastIndexOf("/") + 1), ref]);
    document.components.schemas.Event.discriminator.mapping = Object.fromEntries(own);
    const files = await generate(JSON.stringify(document), "openapi.json", quiet);
    expect(files.get("kinds.ts")).toContain('  MessageEvent: "MessageEvent",');
  });

  test("--check names every stale or missing file and writes nothing", async () => {
    const out = join(folder, "stale");
    mkdirSync(out);
    expect((await run("--out", out)).code).toBe(0);
    writeFileSync(join(out, "kinds.ts"), `${readFileSync(join(out, "kinds.ts"), "utf8")} `);
    rmSync(join(out, "names.ts"));
    const { code, lines } = await run("--out", out, "--check");
    expect(code).toBe(1);
    const complaints = lines.filter((line) => line.includes("is not what openapi.json gives; run npm run generate"));
    expect(complaints.map((line) => line.split(" ")[0])).toEqual([join(out, "kinds.ts"), join(out, "names.ts")]);
    expect(readdirSync(out)).not.toContain("names.ts");
  });

  test.each([
    ["empty", ""],
    ["truncated", specText("1.52.0").slice(0, 500_000)],
    ["not 3.1", specText("1.52.0").replace('"openapi": "3.1.0"', '"openapi": "3.0.0"')],
    [
      "an unknown keyword deep inside",
      specText("1.52.0").replace('"const": "ActionEvent"', '"const": "ActionEvent", "dependentSchemas": {}'),
    ],
    [
      "a dangling reference",
      specText("1.52.0").replace("#/components/schemas/CriticResult", "#/components/schemas/Gone"),
    ],
  ])("a document that is %s: one line, exit code 1, no file touched", async (name, text) => {
    const spec = join(folder, "bad.json");
    const out = join(folder, `out-${name.replaceAll(" ", "-")}`);
    writeFileSync(spec, text);
    const { code, lines } = await run("--spec", spec, "--out", out);
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(/^generate: bad\.json(:| at #)/);
    expect(lines.filter((line) => line.startsWith("generate:"))).toHaveLength(1);
    expect(readdirSync(folder)).not.toContain(`out-${name.replaceAll(" ", "-")}`);
  });

  test("a missing file, a folder and an unknown flag: one line, exit code 1", async () => {
    expect(await run("--spec", "/nowhere/x.json")).toEqual({
      code: 1,
      lines: ["generate: cannot use /nowhere/x.json (ENOENT)"],
    });
    expect(await run("--spec", folder)).toEqual({ code: 1, lines: ["generate: expected a file, got a folder"] });
    expect(await run("--help")).toEqual({ code: 0, lines: [expect.stringContaining("--spec FILE")] });
    expect(await run("--sepc", "x")).toMatchObject({ code: 1, lines: [expect.stringContaining("--sepc")] });
    writeFileSync(join(folder, "file"), "");
    const { code, lines } = await run("--out", join(folder, "file", "below"));
    expect([code, lines.at(-1)]).toEqual([1, expect.stringMatching(/^generate: cannot use .*ENOTDIR/)]);
  });

  test("says per step what it did and how long it took", async () => {
    const { lines } = await run("--check");
    expect(lines[0]).toMatch(/^read\s+openapi\.json 1\.52\.0: 134 paths, 162 operations, 432 schemas\s+\d+ ms$/);
    expect(lines.find((line) => line.startsWith("kinds.ts"))).toContain(
      "19 event, 36 action, 23 observation, 38 tool kinds",
    );
  });

  test.each(SPEC_VERSIONS)("the output for %s compiles under --strict without skipLibCheck", async (version) => {
    const out = join(root, "node_modules/.cache", `generated-${version}`);
    mkdirSync(out, { recursive: true });
    try {
      expect((await run("--spec", SPEC_FILES[version], "--out", out)).code).toBe(0);
      expect(compile(out)).toBe("");
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  });
});

describe("emitters", () => {
  test("take another document and a prefix, and the result compiles", async () => {
    const branch = (kind: string): object => ({
      type: "object",
      properties: { kind: { const: kind }, note: { type: "string" } },
      required: ["kind"],
    });
    const schemas = {
      Part: {
        oneOf: [{ $ref: "#/components/schemas/TextPart" }, { $ref: "#/components/schemas/DataPart" }],
        discriminator: {
          propertyName: "kind",
          mapping: { text: "#/components/schemas/TextPart", data: "#/components/schemas/DataPart" },
        },
      },
      TextPart: branch("text"),
      DataPart: branch("data"),
    };
    const found = normalise(smallDocument(schemas, { answers: ["Part"] }), PLAIN);
    const options: EmitOptions = { model: buildModel(found), banner: "// small\n", prefix: "Orx" };
    expect(found.document.components.schemas).not.toHaveProperty("Event");
    const files = {
      "types.ts": await emitTypes(found.document, options),
      "kinds.ts": emitKinds(options),
      "names.ts": emitNames(found, options),
      "checks.ts": emitChecks(options, ["Part"]),
      "shapes.ts": emitShapes(options, ["Part"]),
      "factories.ts": FACTORIES,
      "schemas.ts": emitSchemas(options),
      "operations.ts": emitOperations(found.document, options),
    };
    expect(files["types.ts"]).toContain("export type OrxKnownPart = OrxTextPart | OrxDataPart;");
    expect(files["kinds.ts"]).toContain("export type OrxPartKind = keyof OrxPartByKind;");
    expect(files["schemas.ts"]).toContain("export const OrxPartSchema: z.ZodMiniType<T.OrxPart>");
    expect(files["checks.ts"]).toContain("export function checkOrxPart(value: unknown): value is T.OrxPart");
    expect(files["operations.ts"]).toContain("export const ORX_OPERATIONS = {");
    const out = join(root, "node_modules/.cache/generated-small");
    mkdirSync(out, { recursive: true });
    try {
      for (const [file, text] of Object.entries(files)) writeFileSync(join(out, file), text);
      expect(compile(out)).toBe("");
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  });
});

describe("kind tables", () => {
  test("list what the document lists", () => {
    const { document } = normalised("1.52.0");
    const listed = (union: string): string[] =>
      Object.keys((document.components.schemas[union]?.["x-python-path"] ?? {}) as object).sort();
    expect([...kinds.EVENT_KINDS]).toEqual(listed("KnownEvent"));
    expect([...kinds.ACTION_KINDS]).toEqual(listed("KnownAction"));
    expect([...kinds.OBSERVATION_KINDS]).toEqual(listed("KnownObservation"));
    expect([...kinds.TOOL_KINDS]).toEqual(listed("KnownToolDefinition"));
    expect(kinds.SPEC_VERSION).toBe("1.52.0");
    expect(Object.keys(kinds.EVENT_PYTHON_PATHS)).toEqual([...kinds.EVENT_KINDS]);
    for (const [kind, path] of Object.entries(kinds.EVENT_PYTHON_PATHS))
      expect(path).toMatch(new RegExp(`^openhands\\.[a-z_.]+\\.${kind}$`));
  });

  test("1.58.2 lists one event kind more", async () => {
    const files = await generate(specText("1.58.2"), "x.json", quiet);
    expect(files.get("kinds.ts")).toContain('"SecurityAnalysisEvent"');
    expect(files.get("types.ts")).toContain("export type JSONValue =");
  });
});

describe("operation table", () => {
  const table: Readonly<Record<string, Operation>> = OPERATIONS;

  test("has all 162, three of which fetch cannot express", () => {
    expect(Object.keys(table)).toHaveLength(162);
    expect(
      Object.entries(table)
        .filter(([, row]) => row.bodyInGet)
        .map(([id]) => id),
    ).toEqual(["batch_get_bash_events", "batch_get_bash_events_for_conversation", "batch_get_conversation_events"]);
  });

  test("says how each answer is to be read", () => {
    expect(table["start_conversation"]).toEqual({
      method: "POST",
      path: "/api/conversations",
      parseAs: "json",
      statuses: [200, 201],
      body: "json",
    });
    expect(table["search_conversation_events"]).toMatchObject({ method: "GET", parseAs: "json" });
    const by = (parseAs: string): number => Object.values(table).filter((row) => row.parseAs === parseAs).length;
    expect({ blob: by("blob"), text: by("text"), none: by("none") }).toEqual({ blob: 9, text: 1, none: 2 });
    expect(Object.values(table).filter((row) => row.body === "form")).toHaveLength(2);
    expect(
      Object.values(table)
        .filter((row) => row.open)
        .map(({ path }) => path),
    ).toEqual(["/api/init"]);
  });
});
