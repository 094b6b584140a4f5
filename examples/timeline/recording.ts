/**
 * From the text of a file to what it holds, entry by entry, not validated yet. Pure, and of the generated code it needs
 * the types only, so that a file can be refused before anything is generated.
 */
import type { KnownSessionFrame } from "agent-server-client";
import { type Json, parseJson, TrafficError } from "./json.js";
import { plural } from "./text.js";

/** One thing of a recording, as it came. */
export type Entry =
  | { readonly is: "event" | "frame"; readonly place: string; readonly value: unknown }
  | { readonly is: "broken"; readonly place: string; readonly reason: string };

export interface Recording {
  /** What kind of file it is, and how it was read. */
  readonly form: string;
  readonly entries: readonly Entry[];
}

const EXPECTED =
  "a recorded conversation {rest_search, ws_events}, a page {items, next_page_id}, a list of events, or lines of events or session frames";

/** @throws {TrafficError} when it is no JSON, or JSON of another shape */
export function readRecording(text: string): Recording {
  const json = parseJson(text);
  if (json.type === "lines") return list("lines", entriesOfLines(json));
  const { value } = json;
  if (Array.isArray(value))
    return list(
      "list",
      value.map((each, index) => entryOf(each, `[${index}]`)),
    );
  if (!isObject(value)) throw new TrafficError(`expected ${EXPECTED}`);
  if ("rest_search" in value) return conversation(value);
  if ("items" in value) return page(value);
  return list("single item", [entryOf(value, "the item")]);
}

const entriesOfLines = ({ lines }: Extract<Json, { type: "lines" }>): Entry[] =>
  [...lines].map(([number, line]) =>
    line.ok ? entryOf(line.value, `line ${number}`) : { is: "broken", place: `line ${number}`, reason: line.reason },
  );

const entryOf = (value: unknown, place: string): Entry => ({ is: isFrame(value) ? "frame" : "event", place, value });

/** Events, session frames, or both. A list of other things is not traffic at all. */
function list(form: string, entries: readonly Entry[]): Recording {
  const values = entries.flatMap((entry) => (entry.is === "broken" ? [] : [entry.value]));
  if (entries.length > 0 && !values.some((value) => hasText(value, "kind") || isListedFrame(value))) {
    throw new TrafficError(`nothing in it has a kind (events) or a known type (session frames); expected ${EXPECTED}`);
  }
  const what = entries.some(({ is }) => is === "frame") ? "session frame" : "event";
  return { form: `${form}, ${plural(entries.length, what)}`, entries };
}

function page({ items, next_page_id: next = null }: Readonly<Record<string, unknown>>): Recording {
  if (!Array.isArray(items)) throw new TrafficError("no page of events: items: expected a list");
  if (next !== null && typeof next !== "string") {
    throw new TrafficError("no page of events: next_page_id: expected a string or null");
  }
  const rest = next === null ? "the last one" : `the next starts at ${next}`;
  return {
    form: `page of ${plural(items.length, "event")}, ${rest}`,
    entries: items.map((value: unknown, index) => ({ is: "event", place: `items[${index}]`, value })),
  };
}

/**
 * The log as REST gave it, and between its events what only the socket had: streamed text and snapshots. The recording
 * holds the same events twice more (`rest_get`, `ws_session`); those are not read.
 */
function conversation(recording: Readonly<Record<string, unknown>>): Recording {
  const { rest_search: log, ws_events: heard = [] } = recording;
  if (!Array.isArray(log) || !Array.isArray(heard)) {
    throw new TrafficError("rest_search and ws_events of a recorded conversation: expected lists of events");
  }
  const entries = merge(log, heard);
  const form = `recorded conversation, ${plural(log.length, "event")} of the log and ${entries.length - log.length} that only the socket had`;
  return { form, entries };
}

/** Each thing that is not in the log comes after the latest one of the log that the socket had brought before it. */
function merge(log: readonly unknown[], heard: readonly unknown[]): Entry[] {
  const positions = new Map(log.map((value, index) => [idOf(value), index]));
  const ranked = log.map((value, index) => ({ rank: index, place: `rest_search[${index}]`, value }));
  let latest = -1;
  for (const [index, value] of heard.entries()) {
    const position = positions.get(idOf(value));
    if (position === undefined) ranked.push({ rank: latest, place: `ws_events[${index}]`, value });
    else latest = Math.max(latest, position);
  }
  // The sort is stable, so that an event of the log stays ahead of what follows it.
  return ranked.sort((a, b) => a.rank - b.rank).map(({ place, value }) => ({ is: "event", place, value }));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const hasText = (value: unknown, name: string): boolean => isObject(value) && typeof value[name] === "string";

/** Frames have a type and no id; events have an id. Among others, a frame may be of a newer type. */
const isFrame = (value: unknown): boolean => hasText(value, "type") && !hasText(value, "id");

const FRAME_TYPES: Readonly<Record<KnownSessionFrame["type"], true>> = {
  delta: true,
  durable: true,
  error: true,
  item_aborted: true,
  item_started: true,
  sync: true,
  transient: true,
};

/** Many things have a type: what is to stand for the whole file has a listed one, or brings an event. */
const isListedFrame = (value: unknown): boolean =>
  isObject(value) && isFrame(value) && (Object.hasOwn(FRAME_TYPES, String(value["type"])) || isObject(value["event"]));

/** Things without an id are never the same. */
const idOf = (value: unknown): unknown => (isObject(value) && typeof value["id"] === "string" ? value["id"] : Symbol());
