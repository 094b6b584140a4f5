/** What every suite begins with: the shared servers, and a model of its own. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { AgentClient } from "agent-server-client";
import { afterAll, beforeAll, inject } from "vitest";
import { type Checked, checkingClient } from "./answers.js";
import { type Model, startModel } from "./model.js";
import { endRun } from "./processes.js";
import type { ServerAddress } from "./server.js";
import { VERSIONS, type VersionName } from "./versions.js";

/** A server of the run, and what a suite needs beside it. */
export interface Bench extends ServerAddress {
  readonly client: AgentClient;
  /** Every JSON answer that the client got, with what is wrong with it. */
  readonly checked: readonly Checked[];
  readonly model: Model;
  /** Where tools may work. */
  readonly workingDir: string;
}

export const VERSION_NAMES: readonly VersionName[] = VERSIONS.map(({ name }) => name);

/**
 * The benches of a test file, by version. To be called at the top of the file: it starts the file's model and stops it,
 * and everything else that the file started.
 */
export function useBenches(): (version: VersionName) => Bench {
  const benches = new Map<string, Bench>();
  let model: Model | undefined;
  beforeAll(async () => {
    model = await startModel();
    for (const address of inject("servers")) {
      const workingDir = join(address.data, `project-${process.pid}-${benches.size}`);
      mkdirSync(workingDir, { recursive: true });
      benches.set(address.version, { ...address, ...checkingClient(address), model, workingDir });
    }
  });
  afterAll(async () => {
    await model?.close();
    await endRun();
  });
  return (version) => {
    const bench = benches.get(version);
    if (!bench) throw new Error(`no server of version ${version}`);
    return bench;
  };
}

/** What is wrong with any answer that a bench's client got. */
export const mismatches = ({ checked }: Bench): Checked[] => checked.filter(({ issues }) => issues.length > 0);
