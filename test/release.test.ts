/** What stands between a version and its publication; the workflow that publishes it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { verdict } from "../scripts/audit.js";
import { type Release, review } from "../scripts/release.js";

const ready: Release = {
  version: "1.2.3",
  lockedVersion: "1.2.3",
  changelog: "# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-12-01\n\n### Added\n\n- More.\n",
  changes: "",
  tag: "v1.2.3",
};

test("a version whose texts all name it is ready", () => {
  expect(review(ready)).toEqual({ wrong: [], toDo: [] });
});

test.each([
  ["another tag", { tag: "v1.2.4" }],
  ["a tag without v", { tag: "1.2.3" }],
  ["a lock file of another version", { lockedVersion: "1.2.2" }],
] as const)("%s is wrong", (_, change) => {
  expect(review({ ...ready, ...change }).wrong).toHaveLength(1);
});

test.each([
  ["a section without a date", { changelog: "## Unreleased\n\n## 1.2.3\n" }],
  ["only a section of another version", { changelog: "## 1.2.30 - 2026-12-01\n" }],
  ["a change of no version", { changelog: ready.changelog.replace("## Unreleased\n", "## Unreleased\n\n- New.\n") }],
  ["a change of no version at the end", { changelog: "## 1.2.3 - 2026-12-01\n\n## Unreleased\n\n- New.\n" }],
  ["a file that is not committed", { changes: " M src/index.ts" }],
] as const)("with %s there is something to do", (_, change) => {
  expect(review({ ...ready, ...change })).toMatchObject({ wrong: [], toDo: [expect.any(String)] });
});

test.each([
  ["nothing known", { metadata: { vulnerabilities: { total: 0 }, dependencies: { prod: 9 } } }, 0, "0 known"],
  ["something known", { metadata: { vulnerabilities: { total: 2 }, dependencies: { prod: 9 } } }, 1, "2 known"],
  ["a registry that refuses", { message: "405 Method Not Allowed", statusCode: 405 }, 0, "not audited"],
])("an audit with %s", (_, report, code, line) => {
  expect(verdict(JSON.stringify(report))).toEqual({ code, line: expect.stringContaining(line) });
});

test("an audit that says nothing", () => {
  expect(verdict("").line).toContain("not audited");
});

interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, { permissions?: object; steps: readonly { run?: string; if?: string }[] }>>;
}
const workflow = (name: string): Workflow =>
  parse(readFileSync(new URL(`../.github/workflows/${name}.yml`, import.meta.url), "utf8")) as Workflow;

test("the workflow publishes a tag only, after all gates, with provenance and without a token", () => {
  const { permissions, jobs } = workflow("release");
  expect(permissions).toEqual({ contents: "read" });
  expect(jobs["publish"]?.permissions).toEqual({ contents: "read", "id-token": "write" });
  const steps = jobs["publish"]?.steps ?? [];
  const gates = steps.findIndex(({ run }) => run === "bash .ci/run");
  const publish = steps.findIndex(({ run }) => run?.includes("npm publish --provenance"));
  expect(gates).toBeGreaterThan(0);
  expect(publish).toBeGreaterThan(gates);
  expect(steps[publish]?.if).toBe("github.event_name == 'push' && github.ref_type == 'tag'");
  expect(steps[publish]?.run).toContain(`npm run release -- --tag "$GITHUB_REF_NAME" &&`);
  const publishing = steps.filter(({ run }) => run?.includes("npm publish"));
  expect(publishing.filter(({ run }) => !run?.includes("--dry-run"))).toEqual([steps[publish]]);
  expect(JSON.stringify(jobs)).not.toMatch(/secrets\.|_TOKEN/);
});

test("CI runs the gates", () => {
  expect(workflow("ci").jobs["gates"]?.steps.map(({ run }) => run)).toContain("bash .ci/run");
});
