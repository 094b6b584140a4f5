/** The bash events of a server: commands and their outputs, of no conversation. What is null in them is told. */
import { type NewEvent, stamp } from "./log.js";
import type { Telling } from "./replay.js";
import type { Outbox } from "./wire.js";
import type { Conversation, WireEvent, World } from "./world.js";

/** Keeps an event and tells everybody. */
export function appendBash(world: World, given: NewEvent): WireEvent {
  const event = stamp(world, { id: world.random.uuid().replaceAll("-", ""), ...given });
  world.bash.log.push({ event, persistedAt: 0, isUnreadable: false });
  for (const subscriber of world.bash.subscribers) subscriber.event(event, null);
  return event;
}

/** `/sockets/bash-events`: bare events. Nothing says that it has begun. */
export function bashTelling({ log }: Conversation, outbox: Outbox, isResent: boolean): Telling {
  return {
    event: (event) => outbox.frame(event),
    progress: () => undefined,
    begin: () => undefined,
    step() {
      if (isResent) for (const { event } of log) outbox.frame(event);
      return true;
    },
    error: (code, detail) => outbox.frame({ kind: "BashError", code, detail }),
  };
}
