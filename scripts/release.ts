/**
 * `npm run release [-- --tag v1.2.3]`: is this version ready to be published? Without a tag it says what is still to do
 * and fails only on what is wrong already; with one, on all of it. It publishes nothing.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** What a release is made of. */
export interface Release {
  readonly version: string;
  /** Of the lock file. */
  readonly lockedVersion: string;
  readonly changelog: string;
  /** `git status --porcelain`. */
  readonly changes: string;
  readonly tag: string | undefined;
}

/** What is wrong, what is still to do before a tag, and whether that is a failure already. */
export interface Review {
  readonly wrong: readonly string[];
  readonly toDo: readonly string[];
  readonly failed: boolean;
}

/** Pure. */
export function review({ version, lockedVersion, changelog, changes, tag }: Release): Review {
  const wrong: string[] = [];
  const toDo: string[] = [];
  if (lockedVersion !== version) wrong.push(`package-lock.json is of ${lockedVersion}, package.json of ${version}`);
  if (tag !== undefined && tag !== `v${version}`) wrong.push(`the tag is ${tag}, package.json says ${version}`);
  const sections = new Map(
    changelog
      .replaceAll("\r\n", "\n")
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.split("\n", 1)[0] ?? "", section.split("\n").slice(1).join("\n").trim()] as const),
  );
  const isDated = [...sections.keys()].some((title) => {
    const [of, date = ""] = title.split(" - ");
    return of === version && /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date));
  });
  if (!isDated) toDo.push(`CHANGELOG.md has no section "## ${version} - YYYY-MM-DD"`);
  if (sections.get("Unreleased") !== "") toDo.push('CHANGELOG.md has no empty section "## Unreleased"');
  if (changes !== "") toDo.push(`there are changes that are not committed:\n${changes}`);
  return { wrong, toDo, failed: wrong.length > 0 || (tag !== undefined && toDo.length > 0) };
}

function main(args: readonly string[]): number {
  const { tag } = parseArgs({ args: [...args], options: { tag: { type: "string" } } }).values;
  const root = fileURLToPath(new URL("..", import.meta.url));
  const json = (file: string): { version: string } => JSON.parse(readFileSync(root + file, "utf8"));
  const { version } = json("package.json");
  const { wrong, toDo, failed } = review({
    version,
    lockedVersion: json("package-lock.json").version,
    changelog: readFileSync(`${root}CHANGELOG.md`, "utf8"),
    changes: execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).trim(),
    tag,
  });
  for (const line of wrong) console.log(`wrong: ${line}`);
  for (const line of toDo) console.log(`to do: ${line}`);
  if (wrong.length + toDo.length === 0) console.log(`${version} is ready`);
  return failed ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
