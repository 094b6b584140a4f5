/** A document's text becomes a value, or one line that says why it is none. */

import { couldGoOn } from "./beginning.js";
import { Failure } from "./failure.js";

const EXPECTED = "expected an OpenAPI 3.1 document";

/**
 * Reads JSON, and YAML where it does not begin as JSON.
 *
 * @param name - What messages call it
 * @throws {Failure} that names the line where it stops being either; never its content
 */
export async function parseDocument(text: string, name: string): Promise<unknown> {
  const body = text.replace(/^\uFEFF/, "");
  if (body.trim() === "") throw new Failure(`${name}: is empty; ${EXPECTED}`);
  if (body.includes("\0")) throw new Failure(`${name}: is a binary file; ${EXPECTED}`);
  if (/^\s*</.test(body)) throw new Failure(`${name}: is HTML or XML, not JSON; ${EXPECTED}`);
  return /^\s*[{[]/.test(body) ? parseJson(body, name) : parseYaml(body, name);
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const end = intactLength(text);
    const line = text.slice(0, end).split("\n").length;
    throw new Failure(
      end === text.length
        ? `${name}: ends too early, in line ${line}: half of a document? Get it anew`
        : `${name}: is not JSON from line ${line} on; ${EXPECTED}`,
    );
  }
}

/** Not every message of JSON.parse says where; but as far as a beginning of the text could go on, it is intact. */
function intactLength(text: string): number {
  let [intact, broken] = [0, text.length + 1];
  while (broken - intact > 1) {
    const middle = (intact + broken) >> 1;
    if (couldGoOn(text.slice(0, middle))) intact = middle;
    else broken = middle;
  }
  return intact;
}

/** The reader of YAML is loaded only when there is some. */
async function parseYaml(text: string, name: string): Promise<unknown> {
  const yaml = await import("yaml");
  const document = yaml.parseDocument(text, { prettyErrors: true, logLevel: "silent" });
  const [fault] = document.errors;
  if (fault) {
    const line = fault.linePos?.[0].line;
    throw new Failure(`${name}: is neither JSON nor YAML (line ${line ?? "unknown"}: ${fault.code}); ${EXPECTED}`);
  }
  const value: unknown = attempt(() => document.toJS({ maxAliasCount: 1_000 }));
  if (typeof value !== "object" || value === null)
    throw new Failure(`${name}: is neither JSON nor YAML with fields; ${EXPECTED}`);
  return value;
}

/** Aliases can stand for more than any memory holds. */
function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
