/** Row "accepts": which real events a validator takes, and what it does to those of a newer server. */
import { pathToFileURL } from "node:url";
import { type Fields, isFields, recordedEvents } from "../../test/support/corpus.js";
import { DOCUMENTS, type DocumentName } from "./documents.js";
import { kindsOfEvents } from "./events.js";
import { type Cell, count, type Line, type Table } from "./table.js";
import { builtOf, VALIDATORS, type Validator } from "./validators.js";

type Parse = (value: unknown) => unknown;

const taken = (parse: Parse, event: unknown): unknown => {
  try {
    return parse(structuredClone(event));
  } catch {
    return undefined;
  }
};

/** A message with a field of a newer server, at the top and further in. */
function extraField(parse: Parse, message: Fields): string {
  const inner = { ...(message["llm_message"] as Fields), newer: 1 };
  const result = taken(parse, { ...message, newer: 1, llm_message: inner });
  if (!isFields(result)) return "refused";
  const within = result["llm_message"];
  return result["newer"] === 1 && isFields(within) && within["newer"] === 1 ? "kept" : "dropped";
}

/** Whoever takes an unknown kind by taking everything has checked nothing. */
function unknownKind(parse: Parse, message: Fields): string {
  if (taken(parse, { ...message, kind: "NewerEvent" }) === undefined) return "refused";
  return taken(parse, { ...message, llm_message: 5 }) === undefined
    ? "passes"
    : "passes, and so does a broken known one";
}

async function cellsOf(validator: Validator, document: DocumentName): Promise<Record<string, Cell>> {
  const built = await builtOf(validator, document);
  if (typeof built === "string") return { document, "of 19 kinds": `none: ${built}` };
  const { parse } = (await import(pathToFileURL(built.file).href)) as { parse: Parse };
  const { events } = kindsOfEvents();
  const recorded = recordedEvents();
  const message = events.find(({ kind }) => kind === "MessageEvent") ?? {};
  const accepted = (list: readonly Fields[]): number =>
    list.filter((event) => taken(parse, event) !== undefined).length;
  const kinds = accepted(events);
  return {
    document: validator.isOurs ? "–" : document,
    "of 19 kinds": count(kinds),
    "of the recorded events": count(accepted(recorded)),
    "a field of a newer server": kinds > 0 ? extraField(parse, message) : "–",
    "a kind of a newer server": kinds > 0 ? unknownKind(parse, message) : "–",
  };
}

export async function accepts(): Promise<Table> {
  const lines: Line[] = [];
  for (const validator of VALIDATORS) {
    for (const document of validator.isOurs ? DOCUMENTS.slice(0, 1) : DOCUMENTS) {
      const { name: tool, isOurs, group } = validator;
      lines.push({ tool, isOurs, ...(group && { group }), cells: await cellsOf(validator, document) });
    }
  }
  const { real } = kindsOfEvents();
  return {
    row: "accepts",
    how: `One event of each of the 19 kinds (${real} as recorded from a server or its SDK, ${19 - real} made up after the document), and all ${recordedEvents().length} recorded events.`,
    columns: [
      { name: "document", better: "none" },
      { name: "of 19 kinds", better: "higher" },
      { name: "of the recorded events", better: "higher" },
      { name: "a field of a newer server", better: "none" },
      { name: "a kind of a newer server", better: "none" },
    ],
    lines,
  };
}
