/** What has happened in them. */
import { mockAction, mockEvent, mockObservation } from "agent-server-client/mocks";
import { createLog, type Log } from "./log.js";
import { AFTER, BEFORE, PATH } from "./sample-file.js";
import { TEST_OUTPUT } from "./sample-output.js";

/** A usual task: commands, an edit, the answer. */
export function shopLog(startMs: number): Log {
  const log = createLog("5409", startMs);
  log.user("The sum of the basket is too high. Can you find out why?");
  log.run("npm test -- total", "✗ test/total.test.ts > adds up the prices\n  expected 60, got 80", 1);
  const names = { tool_name: "file_editor", tool_call_id: "call_edit" };
  const change = {
    command: "str_replace" as const,
    path: PATH,
    old_str: "let sum = prices[0];",
    new_str: "let sum = 0;",
  };
  const action_id = log.add((place) =>
    mockEvent("ActionEvent", {
      ...place,
      ...names,
      reasoning_content: "80 is 60 and the first price once more: the loop adds it again.",
      thought: [{ cache_prompt: false, type: "text", text: "The first price is counted twice." }],
      llm_response_id: "edit",
      action: mockAction("FileEditorAction", change),
      tool_call: {
        id: names.tool_call_id,
        name: "file_editor",
        arguments: JSON.stringify(change),
        origin: "completion",
      },
    }),
  );
  const contents = { old_content: BEFORE, new_content: AFTER, is_error: false };
  const observation = mockObservation("FileEditorObservation", { ...change, ...contents });
  log.add((place) => mockEvent("ObservationEvent", { ...place, ...names, action_id, observation }));
  log.run("npm test", TEST_OUTPUT);
  log.agent(
    "The loop began with the first price and then added it again. It starts at `0` now, and **all 41 tests pass**.",
  );
  return log;
}

/** Two branches: the user has asked in another way. */
export function bookLog(startMs: number): Log {
  const log = createLog("b007", startMs);
  log.user("I am writing a book about lighthouses.");
  const fork = log.agent("A fine subject. What can I do?");
  log.user("Find a serious title.");
  log.agent("How about **Keepers of the Light**?");
  log.goBackTo(fork);
  log.user("Find a funny title.");
  log.agent("How about **Too Bright to Sleep**?", "Lighthouses are bright, and people who live there want to sleep.");
  return log;
}

/** Errors, refusals, a shorter history, and a kind of event that nobody knows yet. */
export function troubleLog(startMs: number): Log {
  const log = createLog("bad0", startMs);
  log.user("Deploy it, please.");
  log.run("npm run deploy", "Error: no access to the registry", 1);
  log.add((place) =>
    JSON.parse(JSON.stringify({ ...place, kind: "DeploymentEvent", source: "environment", stage: "staging" })),
  );
  log.add((place) =>
    mockEvent("Condensation", {
      ...place,
      forgotten_event_ids: log.events.slice(1, 3).map(({ id }) => id),
      summary: "The user wants to deploy; access was missing.",
    }),
  );
  log.add((place) =>
    mockEvent("ConversationErrorEvent", {
      ...place,
      code: "LLMRateLimitError",
      detail: "Rate limit reached. Try again in a moment.",
      classification: { kind: "rate_limit", retryable: true, user_action: "retry" },
    }),
  );
  return log;
}

/** To see that long conversations scroll. */
export function longLog(startMs: number): Log {
  const log = createLog("1049", startMs);
  while (log.events.length < 1_996) {
    const round = Math.ceil(log.events.length / 4);
    log.user(`Look at part ${round}.`);
    log.run(
      `cat part-${round}.txt`,
      Array.from({ length: 3 + (round % 5) }, (_, line) => `line ${line + 1} of part ${round}`).join("\n"),
    );
    log.agent(`Part ${round} is fine. ${"It says what it should. ".repeat(1 + (round % 4))}`);
  }
  while (log.events.length < 2_000)
    log.agent(`That is event ${(log.events.length + 1).toLocaleString("en")} of 2,000.`);
  return log;
}
