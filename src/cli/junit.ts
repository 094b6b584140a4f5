/** A report as JUnit XML: what CI systems show as a list of tests. Pure. */
import { oneLine } from "./failure.js";
import { detailsOf, isFailing, type Located, type Report, summaryOf, timesOf } from "./report.js";

/** Each finding is a test, and fails where the command does; without any there is one test, which passes. */
export function toJunit(report: Report): string {
  const { findings, command, subject } = report;
  const failures = findings.filter((finding) => isFailing(report, finding)).length;
  const tests = findings.map((finding) => testOf(report, finding));
  if (tests.length === 0) tests.push(`    <testcase ${attributes({ classname: command, name: summaryOf(report) })}/>`);
  const counts = { tests: tests.length, failures, errors: 0, skipped: 0 };
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites ${attributes({ name: "agent-contract", ...counts })}>`,
    `  <testsuite ${attributes({ name: `${subject}: ${summaryOf(report)}`, ...counts })}>`,
    ...tests,
    "  </testsuite>",
    "</testsuites>",
  ].join("\n");
}

function testOf(report: Report, finding: Located): string {
  const { rule, message, severity, file } = finding;
  // A line that began with `::` would be a command to a workflow that prints this
  const told = xml([`${message}${timesOf(finding)}`, ...detailsOf(finding)].map(oneLine).join("\n"));
  const open = `<testcase ${attributes({ classname: rule, name: message, ...(file === undefined ? {} : { file }) })}>`;
  const body = isFailing(report, finding)
    ? `<failure ${attributes({ type: severity, message })}>${told}</failure>`
    : `<system-out>${xml(severity)}: ${told}</system-out>`;
  return `    ${open}${body}</testcase>`;
}

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${xml(String(value)).replaceAll("\n", "&#10;")}"`)
    .join(" ");

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** XML 1.0 has no way at all to write most control characters, nor half of a surrogate pair. */
const xml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
