/** Starts one server of each version for all suites, and ends them with everything that they started. */
import type { TestProject } from "vitest/node";
import { endRun } from "./processes.js";
import { type ServerAddress, startServer } from "./server.js";
import { VERSIONS } from "./versions.js";

declare module "vitest" {
  interface ProvidedContext {
    readonly servers: readonly ServerAddress[];
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    const servers = await Promise.all(VERSIONS.map(({ name }) => startServer({ version: name })));
    const addresses = servers.map(({ version, baseUrl, key, data }) => ({ version, baseUrl, key, data }));
    project.provide("servers", addresses);
    return async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await endRun();
    };
  } catch (error) {
    await endRun();
    throw error;
  }
}
