/** The pages that users read, found by listing folders, so that a new one cannot be forgotten. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Not by the URL of this file: where tests have a page, that is one of http. */
export const ROOT = join(import.meta.dirname, "../..");

const pagesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => (folder === "" ? name : `${folder}/${name}`));

/** README, guides and the READMEs of examples: what shows how the package is used. */
export const GUIDES: readonly string[] = [
  "README.md",
  ...pagesIn("docs"),
  ...readdirSync(join(ROOT, "examples"))
    .map((name) => `examples/${name}/README.md`)
    .filter((page) => existsSync(join(ROOT, page))),
];
/** Those, and the pages for people who work on the package. */
export const PAGES: readonly string[] = [...new Set([...pagesIn(""), ...GUIDES])];

export const textOfPage = (page: string): string => readFileSync(join(ROOT, page), "utf8");

/** A block of code in a page. */
export interface Block {
  readonly page: string;
  /** The page, its place among the page's blocks of code, its language. */
  readonly name: string;
  readonly language: string;
  readonly code: string;
}

/** The fences may stand in a list, as far to the right as its text. */
const FENCED = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm;

/** All blocks of a page. */
export const blocksOf = (page: string): Block[] =>
  [...textOfPage(page).matchAll(FENCED)].map(([, , language = "", code = ""], index) => ({
    page,
    name: `${page} block ${index + 1} (${language || "plain"})`,
    language,
    code,
  }));

/** A page without its blocks of code. */
export const proseOf = (page: string): string => textOfPage(page).replace(FENCED, "");

/** The text of each code span, and not of blocks. */
export const spansOf = (page: string): string[] =>
  [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
