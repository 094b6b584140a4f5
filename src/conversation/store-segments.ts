/**
 * The order of a log that comes in parts. Where the server says the index of an event, that is its place. Where it does
 * not (REST, the legacy socket), an event comes after its parent, and otherwise in the order of arrival. While history
 * is read and live events come in, the two are parts of their own, until the history reaches the parent of the first
 * live event; then it goes before them, until it has reached that event itself.
 */
import type { Event as AgentEvent } from "../generated/types.js";
import { isConversationStateUpdateEvent, isHookExecutionEvent, isStateUpdate } from "../guards.js";
import { insertBySeq, type Placed, placeIn, sortBySeq } from "./store-order.js";

/** An event of the log, with what is known of its place. */
export interface LogEntry extends Placed {
  event: AgentEvent;
  seq: number | null;
  /** Counts what was taken in; for what has no better clue. */
  readonly arrival: number;
  /** Where it stands, once it does. */
  segment?: Segment | undefined;
}

/** Entries that stand together. */
interface Segment {
  entries: LogEntry[];
  /** More may still come between this one and the next. */
  next: Segment | undefined;
  before: Segment | undefined;
}

/** Entries of a log by place. */
export interface Segments {
  /** Takes a new entry. The answer: did it go to the very end? */
  place(entry: LogEntry): boolean;
  /** Takes notice of an entry that came again. Has it an index that it had not before? The answer: did a part find its place? */
  meet(entry: LogEntry, learns: boolean): boolean;
  /** All entries in order. The array may change later on. */
  inOrder(): readonly LogEntry[];
}

/** The parent of what begins a second tree. */
const NEW_ROOT = "__root__";

/** A server may tell that a user message came before it sends the message: nothing of the log is between the two. */
const announces = (first: LogEntry | undefined, { event }: LogEntry): boolean =>
  isStateUpdate(first?.event, "last_user_message_id") && first?.event.value === event.id;

