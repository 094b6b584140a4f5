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

/** What is wrong, and what is still to do before a tag. */
export interface Review {
  readonly wrong: readonly string[];
  readonly toDo: readonly string[];
}

/** Pure. */
export function review({ version, lockedVersion, changelog, changes, tag }: Release): Review {
  const wrong: string[] = [];
  const toDo: string[] = [];
  if (lockedVersion !== version) wrong.push(`package-lock.json is of ${lockedVersion}, package.json of ${version}`);
  if (tag !== undefined && tag !== `v${version}`) wrong.push(`the tag is ${tag}, package.json says ${version}`);
  const [, unreleased = ""] = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog) ?? [];
  const dated = new RegExp(`^## ${version.replaceAll(".", "\\.")} - \\d{4}-\\d{2}-\\d{2}$`, "m");
  if (!dated.test(changelog)) toDo.push(`CHANGELOG.md has no section "## ${version} - YYYY-MM-DD"`);
  if (unreleased.trim() !== "") toDo.push("CHANGELOG.md has changes that are of no version yet");
  if (changes !== "") toDo.push(`there are changes that are not committed:\n${changes}`);
  return { wrong, toDo };
}

function main(args: readonly string[]): number {
  const { tag } = parseArgs({ args: [...args], options: { tag: { type: "string" } } }).values;
  const root = fileURLToPath(new URL("..", import.meta.url));
  const json = (file: string): { version: string } => JSON.parse(readFileSync(root + file, "utf8"));
  const { version } = json("package.json");
  const { wrong, toDo } = review({
    version,
    lockedVersion: json("package-lock.json").version,
    changelog: readFileSync(`${root}CHANGELOG.md`, "utf8"),
    // The workflow writes the repository's address into package.json
    changes: execFileSync("git", ["status", "--porcelain", "--", ".", ":!package.json"], {
      cwd: root,
      encoding: "utf8",
    }).trim(),
    tag,
  });
  for (const line of wrong) console.log(`wrong: ${line}`);
  for (const line of toDo) console.log(`to do: ${line}`);
  if (wrong.length + toDo.length === 0) console.log(`${version} is ready`);
  return wrong.length > 0 || (tag !== undefined && toDo.length > 0) ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
