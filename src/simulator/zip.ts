/** Archives as the server sends them, but that nothing in them is compressed. */

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const UTF8_NAMES = 0x0800;
/** 1980-01-01, the first day that the format knows. */
const DATE = 0x21;

/** The bytes of an archive. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const named = new TextEncoder().encode(name);
    const size = content.length;
    const shared = [
      ...short(VERSION, UTF8_NAMES, 0, 0, DATE),
      ...long(crc32(content), size, size),
      ...short(named.length, 0),
    ];
    const local = new Uint8Array([...long(LOCAL), ...shared]);
    directory.push(
      new Uint8Array([...long(CENTRAL), ...short(VERSION), ...shared, ...short(0, 0, 0), ...long(0, offset)]),
      named,
    );
    parts.push(local, named, content);
    offset += local.length + named.length + size;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const count = entries.length;
  const end = new Uint8Array([...long(END), ...short(0, 0, count, count), ...long(length, offset), ...short(0)]);
  return joined([...parts, ...directory, end]);
}

const short = (...values: readonly number[]): number[] => values.flatMap((value) => [value & 255, (value >>> 8) & 255]);
const long = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255]);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
