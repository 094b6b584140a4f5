/** What schedules are made of: events to append, and what happens to a connection. */
import type { NewEvent } from "../../src/simulator/log.js";
import type { Random } from "./random.js";
import type { Fate } from "./stream-socket.js";

/** What happens to the next connection. */
export function fateOf(random: Random): Fate {
  return {
    opens: random.pick(["yes", "yes", "yes", "yes", "refuse", "hang"]),
    cutAfter: random.chance(0.5) ? random.below(12) : Number.POSITIVE_INFINITY,
    silentAfter: random.chance(0.05) ? random.below(12) : Number.POSITIVE_INFINITY,
    duplicates: random.pick([0, 0, 0.3]),
    swaps: random.pick([0, 0, 0.3]),
  };
}

/** What a log holds at the beginning. */
export function history(random: Random): NewEvent[] {
  const length = random.chance(0.03) ? 90 + random.below(300) : random.below(8);
  return [{ kind: "SystemPromptEvent", source: "agent" }, ...Array.from({ length }, () => agentMessage(random))];
}

/** One of the kinds of event that a schedule appends. */
export const agentMessage = (random: Random): NewEvent => ({
  kind: "MessageEvent",
  source: "agent",
  llm_message: { role: "assistant", content: [{ type: "text", text: `${random.below(1e6)}` }] },
});

/** One of the kinds of event that a schedule appends. */
export const stateUpdate = (key: string, value: unknown): NewEvent => ({
  kind: "ConversationStateUpdateEvent",
  source: "environment",
  key,
  value,
});

/** A message, and the state update that overtakes it on 1.52. */
export function userMessage(random: Random): NewEvent[] {
  const id = `user-${random.below(1e9)}`;
  const message = { id, kind: "MessageEvent", source: "user", llm_message: { role: "user", content: [] } };
  return [message, stateUpdate("last_user_message_id", id)];
}

/** The close reasons that a client gets over, and those of the network in between. */
export const CLOSINGS: readonly (readonly [number, string])[] = [
  [1013, "Too many connections for this conversation"],
  [1013, "slow_consumer"],
  [1013, "subscribe_failed"],
  [1011, "subscribe_failed"],
  [1011, "keepalive ping timeout"],
  [1012, ""],
  [1006, ""],
  [1000, "Connection closed"],
  [1001, ""],
];

/** How often, beside once. */
export const COMMON: Readonly<Record<string, number>> = {
  message: 8,
  burst: 5,
  user: 6,
  state: 3,
  stream: 4,
  break: 4,
  fates: 3,
  wait: 4,
};
