/** Two documents, one against the other. */

import { ContractError } from "../errors.js";
import { checkedDocument } from "./check-document.js";
import { type Collector, findingsOf, note } from "./collector.js";
import { compareOperations } from "./compare-operations.js";
import { compareRepairs } from "./compare-repairs.js";
import { compareSchemas } from "./compare-schema.js";
import { type Comparison, drain } from "./comparison.js";
import { nameOf } from "./document.js";
import type { Finding } from "./finding.js";

/**
 * What differs between the document that code was written for and the one of a server, as parsed JSON; only what
 * operations below `/api` reach. The worst comes first. Order, texts, titles, examples and other spellings of the same
 * are no difference. Neither document is changed.
 *
 * A finding is `breaking` when requests that were right may be refused, or answers may hold what code that fits the
 * pinned document does not expect; this package reads answers openly, so new kinds, fields and enum values are
 * `compatible`.
 *
 * @param pinned - the document that code was made for, e.g. `agent-server-client/openapi.json`
 * @param actual - the document that a server has at `/openapi.json`
 * @throws {ContractError} for what is no OpenAPI 3.1 document of an Agent Server, or nests or multiplies beyond all measure; the message names the document and the place
 * @see docs/contract-rules.md for every rule
 * @example
 * const operation = { responses: { "204": { description: "Done" } } };
 * const pinned = { openapi: "3.1.0", paths: { "/api/x": { get: operation, put: operation } } };
 * const actual = { openapi: "3.1.0", paths: { "/api/x": { get: operation } } };
 * for (const { severity, message } of compareDocuments(pinned, actual)) console.log(severity, message);
 * // breaking operation `PUT /api/x`: it is gone.
 */
export function compareDocuments(pinned: unknown, actual: unknown): Finding[] {
  try {
    return compare(pinned, actual);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const issue = { path: [], code: "document", message: "nested too deeply" };
    throw new ContractError("The pinned or the actual document", [issue]);
  }
}

function compare(pinned: unknown, actual: unknown): Finding[] {
  const collector: Collector = new Map();
  const comparison: Comparison = {
    pinned: checkedDocument(pinned, "pinned"),
    actual: checkedDocument(actual, "actual"),
    collector,
    queue: [],
    known: new Set(),
    renamed: new Map(),
    replaced: new Map(),
    compare: compareSchemas,
  };
  compareOperations(comparison);
  drain(comparison);
  tellSchemas(comparison);
  return findingsOf(collector, compareRepairs(comparison));
}

/** The schemas that operations reach in one of the documents only: their types come and go. */
function tellSchemas({ pinned, actual, renamed, collector }: Comparison): void {
  const gone = [...pinned.reached].filter(
    (pointer) => !actual.reached.has(pointer) && ![...renamed.values()].includes(pointer),
  );
  const added = [...actual.reached].filter((pointer) => !pinned.reached.has(pointer) && !renamed.has(pointer));
  const placeOf = (pointer: string) => ({ owner: `schema \`${nameOf(pointer)}\``, field: "" });
  for (const pointer of gone)
    note(collector, "response", {
      rule: "schema-removed",
      pointer,
      place: placeOf(pointer),
      what: "no operation reaches it any more",
    });
  for (const pointer of added)
    note(collector, "response", { rule: "schema-added", pointer, place: placeOf(pointer), what: "it is new" });
}
