const CHUNK_SIZE = 16_000;

/** Texts in chunks of about 16 kB, so that what takes turns meets the same noise, and what is parsed is used while it is warm. */
export function chunksOf(texts: readonly string[]): string[][] {
  const chunks: string[][] = [[]];
  let size = 0;
  for (const text of texts) {
    if (size > CHUNK_SIZE) {
      chunks.push([]);
      size = 0;
    }
    chunks.at(-1)?.push(text);
    size += text.length;
  }
  return chunks;
}
