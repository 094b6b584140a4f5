/** The server's disk, in memory: folders, and files with what is in them. */

/** What is at a path; a folder has no content. */
export interface Place {
  readonly content?: Uint8Array;
  /** In milliseconds. */
  readonly modifiedAt: number;
}

/** All places by their absolute paths. */
export type FileTree = Map<string, Place>;

/** A file, and where it is below the folder that was asked for. */
export interface FileBelow {
  readonly path: string;
  readonly content: Uint8Array;
}

/** A tree with these folders, and those above them. */
export const newFileTree = (folders: readonly string[]): FileTree => {
  const tree: FileTree = new Map([["/", { modifiedAt: 0 }]]);
  for (const folder of folders) makeFolder(tree, folder, 0);
  return tree;
};

/** An absolute path without dots and double slashes. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** Whether a path begins at the root. */
export const isAbsolute = (path: string): boolean => path.startsWith("/");
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
/** The folder that a path is in. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/";

/** Whether a path is a folder or somewhere in it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || folder === "/" || path.startsWith(`${folder}/`);

/** What is at a path, if anything. */
export const placeAt = (tree: FileTree, path: string): Place | undefined => tree.get(normalPath(path));
export const isFolder = (place: Place | undefined): boolean => place !== undefined && place.content === undefined;

/** Makes a folder and those around it. Gives the file that is in the way, if there is one. */
export function makeFolder(tree: FileTree, path: string, now: number): string | undefined {
  const folder = normalPath(path);
  const known = tree.get(folder);
  if (known) return known.content ? folder : undefined;
  const inTheWay = makeFolder(tree, folderOf(folder), now);
  if (inTheWay === undefined) tree.set(folder, { modifiedAt: now });
  return inTheWay;
}

/** The folders right in a folder, by their names without regard to case. */
export function foldersIn(tree: FileTree, path: string, withHidden: boolean): string[] {
  const folder = normalPath(path);
  return [...tree]
    .filter(([place, one]) => place !== "/" && folderOf(place) === folder && isFolder(one))
    .map(([place]) => place)
    .filter((place) => withHidden || !nameOf(place).startsWith("."))
    .sort((a, b) => (nameOf(a).toLowerCase() < nameOf(b).toLowerCase() ? -1 : 1));
}

/** The files anywhere in a folder, by their paths. */
export function filesBelow(tree: FileTree, path: string): FileBelow[] {
  const folder = normalPath(path);
  const start = folder === "/" ? 1 : folder.length + 1;
  return [...tree]
    .flatMap(([place, { content }]) =>
      content && isWithin(place, folder) ? [{ path: place.slice(start), content }] : [],
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A text as it is in a file. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textIn = (content: Uint8Array): string => new TextDecoder().decode(content);
