/** The tarball that users get: what is in it, and what its code keeps away from. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { publint } from "publint";
import { beforeAll, describe, expect, test } from "vitest";
import { mustRun, ROOT, run } from "./support/compile.js";
import { useProject } from "./support/user-project.js";

/** What stands in the tarball beside `dist`. */
const PAGES = `
  README client comparison contract-rules contract conversation errors events migration mocks orxhestra react reasons
  runtimes schemas server-versions stream
`
  .trim()
  .split(/\s+/);
const BESIDE = [
  "CHANGELOG.md",
  "LICENSE",
  "NOTICE",
  "README.md",
  ...PAGES.map((name) => `docs/${name}.md`),
  "openapi.json",
  "package.json",
];

/** A busy machine takes its time. */
const PATIENCE = 300_000;
const { folder, packed } = useProject();
let files: readonly string[];
beforeAll(() => {
  files = filesUnder(packed().unpacked);
});

const filesUnder = (top: string): string[] =>
  readdirSync(top, { recursive: true, encoding: "utf8" })
    .filter((file) => statSync(join(top, file)).isFile())
    .sort();
const read = (file: string): string => readFileSync(join(folder, "node_modules/agent-server-client", file), "utf8");
const built = (end: string): string[] => files.filter((file) => file.startsWith("dist/") && file.endsWith(end));

/** Code without its comments: what they mention does no harm. */
const code = (file: string): string => read(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

describe("the tarball", () => {
  test("has each source file, what is built of it, the document and the texts, and nothing else", () => {
    const sources = filesUnder(join(ROOT, "src")).filter((file) => file !== "generated/names.ts");
    const made = sources.flatMap((file) =>
      [".d.ts", ".d.ts.map", ".js", ".js.map"].map((end) => file.replace(/\.ts$/, end)),
    );
    const within = (top: string, names: readonly string[]): string[] => names.map((name) => join(top, name));
    expect(files).toEqual([...BESIDE, ...within("src", sources), ...within("dist", made)].sort());
  });

  test("leads from what is built to its source", () => {
    for (const file of [...built(".js"), ...built(".d.ts")]) {
      expect(read(file), file).toMatch(new RegExp(`//# sourceMappingURL=${basename(file)}\\.map\\s*$`));
      const { sources } = JSON.parse(read(`${file}.map`)) as { sources: string[] };
      const source = file.replace("dist/", "src/").replace(/(\.d\.ts|\.js)$/, ".ts");
      expect(sources.map((name) => join(dirname(file), name))).toEqual([source]);
    }
  });

  test("shows its users the source where something is thrown", async () => {
    const source = `import { parseEvent } from "agent-server-client/schemas";
      try { parseEvent({}); } catch (error) { console.log(JSON.stringify(error.stack)); }`;
    writeFileSync(join(folder, "thrown.mjs"), source);
    const stack = await mustRun(process.execPath, ["--enable-source-maps", "thrown.mjs"], folder);
    const [, line = ""] = /agent-server-client\/src\/parse\.ts:(\d+)/.exec(stack) ?? [];
    expect(readFileSync(join(ROOT, "src/parse.ts"), "utf8").split("\n")[Number(line) - 1]).toContain(
      "new ContractError",
    );
  });

  test("has no reference to a file that is not in it", () => {
    for (const file of [...built(".js"), ...built(".d.ts")]) {
      for (const [, path = ""] of code(file).matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
        expect(files, `${file} imports ${path}`).toContain(join(dirname(file), path));
      }
    }
  });

  test("is clean for publint", async () => {
    expect((await publint({ pkgDir: packed().unpacked, pack: false, strict: true })).messages).toEqual([]);
  });

  test("is clean for attw", { timeout: PATIENCE }, async () => {
    const attw = join(
      dirname(createRequire(import.meta.url).resolve("@arethetypeswrong/cli/package.json")),
      "dist/index.js",
    );
    const result = await run(process.execPath, [attw, packed().tarball, "--profile", "esm-only", "--no-color"]);
    expect(result.code, result.output).toBe(0);
    for (const entry of ["conversation", "schemas"]) expect(result.output).toContain(`"agent-server-client/${entry}"`);
  });
});

describe("the built code", () => {
  test("imports other packages where it says so, and nowhere else", () => {
    const imports = built(".js").flatMap((file) =>
      [...code(file).matchAll(/(?:from|import\(|import)\s*"([^."][^"]*)"/g)].map(([, name]) => `${file}: ${name}`),
    );
    const isZod = /^dist\/generated\/(?:orxhestra\/)?(?:schemas|factories)\.js: zod\/(?:mini|v4\/core)$/;
    const isNodeOfCommand = /^dist\/cli(?:\/[\w-]+)?\.js: node:\w+$/;
    expect(imports.filter((found) => !isZod.test(found) && !isNodeOfCommand.test(found)).sort()).toEqual([
      "dist/cli/document.js: yaml",
      "dist/client.js: openapi-fetch",
      "dist/mocks/others.js: msw",
      "dist/mocks/server.js: msw",
      "dist/mocks/sockets.js: msw",
      "dist/mocks/validate.js: zod/mini",
      "dist/orxhestra/did.js: @scure/base",
      "dist/orxhestra/ed25519.js: @noble/curves/ed25519.js",
      "dist/orxhestra/ed25519.js: @noble/curves/ed25519.js",
      "dist/orxhestra/ed25519.js: @noble/curves/utils.js",
      "dist/orxhestra/ed25519.js: @noble/hashes/sha2.js",
      "dist/orxhestra/ed25519.js: @scure/base",
      "dist/orxhestra/lossless.js: lossless-json",
      "dist/orxhestra/parse.js: zod/mini",
      "dist/orxhestra/payload.js: @noble/hashes/sha2.js",
      "dist/orxhestra/payload.js: @noble/hashes/utils.js",
      "dist/orxhestra/sign.js: @scure/base",
      "dist/orxhestra/verify.js: @scure/base",
      "dist/react.js: react",
      "dist/react/selected.js: react",
    ]);
    expect(imports.length).toBeGreaterThan(0);
  });

  test("runs where evaluating text is forbidden", () => {
    for (const file of built(".js")) expect(code(file), file).not.toMatch(/\bnew Function\b|\beval\s*\(/);
  });

  test("awaits nothing at the top, or require could not load it", () => {
    for (const file of built(".js")) expect(code(file), file).not.toMatch(/^await\b|^(?:export )?const .* = await\b/m);
  });

  test("declares nothing by a global that Node 20 has no type for", () => {
    // `EventSource` is a type of ours; an option or a parameter may be called `WebSocket`
    const globals = /\b(HeadersInit|BodyInit|WebSocket(?!\??:|[\w, ]*\}\??:)|CloseEvent|MessageEvent(?=<|Init))\b/;
    for (const file of built(".d.ts"))
      expect(globals.exec(code(file).replaceAll(/"[^"]*"/g, ""))?.[0], file).toBeUndefined();
  });
});

describe("the lock file", () => {
  test("names no registry host", () => {
    const lock = readFileSync(join(ROOT, "package-lock.json"), "utf8");
    expect(lock).not.toContain('"resolved"');
    expect(lock).toContain('"integrity"');
  });
});
