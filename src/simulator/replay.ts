/** How the two sockets of a conversation tell it: history first or in between, then what happens. */
import { lengthOf, readable, stamp } from "./log.js";
import { snapshot } from "./state.js";
import type { Outbox } from "./wire.js";
import { type Conversation, type Progress, type WireEvent, type World, withoutNulls } from "./world.js";

/** A socket that has been let in. */
export interface Telling {
  event(event: WireEvent, seq: number | null): void;
  progress(frame: Progress): void;
  /** Goes on with the history, some of it at a time; true once there is no more. */
  step(): boolean;
  /** The lock is free: the snapshot can be taken, and all begins. */
  begin(): void;
  error(code: string, detail: string): void;
}

const PAGE = 100;

/** `/sockets/session`: envelopes. What happens during the replay waits for its end, but for pieces of text. */
export function sessionTelling(
  world: World,
  conversation: Conversation,
  outbox: Outbox,
  afterSeq: number | null,
): Telling {
  let buffer: { event: WireEvent; seq: number | null }[] | null = [];
  let hasBegun = false;
  let next = 0;
  let through = -1;
  const emit = (whole: WireEvent, seq: number | null): void => {
    const event = withoutNulls(whole);
    outbox.frame(seq === null ? { type: "transient", event } : { type: "durable", seq, event });
  };
  const goLive = (): void => {
    const held = buffer ?? [];
    buffer = null;
    // Only what the replay has told is left out: without a cursor it has told nothing
    const told = afterSeq === null ? -1 : through;
    for (const { event, seq } of held) if (seq === null || seq > told) emit(event, seq);
  };
  return {
    event(event, seq) {
      if (event.kind === "StreamingDeltaEvent") return;
      if (buffer === null) emit(event, seq);
      else buffer.push({ event, seq });
    },
    progress: (frame) => hasBegun && outbox.frame(frame),
    begin() {
      hasBegun = true;
      buffer?.push({ event: snapshot(world, conversation), seq: null });
      through = lengthOf(world, conversation) - 1;
      outbox.frame(withoutNulls({ type: "sync", from_seq: afterSeq, through_seq: through < 0 ? null : through }));
      next = afterSeq === null ? through + 1 : Math.max(afterSeq + 1, 0);
    },
    step() {
      const stop = Math.min(next + PAGE, through + 1);
      // The server lets its writer have a turn after every frame, so a page of big events does no harm by itself
      while (next < stop) {
        for (const { seq, event } of readable(conversation, next, next + 1)) emit(event, seq);
        next++;
        if (outbox.isFilling) break;
      }
      if (next <= through) return false;
      goLive();
      return true;
    },
    error: (code, detail) => outbox.frame({ type: "error", code, detail }),
  };
}

/** Which history the legacy socket tells again. */
export interface Resend {
  readonly mode: "all" | "since" | null;
  readonly since: string | null;
}

/** `/sockets/events`: bare events. What happens is told at once, also between two events of the history. */
export function legacyTelling(
  world: World,
  conversation: Conversation,
  outbox: Outbox,
  { mode, since }: Resend,
): Telling {
  let page: WireEvent[] = [];
  let next = mode === "all" || (mode === "since" && since !== null) ? 0 : Number.POSITIVE_INFINITY;
  const isWanted = (event: WireEvent): boolean => mode === "all" || String(event["timestamp"]) >= (since ?? "");
  return {
    event: (event) => outbox.frame(withoutNulls(event)),
    progress: () => undefined,
    begin: () => outbox.frame(snapshot(world, conversation)),
    step() {
      const length = lengthOf(world, conversation);
      if (page.length === 0 && next < length) {
        page = readable(conversation, next, Math.min(next + PAGE, length)).map(({ event }) => event);
        next += PAGE;
      }
      for (const event of page.splice(0, 1 + world.random.below(PAGE)))
        if (isWanted(event)) outbox.frame(withoutNulls(event));
      return page.length === 0 && next >= length;
    },
    error: (code, detail) =>
      outbox.frame(stamp(world, { source: "environment", code, detail, kind: "ServerErrorEvent" })),
  };
}
