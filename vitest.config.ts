import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^agent-server-client\/([a-z]+)$/, replacement: source("./src/$1.ts") },
      { find: /^agent-server-client$/, replacement: source("./src/index.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.{ts,tsx}", "examples/vitest/*.test.tsx"],
    // Those of test/live need the real server, those of test/e2e a browser: npm run test:live, npm run test:e2e
    exclude: ["**/node_modules/**", "test/{e2e,live}/**"],
    silent: "passed-only",
    // msw puts itself in the place of a global WebSocket only, which Node 20 has behind this flag
    execArgv: ["--experimental-websocket"],
    // Unless it is said, one core of two stays idle
    maxWorkers: "100%",
    // Tests that build, pack or compile take their time on a small machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts", "scripts/**/*.ts", "examples/**/*.ts"],
      // The simulator is a model of the server for the tests; what it models is held by the recordings. The application
      // is tried in a browser, the chat as a process of its own, the reference is a gate
      exclude: ["src/generated/**", "src/simulator/**", "examples/{node-cli,vitest,web}/**", "scripts/docs.ts"],
      reporter: ["text-summary", "json-summary", "html"],
      thresholds: { branches: 95 },
    },
  },
});
