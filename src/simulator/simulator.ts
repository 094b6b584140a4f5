/** One model of the server for tests, mocks and examples: no timers, no network, no clock and no dice of its own. */
import { createAgenda } from "./agenda.js";
import { NOT_FOUND, type SimulatedAnswer, type SimulatedRequest } from "./answers.js";
import { newAreas } from "./area-state.js";
import { appendBash } from "./bash.js";
import type { Fields } from "./fields.js";
import { append, type NewEvent, replaceLog, save } from "./log.js";
import { seededBy } from "./random.js";
import { rest, unauthorised } from "./rest.js";
import { remove } from "./rest-conversation.js";
import { restore } from "./restore.js";
import { type ConnectOptions, connect, type SimulatedSocket } from "./socket.js";
import { abortItem, delta, lock, newConversation, type Piece, publishSnapshot, setStatus, unlock } from "./state.js";
import type { Script } from "./turns.js";
import { LIMITS, type Limits } from "./wire.js";
import type { BashResult, Conversation, SimulatorVersion, WireEvent, World } from "./world.js";

/** What kind of server. */
export interface SimulatorOptions {
  readonly version: SimulatorVersion;
  /** The same seed gives the same ids, pages and delays. */
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The session keys that the server takes; none: it takes anybody. */
  readonly keys?: readonly string[];
  /** Of the session socket. */
  readonly limits?: Limits;
}

/** A server without wires: hand it requests and frames, and it says what comes back. */
export interface Simulator {
  /** What the server holds, to look at and to change. */
  readonly world: World;
  /** A conversation with a log, or an empty one; gives its id. */
  add(events?: readonly NewEvent[]): string;
  /** A conversation as REST told it, with its log; gives its id. */
  restore(info: Fields, events: readonly NewEvent[]): string;
  /** Events that the server makes in one go: each gets its place and its parent, and all are published. */
  append(conversationId: string, ...events: NewEvent[]): WireEvent[];
  /** The readable events of a log. */
  log(conversationId: string): WireEvent[];
  /**
   * What the agents of this server do from now on, after what is still to be done. Each run takes turns until one ends
   * it; when there are none left, a function that was given last is asked, and else the agent has its last words. Before
   * the first call nobody plays the agents.
   */
  script(turns: Script): void;
  /** What commands do from now on. Default: nothing, and well. */
  bashResult(result: (command: string) => BashResult): void;
  /** A command, or a part of its output. */
  bash(event: NewEvent): WireEvent;
  /** Text as the model writes it. */
  delta(conversationId: string, piece: Piece): void;
  abort(conversationId: string, itemId: string, attempt: number, reason: string): void;
  snapshot(conversationId: string): void;
  setStatus(conversationId: string, status: string): void;
  /** A tool runs from now on until `unlock`. */
  lock(conversationId: string): void;
  unlock(conversationId: string): void;
  /** The event at this place can no longer be read. */
  damage(conversationId: string, seq: number): void;
  /** Deletes a conversation, as REST does. */
  remove(conversationId: string): void;
  /** What becomes of the next socket that is let in. */
  closeNext(code: number, reason: string): void;
  /** Closes all sockets there are. */
  closeSockets(code: number, reason: string): void;
  /** What the server answers; `otherwise` where it has nothing behind a path. */
  rest(request: SimulatedRequest, otherwise?: () => SimulatedAnswer): SimulatedAnswer;
  /** The refusal of a request without a right key; undefined when it has one, or needs none. */
  unauthorised(request: SimulatedRequest): SimulatedAnswer | undefined;
  /** A socket of a path with its query. */
  connect(path: string, options?: ConnectOptions): SimulatedSocket;
  /** The server dies: its sockets break, and nothing answers until it is started again. */
  kill(): void;
  /** Stops in good order, if it still runs, and starts again. */
  restart(how: { readonly log: "same" | "shorter" | "another" }): void;
  /** When `tick` has something to do next; null: not until something happens. */
  nextDue(): number | null;
  tick(): void;
}

