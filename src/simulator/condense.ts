/** A conversation is made shorter: what is in its middle gives way to a summary. */
import { conversationView } from "../conversation/view.js";
import { hex } from "./agent-events.js";
import { branchOf } from "./branch.js";
import { fieldsOf } from "./fields.js";
import { configOrDefault } from "./info.js";
import { append } from "./log.js";
import { addUsage, tellStats, usageIdOf } from "./run.js";
import type { Conversation, World } from "./world.js";

/** Whether there is something that condenses. */
export const canCondense = (conversation: Conversation): boolean =>
  fieldsOf(configOrDefault(conversation).agent["condenser"])["kind"] === "LLMSummarizingCondenser";

/** Asks for a condensation, and makes it: half of the events stay, the first among them. */
export function condense(world: World, conversation: Conversation): void {
  const { keep_first } = fieldsOf(configOrDefault(conversation).agent["condenser"]);
  const start = Number(keep_first ?? 2);
  append(world, conversation, [{ source: "environment", kind: "CondensationRequest" }]);
  const { events } = conversationView(branchOf(conversation));
  const kept = Math.max(Math.floor(events.length / 2) - start - 1, 0);
  const forgotten = events.slice(start, events.length - kept);
  if (forgotten.length === 0) return;
  const responseId = `chatcmpl-${hex(world, 16)}`;
  const condensation = {
    source: "environment",
    forgotten_event_ids: forgotten.map(({ id }) => id),
    summary: "Summary of what happened so far.",
    summary_offset: start,
    llm_response_id: responseId,
    kind: "Condensation",
  };
  append(world, conversation, [condensation]);
  addUsage(conversation, usageIdOf(conversation, "condenser"), { responseId });
  tellStats(world, conversation);
}
