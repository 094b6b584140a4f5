/** `agent-contract events`: recorded events, one after the other, and what of them cannot be read. */
import { findingsOf, pointerOf } from "../contract/check-event.js";
import type { Finding } from "../contract/finding.js";
import type { Command } from "./args.js";
import { Failure } from "./failure.js";
import { type Located, type Report, sorted } from "./report.js";
import { type Found, itemsOf, type Tally } from "./traffic.js";

/** Called while it goes on. */
export type Progress = (tally: Readonly<Tally>) => void;

/** How many different findings are told. What comes beyond is counted. */
const MOST_FINDINGS = 1_000;
/** Between two looks at the clock. */
const BATCH = 1_000;

/** @throws {Failure} when a file cannot be read, or nothing in it is an event or a frame */
export function events(
  { files, strict, failOn }: Extract<Command, { name: "events" }>,
  progress: Progress = () => undefined,
): Report {
  const tally: Tally = { bytes: 0, items: 0 };
  const groups = new Map<string, Located & { count: number }>();
  let untold = 0;
  for (const file of files) {
    for (const found of itemsOf(file, tally)) {
      for (const finding of findingsAt(found, strict)) {
        const key = keyOf(finding);
        const known = groups.get(key);
        if (known) known.count++;
        else if (groups.size < MOST_FINDINGS)
          groups.set(key, { ...finding, file: found.file, line: found.line, count: 1 });
        else untold++;
      }
      if (tally.items % BATCH === 0) progress(tally);
    }
  }
  if (tally.items === 0) throw new Failure("no event and no frame in what was named: there is nothing to look at");
  const subject = `${count(tally.items, "event")} in ${count(files.length, "file")}`;
  return {
    command: "events",
    subject: untold > 0 ? `${subject}, ${untold.toLocaleString("en")} more findings not told` : subject,
    facts: { files: files.length, events: tally.items, untold, strict },
    findings: sorted([...groups.values()]),
    failOn,
  };
}

function findingsAt({ value, problem, path }: Found, strict: boolean): Finding[] {
  if (problem === undefined) return findingsOf(value, path, { strict });
  return [
    { severity: "breaking", rule: "event-not-json", pointer: pointerOf(path), message: `cannot be read: ${problem}` },
  ];
}

/** Findings are alike when they say the same of the same field, whichever event or element of a list it is in. */
const keyOf = ({ rule, pointer, message }: Finding): string =>
  `${rule} ${pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*")} ${message.replaceAll(/\.\d+(?=[.:])/g, ".*")}`;

const count = (number: number, what: string): string =>
  `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
