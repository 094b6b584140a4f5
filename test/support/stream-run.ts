/** Follows one schedule to its end and says everything that is wrong with what came. */

import { createAgentClient } from "../../src/client.js";
import { isAgentServerError } from "../../src/errors.js";
import type { WireEvent } from "../../src/simulator/world.js";
import { streamEvents } from "../../src/stream.js";
import type { Cursor, StreamUpdate } from "../../src/updates.js";
import { randomFrom } from "./random.js";
import type { FakeClock } from "./stream-clock.js";
import { createItemCheck } from "./stream-item-faults.js";
import { counted } from "./stream-listeners.js";
import { createSchedule, KEYS, type Schedule } from "./stream-schedule.js";

/** What came of a schedule. */
export interface Outcome {
  /** Empty: all is well. */
  readonly faults: readonly string[];
  /** What was done, for whoever looks into it. */
  readonly steps: readonly string[];
  readonly updates: Readonly<Record<string, number>>;
}

const LIMIT_MS = 60 * 60_000;
/** How long to listen on for what should not come. */
const LINGER_MS = 3_000;

interface Followed {
  /** What came since the last reset, and before each. */
  readonly parts: WireEvent[][];
  readonly updates: Map<string, number>;
  readonly faults: string[];
  error: unknown;
  isOver: boolean;
  cursor: Cursor | undefined;
  /** How long the log was when the stream became live that began there. */
  liveAt: number | undefined;
}

export async function runSchedule(seed: number, clock: FakeClock): Promise<Outcome> {
  const dice = randomFrom(~seed);
  clock.clear(() => dice.next());
  const schedule = createSchedule(seed, clock);
  const { network } = schedule;
  const followed: Followed = {
    parts: [[]],
    updates: new Map(),
    faults: [],
    error: undefined,
    isOver: false,
    cursor: undefined,
    liveAt: undefined,
  };
  const { faults } = followed;
  const unhandled = (error: unknown): void => void faults.push(`unhandled rejection: ${kindOf(error).text}`);
  process.on("unhandledRejection", unhandled);
  const controller = new AbortController();
  const listening = counted(controller.signal);
  const following = follow(schedule, controller, followed, clock).catch((error: unknown) => {
    followed.error = error;
    followed.isOver = true;
  });
  const end = await clock.runUntil(() => followed.isOver, LIMIT_MS);
  if (end !== "done") faults.push(`it hangs (${end}); the last update came ${clock.now()}`);
  controller.abort(STOPPED);
  await clock.runUntil(() => followed.isOver, LIMIT_MS);
  await following;
  await clock.runUntil(() => network.lines.size === 0, 60_000);
  for (let turn = 0; turn < 3; turn++) await clock.settle();

  checkEnd(schedule, followed, end);
  if (clock.theirTimers > 0) faults.push(`${clock.theirTimers} timers are left`);
  if (network.lines.size > 0) faults.push(`${network.lines.size} sockets are left`);
  if (network.openRequests > 0) faults.push(`${network.openRequests} requests are left`);
  if (listening.count > 0) faults.push(`${listening.count} listeners are left`);
  const said = network.urls.join();
  if (KEYS.some((key) => said.includes(key) || said.includes(encodeURIComponent(key))))
    faults.push("a key is in a URL");
  process.off("unhandledRejection", unhandled);
  clock.clear();
  return {
    faults,
    steps: schedule.steps,
    updates: Object.fromEntries(followed.updates),
  };
}

const STOPPED = new Error("the test stops it");

async function follow(
  schedule: Schedule,
  controller: AbortController,
  followed: Followed,
  clock: FakeClock,
): Promise<void> {
  const { network, conversationId, protocol, random } = schedule;
  const client = createAgentClient({
    baseUrl: "http://server.test",
    sessionApiKey: () => schedule.sessionApiKey(),
    fetch: (request) => network.fetch(request),
  });
  const pauses = random.pick([0, 0, 0, 5, 500]);
  const breaksOff = random.chance(0.15);
  for (;;) {
    const check = createItemCheck(schedule.written);
    followed.liveAt = followed.cursor ? followed.liveAt : undefined;
    const stream = streamEvents(client, conversationId, {
      after: followed.cursor ?? (followed.parts.length > 1 ? -1 : schedule.after),
      protocol,
      WebSocket: network.WebSocket,
      signal: controller.signal,
    });
    let isWanted = true;
    for await (const update of stream) {
      record(update, schedule, followed);
      followed.faults.push(...check(update));
      if (pauses > 0) await new Promise<void>((resolve) => void clock.after(random.below(pauses), resolve));
      if (update.type === "event" && update.event.id === schedule.last) {
        // What comes now would be too much, unless it is another log
        clock.after(LINGER_MS, () => isComplete(schedule, followed) && stream.close());
      }
      if (update.type === "event" && breaksOff && random.chance(0.1)) {
        isWanted = false;
        break;
      }
    }
    if (isWanted || isComplete(schedule, followed)) break;
  }
  followed.isOver = true;
}

const isComplete = ({ last }: Schedule, { parts }: Followed): boolean =>
  last !== null && parts.at(-1)?.at(-1)?.id === last;