/** No entries yet. `entryOf` finds an entry by the id of its event. */
export function createSegments(entryOf: (id: string) => LogEntry | undefined): Segments {
  /** What begins a part of the log. */
  const heads = new Set<Segment>();
  /** The head that the log begins with, and whether it has the first event of all. */
  let root: Segment | undefined;
  let hasFirst = false;
  /** What began a head with children of an event that had not come, by the id of that. */
  const awaiting = new Map<string, LogEntry>();
  /** Where entries with an index are, */
  let indexed: Segment | undefined;
  /** but for those whose place is far from its end: that is looked for once, for all of them, when the log is read. */
  let far: LogEntry[] = [];
  /** Some of them learned their index only where they stood: until the log is read they may be out of order. */
  let isMixed = false;
  /** Where the newest event is, and when that was. */
  let newest: Segment | undefined;
  let newestTime = "";

  const newHead = (): Segment => {
    const head: Segment = { entries: [], next: undefined, before: undefined };
    heads.add(head);
    return head;
  };

  /** Of a log that says no parents the events come as they come. Where it does, only its very first has none. */
  const firstHome = (): Segment => {
    if (root !== undefined && hasFirst) return root;
    const head = newHead();
    if (root !== undefined) follow(head, root);
    root = head;
    return head;
  };

  /** A later tree may begin in any part of the log: the time tells in which. */
  const homeOfTree = (event: AgentEvent): Segment => {
    let home: Segment | undefined;
    for (const head of heads)
      if (beganBy(head, event) && (home === undefined || beganBy(home, head.entries[0]?.event))) home = head;
    if (home !== undefined) return segmentFor(home, event);
    root ??= newHead();
    return root;
  };

  const homeOf = (entry: LogEntry): Segment => {
    const { event, seq } = entry;
    if (seq !== null && indexed !== undefined) return indexed;
    const parent = event.parent_id ?? null;
    // The sockets, which tell what happens now, leave the parent out of hooks.
    if (parent === null && isHookExecutionEvent(event)) return newest === undefined ? newHead() : lastOf(newest);
    if (parent === null) return firstHome();
    if (parent === NEW_ROOT) return homeOfTree(event);
    const segment = (entryOf(parent) ?? awaiting.get(parent))?.segment;
    if (segment !== undefined) return segmentFor(segment, event);
    awaiting.set(parent, entry);
    return newHead();
  };

  const add = (segment: Segment, entry: LogEntry): void => {
    entry.segment = segment;
    if (entry.event.timestamp >= newestTime) {
      newest = segment;
      newestTime = entry.event.timestamp;
    }
    if (isFirst(entry.event)) {
      root ??= headOf(segment);
      hasFirst = true;
    }
    if (entry.seq === null) {
      segment.entries.splice(placeIn(segment.entries, entry.event), 0, entry);
      return;
    }
    indexed = segment;
    if (!insertBySeq(segment.entries, entry, entry.seq)) far.push(entry);
  };

  /** Puts `second`, a head until now, behind `first`. */
  const follow = (first: Segment, second: Segment): void => {
    heads.delete(second);
    if (root === second) root = headOf(first);
    if (first.next !== undefined) {
      const last = lastOf(second);
      last.next = first.next;
      first.next.before = last;
    }
    first.next = second;
    second.before = first;
  };

  /** Makes one of a segment and the next. */
  const join = (first: Segment, second: Segment): void => {
    for (const entry of second.entries) {
      first.entries.push(entry);
      entry.segment = first;
    }
    first.next = second.next;
    if (second.next !== undefined) second.next.before = first;
    if (indexed === second) {
      indexed = first;
      for (const entry of far) entry.segment = first;
    }
    if (newest === second) newest = first;
  };

  /** The children of an event that came before it follow it now. */
  const adopt = (segment: Segment, entry: LogEntry): void => {
    const children = awaiting.get(entry.event.id)?.segment;
    if (children === undefined) return;
    const isNew = segment.entries.length === 1 && segment !== children;
    if (!isNew && headOf(segment) === children) return;
    if (heads.has(children)) follow(segment, children);
    if (children.before === segment && announces(children.entries[0], entry)) join(segment, children);
  };

  const sort = (): void => {
    const [only] = heads;
    if (heads.size !== 1 || only === undefined || only.next !== undefined) return;
    only.entries = [...sortBySeq([...only.entries, ...far])];
    far = [];
    isMixed = false;
  };

  return {
    place(entry) {
      const segment = homeOf(entry);
      const before = heads.size;
      add(segment, entry);
      adopt(segment, entry);
      const isAlone = heads.size === 1 && before === 1 && segment.next === undefined;
      return isAlone && !isMixed && far.length === 0 && segment.entries.at(-1) === entry;
    },
    meet(entry, learns) {
      const { segment } = entry;
      isMixed ||= learns;
      if (segment === undefined) return false;
      if (entry.seq !== null) indexed ??= segment;
      if (segment.entries[0] !== entry) return false;
      // Another copy may tell the parent.
      const home = entryOf(entry.event.parent_id ?? "")?.segment;
      const hasHome = heads.has(segment) && home !== undefined && headOf(home) !== segment;
      if (hasHome) follow(home, segment);
      if (segment.before !== undefined) join(segment.before, segment);
      return hasHome;
    },
    inOrder() {
      sort();
      const parts = [...(root === undefined ? [] : [root]), ...[...heads].filter((head) => head !== root)];
      const entries = parts.flatMap(entriesFrom);
      return indexed === undefined ? entries : sortBySeq([...entries, ...far]);
    },
  };
}

const isFirst = (event: AgentEvent): boolean => (event.parent_id ?? null) === null && !isHookExecutionEvent(event);

/** Does a part begin at the time of an event, or earlier? */
const beganBy = ({ entries: [first] }: Segment, event: AgentEvent | undefined): boolean =>
  first !== undefined && event !== undefined && first.event.timestamp <= event.timestamp;

/**
 * The segment for an event, from the one that its parent is in on. What belongs in a later one is a child of the same
 * parent as what begins it, or of an earlier branch: then the time tells. Hooks with a parent come from history.
 */
const segmentFor = (segment: Segment, event: AgentEvent): Segment => {
  let at = segment;
  for (let { next } = at; next !== undefined && isAfter(event, next.entries[0]?.event); { next } = at) at = next;
  return at;
};

const isAfter = (event: AgentEvent, first: AgentEvent | undefined): boolean => {
  if (first === undefined || isHookExecutionEvent(event) || event.timestamp < first.timestamp) return false;
  if (!isConversationStateUpdateEvent(event) || event.parent_id === NEW_ROOT) return true;
  // Once there is more than updates, later updates name that as their parent. Usage is stamped before it is logged.
  const isSibling = isConversationStateUpdateEvent(first) && first.parent_id === event.parent_id;
  return isSibling && (first.key !== "stats" || event.key === "stats");
};

const lastOf = (segment: Segment): Segment => {
  let last = segment;
  while (last.next !== undefined) last = last.next;
  return last;
};

const headOf = (segment: Segment): Segment => {
  let head = segment;
  while (head.before !== undefined) head = head.before;
  return head;
};

const entriesFrom = (head: Segment): LogEntry[] => {
  const entries: LogEntry[] = [];
  for (let part: Segment | undefined = head; part !== undefined; part = part.next)
    for (const e of part.entries) entries.push(e);
  return entries;
};
