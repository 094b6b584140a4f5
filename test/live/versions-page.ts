/** The page of docs/ on what differs between the server's versions. */
import { VERSIONS } from "./versions.js";

/** One thing that was looked at, and what each version showed. */
export interface Row {
  readonly name: string;
  readonly cells: Map<string, string>;
}

const NAMES = VERSIONS.map(({ name }) => name);

/** Only where versions differ; of the rest it says how much there is. */
export function pageOf(traits: readonly Row[], refusals: readonly Row[]): string {
  return [
    "# Server versions",
    "",
    "What differs between the server versions that `npm run test:live` runs against; measured by that run, and written by",
    "`npm run test:live -- -u`. `searchEvents`, `getEvent` and `getEvents` behave alike on all of them.",
    "",
    "## Behaviour",
    "",
    ...tableOf(traits),
    "",
    "## Refusals",
    "",
    "Status, body, and the reason that `classifyError` gives.",
    "",
    ...tableOf(refusals),
    "",
  ].join("\n");
}

function tableOf(rows: readonly Row[]): string[] {
  const differing = rows.filter(({ cells }) => new Set(cells.values()).size > 1);
  const alike = rows.length - differing.length;
  return [
    `| | ${NAMES.join(" | ")} |`,
    `| --- |${" --- |".repeat(NAMES.length)}`,
    ...differing.map(
      ({ name, cells }) => `| ${[name, ...NAMES.map((version) => cell(cells.get(version)))].join(" | ")} |`,
    ),
    "",
    `${alike} more ${alike === 1 ? "was" : "were"} looked at, and ${alike === 1 ? "is" : "are"} the same on all versions.`,
  ];
}

/** A pipe would end the cell. */
const cell = (text = "not looked at"): string => text.replaceAll("|", "\\|");