function record(update: StreamUpdate, { steps, network, conversationId }: Schedule, followed: Followed): void {
  const { updates, parts, faults } = followed;
  if (update.type !== "item") steps.push(`    < ${said(update)}`);
  updates.set(update.type, (updates.get(update.type) ?? 0) + 1);
  if (update.type === "event") {
    const part = parts.at(-1) as WireEvent[];
    part.push(update.event as unknown as WireEvent); // the wire object itself
    followed.cursor = update.cursor;
    if (update.cursor.id !== update.event.id) faults.push("a cursor names another event");
  }
  if (update.type === "reset") {
    parts.push([]);
    followed.cursor = undefined;
  }
  if (update.type === "live")
    followed.liveAt ??= network.simulator.world.conversations.get(conversationId)?.log.length ?? 0;
}

function said(update: StreamUpdate): string {
  if (update.type === "event") return `event ${update.seq} ${update.event.id.slice(0, 13)} ${update.event.kind}`;
  if (update.type === "connection") return `${update.status} ${update.attempt} ${update.error?.message ?? ""}`;
  return update.type === "gap" ? `gap ${update.seq}` : update.type;
}

/** Where in a log the first event of a part is; 0 for what is not there. */
const placeOf = (part: readonly WireEvent[], log: readonly WireEvent[]): number =>
  Math.max(
    log.findIndex(({ id }) => id === part[0]?.id),
    0,
  );

/** The last place at which the first part may begin. */
function startOf({ after, logs }: Schedule, { liveAt }: Followed): number {
  // With no event in its hands a stream that has become live cannot tell one log from another
  if (after === "live") return logs.length > 0 ? Number.POSITIVE_INFINITY : (liveAt ?? Number.POSITIVE_INFINITY);
  return after + 1;
}

function checkEnd(schedule: Schedule, followed: Followed, end: string): void {
  const { parts, faults, error } = followed;
  const { ending, network, conversationId, logs, after } = schedule;
  if (end !== "done") return;
  // An event that became unreadable may have come before, or not
  const undamaged = (events: readonly WireEvent[]): WireEvent[] => events.filter(({ id }) => !schedule.damaged.has(id));
  if (ending === "log") {
    if (error !== undefined) faults.push(`it failed: ${kindOf(error).text}`);
    const log = network.simulator.log(conversationId);
    const start = parts.length > 1 || after === -1 ? 0 : placeOf(undamaged(parts[0] ?? []), log);
    if (start > startOf(schedule, followed)) faults.push(`it began at ${start}, too late for ${after}`);
    faults.push(...difference(undamaged(parts.at(-1) ?? []), log.slice(start), "the log", true));
    // An event that the client stands on and can no longer find looks like another log
    const earlier = schedule.damaged.size > 0 ? [...logs, network.simulator.log(conversationId)] : logs;
    for (const [index, part] of parts.slice(0, -1).entries()) {
      // Live events of a server that is gone can still be on their way when REST answers for the one after it: without
      // an index nothing tells that they are late, until the reset
      const isLate =
        schedule.isLegacy && part.every(({ id }) => earlier.some((log) => log.some((each) => each.id === id)));
      if (isLate && new Set(part.map(({ id }) => id)).size === part.length) continue;
      const found = earlier.map((one) => {
        const from = index > 0 || after === -1 ? 0 : placeOf(undamaged(part), one);
        return difference(undamaged(part), undamaged(one.slice(from)), "an earlier log", false);
      });
      if (found.every((wrong) => wrong.length > 0)) faults.push("a reset without a reason", ...found.flat());
    }
    return;
  }
  if (ending === "inactive") {
    const { reason: said } = error as { readonly reason?: unknown };
    if (said !== "credential_binding_activation_required") faults.push(`it ended with ${kindOf(error).text}`);
    return;
  }
  const expected = ending === "gone" ? ["not_found", "conversation_not_found"] : ["session_key"];
  const { reason, text } = kindOf(error);
  if (!expected.includes(reason)) faults.push(`it ended with ${reason}, not ${expected.join(" or ")}: ${text}`);
}

const kindOf = (error: unknown): { readonly reason: string; readonly text: string } => ({
  reason: isAgentServerError(error) ? error.classification.reason : "no error of ours",
  text: error instanceof Error ? `${error.name}: ${error.message}` : "nothing was thrown",
});

/** What is wrong with what came, beside a log. */
function difference(came: readonly WireEvent[], log: readonly WireEvent[], name: string, isWhole: boolean): string[] {
  const given = came.map(({ id }) => id);
  const wanted = log.map(({ id }) => id);
  const doubled = given.filter((id, index) => given.indexOf(id) !== index);
  if (doubled.length > 0) return [`doubled: ${doubled.slice(0, 3).join()}`];
  const place = given.findIndex((id, index) => id !== wanted[index]);
  if (place >= 0) return [`at ${place} of ${wanted.length} of ${name}: ${given[place]} came, not ${wanted[place]}`];
  return isWhole && given.length < wanted.length
    ? [`${wanted.length - given.length} at the end of ${name} are lost`]
    : [];
}
