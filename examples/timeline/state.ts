/** Updates of the conversation's state, in words. Pure. */
import type { ConversationStateUpdateEvent } from "agent-server-client";
import { isStateUpdate } from "agent-server-client";
import { type UsageTotals, usageTotals } from "agent-server-client/conversation";
import { aside, type Block } from "./paragraph.js";

/** Updates that follow each other become one line, in which figures that only ever grow stand once. */
export function describeUpdate(
  update: ConversationStateUpdateEvent,
  before: string | undefined,
): Pick<Block, "paragraphs" | "joins"> {
  const figures =
    isStateUpdate(update, "stats") && update.value?.usage_to_metrics ? figuresOf(usageTotals(update.value)) : undefined;
  return {
    paragraphs: [{ ...aside("state:", figures ?? changeOf(update, before)), lines: 4 }],
    joins: { sort: "state", separator: " · ", ...(figures === undefined ? {} : { topic: "figures" }) },
  };
}

function changeOf(update: ConversationStateUpdateEvent, before: string | undefined): string {
  if (isStateUpdate(update, "execution_status")) {
    const now = update.value ?? "idle";
    return before === undefined || before === now ? `status ${now}` : `status ${before} → ${now}`;
  }
  if (isStateUpdate(update, "full_state")) return `full_state (${update.value?.execution_status ?? "idle"})`;
  return update.key;
}

/** What all models together have read, written and cost. */
export function figuresOf({ promptTokens, completionTokens, cost }: UsageTotals): string {
  const [read, written] = [promptTokens, completionTokens].map((tokens) => tokens.toLocaleString("en"));
  return `${read} tokens in, ${written} out, $${cost === 0 ? 0 : cost.toFixed(4)}`;
}
