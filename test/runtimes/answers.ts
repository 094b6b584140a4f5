/** What every program is to answer, wherever it runs. */
import { isDeepStrictEqual } from "node:util";
import { type Outcome, outcomeOf, type Runtime } from "./following.js";
import type { Entry } from "./matrix.js";
import type { Followed } from "./programs/task.js";

/** Of test/fixtures/traffic/parallel.json and of a signed event of the golden ones; that of the stream is the log. */
const RIGHT: Readonly<Record<Exclude<Entry, "stream">, object>> = {
  root: {
    isThere: true,
    refusal: "session_key",
    actions: ["terminal", "terminal", "file_editor"],
    texts: ["[[parallel]] do several", "Done."],
  },
  schemas: { kinds: 5, messages: 2, failures: ["contract"] },
  conversation: {
    view: 9,
    roles: ["system", "user", "assistant", "tool", "tool", "tool", "assistant"],
    calls: ["ok", "ok", "ok"],
    final: "Done.",
  },
  react: { html: "<b>0</b>" },
  orxhestra: { messages: 1, statuses: ["valid", "invalid"] },
  mocks: { events: 16, last: "MessageEvent" },
  contract: { rules: ["event-field-type"] },
};

/** Runs the task there. Gives the facts in one line; throws when an answer is wrong, or one of these entries has none. */
export const rightAnswers = async (runtime: Runtime, entries: readonly Entry[]): Promise<string> =>
  judge(await outcomeOf(runtime), entries);

/** The same of what has been answered. */
export function judge({ answers, log, killed }: Outcome, entries: readonly Entry[]): string {
  const right: Readonly<Record<string, unknown>> = { ...RIGHT, stream: { ids: log, refusal: "session_key" } };
  const names = new Set([...Object.keys(answers), ...entries]);
  const wrong = [...names].filter(
    (name) => !entries.some((entry) => entry === name) || !isDeepStrictEqual(answers[name], right[name]),
  );
  if (wrong.length > 0 || killed === 0) throw new Error(complaint(wrong, { answers, log, killed }));
  return `${entries.length} entries, ${log.length} events over ${killed} killed connections, a wrong key refused`;
}

function complaint(wrong: readonly string[], { answers, log, killed }: Outcome): string {
  const said = wrong.map((name) => {
    if (name !== "stream") return `${name} answered ${JSON.stringify(answers[name])}`;
    const { ids = [], refusal } = (answers[name] ?? {}) as Partial<Followed>;
    return `stream told ${ids.length} of ${log.length} events, wrong key: ${refusal}`;
  });
  return [...said, `${killed} connections killed`].join("; ");
}
