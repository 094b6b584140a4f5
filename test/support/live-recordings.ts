/** Conversations of a real 1.52.0, each as its log and as both sockets told it, and how it must have come about. */
import { readFileSync } from "node:fs";
import type { Piece } from "../../src/simulator/state.js";
import type { WireEvent } from "../../src/simulator/world.js";

interface Frame {
  readonly type: string;
  readonly event?: WireEvent;
  readonly [field: string]: unknown;
}

export interface LiveRecording {
  readonly name: string;
  readonly events: readonly WireEvent[];
  readonly frames: { readonly events: readonly WireEvent[]; readonly session: readonly Frame[] };
}

/** One thing that the server did. */
export type Deed =
  | { readonly type: "append"; readonly events: readonly WireEvent[] }
  | { readonly type: "delta"; readonly piece: Piece }
  | { readonly type: "abort"; readonly itemId: string; readonly attempt: number; readonly reason: string }
  | { readonly type: "snapshot" };

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/golden/${name}`, import.meta.url), "utf8"));

export const liveRecordings = (): LiveRecording[] => [
  ...(read("live-recordings.json") as { "1.52.0": LiveRecording[] })["1.52.0"],
  abortedRecording(),
];

/** Of this one there is only what the session socket told. Its last item has no end. */
function abortedRecording(): LiveRecording {
  const session = read("live-session-abort.json") as Frame[];
  const durable = session.filter(({ type }) => type === "durable");
  const events = durable.sort((a, b) => Number(a["seq"]) - Number(b["seq"])).map(({ event }) => event as WireEvent);
  return { name: "abort", events, frames: { events: [], session } };
}

/** What the server must have done, as its frames tell: two events that came in the wrong order were made in one go. */
export function deedsOf({ events, frames: { session } }: LiveRecording): Deed[] {
  const deeds: Deed[] = [];
  for (const [index, frame] of session.entries()) {
    const { type, event } = frame;
    if (type === "transient" && index > 1) deeds.push({ type: "snapshot" });
    if (type === "durable") {
      const seq = Number(frame["seq"]);
      const isLate = Number(session[index - 1]?.["seq"]) === seq + 1;
      const isEarly = Number(session[index + 1]?.["seq"]) === seq - 1;
      if (isLate) deeds.push({ type: "append", events: events.slice(seq, seq + 2) });
      else if (!isEarly) deeds.push({ type: "append", events: [event as WireEvent] });
    }
    if (type === "delta") {
      const { item_id, attempt, kind, content, chunk_id, choice_index } = frame as unknown as Required<Piece>; // recorded
      deeds.push({ type: "delta", piece: { item_id, attempt, kind, content, chunk_id, choice_index } });
    }
    if (type === "item_aborted") {
      const { item_id, attempt, reason } = frame;
      deeds.push({ type: "abort", itemId: String(item_id), attempt: Number(attempt), reason: String(reason) });
    }
  }
  return deeds;
}
