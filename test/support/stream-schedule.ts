/** Seeded schedules: what happens to a server, its log and the network while a stream follows a conversation. */
import type { NewEvent } from "../../src/simulator/log.js";
import type { SimulatorVersion, WireEvent } from "../../src/simulator/world.js";
import { type Random, randomFrom } from "./random.js";
import type { FakeClock } from "./stream-clock.js";
import { agentMessage, CLOSINGS, COMMON, fateOf, history, stateUpdate, userMessage } from "./stream-deeds.js";
import { createNetwork, type Network } from "./stream-network.js";
import { CALM } from "./stream-socket.js";

/** How it must end: with the log, or with an error of this kind. */
type Ending = "log" | "gone" | "auth" | "inactive";

export interface Schedule {
  readonly seed: number;
  readonly network: Network;
  readonly random: Random;
  readonly conversationId: string;
  readonly protocol: "auto" | "session" | "events";
  /** Whether the legacy socket is read in the end. */
  readonly isLegacy: boolean;
  readonly ending: Ending;
  /** Where the stream begins: -1 most often. */
  readonly after: number | "live";
  /** What was done so far, to print. */
  readonly steps: string[];
  /** The logs that there have been, each as it was last. */
  readonly logs: WireEvent[][];
  /** Events that can no longer be read. */
  readonly damaged: ReadonlySet<string>;
  /** What the model was writing: all pieces so far, by item and attempt. */
  readonly written: Map<string, { text: string; reasoning: string }>;
  /** The key that the client says. */
  sessionApiKey(): string | Promise<string>;
  /** The last event of all; null until everything else has happened. */
  readonly last: string | null;
}

const KEY = "key-1-of-the-schedule";
const OTHER_KEY = "key-2-of-the-schedule";
export const KEYS = [KEY, OTHER_KEY];
/** After so long without trouble every stream is live. */
const LIVE_BY_MS = 600_000;
const LIMITS = { frameBytes: 3_000, pendingBytes: 12_000 };

