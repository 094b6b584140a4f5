/** What the agent of the mock server does, answer by answer, while a user tries the chat out. */
import type { Turn } from "agent-server-client/mocks";

export const STORY: readonly Turn[] = [
  {
    reasoning: "First I need to see which test it is, and what it tests.",
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
  },
  { text: "It rounds down where it should round to the nearest. Shall I mend it?" },
  { error: { code: "LLMRateLimitError", detail: "Rate limit reached for this minute." } },
  {
    calls: [
      {
        tool: "terminal",
        arguments: { command: "sed -i s/floor/round/ src/price.ts && npm test" },
        summary: "Round to the nearest",
        result: "Tests: 42 passed",
      },
    ],
  },
  { text: "Mended: `gross` rounds to the nearest now, and all 42 tests pass." },
  {
    text: "One moment, I think about it; Ctrl+C interrupts me.",
    stream: true,
    calls: [{ tool: "terminal", arguments: { command: "git log -p src/price.ts" }, result: "2 commits" }],
  },
  { text: "It was so from the first commit on.", waitMs: 15_000 },
];
