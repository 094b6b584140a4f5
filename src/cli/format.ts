/** A report as text in each of the formats. Pure. */
import type { Format } from "./args.js";
import { oneLine } from "./failure.js";
import { toJunit } from "./junit.js";
import { countOf, detailsOf, hasFailed, isFailing, type Report, summaryOf, timesOf } from "./report.js";

const WRITERS: Readonly<Record<Format, (report: Report) => string>> = {
  text: toText,
  json: toJson,
  github: toGithub,
  junit: toJunit,
};

/** The report in a format, without a line break at its end. */
export const write = (report: Report, format: Format): string => WRITERS[format](report);

function toText(report: Report): string {
  const lines = report.findings.flatMap((finding) => [
    `${finding.severity}: ${finding.message}${timesOf(finding)} [${finding.rule}]`,
    ...detailsOf(finding).map((detail) => `  ${detail}`),
  ]);
  const end = hasFailed(report) ? `fails (--fail-on ${report.failOn})` : "passes";
  return [...lines, `${report.subject}: ${summaryOf(report)}; ${end}`].map((line) => indented(line)).join("\n");
}

const indented = (line: string): string => (line.startsWith("  ") ? `  ${oneLine(line)}` : oneLine(line));

function toJson(report: Report): string {
  const { command, facts, findings, failOn } = report;
  const counts = {
    breaking: countOf(report, "breaking"),
    compatible: countOf(report, "compatible"),
    info: countOf(report, "info"),
  };
  return JSON.stringify({ command, ...facts, failOn, failed: hasFailed(report), counts, findings }, null, 2);
}

const LEVELS = { breaking: "error", compatible: "warning", info: "notice" } as const;

/** Workflow commands. GitHub shows ten of each level for a step, so the worst come first; the last line has the sum. */
function toGithub(report: Report): string {
  const commands = report.findings.map((finding) => {
    const { severity, rule, file, line, message } = finding;
    const properties = [
      ...(file === undefined ? [] : [`file=${property(file)}`]),
      ...(line === undefined ? [] : [`line=${line}`]),
      `title=${property(`${severity}: ${rule}`)}`,
    ];
    const told = [`${message}${timesOf(finding)}`, ...detailsOf(finding)].map(oneLine).join("\n");
    return `::${LEVELS[severity]} ${properties.join(",")}::${data(told)}`;
  });
  const isBad = report.findings.some((finding) => isFailing(report, finding));
  const sum = `${report.subject}: ${summaryOf(report)}`;
  return [...commands, isBad ? oneLine(sum) : `::notice title=agent-contract::${data(oneLine(sum))}`].join("\n");
}

const data = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
