/** What the agent does, by what the user writes. */
import type { Turn } from "agent-server-client/mocks";
import { AFTER, BEFORE, PATH } from "./sample-file.js";
import { TEST_OUTPUT } from "./sample-output.js";

/** Letter by letter, so that one can watch it. */
const letters = (text: string): readonly string[] => Array.from(text);

const says = (text: string, reasoning?: string): Turn => ({
  text,
  stream: letters(text),
  waitMs: 350,
  ...(reasoning === undefined ? {} : { reasoning }),
});

const HELLO = `Hello! I am a scripted agent on the mock server. Try one of these:

**tests** runs two commands side by side, **edit** changes a file, **chart** calls a tool of this page, **wait** takes its time so that you can stop it, **fail** and **key** show what the provider may refuse, **stuck** goes round in circles.

With **Confirm every action** on, I ask before I act.`;

const REPLIES: readonly (readonly [pattern: RegExp, turns: () => readonly Turn[]])[] = [
  [/\bfail/i, fails],
  [/\bkey\b/i, () => [{ error: { code: "LLMAuthenticationError", detail: "Incorrect API key provided." } }]],
  [/\bstuck\b/i, () => [{ stuck: true }]],
  [/\bwait/i, waits],
  [/\btests?\b/i, tests],
  [/\bedit/i, edits],
  [/\bchart/i, charts],
];

/** The turns of an answer to a message. */
export function repliesOf(text: string): readonly Turn[] {
  const [, turns] = REPLIES.find(([pattern]) => pattern.test(text)) ?? [];
  return turns?.() ?? [says(HELLO)];
}

function tests(): readonly Turn[] {
  const text = "I run the tests, and look at what has changed meanwhile.";
  return [
    {
      reasoning:
        "Two things are needed: does it work, and what is different. Neither needs the other, so both can run at once.",
      text,
      stream: letters(text),
      waitMs: 350,
      calls: [
        {
          tool: "terminal",
          arguments: { command: "npm test", security_risk: "LOW" },
          result: TEST_OUTPUT,
          durationMs: 900,
        },
        {
          tool: "terminal",
          arguments: { command: "git status --short", security_risk: "LOW" },
          result: ` M ${PATH}\n?? notes.md`,
          durationMs: 400,
        },
      ],
    },
    says(
      "All 41 tests pass, in ten files and 1.32 seconds. Meanwhile `src/total.ts` has changed, which is the correction of the sum, and `notes.md` is new: it is not in the repository yet. If you want, I put both into one commit, with a message that says what was wrong.",
      "Nothing failed, so this is a short answer.",
    ),
  ];
}

function edits(): readonly Turn[] {
  const text = "The sum starts with the first price and so counts it twice. I correct that.";
  const observation = { path: PATH, prev_exist: true, old_content: BEFORE, new_content: AFTER };
  const change = { command: "str_replace", path: PATH, old_str: "let sum = prices[0];", new_str: "let sum = 0;" };
  return [
    {
      text,
      stream: letters(text),
      waitMs: 350,
      calls: [
        {
          tool: "file_editor",
          arguments: { ...change, security_risk: "MEDIUM" },
          action: change,
          observation: { ...observation, command: "str_replace" },
          result: `The file ${PATH} has been edited.`,
          durationMs: 300,
        },
      ],
    },
    says("Done: `total` now starts at zero, and an empty list gives 0."),
  ];
}

function charts(): readonly Turn[] {
  const bars = [
    { label: "Mon", value: 12 },
    { label: "Tue", value: 19 },
    { label: "Wed", value: 7 },
    { label: "Thu", value: 24 },
    { label: "Fri", value: 16 },
  ];
  const shown = { tool: "show_chart", arguments: { title: "Builds per day", bars } };
  return [{ text: "Here is the chart.", waitMs: 350, calls: [shown] }, says("Most builds ran on Thursday.")];
}

function waits(): readonly Turn[] {
  const long = {
    tool: "terminal",
    arguments: { command: "sleep 20 && npm run build" },
    result: "Built.",
    durationMs: 20_000,
  };
  return [{ text: "This takes a while. You can stop me.", waitMs: 350, calls: [long] }, says("It is built.")];
}

function fails(): readonly Turn[] {
  const text = "I begin with ";
  const error = { code: "LLMRateLimitError", detail: "Rate limit reached. Try again in a moment." };
  return [{ text, stream: letters(text), error }, says("This time the provider has answered.")];
}
