/** `agent-contract check`: two documents, and what differs. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compareDocuments } from "../contract/compare.js";
import { ContractError } from "../errors.js";
import { field, text } from "../tags.js";
import type { Command } from "./args.js";
import { parseDocument } from "./document.js";
import { Failure, failureOfFile, oneLine } from "./failure.js";
import { type Report, sorted } from "./report.js";
import { fetchDocument } from "./server.js";

/** The document that this package is made from. */
const OWN = fileURLToPath(new URL("../../openapi.json", import.meta.url));

/** @throws {Failure} when one of the two cannot be had, or is not a document that can be compared */
export async function check(
  { actual, against, failOn }: Extract<Command, { name: "check" }>,
  patienceMs?: number,
): Promise<Report> {
  const pinnedName = against ?? "this package's document";
  const actualName = "file" in actual ? actual.file : actual.url;
  const [pinned, other] = await Promise.all([
    parseDocument(readText(against ?? OWN), pinnedName),
    "file" in actual
      ? parseDocument(readText(actual.file), actual.file)
      : fetchDocument(actual, patienceMs).then((body) => parseDocument(body, `${actual.url}/openapi.json`)),
  ]);
  const [before, after] = [versionOf(pinned), versionOf(other)];
  return {
    command: "check",
    subject: `${actualName} (${after}) against ${pinnedName} (${before})`,
    facts: { pinned: { name: pinnedName, version: before }, actual: { name: actualName, version: after } },
    findings: sorted(compare(pinned, other, `${actualName} against ${pinnedName}`)),
    failOn,
  };
}

function compare(pinned: unknown, actual: unknown, subject: string): Report["findings"] {
  try {
    return compareDocuments(pinned, actual);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new Failure(`${subject}: cannot be compared. ${oneLine(error.message)}`);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw failureOfFile(file, error);
  }
}

const versionOf = (document: unknown): string =>
  oneLine(text(field(field(document, "info"), "version"))) || "no version";
