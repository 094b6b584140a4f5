/** A folder for a while. */
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How long a program may take on a busy machine. */
export const PATIENCE_MS = 60_000;

/** It is gone when that is done. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "runtimes-"));
  try {
    return await use(folder);
  } finally {
    // What a browser has started may still write there when it has ended itself; only this one looks again then
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
