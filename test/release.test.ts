/** What stands between a version and its publication; the workflow that publishes it. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
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
  expect(review(ready)).toEqual({ wrong: [], toDo: [], failed: false });
  expect(review({ ...ready, changelog: ready.changelog.replaceAll("\n", "\r\n") }).failed).toBe(false);
});

test.each([
  ["another tag", { tag: "v1.2.4" }],
  ["a tag without v", { tag: "1.2.3" }],
  ["a lock file of another version", { lockedVersion: "1.2.2" }],
] as const)("%s is wrong", (_, change) => {
  expect(review({ ...ready, ...change })).toMatchObject({ wrong: [expect.any(String)], failed: true });
});

const after = "\n## 1.2.3 - 2026-12-01\n\n- More.\n";

test.each([
  ["a section without a date", { changelog: "## Unreleased\n\n## 1.2.3\n" }],
  ["a section of a day that is none", { changelog: "## Unreleased\n\n## 1.2.3 - 2026-13-45\n" }],
  ["only a section of another version", { changelog: "## Unreleased\n\n## 1.2.30 - 2026-12-01\n" }],
  ["a change of no version", { changelog: `## Unreleased\n\n- New.\n${after}` }],
  ["a change of no version in lines of another system", { changelog: `## Unreleased\r\n\r\n- New.\r\n${after}` }],
  ["a change of no version at the end", { changelog: `${after}\n## Unreleased\n\n- New.\n` }],
  ["another title for what is of no version", { changelog: `## [Unreleased]\n\n- New.\n${after}` }],
  ["a file that is not committed", { changes: " M src/index.ts" }],
] as const)("with %s there is something to do, which fails with a tag", (_, change) => {
  const toDo = { wrong: [], toDo: [expect.any(String)] };
  expect(review({ ...ready, ...change })).toEqual({ ...toDo, failed: true });
  expect(review({ ...ready, ...change, tag: undefined })).toEqual({ ...toDo, failed: false });
});

test.each([
  ["nothing known", { metadata: { vulnerabilities: { total: 0 }, dependencies: { prod: 9 } } }, 0, "0 known"],
  ["something known", { metadata: { vulnerabilities: { total: 2 }, dependencies: { prod: 9 } } }, 1, "2 known"],
  ["a registry without audits", { message: "405 Method Not Allowed", statusCode: 405 }, 0, "answers 405"],
  ["a registry that wants to know who asks", { message: "401 Unauthorized", statusCode: 401 }, 1, "401 Unauthorized"],
  ["no lock file", { error: { code: "ENOLOCK", summary: "This needs a lockfile." } }, 1, "needs a lockfile"],
])("an audit with %s", (_, report, code, line) => {
  expect(verdict(JSON.stringify(report))).toEqual({ code, line: expect.stringContaining(line) });
});

test.each(["", "<html>"])("an audit that says %j fails", (output) => {
  expect(verdict(output)).toMatchObject({ code: 1, line: expect.stringContaining("not audited") });
});

interface Step {
  readonly run?: string;
  readonly if?: string;
}
interface Job {
  readonly permissions?: object;
  readonly needs?: string;
  readonly if?: string;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}
const textOf = (name: string): string =>
  readFileSync(new URL(`../.github/workflows/${name}.yml`, import.meta.url), "utf8");
const workflow = (name: string): Workflow => parse(textOf(name)) as Workflow;
const commands = ({ steps }: Job): string[] => steps.flatMap(({ run }) => run ?? []);

describe("the workflow that publishes", () => {
  const { on, permissions, jobs } = workflow("release");
  const { gates, publish } = jobs as { readonly gates: Job; readonly publish: Job };

  test("is started by a tag of a version, or by hand", () => {
    expect(on).toEqual({ push: { tags: ["v*"] }, workflow_dispatch: null });
    expect(Object.keys(jobs)).toEqual(["gates", "publish"]);
  });

  test("lets only the job publish that runs nothing else, of a tag that was pushed, after all gates", () => {
    expect([permissions, gates.permissions]).toEqual([{ contents: "read" }, undefined]);
    expect(publish).toMatchObject({
      if: "github.event_name == 'push' && github.ref_type == 'tag'",
      needs: "gates",
      permissions: { contents: "read", "id-token": "write" },
    });
    expect(commands(publish)).toEqual([
      "npm ci --ignore-scripts",
      expect.stringMatching(
        /^npm pkg set repository\.type=git "repository\.url=git\+\$GITHUB_SERVER_URL\/\$GITHUB_REPOSITORY\.git"$/,
      ),
      "npm publish --provenance --access public",
    ]);
  });

  test("looks at the version first, then at everything, and tries to publish", () => {
    expect(commands(gates)).toEqual([
      "npm ci --ignore-scripts",
      'npm run release -- --tag "$GITHUB_REF_NAME"',
      "bash .ci/run",
      "npm audit --omit=dev --audit-level=low",
      "npm publish --dry-run",
    ]);
    expect(gates.steps.flatMap((step) => step.if ?? [])).toEqual(["github.event_name == 'push'"]);
  });

  test.each(["release", "ci"])("takes of each action one commit, whose version it says (%s)", (name) => {
    const used = textOf(name).match(/uses: .*/g);
    expect(used).not.toBeNull();
    for (const line of used ?? []) expect(line).toMatch(/^uses: actions\/[a-z-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test.each(["release", "ci"])("goes on after no failure, and knows no token (%s)", (name) => {
    expect(textOf(name)).not.toMatch(/continue-on-error|secrets\.|_TOKEN|\|\| true/);
  });
});

test("CI runs the gates", () => {
  expect(commands(workflow("ci").jobs["gates"] ?? { steps: [] })).toEqual(["bash .ci/run"]);
});
