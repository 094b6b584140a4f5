import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";
import shared from "./vitest.config.js";

const logs = fileURLToPath(new URL(".cache/live", import.meta.url));

/** The servers' logs stay when something failed. */
const keepLogsOfFailures: Reporter = {
  onTestRunEnd(_modules, errors, reason) {
    if (reason === "passed" && errors.length === 0) rmSync(logs, { recursive: true, force: true });
    else console.log(`The logs of the servers are in ${logs}`);
  },
};

/** The suites against the real server: `npm run test:live`. */
export default defineConfig({
  ...(shared.resolve ? { resolve: shared.resolve } : {}),
  test: {
    include: ["test/live/**/*.test.ts", "test/e2e/live.test.ts"],
    globalSetup: ["test/live/global-setup.ts"],
    reporters: ["default", keepLogsOfFailures],
    silent: "passed-only",
    execArgv: ["--experimental-websocket"],
    // Servers of three versions and two workers are what a small machine bears
    maxWorkers: 2,
    maxConcurrency: 6,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
});
