/** From files and folders to the events and frames in them, one at a time. */
import { closeSync, type Dirent, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { isTraffic } from "../contract/check-event.js";
import { couldGoOn } from "./beginning.js";
import { Failure, failureOfFile } from "./failure.js";
import { createLineSplitter, isOfLines } from "./lines.js";
import { createSplitter, type Path, type Piece } from "./split.js";

/** Something found at a place of a file: a value, or why there is none. */
export interface Found {
  readonly file: string;
  readonly line: number;
  readonly path: Path;
  readonly value?: unknown;
  readonly problem?: string;
}

/** What has been read so far; kept up to date while reading. */
export interface Tally {
  bytes: number;
  items: number;
}

/** An event as the server keeps it: `event-00012-<id>.json` */
const EVENT_FILE = /^event-\d{5,}-.+\.json$/;
const EXPECTED =
  "expected events or session frames: a stored conversation (its folder), lines of JSON, a list, a page {items, next_page_id} or a recorded conversation";

/** @throws {Failure} when a file cannot be read, or has nothing in it that is an event or a frame */
export function* itemsOf(file: string, tally: Tally): Generator<Found, void> {
  try {
    if (statSync(file).isDirectory()) yield* inFolder(file, tally);
    else yield* inFile(file, tally);
  } catch (error) {
    throw failureOfFile(file, error);
  }
}

/** The size of all that is to be read, in bytes; of a folder nothing is known before it is read. */
export const sizeOf = (files: readonly string[]): number | undefined => {
  const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false }));
  return sizes.every((size) => size?.isFile()) ? sizes.reduce((sum, size) => sum + (size?.size ?? 0), 0) : undefined;
};

function* inFolder(folder: string, tally: Tally): Generator<Found, void> {
  const before = tally.items;
  yield* storedBelow(folder, tally);
  if (tally.items === before)
    throw new Failure(
      `${folder}: has no stored events in it (event-00000-….json); name the folder of a conversation, or files`,
    );
}

/** In the order of the log: each conversation has a folder, and its files are numbered. */
function* storedBelow(folder: string, tally: Tally): Generator<Found, void> {
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && EVENT_FILE.test(entry.name)).map(({ name }) => name);
  for (const name of names.sort(byNumber)) {
    const text = readFileSync(join(folder, name));
    tally.bytes += text.length;
    tally.items++;
    yield found(join(folder, name), { is: "item", text: text.toString(), path: [], line: 1 });
  }
  const isFolder = (entry: Dirent): boolean => entry.isDirectory();
  for (const { name } of entries.filter(isFolder).sort((a, b) => (a.name < b.name ? -1 : 1)))
    yield* storedBelow(join(folder, name), tally);
}

const numberOf = (name: string): number => Number(/\d+/.exec(name)?.[0]);
const byNumber = (a: string, b: string): number => numberOf(a) - numberOf(b);

/** Beyond so many problems and not one value, a file is something else. */
const MOST_PROBLEMS = 20;

function* inFile(file: string, tally: Tally): Generator<Found, void> {
  const early: Found[] = [];
  let [isEmpty, values, traffic] = [true, 0, 0];
  for (const piece of piecesOf(file, tally)) {
    isEmpty = false;
    const one = found(file, piece);
    // `rest_get` has null for an event that the server did not find
    if (one.problem === undefined && (piece.is === "rest" || (one.value === null && one.path[0] === "rest_get")))
      continue;
    if (piece.is === "item") tally.items++;
    if (one.problem === undefined) values++;
    if (isTraffic(one.value)) traffic++;
    early.push(one);
    if (values > 0) yield* early.splice(0);
    else if (early.length > MOST_PROBLEMS) break;
  }
  if (isEmpty) throw new Failure(`${file}: is empty; ${EXPECTED}`);
  const [first] = early;
  if (first) throw new Failure(`${file}: is not JSON (line ${first.line}: ${first.problem}); ${EXPECTED}`);
  if (values > 0 && traffic === 0)
    throw new Failure(`${file}: nothing in it has a kind (events) or a type (frames); ${EXPECTED}`);
}

const CHUNK = 2 ** 18;
/** Enough to see what a file is; a first line that is longer is read by its brackets. */
const HEAD = 2 ** 20;

function* piecesOf(file: string, tally: Tally): Generator<Piece, void> {
  const source = openSync(file, "r");
  try {
    const head = readChunk(source, HEAD);
    if (head.length === 0) throw new Failure(`${file}: is empty; ${EXPECTED}`);
    if (head.includes(0)) throw new Failure(`${file}: is a binary file; ${EXPECTED}`);
    const body = head.subarray(head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0);
    const splitter = isOfLines(body.toString()) ? createLineSplitter() : createSplitter();
    for (let chunk = body; chunk.length > 0; chunk = readChunk(source, CHUNK)) {
      tally.bytes += chunk.length;
      yield* splitter.push(chunk);
    }
    yield* splitter.end();
  } finally {
    closeSync(source);
  }
}

function readChunk(source: number, size: number): Buffer {
  const chunk = Buffer.allocUnsafe(size);
  return chunk.subarray(0, readSync(source, chunk, 0, size, null));
}

function found(file: string, { is, text, path, line }: Piece): Found {
  if (is === "problem") return { file, line, path, problem: text };
  try {
    return { file, line, path, value: JSON.parse(text) };
  } catch {
    return { file, line, path, problem: couldGoOn(text) ? "ends too early (cut off?)" : "not JSON" };
  }
}
