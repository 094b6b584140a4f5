/** The bash events of a server: commands and their outputs, of no conversation. What is null in them is told. */
import type { Fields } from "./fields.js";
import { type NewEvent, stamp } from "./log.js";
import type { Telling } from "./replay.js";
import { newConversation } from "./state.js";
import type { Outbox } from "./wire.js";
import { type Conversation, utcAt, type WireEvent, type World } from "./world.js";

/** What one output holds at most. */
const MAX_LENGTH = 2 ** 20;
const STOPPED = -15;
const TIMED_OUT = -1;

/** Keeps an event and tells everybody. */
export function appendBash(world: World, given: NewEvent, store: Conversation = world.bash): WireEvent {
  const event = stamp(world, { ...newNames(world), ...given });
  store.log.push({ event, persistedAt: 0, isUnreadable: false });
  for (const subscriber of store.subscribers) subscriber.event(event, null);
  return event;
}

const newNames = ({ random, now }: World) => ({ id: random.uuid().replaceAll("-", ""), timestamp: utcAt(now()) });

/** The commands of a conversation's runtime. */
export function runtimeBash(world: World, conversation: Conversation): Conversation {
  conversation.bash ??= newConversation(world, conversation.id);
  return conversation.bash;
}

/** The command of which an event is the output. */
export const commandOf = ({ command_id }: WireEvent): string | undefined =>
  typeof command_id === "string" ? command_id : undefined;

/** All of it is forgotten; gives how much there was. */
export function clearBash(store: Conversation): number {
  return store.log.splice(0).length;
}

/** A command that has begun. */
interface Started {
  readonly event: WireEvent;
  /** Its last output so far. */
  readonly output: () => WireEvent | undefined;
}

/**
 * Begins a command. What it does is scripted; it is done when its time is over, or at once when somebody waits for it.
 */
export function startCommand(world: World, store: Conversation, request: Fields, isWaitedFor: boolean): Started {
  const { command, cwd = null, timeout = 300 } = request;
  const event = appendBash(world, { command, cwd, timeout, kind: "BashCommand" }, store);
  const { stdout = "", stderr = "", exitCode = 0, durationMs = 0 } = world.bashResult(String(command));
  const limitMs = Number(timeout) * 1_000;
  let last: WireEvent | undefined;
  const end = (exit_code: number, isWhole: boolean): void => {
    store.running.delete(event.id);
    const outputs = isWhole ? chunks(stdout, stderr) : [{ stdout: null, stderr: null }];
    for (const [order, output] of outputs.entries()) {
      const isLast = order === outputs.length - 1;
      const more = { command_id: event.id, order, exit_code: isLast ? exit_code : null, kind: "BashOutput" };
      last = appendBash(world, { ...more, ...output }, store);
    }
  };
  const finish = (): void => (durationMs >= limitMs ? end(TIMED_OUT, false) : end(exitCode, true));
  if (isWaitedFor || durationMs === 0) finish();
  else {
    const cancel = world.agenda.after(Math.min(durationMs, limitMs), finish);
    store.running.set(event.id, () => {
      cancel();
      end(STOPPED, false);
    });
  }
  return { event, output: () => last };
}

interface Chunk {
  readonly stdout: string | null;
  readonly stderr: string | null;
}

/** Long outputs come in several events; what is left of both is in the last. */
function chunks(stdout: string, stderr: string): Chunk[] {
  const [out, err] = [pieces(stdout), pieces(stderr)];
  const last = { stdout: out.pop() ?? null, stderr: err.pop() ?? null };
  return [
    ...out.map((text) => ({ stdout: text, stderr: null })),
    ...err.map((text) => ({ stdout: null, stderr: text })),
    last,
  ];
}

const pieces = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / MAX_LENGTH) }, (_, index) =>
    text.slice(index * MAX_LENGTH, (index + 1) * MAX_LENGTH),
  );

/** Ends a command that runs; false for one that has never been there. */
export function stopCommand(store: Conversation, id: string): boolean {
  const stop = store.running.get(id);
  stop?.();
  return stop !== undefined || store.log.some(({ event }) => event.id === id);
}

/** `/sockets/bash-events`: bare events. Nothing says that it has begun. */
export function bashTelling(world: World, outbox: Outbox, isResent: boolean): Telling {
  return {
    event: (event) => outbox.frame(event),
    progress: () => undefined,
    begin: () => undefined,
    step() {
      if (isResent) for (const { event } of world.bash.log) outbox.frame(event);
      return true;
    },
    error(code, detail) {
      outbox.frame({ ...newNames(world), code, detail, kind: "BashError" });
    },
  };
}
