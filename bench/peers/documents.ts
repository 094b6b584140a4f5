/** The documents that the peers are fed: the one that is published, and what a user could make of it. */
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Fields, isFields } from "../../test/support/corpus.js";
import { normalisedDocument } from "../../test/support/reference.js";
import { inCache, ROOT } from "./places.js";

/**
 * - `published`: openapi.json 1.52.0 as the server's project publishes it.
 * - `repaired`: after this project's rules, which are not the peers' own: right discriminators, what is really sent,
 *   plain names. Unions are closed, as in the published one, and no object forbids further fields.
 * - `opened`: the same, and every object says that it may have further fields, every union that it may have further members.
 */
export const DOCUMENTS = ["published", "repaired", "opened"] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

export const documentFile = (name: DocumentName): string => inCache(`${name}.json`);

/** In place: what only this project's own generator reads goes, and what is said of openness is made the same everywhere. */
function rewrite(value: unknown, isOpen: boolean): void {
  if (Array.isArray(value)) for (const item of value) rewrite(item, isOpen);
  if (!isFields(value)) return;
  const open = value["x-open"];
  if (!isOpen && isFields(open)) replace(value, { $ref: `#/components/schemas/${String(open["known"])}` });
  if (value["additionalProperties"] === false) delete value["additionalProperties"];
  if (isOpen && isFields(value["properties"])) value["additionalProperties"] ??= true;
  for (const name of Object.keys(value)) {
    if (name.startsWith("x-")) delete value[name];
    else rewrite(value[name], isOpen);
  }
}

function replace(value: Fields, by: Fields): void {
  for (const name of Object.keys(value)) delete value[name];
  Object.assign(value, by);
}

export function writeDocuments(): void {
  copyFileSync(join(ROOT, "openapi.json"), documentFile("published"));
  for (const name of ["repaired", "opened"] as const) {
    const { document } = structuredClone(normalisedDocument());
    rewrite(document, name === "opened");
    writeFileSync(documentFile(name), JSON.stringify(document));
  }
}
