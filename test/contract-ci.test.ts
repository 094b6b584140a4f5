/** The workflow to copy, and the commands of the docs: they are what the command takes. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readArgs } from "../src/cli/args.js";
import { helpOf } from "../src/cli/help.js";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const PATHS = [
  "../README.md",
  "../docs/contract.md",
  "../examples/contract-ci/README.md",
  "../examples/contract-ci/agent-contract.yml",
];

/** The words of every call of the command in a text, as a shell would give them. */
const callsIn = (text: string): string[][] =>
  [...text.matchAll(/(?:^|\s)agent-contract ((?:check|events|record) -.*|events \w.*)$/gm)].map(([, line = ""]) =>
    line
      .replace(/ > \S+$/, "")
      .replaceAll('"$AGENT_SERVER"', "http://127.0.0.1:8000")
      .replaceAll(/\bURL\b/g, "http://127.0.0.1:8000")
      .replaceAll(/ \[OPTION…\]| \[--\S+ \w+\]|[()]/g, "")
      .split(" "),
  );
const env = { NAME: "k", SESSION_API_KEY: "k" };

test.each(PATHS)("the calls in %s are right", (path) => {
  const calls = callsIn(read(path));
  expect(calls.length).toBeGreaterThanOrEqual(1);
  for (const call of calls) expect(readArgs(call, env).name).toBe(call[0]);
});

test("the examples of --help are right", () => {
  for (const name of ["check", "events", "record"]) {
    const examples = helpOf(name).split("Examples\n")[1] ?? "";
    const calls = callsIn(examples);
    expect(calls).toHaveLength(examples.split("\n").length);
    for (const call of calls) expect(readArgs(call, env).name).toBe(name);
  }
});

interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: { readonly check: { readonly steps: readonly { readonly run?: string; readonly uses?: string }[] } };
}

test("the workflow is one, asks for no more rights than to read, and holds no key", () => {
  const text = read("../examples/contract-ci/agent-contract.yml");
  const { on, permissions, jobs } = parse(text) as Workflow;
  expect(Object.keys(on)).toEqual(["pull_request", "schedule", "workflow_dispatch"]);
  expect(permissions).toEqual({ contents: "read" });
  const runs = jobs.check.steps.flatMap(({ run }) => run ?? []);
  expect(runs.filter((run) => run.startsWith("npx --package agent-server-client agent-contract "))).toHaveLength(3);
  expect(jobs.check.steps.flatMap(({ uses }) => uses ?? [])).toEqual([
    expect.stringMatching(/^actions\/checkout@v\d+$/),
    expect.stringMatching(/^actions\/setup-node@v\d+$/),
    expect.stringMatching(/^actions\/upload-artifact@v\d+$/),
  ]);
});
