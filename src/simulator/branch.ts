/** The active branch of a conversation, and the actions on it that nobody has answered. */
import { activeBranch } from "../conversation/tree.js";
import type { Event as AgentEvent } from "../generated/types.js";
import type { Conversation, WireEvent } from "./world.js";

/** The readable events of a log, as clients know them. */
export const eventsOf = ({ log }: Conversation): AgentEvent[] =>
  log.flatMap(({ event, isUnreadable }) => (isUnreadable ? [] : [event as WireEvent & AgentEvent]));

/** From the root to where the conversation stands. */
export function branchOf(conversation: Conversation): AgentEvent[] {
  const { head, headIsEmpty } = conversation;
  const events = eventsOf(conversation);
  if (head !== null && !events.some(({ id }) => id === head)) return events;
  return head === null && !headIsEmpty ? activeBranch(events) : activeBranch(events, head);
}

/** The actions that nobody has answered: an observation-like event names its action, or its call. */
export function pendingActions(conversation: Conversation): WireEvent[] {
  const branch = branchOf(conversation) as unknown as WireEvent[]; // they are the wire's own
  const answered = new Set(
    branch.flatMap((event) => [event["action_id"], event.kind === "AgentErrorEvent" ? event["tool_call_id"] : null]),
  );
  return branch
    .filter((event) => event.kind === "ActionEvent" && (event["action"] ?? null) !== null)
    .filter((event) => !answered.has(event.id) && !answered.has(event["tool_call_id"]));
}
