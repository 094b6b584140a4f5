/** What a check has found, ready to be written in any format. */
import { bySeverity, type Finding, type Severity } from "../contract/finding.js";
import type { FailOn } from "./args.js";

/** A finding, and where a person finds it. */
export interface Located extends Finding {
  readonly file?: string;
  /** Counted from 1. */
  readonly line?: number;
  /** How many there are of its kind; only the first is told. */
  readonly count?: number;
}

/** All that a format needs. */
export interface Report {
  readonly command: "check" | "events";
  /** What was looked at, without an end. */
  readonly subject: string;
  /** The same, field by field, for programs. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The worst first. */
  readonly findings: readonly Located[];
  readonly failOn: FailOn;
}

const numberOf = ({ count = 1 }: Located): number => count;

/** How many findings there are of a severity. */
export const countOf = ({ findings }: Report, severity: Severity): number =>
  findings.filter((finding) => finding.severity === severity).reduce((sum, finding) => sum + numberOf(finding), 0);

/** Whether a finding alone makes the check fail. */
export const isFailing = ({ failOn }: Report, { severity }: Finding): boolean =>
  failOn !== "never" && bySeverity(severity, failOn) <= 0;

/** Whether the command ends with exit code 1. */
export const hasFailed = (report: Report): boolean => report.findings.some((finding) => isFailing(report, finding));

/** `2 breaking, 1 compatible` */
export function summaryOf(report: Report): string {
  const counts = (["breaking", "compatible", "info"] as const).flatMap((severity) => {
    const count = countOf(report, severity);
    return count > 0 ? [`${count.toLocaleString("en")} ${severity}`] : [];
  });
  return counts.join(", ") || "nothing found";
}

/** The worst first; otherwise as they came. */
export const sorted = (findings: readonly Located[]): Located[] =>
  [...findings].sort((a, b) => bySeverity(a.severity, b.severity));

/** ` (3 times)`, where there are more than the one that is told. */
export const timesOf = ({ count = 1 }: Located): string => (count > 1 ? ` (${count.toLocaleString("en")} times)` : "");

/** Where it is, what changed, and whom it concerns, as far as it is told; a line each. */
export function detailsOf({ file, line, pointer, before, after, touches = [] }: Located): string[] {
  const place = file === undefined ? [] : [line === undefined ? file : `${file}:${line}`];
  const hasChange = before !== undefined || after !== undefined;
  return [
    [...place, pointer].join(" "),
    ...(hasChange ? [`before: ${before ?? "nothing"}; after: ${after ?? "nothing"}`] : []),
    ...(touches.length === 0 ? [] : [`touches: ${touches.join(", ")}`]),
  ];
}
