/** The recorded traffic of a real server and the golden cases, as tests need them: freshly parsed on every call. */
import { readdirSync, readFileSync } from "node:fs";

export interface Fields {
  [name: string]: unknown;
}

/** One recorded conversation: the same log as all four channels gave it. */
export interface Recording {
  readonly name: string;
  readonly conversation: Fields;
  readonly rest_search: readonly Fields[];
  readonly rest_get: readonly Fields[];
  readonly ws_events: readonly Fields[];
  readonly ws_session: readonly Fields[];
}

/** One request of test/fixtures/traffic/http-and-sockets.json, or one socket with the frames it gave. */
export interface Exchange {
  readonly req?: readonly [method: string, path: string, body: unknown, query: unknown];
  readonly status?: number;
  readonly body?: unknown;
  readonly socket?: string;
  readonly got?: readonly unknown[];
}

const FIXTURES = new URL("../fixtures/", import.meta.url);

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, FIXTURES), "utf8"));

export const recordings = (): Recording[] =>
  readdirSync(new URL("traffic/", FIXTURES))
    .sort()
    .flatMap((file) => {
      const content = read(`traffic/${file}`);
      return isFields(content) ? [{ ...(content as object as Recording), name: file }] : [];
    });

interface LiveRecording {
  readonly name: string;
  readonly leaf_event_id: string;
  readonly execution_status: string;
  readonly events: readonly Fields[];
  readonly frames: { readonly events: readonly Fields[]; readonly session: readonly Fields[] };
}

/** Further conversations, recorded while they ran: with streamed text, errors in between, and moves to other branches. */
export const liveRecordings = (): Recording[] =>
  (read("golden/live-recordings.json") as { readonly "1.52.0": readonly LiveRecording[] })["1.52.0"].map(
    ({ name, leaf_event_id, execution_status, events, frames }) => ({
      name,
      conversation: { leaf_event_id, execution_status },
      rest_search: events,
      rest_get: events,
      ws_events: frames.events,
      ws_session: frames.session,
    }),
  );

export const frameEvents = ({ ws_session }: Recording): Fields[] =>
  ws_session.flatMap(({ event }) => (isFields(event) ? [event] : []));

/** All events of all four channels. */
export const recordedEvents = (): Fields[] =>
  recordings().flatMap((recording) => [
    ...recording.rest_search,
    ...recording.rest_get,
    ...recording.ws_events,
    ...frameEvents(recording),
  ]);

export const bashEvents = (): Fields[] => read("traffic/bash-ws.json") as Fields[];
export const treeEvents = (): Fields[] => read("traffic/tree-rest.json") as Fields[];
export const exchanges = (): Exchange[] => read("traffic/http-and-sockets.json") as Exchange[];

const casesOf = (file: string): Fields[] => (read(`golden/${file}`) as { cases: Fields[] }).cases;

export const goldenEvents = (): Fields[] =>
  ["events-to-messages.json", "tree.json"].flatMap((file) => casesOf(file).flatMap(({ events }) => events as Fields[]));

export const goldenObservations = (): Fields[] =>
  casesOf("observation-content.json").map(({ observation }) => observation as Fields);

/** What an event or a frame is, down to the kind of its action or observation. */
export function groupOf({ kind, type, action, observation }: Fields): string {
  const payload = action ?? observation;
  const own = String(kind ?? type);
  return isFields(payload) ? `${own}/${String(payload["kind"])}` : own;
}

/** Values by what they are, in the order met. */
export function grouped(events: readonly Fields[]): Map<string, Fields[]> {
  const groups = new Map<string, Fields[]>();
  for (const event of events) {
    const group = groups.get(groupOf(event));
    if (group) group.push(event);
    else groups.set(groupOf(event), [event]);
  }
  return groups;
}
