/**
 * `npm run pull-spec -- URL [--key-env NAME]` replaces openapi.json by the document of a running server, verbatim: how
 * openapi.json comes to be. The key, where one is needed, is read from the environment, never from the command line.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { DocumentError, operationsOf, readDocument } from "./document.js";

/** Asks the server, checks the answer, writes it. Returns the exit code. */
export async function main(args: readonly string[], out: string, print: (line: string) => void): Promise<number> {
  const asked = readArgs(args);
  if (!asked) {
    print("pull-spec: expected one URL and perhaps --key-env NAME, as in npm run pull-spec -- http://127.0.0.1:8000");
    return 1;
  }
  const { base, key } = asked;
  const { origin, pathname } = new URL(base);
  const url = new URL(`${origin}${pathname.replace(/\/?$/, "/")}openapi.json`);
  const place = url.href;
  try {
    const response = await fetch(url, { headers: key === undefined ? {} : { "X-Session-API-Key": key } });
    if (!response.ok) {
      print(`pull-spec: ${place} answered ${response.status}`);
      return 1;
    }
    const text = await response.text();
    const document = readDocument(text, place);
    writeFileSync(out, text);
    print(
      `openapi.json is now ${document.info.version}: ${operationsOf(document).length} operations. Run npm run generate.`,
    );
    return 0;
  } catch (error) {
    print(`pull-spec: ${error instanceof DocumentError ? error.message : `${place} cannot be reached`}`);
    return 1;
  }
}

function readArgs(args: readonly string[]): { base: string; key: string | undefined } | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { "key-env": { type: "string" } },
    });
    const [base] = positionals;
    if (base === undefined || positionals.length > 1 || !URL.canParse(base)) return undefined;
    const name = values["key-env"];
    return { base, key: name === undefined ? undefined : process.env[name] };
  } catch {
    return undefined; // a flag that does not exist
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = fileURLToPath(new URL("../openapi.json", import.meta.url));
  process.exitCode = await main(process.argv.slice(2), out, (line) => console.log(line));
}
