/** What the scripted agents of the examples have in common. */
import type { Turn } from "agent-server-client/mocks";

/** How the agent's stories begin: two calls side by side. */
export const FIRST_LOOK = {
  text: "I run the tests and look at the sources at the same time.",
  calls: [
    {
      tool: "terminal",
      arguments: { command: "npm test" },
      summary: "Run the tests",
      result: "FAIL test/price.test.ts\n  expected 11 to be 12\nTests: 1 failed, 41 passed",
      durationMs: 400,
    },
    {
      tool: "terminal",
      arguments: { command: "cat src/price.ts" },
      summary: "Read the source",
      result: "export const gross = (net: number) => Math.floor(net * 1.2);",
    },
  ],
} as const satisfies Turn;