export function createSchedule(seed: number, clock: FakeClock): Schedule {
  const random = randomFrom(seed);
  const version = random.pick<SimulatorVersion>(["1.44", "1.52", "1.52", "1.58"]);
  const protocols = [
    "auto",
    "auto",
    version === "1.44" ? "events" : random.pick(["session", "events"] as const),
  ] as const;
  const network = createNetwork(clock, random, { version, seed, keys: [KEY], limits: LIMITS });
  const { simulator } = network;
  const conversationId = simulator.add(history(random));
  const ending = random.pick<Ending>([...Array.from({ length: 27 }, () => "log" as const), "gone", "auth", "inactive"]);
  const length = simulator.log(conversationId).length;
  const after = random.pick([...Array.from({ length: 6 }, () => -1), "live" as const, random.below(length)]);
  const steps: string[] = [];
  const logs: WireEvent[][] = [];
  const damaged = new Set<string>();
  const written = new Map<string, { text: string; reasoning: string }>();
  let [known, keyFailures, last] = [KEY, 0, null as string | null];

  const rememberLog = (): void => void logs.push(simulator.log(conversationId));
  const is = (): boolean => simulator.world.isUp && simulator.world.conversations.has(conversationId);
  const append = (...events: NewEvent[]): WireEvent[] => (is() ? simulator.append(conversationId, ...events) : []);

  const deeds: Record<string, () => void> = {
    message: () => append(agentMessage(random)),
    burst: () => append(...Array.from({ length: 1 + random.below(12) }, () => agentMessage(random))),
    user: () => append(...userMessage(random)),
    hook: () => append({ kind: "HookExecutionEvent", source: "hook" }),
    unknown: () => append({ kind: "SomethingNewEvent", source: "agent", more: random.below(9) }),
    state: () => append(stateUpdate("stats", random.below(99))),
    huge: () => append({ ...agentMessage(random), thought: "é".repeat(LIMITS.frameBytes) }),
    snapshot: () => is() && simulator.snapshot(conversationId),
    stream: () => is() && write(),
    tool() {
      if (!is()) return;
      simulator.lock(conversationId);
      append({ kind: "ActionEvent", source: "agent", tool_call_id: `${random.below(1e6)}` });
      later(random.below(9_000), "tool ends", () => {
        if (!is()) return;
        append({ kind: "ObservationEvent", source: "environment" });
        simulator.unlock(conversationId);
      });
    },
    damage() {
      const entries = simulator.world.conversations.get(conversationId)?.log ?? [];
      const seq = random.below(entries.length);
      const id = entries[seq]?.event.id;
      if (id === undefined) return;
      damaged.add(id);
      simulator.damage(conversationId, seq);
    },
    close: () => is() && simulator.closeSockets(...random.pick(CLOSINGS)),
    closeNext: () => simulator.closeNext(...random.pick(CLOSINGS)),
    restart: () => restart("same"),
    shorter: () => restart("shorter"),
    another: () => restart("another"),
    kill() {
      simulator.kill();
      later(random.below(20_000), "comes up", () =>
        restart(random.pick(["same", "same", "same", "shorter", "another"])),
      );
    },
    break: () => network.breakAll(),
    offline() {
      network.isOnline = false;
      network.breakAll();
      later(random.below(15_000), "online", () => {
        network.isOnline = true;
      });
    },
    clog() {
      network.isClogged = true;
      later(random.below(3_000), "unclog", () => network.unclog());
    },
    slow: () => {
      const most = random.pick([2, 20, 300, 2_000]); // the server waits 10 s for the key
      network.delay = () => random.below(most);
    },
    fates: () => {
      network.fate = () => fateOf(random);
    },
    rest: () => {
      const failing = random.next();
      network.restFate = () =>
        random.chance(failing) ? random.pick(["fail", "unavailable", "odd", "hang"] as const) : "answer";
    },
    // The legacy socket's server leaves it out when it cannot be sent at once
    snapshots: () => {
      network.mutes = (text) => text.startsWith('{"id"') && text.includes('"full_state"');
    },
    // Once: a client asks for the key once more when one is refused, and not for ever
    key() {
      simulator.world.keys.clear();
      simulator.world.keys.add(OTHER_KEY);
      known = OTHER_KEY;
    },
    keyFails: () => {
      keyFailures += 1 + random.below(3);
    },
    wait: () => undefined,
  };

  function restart(how: "same" | "shorter" | "another"): void {
    if (!simulator.world.conversations.has(conversationId)) return;
    rememberLog();
    steps.push(`  log ${how}`);
    simulator.restart({ log: how });
  }

  function write(): void {
    const item_id = `item-${random.below(1e9)}`;
    const attempts = 1 + random.below(2);
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const all = { text: "", reasoning: "" };
      written.set(`${item_id}/${attempt}`, all);
      for (let piece = random.below(6); piece >= 0; piece--) {
        const kind = random.pick(["text", "text", "reasoning"] as const);
        const content = `${random.below(1000)} `;
        all[kind] += content;
        simulator.delta(conversationId, { item_id, attempt, kind, content });
      }
    }
    if (random.chance(0.3)) simulator.abort(conversationId, item_id, attempts, "cancelled");
    else append({ ...agentMessage(random), id: item_id });
  }

  function later(ms: number, name: string, deed: () => void): void {
    clock.after(ms, () => {
      steps.push(`${Math.round(clock.now() % 1e8)} ${name}`);
      deed();
      network.wound();
    });
  }

  const calm = (): void => {
    network.fate = () => CALM;
    network.restFate = () => "answer";
    network.mutes = () => false;
    network.delay = () => random.below(10);
    network.isOnline = true;
    network.unclog();
    simulator.world.closings.length = 0;
    keyFailures = 0;
    if (!simulator.world.isUp) restart("same");
    if (simulator.world.conversations.get(conversationId)?.isLocked) simulator.unlock(conversationId);
  };
  const appendLast = (): void => {
    // Of a log that is shorter by now, an index passes over the first events that it gets
    const passed = Array.from({ length: after === "live" ? 0 : after + 1 }, () => agentMessage(random));
    last = append(...passed, agentMessage(random)).at(-1)?.id ?? null;
  };
  const finish = (): void => {
    calm();
    if (ending === "gone") simulator.remove(conversationId);
    else if (ending === "auth") {
      simulator.world.keys.clear();
      simulator.world.keys.add("a key that nobody has");
      network.breakAll();
    } else if (ending === "inactive") {
      // More than once: whoever connects may be gone before it is told
      for (let count = 0; count < 5; count++) simulator.closeNext(1013, "credential_binding_activation_required");
      network.breakAll();
    } else if (after === "live") later(LIVE_BY_MS, "last", appendLast);
    else appendLast();
  };

  const weights = Object.keys(deeds).flatMap((name) => Array.from({ length: COMMON[name] ?? 1 }, () => name));
  let at = 0;
  for (let count = 3 + random.below(25); count > 0; count--) {
    const name = random.pick(weights);
    at += random.pick([0, 1, 5, 50, 400, 2_000]) * random.next();
    later(at, name, deeds[name] as () => void);
  }
  // Whatever was set to happen later has happened by then
  later(at + 21_000, "finish", finish);

  const protocol = random.pick(protocols);
  return {
    seed,
    network,
    random,
    conversationId,
    protocol,
    isLegacy: protocol === "events" || version === "1.44",
    ending,
    after,
    steps,
    logs,
    damaged,
    written,
    sessionApiKey() {
      if (keyFailures > 0) {
        keyFailures--;
        throw new Error("no key just now");
      }
      return known;
    },
    get last() {
      return last;
    },
  };
}
