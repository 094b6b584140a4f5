/** Every block of code of every page, and every TSDoc example, compiles, strictly, and runs. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tsc } from "./support/compile.js";
import { CALLS } from "./support/docs-calls.js";
import { inContextOf } from "./support/docs-context.js";
import { blocksIn, keysOf, promised, runBlock, snippets, writeSnippets } from "./support/docs-folder.js";
import { ROOT } from "./support/docs-pages.js";

const folder = join(ROOT, ".cache/docs");

const blocks = blocksIn("ts", "tsx");
const tsBlocks = blocks.filter(({ language }) => language === "ts");
const keys = keysOf(tsBlocks);

/** The text of each @example of a file, without the comment's stars, as a program. */
const examplesOf = (file: string): { name: string; code: string }[] =>
  [...readFileSync(join(ROOT, "src", file), "utf8").matchAll(/\* @example\n((?: \*(?! @|\/).*\n)+)/g)].map(
    ([, lines = ""], index) => ({
      name: `src/${file} example ${index + 1}`,
      code: inContextOf(file, lines.replace(/^ \* ?/gm, "")),
    }),
  );
const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.startsWith("generated"),
);
const examples = sources.flatMap(examplesOf);

const files = snippets([...blocks, ...examples]);
const fileOf = (name: string): string => join(folder, files.find((entry) => entry.name === name)?.file ?? "");

beforeAll(() => writeSnippets(folder, files));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("there are examples to test", () => {
  expect(blocks.length).toBeGreaterThanOrEqual(40);
  expect(examples.length).toBeGreaterThanOrEqual(50);
});

test("all of them compile", async () => {
  const { output } = await tsc("5.9", ROOT, ["-p", folder]);
  const nameOf = (file: string): string => files.find((entry) => entry.file === file)?.name ?? file;
  expect(output.replace(/^.*?(\d+\.tsx?)/gm, (_, file: string) => nameOf(file))).toBe("");
});

describe("each block of a page runs, with all that it exports, and prints what it says", () => {
  // Those of React need a page: test/react/docs.test.tsx
  test.each(tsBlocks.map((block) => [block.name, block]))("%s", async (name, block) => {
    const lines = await runBlock(fileOf(name), block, keys, CALLS);
    const said = promised(block.code);
    expect(lines.filter((line) => said.includes(line))).toEqual(said);
  });
});

test("every call of an export belongs to one", () => {
  expect(Object.keys(CALLS).sort()).toEqual([...keys.values()].sort());
});

test("a function that a block does not export, it calls", () => {
  const idle = blocks.flatMap(({ name, code }) =>
    [...code.matchAll(/^(?:async )?function\*? (\w+)/gm)]
      .filter(([, declared = ""]) => code.split(new RegExp(`\\b${declared}\\b`)).length < 3)
      .map(([, declared]) => `${name}: ${declared}`),
  );
  expect(idle).toEqual([]);
});

describe("each TSDoc example runs", () => {
  test.each(examples.map(({ name }) => [name]))("%s", async (name) => {
    const { fetch, WebSocket } = globalThis;
    try {
      await expect(import(fileOf(name))).resolves.toBeDefined();
    } finally {
      Object.assign(globalThis, { fetch, WebSocket });
    }
  });
});

describe("public names", () => {
  test("every exported declaration of src has a doc comment", () => {
    const bare = sources.flatMap((file) => {
      const text = readFileSync(join(ROOT, "src", file), "utf8");
      return [...text.matchAll(/(^|\n)([^\n]*)\nexport (?:const|function|class|interface|type) (\w+)/g)]
        .filter(([, , before = "", name]) => !before.endsWith("*/") && !before.startsWith(`export function ${name}(`))
        .map(([, , , name]) => `${file}: ${name}`);
    });
    expect(bare).toEqual([]);
  });
});
