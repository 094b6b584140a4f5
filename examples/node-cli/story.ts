/** What the agent of the mock server does, answer by answer, while a user tries the chat out. */
import type { Turn } from "agent-server-client/mocks";
import { FIRST_LOOK } from "../timeline/first-look.js";

export const STORY: readonly Turn[] = [
  {
    reasoning: "First I need to see which test it is, and what it tests.",
    ...FIRST_LOOK,
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
