/** Every rule has an example that shows it, says truly whether generated code differs, and is in docs/contract-rules.md. */
import { compareDocuments } from "agent-server-client/contract";
import { describe, expect, test } from "vitest";
import { generate } from "../scripts/generate.js";
import { SERVER_RECIPE } from "../scripts/recipes.js";
import { RULES, type RuleName } from "../src/contract/rules.js";
import { casesOf, type ExampleCase } from "./support/contract-example-documents.js";
import { EXAMPLES } from "./support/contract-examples.js";
import { OASDIFF } from "./support/contract-oasdiff.js";
import { rulesPage } from "./support/contract-page.js";
import { PLAIN } from "./support/spec.js";

const NAMES = Object.keys(RULES) as RuleName[];
const CASES = NAMES.flatMap((name) =>
  casesOf(EXAMPLES[name]).map((found) => ({ name, direction: found.direction, found })),
);

/** What is told beside the rule itself. */
const BESIDE: Partial<Record<RuleName, readonly string[]>> = {
  "schema-added": ["property-added"],
  "schema-removed": ["property-removed"],
  "schema-replaced": ["schema-removed"],
  "kind-added": ["schema-added"],
  "kind-removed": ["schema-removed"],
};

describe("the example of a rule", () => {
  test.each(CASES)(
    "$name, $direction: gives the rule with its severity, and nothing else",
    ({ name, direction, found }) => {
      const findings = compareDocuments(found.before, found.after).filter(({ rule }) => !BESIDE[name]?.includes(rule));
      const severity = name === "schema-replaced" ? "breaking" : RULES[name][direction];
      expect(findings.map(({ rule, severity: bad }) => [rule, bad])).toEqual([[name, severity]]);
      expect(findings[0]?.message).toMatch(/^(?:operation|schema|security scheme|repair) `[^`]+`.*: .*\.$/);
    },
  );
});

/** Samples, and what mocks look for in requests, follow every default and form: they are for tests, and not meant. */
const OF_MOCKS = ["answers.ts", "mock-kinds.ts", "mocks.ts", "requests.ts"];

/** Generated code without comments and without what differs anyway. */

async function codeOf(document: object): Promise<string> {
  const dialect = { ...PLAIN, errors: undefined };
  const files = await generate(JSON.stringify(document), "small.json", () => undefined, {
    ...SERVER_RECIPE,
    dialect,
    checkRoots: ["Thing"],
    unions: [],
  });
  return [...files]
    .filter(([name]) => !OF_MOCKS.includes(name))
    .map(([name, text]) => `${name}\n${text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").replaceAll(/\s+/g, " ")}`)
    .join("\n");
}

describe("what a finding says of generated code", () => {
  /** The generator refuses these documents, or mends the difference. */
  const REFUSED: readonly RuleName[] = [
    "keyword-changed",
    "discriminator-changed",
    "discriminator-removed",
    "discriminator-added",
    "parameter-style-changed",
  ];

  test.each(CASES.filter(({ name }) => !REFUSED.includes(name)))(
    "$name, $direction: is true",
    async ({ found }: { found: ExampleCase }) => {
      const [before, after] = [await codeOf(found.before), await codeOf(found.after)];
      const touched = compareDocuments(found.before, found.after).some(({ touches }) =>
        touches?.includes("generated code"),
      );
      expect(touched).toBe(before !== after);
    },
  );
});

describe("the page of rules", () => {
  test("is docs/contract-rules.md", async () => {
    await expect(rulesPage()).toMatchFileSnapshot("../docs/contract-rules.md");
  });

  test("names rules of ours only beside those of oasdiff", () => {
    const ours = OASDIFF.flatMap((row) => row.ours ?? []);
    expect(ours.filter((name) => !NAMES.includes(name))).toEqual([]);
  });

  test("says of every check of oasdiff which rule of ours it is, or why there is none", () => {
    for (const row of OASDIFF) expect((row.ours ?? []).length > 0 || (row.why ?? "") !== "", row.theirs).toBe(true);
  });
});
