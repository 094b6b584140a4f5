/** A folder as one file: a tar archive in a gzip envelope that does not compress. */
import type { FileBelow } from "./file-tree.js";
import { bytesOf } from "./file-tree.js";

/** What the server leaves out of an archive unless it is told otherwise. */
export const USUALLY_LEFT_OUT = [
  ".git/",
  "node_modules/",
  ".venv/",
  "venv/",
  "__pycache__/",
  ".mypy_cache/",
  ".pytest_cache/",
  ".ruff_cache/",
  "dist/",
  "build/",
  ".next/",
  "target/",
  "*.pyc",
];

/** Whether a file is left out: by the name of a folder on its way, or by its own. */
export function isLeftOut(path: string, patterns: readonly string[]): boolean {
  const parts = path.split("/");
  return patterns.some((pattern) => {
    const isOfFolders = pattern.endsWith("/");
    const wanted = pattern.replace(/\/$/, "").split("/");
    if (wanted.length > 1) {
      const isPrefix = wanted.every((piece, at) => fits(parts[at], piece));
      return isPrefix && !(isOfFolders && parts.length === wanted.length);
    }
    return (isOfFolders ? parts.slice(0, -1) : parts).some((part) => fits(part, wanted[0] ?? ""));
  });
}

const fits = (part: string | undefined, pattern: string): boolean =>
  part !== undefined && new RegExp(`^${pattern.split("*").map(literally).join(".*")}$`).test(part);
const literally = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");

/** All of a folder's files, and a list of what there is. */
export function tarGz(name: string, files: readonly FileBelow[], excludes: readonly string[]): Uint8Array {
  const manifest = {
    excludes,
    file_count: files.length,
    format: "tar.gz",
    source: name,
    total_bytes: files.reduce((sum, { content }) => sum + content.length, 0),
  };
  const members = [
    ...files,
    { path: "archive_manifest.json", content: bytesOf(JSON.stringify(manifest, null, 2)) },
  ].flatMap(({ path, content }) => member(`${name}/${path}`, content));
  return gzip(joined([...members, new Uint8Array(1024)]));
}

const BLOCK = 512;

function member(path: string, content: Uint8Array): Uint8Array[] {
  const header = new Uint8Array(BLOCK);
  const put = (at: number, text: string): void => header.set(bytesOf(text), at);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;
  const [prefix, name] = splitName(path);
  put(0, name);
  put(345, prefix);
  put(100, octal(0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(content.length, 11));
  put(136, octal(0, 11));
  put(148, " ".repeat(8));
  put(156, "0");
  put(257, "ustar\x0000");
  put(
    148,
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
  );
  return [header, content, new Uint8Array((BLOCK - (content.length % BLOCK)) % BLOCK)];
}

/** A name has 100 bytes, and 155 more for the folders before it. */
function splitName(path: string): readonly [prefix: string, name: string] {
  if (bytesOf(path).length <= 100) return ["", path];
  const slash = path.indexOf("/", path.length - 101);
  const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)];
  return [cut(prefix, 155), cut(name, 100)];
}

/** What is too long all the same is cut off. */
const cut = (text: string, most: number): string => {
  let result = text;
  while (bytesOf(result).length > most) result = result.slice(0, -1);
  return result;
};

const MOST_IN_A_BLOCK = 0xffff;

/** As stored blocks: each says how long it is, twice. */
function gzip(content: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < content.length; at += MOST_IN_A_BLOCK) {
    const block = content.subarray(at, at + MOST_IN_A_BLOCK);
    const isLast = at + MOST_IN_A_BLOCK >= content.length;
    blocks.push(Uint8Array.of(isLast ? 1 : 0, ...inLittleEndian(block.length, 2), ...inLittleEndian(~block.length, 2)));
    blocks.push(block);
  }
  const end = Uint8Array.of(...inLittleEndian(crc32(content), 4), ...inLittleEndian(content.length, 4));
  return joined([Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff), ...blocks, end]);
}

const inLittleEndian = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => (value >>> (8 * at)) & 0xff);

function crc32(content: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
