/** What `npm start` shows by itself: a scripted conversation with the mock server, while it happens. */
import type { Turn } from "agent-server-client/mocks";
import { FIRST_LOOK } from "./first-look.js";
import { follow, type Screen } from "./follow.js";
import { onMock } from "./mocked.js";

const MESSAGE = "One test fails. Please find out why, and mend it.";

/** What the agent does, answer by answer. */
const STORY: readonly Turn[] = [
  {
    reasoning: "First I need to see which test it is.",
    ...FIRST_LOOK,
    stream: true,
  },
  {
    text: "It rounds down where it should round to the nearest.",
    stream: true,
    calls: [
      {
        tool: "terminal",
        arguments: { command: "sed -i s/floor/round/ src/price.ts && npm test" },
        summary: "Round to the nearest",
        result: "Tests: 42 passed",
        durationMs: 300,
      },
    ],
  },
  { text: "Mended: `gross` rounds to the nearest now, and all 42 tests pass.", stream: true },
];

/** Plays it. Returns the exit code. */
export function demo(screen: Screen): Promise<number> {
  const { printError } = screen;
  const mocked = { program: "timeline", command: "npm start", turns: STORY, asks: false, printError };
  return onMock(mocked, (place) => follow({ place, text: MESSAGE, ...screen }));
}
