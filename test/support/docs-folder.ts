/** Snippets as files, compiled as a user would and run one by one. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";
import { vi } from "vitest";
import { type Block, blocksOf, GUIDES, ROOT } from "./docs-pages.js";

/** A piece of code and the file that it gets. */
export interface Snippet {
  readonly name: string;
  readonly file: string;
  readonly code: string;
}

/** The blocks of the guides in these languages. */
export const blocksIn = (...languages: readonly string[]): Block[] =>
  GUIDES.flatMap(blocksOf).filter(({ language }) => languages.includes(language));

/** Files for pieces of code, in their order. */
export const snippets = (pieces: readonly { readonly name: string; readonly code: string }[]): Snippet[] =>
  pieces.map(({ name, code }, index) => ({ name, code, file: `${index}.${name.endsWith("(tsx)") ? "tsx" : "ts"}` }));

const ENTRIES = ["contract", "conversation", "stream", "mocks", "react", "orxhestra", "schemas"];

/** Writes them into a folder of the project, with a configuration as strict as the project's own. */
export function writeSnippets(folder: string, files: readonly Snippet[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { file, code } of files) writeFileSync(join(folder, file), code);
  const compilerOptions = {
    noUnusedLocals: false,
    noUnusedParameters: false,
    noEmit: true,
    types: ["node"],
    jsx: "react-jsx",
    paths: Object.fromEntries([
      ["agent-server-client", [join(ROOT, "src/index.ts")]],
      ...ENTRIES.map((entry) => [`agent-server-client/${entry}`, [join(ROOT, `src/${entry}.ts`)]]),
    ]),
  };
  const config = { extends: join(ROOT, "tsconfig.base.json"), compilerOptions, include: ["*.ts", "*.tsx"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
}

/**
 * How an export of a block is called, by the block's page and the export's name. Each takes what it is written for, and
 * the lines that are printed.
 */
export type Calls = Readonly<Record<string, (exported: never, lines: readonly string[]) => unknown>>;

/** Its key: of a second export of one name in a page `(2)` follows, and so on. */
export function keysOf(blocks: readonly Block[]): Map<string, string> {
  const counts = new Map<string, number>();
  const keys = new Map<string, string>();
  for (const { page, name, code } of blocks) {
    for (const [, exported = ""] of code.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)) {
      const key = `${page} ${exported}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      keys.set(`${name} ${exported}`, count === 1 ? key : `${key} (${count})`);
    }
  }
  return keys;
}

/** Runs a block: its file, then everything that it exports. Gives the lines that it printed. */
export async function runBlock(path: string, block: Block, keys: Map<string, string>, calls: Calls): Promise<string[]> {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((...parts) => void lines.push(format(...parts)));
  try {
    const exported: Record<string, unknown> = await import(path);
    for (const [name, value] of Object.entries(exported)) {
      const key = keys.get(`${block.name} ${name}`) ?? "";
      const call = calls[key];
      if (!call) throw new Error(`nothing calls ${name} of ${block.name}: expected "${key}"`);
      await call(value as never, lines); // each call says what it takes, and the block has been compiled
    }
    return lines;
  } finally {
    log.mockRestore();
  }
}

/** What a block says that it prints: `//=> text` at the end of a line. */
export const promised = (code: string): string[] =>
  [...code.matchAll(/\/\/=> (.*)$/gm)].map(([, line = ""]) => line.trim());
