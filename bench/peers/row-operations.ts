/** Row "operations": how many of the document's operations a client can call, counted in its code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { operationsOf } from "../../scripts/document.js";
import { OPERATIONS } from "../../src/generated/operations.js";
import { specDocument } from "../../test/support/spec.js";
import { ensure } from "./generators.js";
import { BENCH, inCache } from "./places.js";
import { count, type Line, type Table } from "./table.js";

const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending) && !name.includes("__tests__"))
    .map((name) => readFileSync(join(folder, name), "utf8"));

/** A call as all write it: the method, and the path with its parameters unnamed. */
const call = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replaceAll(/\$?\{[^}]*\}+\)?\}?/g, "{}")}`;

/** Every call that code makes: `method` and `path` as these expressions find them, in either order. */
function callsIn(texts: readonly string[], expressions: readonly RegExp[]): Set<string> {
  const found = texts.flatMap((text) =>
    expressions.flatMap((expression) =>
      [...text.matchAll(expression)].map(({ groups }) => call(groups?.["method"] ?? "get", groups?.["path"] ?? "")),
    ),
  );
  return new Set(found);
}

const PATH = "(?<path>/api/(?:[^`'\"?$]|\\$\\{[^}]*\\}|\\?(?!\\$))*)";
const OFFICIAL = [
  new RegExp(`\\.(?<method>get|post|put|patch|delete)\\(\\s*[\`'"]${PATH}`, "g"),
  new RegExp(`method: '(?<method>[A-Z]+)',\\s*url: [\`'"]${PATH}`, "g"),
  new RegExp(`url: [\`'"]${PATH}[\`'"],\\s*method: '(?<method>[A-Z]+)'`, "g"),
];
const HEY = [new RegExp(`\\.(?<method>get|post|put|patch|delete)<[^(]*\\(\\{[^;]*?url: '${PATH}'`, "g")];
const KUBB = [new RegExp(`method: '(?<method>[A-Z]+)', url: \`${PATH}\``, "g")];
/** orval writes a function for the path, and in the call of it the method. */
function orvalCalls(texts: readonly string[]): Set<string> {
  const paths = new Map<string, string>();
  for (const text of texts) {
    for (const part of text.split(/^export const get(?=\w+Url = )/m).slice(1)) {
      const name = /^\w+(?=Url)/.exec(part)?.[0] ?? "";
      paths.set(name, new RegExp(`\`${PATH}`).exec(part)?.groups?.["path"] ?? "");
    }
  }
  const calls = texts.flatMap((text) =>
    [...text.matchAll(/\(get(\w+)Url\([^)]*\),\s*\{[^}]*?method: '([A-Z]+)'/g)].map(([, name = "", method = ""]) =>
      call(method, paths.get(name) ?? ""),
    ),
  );
  return new Set(calls);
}

const REFUSED = Object.values(OPERATIONS)
  .filter((operation) => "bodyInGet" in operation)
  .map(({ method, path }) => call(method, path));

export async function operations(): Promise<Table> {
  for (const peer of ["hey", "orval", "kubb"]) await ensure(peer, "published");
  const all = operationsOf(specDocument("1.52.0")).map(({ method, path }) => call(method, path));
  const line = (tool: string, calls: ReadonlySet<string>, isOurs = false, sendsBodies = false): Line => {
    const written = all.filter((one) => calls.has(one));
    const possible = sendsBodies ? written : written.filter((one) => !REFUSED.includes(one));
    return { tool, isOurs, cells: { written: count(written.length), callable: count(possible.length) } };
  };
  const ours = new Set(Object.values(OPERATIONS).map(({ method, path }) => call(method, path)));
  const official = filesBelow(join(BENCH, "node_modules/@openhands/typescript-client/dist"), ".js");
  return {
    row: "operations",
    how: `How many of the ${all.length} operations of the document there is a call for, counted in the code. ${REFUSED.length} of them want a body in a GET, which \`fetch\` refuses: what is written for them can be called by nobody who uses \`fetch\`. The official client sends one of these with Node's own modules.`,
    columns: [
      { name: "written", better: "none" },
      { name: "callable", better: "higher" },
    ],
    lines: [
      line("agent-server-client", new Set([...ours].filter((one) => !REFUSED.includes(one))), true),
      line("@openhands/typescript-client", callsIn(official, OFFICIAL), false, true),
      line("openapi-typescript + openapi-fetch", new Set(all)),
      line("hey-api, client-fetch", callsIn(filesBelow(inCache("published-hey"), "sdk.gen.ts"), HEY)),
      line("orval, fetch", orvalCalls(filesBelow(inCache("published-orval/fetch"), "api.ts"))),
      line("kubb, fetch", callsIn(filesBelow(inCache("published-kubb/clients"), ".ts"), KUBB)),
    ],
  };
}
