/** The log of a conversation as far as it has come: each event once, in log order, however it came. */
import type { Event as AgentEvent } from "../generated/types.js";
import { createSegments, type LogEntry } from "./store-segments.js";

/** The log at one time. */
export interface LogReading {
  /** All events in log order. The same array until there is something new. */
  readonly events: readonly AgentEvent[];
  /** How many from the start are as they were at the reading before. */
  readonly kept: number;
}

/** A log that grows. */
export interface ConversationLog {
  /** Takes an event, with its index in the log when the server said it. False: that told nothing new. */
  add(event: AgentEvent, seq: number | null): boolean;
  entry(id: string): LogEntry | undefined;
  /** How many events it has. */
  readonly size: number;
  read(): LogReading;
}

const countFields = (event: AgentEvent): number => {
  let count = 0;
  for (const value of Object.values(event)) if (value !== null && value !== undefined) count++;
  return count;
};

const keptOf = (before: readonly AgentEvent[], after: readonly AgentEvent[]): number => {
  const place = before.findIndex((event, index) => event !== after[index]);
  return place < 0 ? before.length : place;
};

/** An empty log. */
export function createLog(): ConversationLog {
  const entries = new Map<string, LogEntry>();
  const segments = createSegments((id) => entries.get(id));
  let reading: LogReading = { events: [], kept: 0 };
  /** What came since, when all of it belongs at the end; otherwise it takes a look at all. */
  let tail: AgentEvent[] | undefined = [];
  let arrivals = 0;

  /** Channels leave things out: the copy that says most is kept. */
  const meet = (entry: LogEntry, event: AgentEvent, seq: number | null): boolean => {
    const learns = entry.seq === null && seq !== null;
    const isRicher = countFields(event) > countFields(entry.event);
    if (learns) entry.seq = seq;
    if (isRicher) entry.event = event;
    const hasMoved = segments.meet(entry, learns);
    const isNews = learns || isRicher || hasMoved;
    if (isNews) tail = undefined;
    return isNews;
  };

  return {
    add(event, seq) {
      const known = entries.get(event.id);
      if (known !== undefined) return meet(known, event, seq);
      const entry: LogEntry = { event, seq, arrival: arrivals++, segment: undefined };
      // Without an id nothing can be said to be the same.
      if (typeof event.id === "string") entries.set(event.id, entry);
      if (segments.place(entry)) tail?.push(event);
      else tail = undefined;
      return true;
    },
    entry: (id) => entries.get(id),
    get size() {
      return arrivals;
    },
    read() {
      if (tail === undefined) {
        const events = segments.inOrder().map(({ event }) => event);
        reading = { events, kept: keptOf(reading.events, events) };
      } else {
        const { events } = reading;
        reading = { events: tail.length === 0 ? events : events.concat(tail), kept: events.length };
      }
      tail = [];
      return reading;
    },
  };
}
