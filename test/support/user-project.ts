/** A project of a user that has the package as packed, and all that it needs, for the tests of one file. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { installInto, type Packed, packProject } from "./pack.js";

export interface UserProject {
  readonly folder: string;
  /** What is installed in it; not before the tests begin. */
  readonly packed: () => Packed;
}

/** Made before the tests, on a busy machine with patience, and gone after them. */
export function useProject(): UserProject {
  const folder = mkdtempSync(join(tmpdir(), "package-"));
  let packed: Packed | undefined;
  beforeAll(async () => {
    packed = await packProject();
    installInto(folder, packed, ["zod", "openapi-fetch", "@noble", "@scure", "lossless-json", "msw", "react"]);
  }, 300_000);
  afterAll(() => {
    packed?.release();
    rmSync(folder, { recursive: true });
  });
  return {
    folder,
    packed: () => {
      if (packed === undefined) throw new Error("the package is not packed yet");
      return packed;
    },
  };
}
