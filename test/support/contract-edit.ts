/** What a single edit of a document is, and how edits of schemas are made. */
import type { Node } from "../../scripts/document.js";
import type { Severity } from "../../src/contract.js";
import { edited, type Path, type Places, type SchemaPlace } from "./contract-places.js";
import type { Random } from "./random.js";

/** A document after one edit, and what has to be found. */
export interface Edited {
  readonly document: unknown;
  readonly rule: string | undefined;
  readonly severity?: Severity;
  readonly path: Path;
}

/** Makes an edit somewhere; undefined when there is no place for it. */
export type Edit = (places: Places, random: Random) => Edited | undefined;

export type Way = readonly [request: Severity, response: Severity];
export const NARROWER: Way = ["breaking", "compatible"];
export const WIDER: Way = ["compatible", "breaking"];
export const BREAKING: Way = ["breaking", "breaking"];
export const COMPATIBLE: Way = ["compatible", "compatible"];
export const INFO: Way = ["info", "info"];

/** The worst of the ways that values go. */
export const severityOf = (
  { sent, received }: Pick<SchemaPlace, "received" | "sent">,
  [request, response]: Way,
): Severity =>
  ["breaking", "compatible", "info"].find(
    (each) => (sent && request === each) || (received && response === each),
  ) as Severity;

/** An edit of a schema that is picked among those that suit. */
export function ofSchema(
  rule: string,
  way: Way,
  suits: (place: SchemaPlace, places: Places) => boolean,
  change: (schema: Node, random: Random) => Node,
): Edit {
  return (places, random) => {
    const found = places.schemas.filter((place) => suits(place, places));
    if (found.length === 0) return undefined;
    const place = random.pick(found);
    const document = edited(places.document, place.path, (schema) => change(schema as Node, random));
    return { document, rule, severity: severityOf(place, way), path: place.path };
  };
}

export const without = (node: Node, ...keys: readonly string[]): Node =>
  Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)));

export const isPlainText = ({ schema, isAlone }: SchemaPlace): boolean =>
  isAlone &&
  schema["type"] === "string" &&
  !["enum", "const", "format", "contentMediaType", "default"].some((key) => key in schema);
