/** The table of what fits which server: of their documents, and of what the live suites have seen. */
import { compareDocuments } from "../../src/contract/compare.js";
import type { Severity } from "../../src/contract/finding.js";
import { EVENT_KINDS } from "../../src/generated/kinds.js";
import { OPERATIONS } from "../../src/generated/operations.js";
import { SPEC_VERSIONS, type SpecVersion, specText } from "./spec.js";

interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly oneOf?: readonly { readonly $ref: string }[] }>>;
  };
}

const documentOf = (version: SpecVersion): Document => JSON.parse(specText(version)) as Document;

/** `3 breaking, 28 compatible`, of a document against the one that the package is made from. */
export function findingsIn(document: unknown): string {
  const found = compareDocuments(documentOf("1.52.0"), document);
  const counts = (["breaking", "compatible", "info"] satisfies Severity[]).flatMap((severity) => {
    const count = found.filter((finding) => finding.severity === severity).length;
    return count > 0 ? [`${count} ${severity}`] : [];
  });
  return counts.join(", ") || "nothing";
}

const operationsIn = ({ paths }: Document): Set<string> =>
  new Set(
    Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`)),
  );

/** What the package knows and the server does not. */
function lackedBy(document: Document): string {
  const there = operationsIn(document);
  const ours = Object.values(OPERATIONS);
  const lacked = ours.filter(({ method, path }) => !there.has(`${method.toLowerCase()} ${path}`)).length;
  return lacked === 0 ? "none" : `${lacked} of ${ours.length}`;
}

/** Event kinds that the server has and the package does not list: they come as `UnknownEvent`. */
function newKindsIn({ components }: Document): string {
  const kinds = (components.schemas["Event"]?.oneOf ?? []).map(({ $ref }) => $ref.slice($ref.lastIndexOf("/") + 1));
  return kinds.filter((kind) => !(EVENT_KINDS as readonly string[]).includes(kind)).join(", ") || "none";
}

/** The rows of docs/server-versions.md: what each version has shown, by the name of the row. */
export function rowsOf(page: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const lines = page.split("\n").filter((line) => line.startsWith("| "));
  const cells = (line: string): string[] =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, ...versions] = cells(lines[0] ?? "");
  return new Map(
    lines
      .map(cells)
      .map(([name = "", ...shown]) => [name, new Map(versions.map((version, at) => [version, shown[at] ?? ""]))]),
  );
}

const COLUMNS = [
  "server",
  "`agent-contract check` finds",
  "operations it lacks",
  "event kinds it adds",
  "session socket",
  "held by",
];
const FINDS = "what `agent-contract check` finds";

/** One row per version: of what has been seen live, and of the documents that are at hand. */
export function serverTable(page: string): string {
  const rows = rowsOf(page);
  const seen = (name: string, version: string): string | undefined => rows.get(name)?.get(version);
  const versions = new Set([...(rows.get(FINDS)?.keys() ?? []), ...SPEC_VERSIONS]);
  const lines = [...versions].sort().map((version) => {
    const known = SPEC_VERSIONS.find((each) => each === version);
    const document = known && documentOf(known);
    const isLive = seen(FINDS, version) !== undefined;
    const lackedGets = seen("GET operations of this package's document that it lacks", version);
    return [
      version,
      document ? findingsIn(document) : seen(FINDS, version),
      document ? lackedBy(document) : `${lackedGets} GET operations, and others`,
      document ? newKindsIn(document) : seen("event kinds that this package does not list", version),
      seen("the session socket", version) ?? "open",
      [...(isLive ? ["runs against the real server"] : []), ...(document ? ["its document"] : [])].join(", "),
    ];
  });
  return [COLUMNS, COLUMNS.map(() => "---"), ...lines].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const BETWEEN = /(<!-- servers: [^>]*-->\n)[\s\S]*?(\n<!-- end of servers -->)/;

/** A text with the table at its place. */
export function withTable(text: string, table: string): string {
  if (!BETWEEN.test(text)) throw new Error("no place for the table");
  return text.replace(BETWEEN, (_, before: string, after: string) => `${before}${table}${after}`);
}
