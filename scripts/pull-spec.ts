/**
 * `npm run pull-spec -- URL [--key-env NAME]` replaces openapi.json by the document of a running server, verbatim: how
 * openapi.json comes to be. The key, where one is needed, is read from the environment, never from the command line.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkDocument } from "./check-document.js";
import { operationsOf, readDocument } from "./document.js";

const USAGE = "expected one URL and perhaps --key-env NAME, as in npm run pull-spec -- http://127.0.0.1:8000";

/** Asks the server, checks the answer, writes it. Returns the exit code. */
export async function main(args: readonly string[], out: string, print: (line: string) => void): Promise<number> {
  try {
    const { url, key } = readArgs(args);
    const text = await ask(url, key);
    const document = readDocument(text, url);
    checkDocument(document);
    checkFresh(Object.keys(document.components.schemas), url);
    writeFileSync(out, text);
    const { version } = document.info;
    print(`openapi.json is now ${version}: ${operationsOf(document).length} operations. Run npm run generate.`);
    return 0;
  } catch (error) {
    print(`pull-spec: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

/** The document of a server lists what the conversations before left behind: no version has that. */
function checkFresh(names: readonly string[], url: string): void {
  const left = names.find((name) => /^ClientAction_|(?:WithRisk|WithSummary)$/.test(name));
  if (left === undefined) return;
  throw new Error(`${url} lists what its conversations left behind (${left}); ask a server that has run none yet`);
}

async function ask(url: string, key: string | undefined): Promise<string> {
  const headers = key === undefined ? {} : { "X-Session-API-Key": key };
  const response = await fetch(url, { headers }).catch(() => {
    throw new Error(`${url} cannot be reached`);
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

/** The address of the document, without credentials and query, and the key. */
function readArgs(args: readonly string[]): { url: string; key: string | undefined } {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { "key-env": { type: "string" } },
  });
  const [base] = positionals;
  if (base === undefined || positionals.length > 1 || !URL.canParse(base)) throw new Error(USAGE);
  const { protocol, origin, pathname } = new URL(base);
  if (!/^https?:$/.test(protocol)) throw new Error(USAGE);
  const name = values["key-env"];
  const key = name === undefined ? undefined : process.env[name];
  if (name !== undefined && !key) throw new Error(`the environment variable ${name} is not set`);
  return { url: `${origin}${pathname.replace(/\/?$/, "/")}openapi.json`, key };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = fileURLToPath(new URL("../openapi.json", import.meta.url));
  process.exitCode = await main(process.argv.slice(2), out, (line) => console.log(line));
}
