/** Files and folders: up, down, and what there is. */
import { answer, ok, refuse, type SimulatedAnswer, SUCCESS } from "./answers.js";
import { isLeftOut, tarGz, USUALLY_LEFT_OUT } from "./area-archive.js";
import type { Call, Handler } from "./area-call.js";
import { patchOf, repositoryAt } from "./area-git.js";
import { objectOf, stringOf } from "./area-json.js";
import { HOME } from "./area-state.js";
import {
  bytesOf,
  filesBelow,
  folderOf,
  foldersIn,
  isAbsolute,
  isFolder,
  makeFolder,
  nameOf,
  normalPath,
  type Place,
  placeAt,
} from "./file-tree.js";

const NOT_ABSOLUTE = refuse(400, "Path must be absolute");
const pathOf = ({ query }: Call): string => query.get("path") ?? "";

/** A failure that the server foresaw, but answers like one that it did not. */
const failure = (status: number, reason: string): SimulatedAnswer =>
  answer(status, { detail: "Internal Server Error", exception: `${status}: ${reason}` });

const upload: Handler = (call) => {
  const { world, areas, body } = call;
  const path = pathOf(call);
  if (!isAbsolute(path)) return NOT_ABSOLUTE;
  const inTheWay = makeFolder(areas.files, folderOf(normalPath(path)), world.now());
  if (inTheWay !== undefined) {
    const parent = folderOf(normalPath(path));
    const reason = inTheWay === parent ? "[Errno 17] File exists" : "[Errno 20] Not a directory";
    return failure(500, `Failed to upload file: ${reason}: '${parent}'`);
  }
  if (isFolder(placeAt(areas.files, path))) {
    return failure(500, `Failed to upload file: [Errno 21] Is a directory: '${path}'`);
  }
  const { file } = objectOf(body);
  const content = file instanceof Uint8Array ? file : bytesOf(stringOf(file));
  areas.files.set(normalPath(path), { content, modifiedAt: world.now() });
  return SUCCESS;
};

/** A file as an answer. */
export function fileAnswer(
  { content = new Uint8Array(), modifiedAt }: Place,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): SimulatedAnswer {
  const made = new Date(modifiedAt).toUTCString();
  const etag = `"${content.length.toString(16).padStart(16, "0")}${modifiedAt.toString(16).padStart(16, "0")}"`;
  const usual = { "content-type": type, "accept-ranges": "bytes", "last-modified": made, etag };
  return { status: 200, headers: { ...usual, ...headers }, body: content };
}

/** A name that has other letters than a header may have is encoded. */
function attachment(name: string): Readonly<Record<string, string>> {
  const encoded = encodeURIComponent(name).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const how = encoded === name ? `filename="${name}"` : `filename*=utf-8''${encoded}`;
  return { "content-disposition": `attachment; ${how}` };
}

const download: Handler = (call) => {
  const path = pathOf(call);
  if (!isAbsolute(path)) return NOT_ABSOLUTE;
  const place = placeAt(call.areas.files, path);
  if (!place) return refuse(404, "File not found");
  if (isFolder(place)) return refuse(400, "Path is not a file");
  return fileAnswer(place, "application/octet-stream", attachment(nameOf(normalPath(path))));
};

const createDirectory: Handler = (call) => {
  const path = pathOf(call);
  if (!isAbsolute(path)) return NOT_ABSOLUTE;
  const inTheWay = makeFolder(call.areas.files, path, call.world.now());
  return inTheWay === undefined ? SUCCESS : refuse(400, "Path exists and is not a directory");
};

/** Why a path is no folder that can be read. */
function noFolder({ areas }: Call, path: string): SimulatedAnswer | undefined {
  if (!isAbsolute(path)) return NOT_ABSOLUTE;
  const place = placeAt(areas.files, path);
  if (!place) return refuse(404, "Directory not found");
  return isFolder(place) ? undefined : refuse(400, "Path is not a directory");
}

const withHidden = ({ query }: Call): boolean => ["true", "1", "yes", "on"].includes(query.get("include_hidden") ?? "");

/** A page begins with the folder whose name, in small letters, is its id. */
const searchSubdirs: Handler = (call) => {
  const path = pathOf(call);
  const refusal = noFolder(call, path);
  if (refusal) return refusal;
  const folders = foldersIn(call.areas.files, path, withHidden(call)).map((place) => ({
    name: nameOf(place),
    path: place,
  }));
  const limit = Number(call.query.get("limit") ?? 100);
  const idOf = ({ name }: { readonly name: string }): string => name.toLowerCase();
  const start = Math.max(
    folders.findIndex((folder) => idOf(folder) === call.query.get("page_id")),
    0,
  );
  const next = folders[start + limit];
  return ok({ items: folders.slice(start, start + limit), next_page_id: next ? idOf(next) : null });
};

const home: Handler = (call) => {
  const favorites = foldersIn(call.areas.files, HOME, withHidden(call)).map((path) => ({ label: nameOf(path), path }));
  return ok({ home: HOME, favorites: favorites.slice(0, 50), locations: [{ label: "/", path: "/" }] });
};

/** What differs from the last commit, or all there is. */
const archive: Handler = (call) => {
  const { world, areas, query } = call;
  const path = normalPath(pathOf(call));
  const refusal = noFolder(call, pathOf(call));
  if (refusal) return refusal;
  const base = query.get("base_ref");
  if (base?.startsWith("-")) return refuse(400, "base_ref must not start with '-'");
  const repository = repositoryAt(world, path);
  const isPatch = query.get("format") !== "tar.gz";
  if (isPatch && repository === undefined) return refuse(400, `Not a git repository: Not a git repository: ${path}`);
  if (isPatch && base !== null) return refuse(400, `base_ref '${base}' could not be resolved`);
  const usual = query.get("use_default_excludes") === "false" ? [] : USUALLY_LEFT_OUT;
  const excludes = [...usual, ...query.getAll("exclude")];
  const files = filesBelow(areas.files, path).filter((file) => !isLeftOut(file.path, excludes));
  const content = isPatch ? bytesOf(patchOf(files)) : tarGz(nameOf(path), files, excludes);
  const headers = {
    ...attachment(`${nameOf(path)}${isPatch ? ".patch" : ".tar.gz"}`),
    ...(repository === path ? { "x-archive-repo-root": encodeURIComponent(path) } : {}),
  };
  const type = isPatch ? "text/x-patch; charset=utf-8" : "application/gzip";
  return fileAnswer({ content, modifiedAt: world.now() }, type, headers);
};

/** The operations of this area, each with who answers it. */
export const FILES = {
  upload_file_query: upload,
  download_file_query: download,
  create_directory: createDirectory,
  archive_directory: archive,
} as const satisfies Readonly<Record<string, Handler>>;

/** Not of a conversation. */
export const DISCOVERY = {
  get_home_directory: home,
  search_subdirs: searchSubdirs,
} as const satisfies Readonly<Record<string, Handler>>;
