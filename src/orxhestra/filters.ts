/** Which events count: for the model, after compaction, on a branch, from earlier turns. */
import type { OrxEvent, OrxEventCompaction } from "../generated/orxhestra/types.js";
import { data, hasToolCalls, isFinalResponse, isMarked, isTruthy, text } from "./accessors.js";
import { makeEvent, type OrxMaking } from "./events.js";

/**
 * Does orxhestra show this event to the model? Partial events, starts and ends of agents, errors, whatever has a
 * scratchpad (a ReAct agent's final answer, too) and empty agent messages are left out.
 *
 * @example
 * const seen = orxEvents.filter(orx.shouldIncludeEvent);
 * @see docs/orxhestra.md, "Filters"
 */
export function shouldIncludeEvent(event: OrxEvent): boolean {
  if (event.partial || event.type === "agent_start" || event.type === "agent_end") return false;
  if (isMarked(event, "error") || isMarked(event, "scratchpad")) return false;
  return event.type !== "agent_message" || text(event) !== "" || isTruthy(data(event)) || hasToolCalls(event);
}

/**
 * The events with summaries in place of what was summed up. An event that carries a summary becomes a user message with
 * it, where it stands (after the recent events, as orxhestra appends it); any other event whose time lies in a summed-up
 * range, bounds included, is dropped, whatever its branch or session. Without a summary it is the same list.
 *
 * @example
 * const shorter = orx.applyCompaction(orxEvents, { now: () => Date.now() / 1000, newId: orx.newOrxEventId });
 * @see docs/orxhestra.md, "Filters"
 */
export function applyCompaction(events: readonly OrxEvent[], making: OrxMaking = {}): readonly OrxEvent[] {
  const ranges = events.flatMap((event) => compactionOf(event) ?? []);
  if (ranges.length === 0) return events;
  const isCovered = ({ timestamp }: OrxEvent): boolean =>
    ranges.some(({ start_timestamp: start, end_timestamp: end }) => start <= timestamp && timestamp <= end);
  return events.flatMap((event) => {
    const compaction = compactionOf(event);
    if (compaction) return summaryOf(event, compaction, making);
    return isCovered(event) ? [] : event;
  });
}

const compactionOf = (event: OrxEvent): OrxEventCompaction | undefined => event.actions?.compaction ?? undefined;

const summaryOf = (carrier: OrxEvent, { event_count, summary }: OrxEventCompaction, making: OrxMaking): OrxEvent =>
  makeEvent(making, {
    type: "user_message",
    content: {
      role: null,
      parts: [
        {
          type: "text",
          text: `[Compacted summary of ${event_count ?? 0} previous events]\n\n${summary}`,
          metadata: {},
        },
      ],
    },
    session_id: carrier.session_id,
    agent_name: carrier.agent_name,
    branch: carrier.branch,
    invocation_id: carrier.invocation_id,
  });

/**
 * The events of one branch. Branches are compared as a whole: `root` does not hold `root.child`, and the branch of a
 * root agent is "".
 *
 * @example
 * const own = orx.eventsOnBranch(orxEvents, "root.billing");
 * @see docs/orxhestra.md, "Filters"
 */
export const eventsOnBranch = (events: readonly OrxEvent[], branch: string): OrxEvent[] =>
  events.filter((event) => (event.branch ?? "") === branch);

/**
 * Answers with text from other turns than this one, whatever their branch: what an agent is told of earlier turns.
 *
 * @example
 * const earlier = orx.previousFinalResponses(orxEvents, "invocation-2").map(orx.text);
 * @see docs/orxhestra.md, "Filters"
 */
export const previousFinalResponses = (events: readonly OrxEvent[], invocationId: string): OrxEvent[] =>
  events.filter(
    (event) => (event.invocation_id ?? "") !== invocationId && isFinalResponse(event) && text(event) !== "",
  );
