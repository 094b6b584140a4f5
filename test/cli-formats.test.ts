/** The four formats of a report, also where what they tell is out to break them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FORMATS } from "../src/cli/args.js";
import { write } from "../src/cli/format.js";
import { hasFailed, type Located, type Report, sorted } from "../src/cli/report.js";
import { type Element, readXml } from "./support/xml.js";

const FINDINGS: readonly Located[] = [
  { severity: "info", rule: "schema-added", pointer: "#/components/schemas/New", message: "schema `New`: it is new." },
  {
    severity: "breaking",
    rule: "event-field-type",
    pointer: "#/items/3/id",
    message: "PauseEvent: id: expected a string, got a number",
    file: "log, a: b%.jsonl",
    line: 12,
    count: 1234,
  },
  {
    severity: "compatible",
    rule: "property-added",
    pointer: "#/x",
    message: "property `a<b>` & more",
    before: "nothing",
    after: "a string",
    touches: ["generated code", "repair"],
  },
];
const reportOf = (findings: readonly Located[], failOn: Report["failOn"] = "breaking"): Report => ({
  command: "check",
  subject: "new (1.58.2) against old (1.52.0)",
  facts: { pinned: { name: "old", version: "1.52.0" } },
  findings: sorted(findings),
  failOn,
});
const REPORT = reportOf(FINDINGS);

test("text: the worst first, three lines each, and a sum at the end", () => {
  expect(write(REPORT, "text").split("\n")).toEqual([
    "breaking: PauseEvent: id: expected a string, got a number (1,234 times) [event-field-type]",
    "  log, a: b%.jsonl:12 #/items/3/id",
    "compatible: property `a<b>` & more [property-added]",
    "  #/x",
    "  before: nothing; after: a string",
    "  touches: generated code, repair",
    "info: schema `New`: it is new. [schema-added]",
    "  #/components/schemas/New",
    "new (1.58.2) against old (1.52.0): 1,234 breaking, 1 compatible, 1 info; fails (--fail-on breaking)",
  ]);
  expect(write(reportOf([]), "text")).toBe("new (1.58.2) against old (1.52.0): nothing found; passes");
});

test("json: all of it", () => {
  expect(JSON.parse(write(REPORT, "json"))).toEqual({
    command: "check",
    pinned: { name: "old", version: "1.52.0" },
    failOn: "breaking",
    failed: true,
    counts: { breaking: 1234, compatible: 1, info: 1 },
    findings: REPORT.findings,
  });
});

test("github: a workflow command for each, with its place in a file, and a sum", () => {
  expect(write(REPORT, "github").split("\n")).toEqual([
    "::error file=log%2C a%3A b%25.jsonl,line=12,title=breaking%3A event-field-type::PauseEvent: id: expected a string, got a number (1,234 times)%0Alog, a: b%25.jsonl:12 #/items/3/id",
    "::warning title=compatible%3A property-added::property `a<b>` & more%0A#/x%0Abefore: nothing; after: a string%0Atouches: generated code, repair",
    "::notice title=info%3A schema-added::schema `New`: it is new.%0A#/components/schemas/New",
    "new (1.58.2) against old (1.52.0): 1,234 breaking, 1 compatible, 1 info",
  ]);
  expect(write(reportOf([]), "github")).toBe(
    "::notice title=agent-contract::new (1.58.2) against old (1.52.0): nothing found",
  );
});

const testsOf = (report: Report): readonly Element[] => readXml(write(report, "junit")).children[0]?.children ?? [];

test("junit: a test for each, which fails where the command does", () => {
  const root = readXml(write(REPORT, "junit"));
  expect([root.name, root.attributes]).toEqual([
    "testsuites",
    { name: "agent-contract", tests: "3", failures: "1", errors: "0", skipped: "0" },
  ]);
  const told = testsOf(REPORT).map(({ attributes, children: [result] }) => [
    attributes["classname"],
    result?.name,
    result?.attributes["type"],
  ]);
  expect(told).toEqual([
    ["event-field-type", "failure", "breaking"],
    ["property-added", "system-out", undefined],
    ["schema-added", "system-out", undefined],
  ]);
  expect(testsOf(REPORT)[1]?.attributes["name"]).toBe("property `a<b>` & more");
  expect(testsOf(reportOf([])).map(({ children }) => children)).toEqual([[]]);
});

describe("from which severity on it fails", () => {
  const [info, breaking, compatible] = FINDINGS;
  test.each([
    ["breaking", [breaking], true],
    ["breaking", [compatible, info], false],
    ["compatible", [compatible], true],
    ["compatible", [breaking], true],
    ["compatible", [info], false],
    ["never", [breaking, compatible, info], false],
  ] as const)("--fail-on %s", (failOn, findings, fails) => {
    const report = reportOf(
      findings.filter((finding) => finding !== undefined),
      failOn,
    );
    expect(hasFailed(report)).toBe(fails);
    expect(JSON.parse(write(report, "json"))).toMatchObject({ failed: fails });
    expect(write(report, "text").endsWith(fails ? `fails (--fail-on ${failOn})` : "passes")).toBe(true);
    expect(write(report, "junit").includes("<failure")).toBe(fails);
  });
});

const text = fc
  .string({ unit: "binary", maxLength: 40 })
  .map((value) => `${value}\u001b[2J\r\n::error::x\u0000\ud800]]>`);
const hostile: fc.Arbitrary<Located> = fc.record({
  severity: fc.constantFrom("breaking", "compatible", "info"),
  rule: text,
  pointer: text,
  message: text,
  before: text,
  after: text,
  file: text,
  line: fc.nat(),
});

describe("whatever the findings say", () => {
  test("each format stays what it is", () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 3 }), (findings) => {
        const report = { ...reportOf(findings), subject: "a\n::error::b" };
        const written = Object.fromEntries(FORMATS.map((format) => [format, write(report, format)] as const));
        expect(written["text"]?.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
        expect(written["text"]?.split("\n")).toHaveLength(findings.length * 3 + 1);
        expect((JSON.parse(written["json"] ?? "") as { findings: unknown }).findings).toEqual(report.findings);
        const commands = written["github"]?.split("\n") ?? [];
        expect(commands).toHaveLength(findings.length + 1);
        for (const line of commands.slice(0, -1))
          expect(line).toMatch(/^::(?:error|warning|notice) file=[^,:\r]*,line=\d+,title=[^,:\r]*::[^\r]*$/);
        expect(testsOf(report)).toHaveLength(Math.max(1, findings.length));
      }),
      { numRuns: 300 },
    );
  });
});

test.each(["github", "junit"] as const)("%s: no line of a report begins with what a document says", (format) => {
  const message = "operation `GET /api/x\n::error::y\u001b[31m`: it is new.";
  const lines = write(reportOf([{ severity: "info", rule: "operation-added", pointer: "#/x\n::z", message }]), format);
  expect(lines).not.toMatch(/^::(?:error|z)/m);
  expect(lines).not.toContain("\u001b");
  expect(lines).not.toContain("%0A::");
});
