/** The documents of real servers against each other: exactly what differs, no more and no less. */
import { readFileSync } from "node:fs";
import { compareDocuments, type Finding } from "agent-server-client/contract";
import { describe, expect, test } from "vitest";
import { type RawDifference, rawDifferences } from "./support/raw-differences.js";
import { reversed, type SpecVersion, specText } from "./support/spec.js";

const documentOf = (version: SpecVersion): unknown => JSON.parse(specText(version));
const pinned = documentOf("1.52.0");
const OTHERS = ["1.50.0", "1.58.2"] as const;

const expected = (version: string): Finding[] =>
  JSON.parse(readFileSync(new URL(`fixtures/contract/${version}.json`, import.meta.url), "utf8")) as Finding[];

describe("a document against itself", () => {
  test.each(["1.50.0", "1.52.0", "1.58.2"] as const)("%s has no difference", (version) => {
    expect(compareDocuments(documentOf(version), documentOf(version))).toEqual([]);
  });

  test("has none with every object in reverse", () => {
    expect(compareDocuments(pinned, reversed(documentOf("1.52.0")))).toEqual([]);
  });

  test("has none as the server itself gives it out: without unused schemas, with paths that are not ours", () => {
    const live = JSON.parse(specText("1.52.0")) as { paths: object; components: { schemas: Record<string, unknown> } };
    const unused = [
      "AgentSettings",
      "AgentSettingsPatch",
      "MCPAuthCredential",
      "MCPServer",
      "MCPTestResponse",
      "RemoteMCPServer",
      "StdioMCPServer",
    ];
    for (const name of unused) {
      expect(live.components.schemas).toHaveProperty(name);
      delete live.components.schemas[name];
    }
    live.components.schemas["HealthStatus"] = { type: "object", properties: { status: { type: "string" } } };
    const ref = { $ref: "#/components/schemas/HealthStatus" };
    const health = {
      get: { operationId: "health", responses: { "200": { content: { "application/json": { schema: ref } } } } },
    };
    Object.assign(live.paths, { "/health": health, "/apiary": health });
    expect(compareDocuments(pinned, live)).toEqual([]);
  });

  test("is read and not changed", () => {
    const [before, after] = [documentOf("1.52.0"), documentOf("1.58.2")];
    compareDocuments(before, after);
    expect([before, after]).toEqual([documentOf("1.52.0"), documentOf("1.58.2")]);
  });
});

describe.each(OTHERS)("1.52.0 against %s", (version) => {
  const findings = compareDocuments(pinned, documentOf(version));

  test("differs in exactly this", () => {
    expect(findings).toEqual(expected(version));
  });

  test("does so whatever the order in the document", () => {
    expect(compareDocuments(pinned, reversed(documentOf(version)))).toEqual(findings);
  });

  test("names places that are there", () => {
    for (const { pointer, message } of findings)
      expect(valueAt(pinned, pointer) ?? valueAt(documentOf(version), pointer), message).toBeDefined();
  });

  const raw = rawDifferences(pinned, documentOf(version));

  test("has no finding without a difference in the text of the documents", () => {
    expect(raw.length).toBeGreaterThan(findings.length);
    expect(findings.filter((finding) => !raw.some((difference) => tells(finding, difference)))).toEqual([]);
  });

  test("has no difference in the text of the documents that no finding tells", () => {
    expect(raw.filter((difference) => !findings.some((finding) => tells(finding, difference)))).toEqual([]);
  });
});

/** Which words of the document a finding of a rule stands for; inside what is new or gone, all. */
const ALL = /./;
const WORDS: Readonly<Record<string, RegExp>> = {
  "operation-added": ALL,
  "operation-removed": ALL,
  "error-status-added": ALL,
  "error-status-removed": ALL,
  "parameter-removed": ALL,
  "request-body-removed": ALL,
  "schema-added": ALL,
  "schema-removed": ALL,
  "property-added": ALL,
  "property-removed": ALL,
  "optional-property-removed": ALL,
  "kind-added": /^(?:oneOf|mapping) /,
  "enum-value-added": /^enum /,
  "constraint-tightened": /^maxItems$/,
  "default-changed": /^default$/,
  "schema-replaced": /^\$ref$/,
};

/** Is it this difference that the finding is about? The place in the message says. */
function tells({ rule, message }: Finding, { owner, field, keyword }: RawDifference): boolean {
  const [, place = "", at = "", property] =
    /^((?:schema|operation) `[^`]*`(?:, (?:answer|request body|\w+ parameter)[^:(]*?)?)(?: \([a-z ]+\))?(?:, field `([^`]*)`)?: (?:the property `([^`]*)`)?/.exec(
      message,
    ) ?? [];
  const way = [at, property].filter((part) => part !== undefined && part !== "").join(".");
  const isInside = WORDS[rule] === ALL;
  const [isOwner, isField] = isInside
    ? [
        owner === place || (way === "" && owner.startsWith(`${place},`)),
        way === "" || field === way || field.startsWith(`${way}.`) || field.startsWith(`${way}[`),
      ]
    : [owner === place, field === way];
  return isOwner && isField && (WORDS[rule]?.test(keyword) ?? false);
}

function valueAt(document: unknown, pointer: string): unknown {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
}

describe("what hurts", () => {
  const breaking = (version: SpecVersion): string[] =>
    compareDocuments(pinned, documentOf(version))
      .filter(({ severity }) => severity === "breaking")
      .map(({ message }) => message);

  test("is of 1.58.2 the answer to two uploads and the length of one list", () => {
    expect(breaking("1.58.2").map((message) => message.split(":")[0])).toEqual([
      "operation `GET /api/conversations`, query parameter `ids`",
      "operation `POST /api/conversations/{runtime_conversation_id}/file/upload`, answer 200",
      "operation `POST /api/file/upload`, answer 200",
    ]);
  });

  test("the time it takes is reported", () => {
    const actual = documentOf("1.58.2");
    const times = Array.from({ length: 5 }, () => {
      const begun = performance.now();
      compareDocuments(pinned, actual);
      return performance.now() - begun;
    });
    console.log(`compareDocuments: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
    expect(times).toHaveLength(5);
  });
});
