import { defineConfig } from "vitest/config";
import shared from "./vitest.config.js";

/** The example application in a browser: `npm run test:e2e`. */
export default defineConfig({
  ...(shared.resolve ? { resolve: shared.resolve } : {}),
  test: {
    include: ["test/e2e/mock*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
