/** Git: the folder of a conversation is a repository without commits, all other folders are none. */
import { ok, refuse } from "./answers.js";
import type { Call, Handler } from "./area-call.js";
import {
  type FileBelow,
  filesBelow,
  isAbsolute,
  isFolder,
  isWithin,
  normalPath,
  type Place,
  placeAt,
  textIn,
} from "./file-tree.js";
import { workingDirOf } from "./working-dir.js";
import type { World } from "./world.js";

/** The repository that a path is in: the server makes one of the folder that a conversation works in. */
export const repositoryAt = ({ conversations }: World, path: string): string | undefined =>
  [...conversations.values()].map(workingDirOf).find((folder) => isWithin(normalPath(path), folder));

const pathOf = ({ query }: Call): string => query.get("path") ?? "";

/** Every file is new. */
const changes: Handler = (call) => {
  const path = pathOf(call);
  if (!isAbsolute(path) || repositoryAt(call.world, path) === undefined) return ok([]);
  return ok(filesBelow(call.areas.files, path).map((file) => ({ status: "ADDED", path: file.path })));
};

const noCommit = (sha: string): ReturnType<typeof refuse> =>
  refuse(400, `Git command failed: git --no-pager rev-parse --verify '${sha}^{commit}'`);

const diff: Handler = (call) => {
  const { world, areas, query } = call;
  const path = pathOf(call);
  const commit = query.get("commit");
  if (commit !== null && query.has("ref")) return refuse(400, "'ref' and 'commit' are mutually exclusive");
  const isInRepository = repositoryAt(world, path) !== undefined;
  if (commit !== null) return isInRepository ? noCommit(commit) : ok(NO_DIFF);
  const place = isAbsolute(path) ? placeAt(areas.files, path) : undefined;
  if (!place) return refuse(400, `File does not exist: ${path}`);
  return ok(isInRepository ? { modified: shown(place), original: "" } : NO_DIFF);
};

const NO_DIFF = { modified: null, original: null };
const shown = (place: Place): string => (isFolder(place) ? "" : textIn(place.content ?? new Uint8Array()).trim());

const commits: Handler = () => ok({ commits: [], has_more: false });

const commitChanges: Handler = (call) =>
  repositoryAt(call.world, pathOf(call)) === undefined ? ok([]) : noCommit(call.params["sha"] ?? "");

/** Files as a patch that makes them. */
export const patchOf = (files: readonly FileBelow[]): string =>
  files
    .map(({ path, content }) => `diff --git a/${path} b/${path}\nnew file mode 100644\n${hunkOf(path, content)}`)
    .join("");

function hunkOf(path: string, content: Uint8Array): string {
  if (content.includes(0)) return `Binary files /dev/null and b/${path} differ\n`;
  if (content.length === 0) return "";
  const text = textIn(content);
  const lines = text.replace(/\n$/, "").split("\n");
  const count = lines.length === 1 ? "1" : `1,${lines.length}`;
  const end = text.endsWith("\n") ? "" : "\\ No newline at end of file\n";
  return `--- /dev/null\n+++ b/${path}\n@@ -0,0 +${count} @@\n${lines.map((line) => `+${line}\n`).join("")}${end}`;
}

/** The operations of this area, each with who answers it. */
export const GIT = {
  git_changes_query: changes,
  git_diff_query: diff,
  git_commits_query: commits,
  git_commit_changes_query: commitChanges,
} as const satisfies Readonly<Record<string, Handler>>;
