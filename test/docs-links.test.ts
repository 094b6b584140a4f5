/** Links in the pages lead somewhere, also in the package, and docs/README.md leads to every page. */
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { PAGES, proseOf, ROOT } from "./support/docs-pages.js";

const INDEX = "docs/README.md";
/** What is in the package beside the code. */
const SHIPPED = /^(?:docs\/[\w-]+\.md|README\.md|CHANGELOG\.md|LICENSE|NOTICE|openapi\.json|package\.json)$/;
const isShipped = (path: string): boolean => SHIPPED.test(path);

const withoutCode = (text: string): string => text.replace(/`[^`\n]*`/g, "``");

interface Link {
  readonly page: string;
  readonly target: string;
  /** The file that it leads to, from the root. */
  readonly path: string;
  readonly anchor: string | undefined;
}

const linksOf = (page: string): Link[] =>
  [...withoutCode(proseOf(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => {
    const [file = "", anchor] = target.split("#");
    return { page, target, path: file === "" ? page : normalize(join(dirname(page), file)), anchor };
  });
const isOutside = ({ target }: Link): boolean => /^[a-z]+:/.test(target);
const links = PAGES.flatMap(linksOf);
const inside = links.filter((link) => !isOutside(link));

/** A heading's anchor as GitHub makes it: lower case, words and hyphens stay, spaces are hyphens, a second one counts. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of proseOf(page).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").trim();
    const slug = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
      .replaceAll(" ", "-");
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

test("anchors are made as GitHub makes them", () => {
  expect([...anchorsOf(INDEX)]).toContain("documentation");
  expect([...anchorsOf("docs/contract.md")]).toEqual(
    expect.arrayContaining(["check", "exit-codes", "the-session-key"]),
  );
  expect([...anchorsOf("docs/client.md")]).toContain("browsers-proxies-node");
});

test("every link leads to a file that there is, and to a heading of it", () => {
  expect(inside.length).toBeGreaterThan(30);
  expect(inside.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
  const lost = inside.filter(({ path, anchor }) => anchor !== undefined && !anchorsOf(path).has(anchor));
  expect(lost).toEqual([]);
});

test("a page that is in the package links to nothing that is not", () => {
  expect(inside.filter(({ page, path }) => isShipped(page) && !isShipped(path))).toEqual([]);
});

test("a link to elsewhere is https", () => {
  expect(links.filter((link) => isOutside(link) && !link.target.startsWith("https://"))).toEqual([]);
});

/** Folders that are those of the reader. */
const READERS: readonly string[] = ["test/recorded"];

test("files that are named in passing are there", () => {
  const named = PAGES.filter((page) => page !== "CHANGELOG.md").flatMap((page) =>
    [...proseOf(page).matchAll(/(?<![\w/.])(?:docs|examples|src|test|scripts|bench)\/[\w./-]*[\w*]/g)].map(
      ([path]) => ({ page, path }),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  const isThere = ({ page, path }: { page: string; path: string }): boolean => {
    const [start = "", isPattern] = path.split("*");
    // An example's README names its own files; a pattern is there when something begins so
    return (
      [path, join(dirname(page), path)].some((place) => existsSync(join(ROOT, place))) ||
      (isPattern !== undefined && begun(start))
    );
  };
  expect(named.filter((name) => !isThere(name) && !READERS.includes(name.path))).toEqual([]);
});

const begun = (start: string): boolean =>
  readdirSync(join(ROOT, dirname(start))).some((name) => name.startsWith(basename(start)));

describe(INDEX, () => {
  const pages = PAGES.filter((page) => page.startsWith("docs/") && page !== INDEX);
  test.each(pages)("leads to %s in a line of its own", (page) => {
    const rows = proseOf(INDEX)
      .split("\n")
      .filter((line) => line.includes(`](${page.slice("docs/".length)})`));
    expect(rows.length).toBeGreaterThanOrEqual(1);
  });

  test("is where the README sends its readers", () => {
    expect(linksOf("README.md").map(({ path }) => path)).toContain(INDEX);
  });
});
