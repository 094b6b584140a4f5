/** From the text of a file to what it holds: events, session frames, and what is neither. Pure. */
import type { AgentEvent, Schema } from "agent-server-client";
import { ContractError, type Issue } from "agent-server-client";
import { type ParsedEvents, parseEventPage, parseEvents, parseSessionFrame } from "agent-server-client/schemas";
import { parseJson, TrafficError } from "./json.js";
import { plural } from "./text.js";

/** A frame of the session socket that carries no event. */
export type BareFrame = Exclude<Schema<"SessionFrame">, { event: unknown }>;

/** One thing of a recording, in order. What is not valid stays at its place, with the reasons. */
export type Item =
  | { readonly type: "event"; readonly event: AgentEvent }
  | { readonly type: "frame"; readonly frame: BareFrame }
  | { readonly type: "invalid"; readonly place: string; readonly issues: readonly Issue[] };

export interface Traffic {
  /** What kind of file it is, and how it was read. */
  readonly form: string;
  readonly items: readonly Item[];
}

const EXPECTED =
  "a recorded conversation {rest_search, ws_events}, a page {items, next_page_id}, a list of events, or lines of events or session frames";

/** @throws {TrafficError} when it is no JSON, or JSON of another shape */
export function readTraffic(text: string): Traffic {
  const parsed = parseJson(text);
  if (parsed.type === "lines") return lines(parsed.values);
  const { value } = parsed;
  if (Array.isArray(value)) return list("list", value, (index) => `[${index}]`);
  if (!isObject(value)) throw new TrafficError(`expected ${EXPECTED}`);
  if ("rest_search" in value) return conversation(value);
  if ("items" in value) return page(value);
  return list("single item", [value], () => "the item");
}

function lines(values: ReadonlyMap<number, unknown>): Traffic {
  const numbers = [...values.keys()];
  return list("lines", [...values.values()], (index) => `line ${numbers[index]}`);
}

/** Events, session frames, or both. A list of other things is not traffic at all. */
function list(form: string, values: readonly unknown[], placeOf: (index: number) => string): Traffic {
  if (values.length > 0 && !values.some((value) => hasText(value, "kind") || isFrame(value))) {
    throw new TrafficError(`nothing in it has a kind (events) or a type (frames); expected ${EXPECTED}`);
  }
  if (!values.some(isFrame))
    return { form: `${form}, ${plural(values.length, "event")}`, items: inOrder(parseEvents(values), placeOf) };
  const items = values.flatMap((value, index) =>
    isFrame(value) ? [readFrame(value, placeOf(index))] : inOrder(parseEvents([value]), () => placeOf(index)),
  );
  return { form: `${form}, ${plural(values.length, "session frame")}`, items };
}

function page(value: object): Traffic {
  try {
    const parsed = parseEventPage(value);
    const items = inOrder(parsed, (index) => `items[${index}]`);
    const rest = parsed.nextPageId === null ? "the last one" : `the next starts at ${parsed.nextPageId}`;
    return { form: `page of ${plural(items.length, "event")}, ${rest}`, items };
  } catch (error) {
    throw error instanceof ContractError ? new TrafficError(`no page of events: ${error.message}`) : error;
  }
}

/**
 * The log as REST gave it, and between its events what only the socket had: streamed text and snapshots. The recording
 * holds the same events twice more (`rest_get`, `ws_session`); those are not read.
 */
function conversation(recording: Readonly<Record<string, unknown>>): Traffic {
  const { rest_search: log, ws_events: heard = [] } = recording;
  if (!Array.isArray(log) || !Array.isArray(heard)) {
    throw new TrafficError("rest_search and ws_events of a recorded conversation: expected lists of events");
  }
  const places: [place: string, value: unknown][] = merge(log, heard);
  const items = inOrder(parseEvents(places.map(([, value]) => value)), (index) => places[index]?.[0] ?? "");
  const form = `recorded conversation, ${plural(log.length, "event")} of the log and ${items.length - log.length} that only the socket had`;
  return { form, items };
}

/** Each thing that is not in the log comes after the latest one of the log that the socket had brought before it. */
function merge(log: readonly unknown[], heard: readonly unknown[]): [place: string, value: unknown][] {
  const positions = new Map(log.map((value, index) => [idOf(value), index]));
  const ranked = log.map((value, index) => ({ rank: index, place: `rest_search[${index}]`, value }));
  let latest = -1;
  for (const [index, value] of heard.entries()) {
    const position = positions.get(idOf(value));
    if (position === undefined) ranked.push({ rank: latest, place: `ws_events[${index}]`, value });
    else latest = Math.max(latest, position);
  }
  // The sort is stable, so that an event of the log stays ahead of what follows it.
  return ranked.sort((a, b) => a.rank - b.rank).map(({ place, value }) => [place, value]);
}

/** Failures come with their index, in order: each goes back to where it was. */
function inOrder({ events, failures }: ParsedEvents, placeOf: (index: number) => string): Item[] {
  const items: Item[] = events.map((event) => ({ type: "event", event }));
  for (const { index, error } of failures) {
    items.splice(index, 0, { type: "invalid", place: placeOf(index), issues: error.issues });
  }
  return items;
}

function readFrame(value: unknown, place: string): Item {
  try {
    const frame = parseSessionFrame(value);
    return frame.type === "durable" || frame.type === "transient"
      ? { type: "event", event: frame.event }
      : { type: "frame", frame };
  } catch (error) {
    if (error instanceof ContractError) return { type: "invalid", place, issues: error.issues };
    throw error;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const hasText = (value: unknown, name: string): boolean => isObject(value) && typeof value[name] === "string";

/** Frames have a type and no id; events have an id. */
const isFrame = (value: unknown): boolean => hasText(value, "type") && !hasText(value, "id");

/** Things without an id are never the same. */
const idOf = (value: unknown): unknown => (isObject(value) && typeof value["id"] === "string" ? value["id"] : Symbol());