/** Makes a server that keeps all it knows in memory. */
export function createSimulator({ version, seed, now, keys = [], limits = LIMITS }: SimulatorOptions): Simulator {
  const world: World = {
    version,
    now,
    random: seededBy(seed),
    keys: new Set(keys),
    conversations: new Map(),
    areas: newAreas(),
    bash: newConversation({ now }, "bash"),
    bashResult: () => ({}),
    agenda: createAgenda(now),
    script: null,
    decide: undefined,
    startedAt: now(),
    sockets: new Set(),
    limits,
    isUp: true,
    isReady: true,
    busy: 0,
    closings: [],
  };
  const at = (id: string): Conversation => {
    const conversation = world.conversations.get(id);
    if (!conversation) throw new RangeError("expected the id of a conversation that is there");
    return conversation;
  };
  const kill = (): void => {
    world.isUp = false;
    for (const { run } of world.conversations.values()) run?.cancel();
    for (const socket of world.sockets) socket.end();
  };
  const closeSockets = (code: number, reason: string): void => {
    for (const socket of world.sockets) socket.end(code, reason);
  };
  return {
    world,
    add(events = []) {
      const conversation = newConversation(world, world.random.uuid());
      world.conversations.set(conversation.id, conversation);
      append(world, conversation, events);
      settle(conversation);
      return conversation.id;
    },
    restore: (info, events) => restore(world, info, events),
    append: (id, ...events) => append(world, at(id), events),
    log: (id) => at(id).log.flatMap(({ event, isUnreadable }) => (isUnreadable ? [] : [event])),
    script(turns) {
      const isAsked = typeof turns === "function";
      world.script = [...(world.script ?? []), ...(isAsked ? [] : turns)];
      if (isAsked) world.decide = turns;
    },
    bashResult(result) {
      world.bashResult = result;
    },
    bash: (event) => appendBash(world, event),
    delta: (id, piece) => delta(world, at(id), piece),
    abort: (id, itemId, attempt, reason) => abortItem(at(id), itemId, attempt, reason),
    snapshot: (id) => publishSnapshot(world, at(id)),
    setStatus: (id, status) => setStatus(world, at(id), status),
    lock: (id) => lock(at(id)),
    unlock: (id) => unlock(at(id)),
    damage(id, seq) {
      const entry = at(id).log[seq];
      if (entry) entry.isUnreadable = true;
    },
    remove: (id) => remove(world, id),
    closeNext: (code, reason) => void world.closings.push({ code, reason }),
    closeSockets,
    rest: (request, otherwise = () => NOT_FOUND) => rest(world, request) ?? otherwise(),
    unauthorised: (request) => unauthorised(world, request),
    connect: (path, options = {}) => connect(world, path, options),
    kill,
    restart({ log }) {
      if (world.isUp) closeSockets(1012, "");
      world.isUp = true;
      for (const conversation of world.conversations.values()) startAgain(world, conversation, log);
    },
    nextDue() {
      const dues = [world.agenda, ...world.sockets].flatMap((each) => each.due() ?? []);
      return dues.length === 0 ? null : Math.min(...dues);
    },
    tick() {
      world.agenda.wake();
      for (const socket of world.sockets) if ((socket.due() ?? Number.POSITIVE_INFINITY) <= now()) socket.wake();
    },
  };
}

/** What a conversation is after its server has started again: a run is over, and the log may not be what it was. */
function startAgain(world: World, conversation: Conversation, how: "same" | "shorter" | "another"): void {
  const { log } = conversation;
  conversation.run?.cancel();
  conversation.run = null;
  conversation.afterRun = null;
  conversation.waiting.length = 0;
  conversation.isLocked = false;
  conversation.items.clear();
  if (conversation.status === "running") conversation.status = "error";
  save(conversation);
  if (how === "shorter") replaceLog(conversation, log.slice(0, world.random.below(log.length)));
  if (how === "another") {
    replaceLog(conversation, []);
    append(world, conversation, [{ source: "agent", kind: "SystemPromptEvent" }]);
  }
  settle(conversation);
}

/** All that is there has been written long ago. */
function settle(conversation: Conversation): void {
  conversation.log = conversation.log.map((entry) => ({ ...entry, persistedAt: 0 }));
}
