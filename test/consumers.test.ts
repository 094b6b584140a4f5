/** The packed package in the projects of users: every compiler, module system, with and without DOM and skipLibCheck. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMPILERS, type CompilerVersion, ROOT, type Run, started, tsc } from "./support/compile.js";
import { installInto, type Packed, packProject } from "./support/pack.js";

interface Case {
  readonly typescript: CompilerVersion;
  readonly module: "nodenext" | "bundler";
  readonly dom: boolean;
  readonly skipLibCheck: boolean;
}

const cases = (Object.keys(COMPILERS) as CompilerVersion[]).flatMap((typescript) =>
  (["nodenext", "bundler"] as const).flatMap((module) =>
    [true, false].flatMap((dom) =>
      [true, false].map((skipLibCheck): Case => ({ typescript, module, dom, skipLibCheck })),
    ),
  ),
);

const compilerOptions = ({ module, dom, skipLibCheck }: Case): object => ({
  target: "es2022",
  module: module === "bundler" ? "esnext" : module,
  moduleResolution: module,
  lib: dom ? ["es2022", "dom", "dom.iterable"] : ["es2022"],
  types: dom ? [] : ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck,
  noEmit: true,
});

async function compile(each: Case, file: string, more: object = {}): Promise<Run> {
  const project = mkdtempSync(join(folder, "project-"));
  cpSync(join(ROOT, "test/consumers/typescript", file), join(project, file));
  const config = { compilerOptions: { ...compilerOptions(each), ...more }, files: [file] };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
  return tsc(each.typescript, project);
}

/** A busy machine takes its time. */
const PATIENCE = 300_000;
let packed: Packed | undefined;
let runs: ReadonlyMap<Case, Promise<Run>>;
const folder = mkdtempSync(join(tmpdir(), "consumers-"));
beforeAll(async () => {
  packed = await packProject();
  installInto(folder, packed, ["zod", "openapi-fetch", "@noble", "@scure", "lossless-json", "@types/node"]);
  runs = started(2, cases, (each) => compile(each, "main.ts"));
}, PATIENCE);
afterAll(() => {
  packed?.release();
  rmSync(folder, { recursive: true });
});

describe("a project that uses the package compiles without an error", () => {
  test.each(cases)(
    "$typescript, $module, DOM $dom, skipLibCheck $skipLibCheck",
    { timeout: PATIENCE },
    async (each) => {
      expect(await runs.get(each)).toEqual({ code: 0, output: "" });
    },
  );
});

describe("a project that emits declarations can name every type that it infers", () => {
  test.each(Object.keys(COMPILERS) as CompilerVersion[])("%s", { timeout: PATIENCE }, async (typescript) => {
    const project: Case = { typescript, module: "nodenext", dom: false, skipLibCheck: true };
    expect(await compile(project, "declarations.ts", { declaration: true })).toEqual({ code: 0, output: "" });
  });
});
