/** The same operations within a conversation's folder, and that folder as a web site. */
import { answer, ok, refuse, type SimulatedAnswer } from "./answers.js";
import type { Call, Handler } from "./area-call.js";
import { FILES, fileAnswer } from "./area-files.js";
import { GIT } from "./area-git.js";
import { isAbsolute, isFolder, isWithin, makeFolder, nameOf, normalPath, placeAt } from "./file-tree.js";
import { canonical } from "./ids.js";
import { workingDirOf } from "./working-dir.js";

/** The folder of the conversation that a path names; the refusal if there is none. */
function folderOfConversation({ world, areas }: Call, id: string): string | SimulatedAnswer {
  const conversation = world.conversations.get(canonical(id));
  if (!conversation) return refuse(404, `Conversation not found: ${canonical(id)}`);
  const folder = workingDirOf(conversation);
  makeFolder(areas.files, folder, conversation.createdAt);
  return folder;
}

/** An operation that stays within the folder of a conversation. */
const inRuntime =
  (handler: Handler): Handler =>
  (call) => {
    const folder = folderOfConversation(call, call.params["runtime_conversation_id"] ?? "");
    if (typeof folder !== "string") return folder;
    const outside = ["path", "workspace_dir"].find((name) => isOutside(call.query.get(name), folder));
    return outside === undefined ? handler(call) : refuse(422, `${outside} must be inside the conversation workspace`);
  };

const isOutside = (path: string | null, folder: string): boolean =>
  path !== null && !(isAbsolute(path) && isWithin(normalPath(path), folder));

const VSCODE_STATUS = ok({ running: false, enabled: false, message: "VSCode is disabled in configuration" });
const NO_VSCODE = answer(503, {
  detail: "Internal Server Error",
  exception: "503: VSCode is disabled in configuration. Set enable_vscode=true to enable.",
});

/** What a browser takes a file for. */
const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  gif: "image/gif",
  htm: "text/html; charset=utf-8",
  html: "text/html; charset=utf-8",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  md: "text/markdown; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  mp4: "video/mp4",
  pdf: "application/pdf",
  png: "image/png",
  py: "text/x-python; charset=utf-8",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
  webp: "image/webp",
  xml: "text/xml; charset=utf-8",
  zip: "application/zip",
};

const typeOf = (path: string): string =>
  TYPES[/\.([^.]+)$/.exec(nameOf(path))?.[1]?.toLowerCase() ?? ""] ?? "application/octet-stream";

/** A folder shows its index.html. */
const serve: Handler = (call) => {
  const folder = folderOfConversation(call, call.params["conversation_id"] ?? "");
  if (typeof folder !== "string") return folder;
  const path = normalPath(`${folder}/${call.params["file_path"] ?? ""}`);
  if (!isWithin(path, folder)) return refuse(400, "Path is outside the workspace");
  const { files } = call.areas;
  const place = placeAt(files, path);
  if (!place) return refuse(404, "File not found");
  if (!isFolder(place)) return fileAnswer(place, typeOf(path));
  const index = placeAt(files, `${path}/index.html`);
  return index && !isFolder(index)
    ? fileAnswer(index, typeOf("index.html"))
    : refuse(404, "No index.html in directory");
};

/** The operations of this area, each with who answers it. */
export const RUNTIME = {
  upload_file_query_for_conversation: inRuntime(FILES.upload_file_query),
  download_file_query_for_conversation: inRuntime(FILES.download_file_query),
  create_directory_for_conversation: inRuntime(FILES.create_directory),
  archive_directory_for_conversation: inRuntime(FILES.archive_directory),
  git_changes_query_for_conversation: inRuntime(GIT.git_changes_query),
  git_diff_query_for_conversation: inRuntime(GIT.git_diff_query),
  git_commits_query_for_conversation: inRuntime(GIT.git_commits_query),
  git_commit_changes_query_for_conversation: inRuntime(GIT.git_commit_changes_query),
  get_vscode_status: () => VSCODE_STATUS,
  get_vscode_status_for_conversation: inRuntime(() => VSCODE_STATUS),
  get_vscode_url: () => NO_VSCODE,
  get_runtime_vscode_url_for_conversation: inRuntime(() => NO_VSCODE),
  serve_workspace_root: serve,
  serve_workspace_file: serve,
} as const satisfies Readonly<Record<string, Handler>>;
