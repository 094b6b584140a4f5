/**
 * The names that users can write, pinned: a change shows in test/fixtures/public-names, which
 * `npx vitest run test/public-names.test.ts -u` writes. Each is explained, with an example.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as mocks from "../src/generated/mocks.js";
import { SCHEMA_NAMES } from "../src/generated/names.js";
import { folderInProject, ROOT, tsc } from "./support/compile.js";
import { ENTRIES, type Entry, type PublicName, publicNames } from "./support/public-names.js";

let names: Record<Entry, readonly PublicName[]>;
beforeAll(() => {
  names = publicNames();
});

describe.each(ENTRIES)("the entry %s", (entry) => {
  test("exports these names and no others", async () => {
    const lines = names[entry].map(({ sort, name }) => `${sort} ${name}\n`);
    await expect(lines.join("")).toMatchFileSnapshot(`fixtures/public-names/${entry}.txt`);
  });

  test("says of each what it is, with an example", () => {
    const bare = names[entry].filter(
      ({ hasText, examples }) => !hasText || !examples.some((code) => code.trim() !== ""),
    );
    expect(bare.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });
});

test("every pointer into a document leads to something", () => {
  const pointers = new Set(ENTRIES.flatMap((entry) => names[entry].flatMap(pointersIn)));
  expect(pointers.size).toBeGreaterThan(400);
  expect([...pointers].filter((pointer) => at(pointer) === undefined)).toEqual([]);
});

test("what is generated from a schema points to that one", () => {
  const ours: Readonly<Record<string, string>> = SCHEMA_NAMES;
  const aliases = ["AgentEvent", "BashEvent"];
  const wrong = [
    ...names.index.filter(({ file, name }) => file === "src/generated/types.ts" && !aliases.includes(name)),
    ...names.schemas
      .filter(({ file }) => file === "src/generated/schemas.ts")
      .map((each) => ({ ...each, name: each.name.replace(/Schema$/, "") })),
  ]
    .flatMap((each) => pointersIn(each).map((pointer) => [each.name, pointer] as const))
    .filter(([name, pointer]) => {
      const pointed = pointer.replace("openapi.json#/components/schemas/", "");
      const called = ours[pointed] ?? pointed;
      return name !== called && name !== `${called}Input`; // the closed twin of one that travels both ways
    });
  expect(wrong).toEqual([]);
});

/** The pointers into a document among the places that a comment names. */
const pointersIn = ({ see }: PublicName): string[] =>
  see.flatMap((text) => [...text.matchAll(/`(\w+(?:\.\w+)*\.json#[^`]*)`/g)].map(([, pointer = ""]) => pointer));

function at(pointer: string): unknown {
  const [file = "", path = ""] = pointer.split("#");
  const step = (node: unknown, name: string): unknown => (node as Record<string, unknown> | undefined)?.[name];
  const document: unknown = JSON.parse(readFileSync(join(ROOT, file), "utf8"));
  return path.split("/").slice(1).reduce(step, document);
}

describe("examples of what is generated", () => {
  const folder = folderInProject("examples");
  afterAll(folder.remove);
  const isGenerated = ({ file }: PublicName): boolean => file.startsWith("src/generated/");

  test("compile, and those of which there is a sample run", async () => {
    const api = [...names.index, ...names.schemas].filter(isGenerated);
    const orx = names.orxhestra.filter(isGenerated);
    writeFileSync(join(folder.path, "api.ts"), asModule(api, `import createClient from "openapi-fetch";\n`));
    writeFileSync(join(folder.path, "orx.ts"), asModule(orx, ""));
    const config = { extends: join(ROOT, "tsconfig.base.json"), compilerOptions: OPTIONS, include: ["*.ts"] };
    writeFileSync(join(folder.path, "tsconfig.json"), JSON.stringify(config));
    expect(await tsc("5.9", folder.path)).toEqual({ code: 0, output: "" });

    const { examples } = (await import(join(folder.path, "api.ts"))) as Examples;
    const made = new Map(Object.entries(mocks as Record<string, unknown>));
    const samples = Object.keys(examples).flatMap((name) => {
      const make = made.get(`mock${name.replace(/Schema$/, "")}`);
      return typeof make === "function" ? [[name, JSON.stringify((make as () => unknown)())] as const] : [];
    });
    expect(samples.length).toBeGreaterThan(600);
    for (const [name, sample] of samples) expect(() => examples[name]?.(sample), name).not.toThrow();
    expect(() => examples["ActionEventSchema"]?.("{}")).toThrow();
  });

  interface Examples {
    readonly examples: Readonly<Record<string, (text: string) => void>>;
  }

  const OPTIONS = {
    noEmit: true,
    noUnusedLocals: false,
    noUnusedParameters: false,
    types: ["node"],
    paths: { "agent-server-client/*": [join(ROOT, "src/*.ts")] },
  };

  const asModule = (given: readonly PublicName[], more: string): string => {
    const entries = new Map(ENTRIES.map((entry) => [entry, namesUsed(given, entry)]));
    const imports = [...entries].flatMap(([entry, used]) =>
      used.length > 0 ? [`import { ${used.join(", ")} } from ${JSON.stringify(join(ROOT, `src/${entry}.js`))};\n`] : [],
    );
    const functions = given.map(
      ({ name, examples }) =>
        `  ${name}(text: string): void {\n    ${examples.join("\n").replaceAll("\n", "\n    ")}\n  },\n`,
    );
    const body = `export const examples = {\n${functions.join("")}};\n`;
    return `import * as z from "zod/mini";\n${more}${imports.join("")}${body}`;
  };

  /** What the entry exports of these, types as types. */
  const namesUsed = (given: readonly PublicName[], entry: Entry): string[] => {
    const wanted = new Set(given);
    const ofEntry = names[entry].filter((each) => wanted.has(each));
    return ofEntry.map(({ name, sort }) => (sort === "const" ? name : `type ${name}`));
  };
});
