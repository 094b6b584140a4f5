/** Updates of the conversation's state, in words. Pure. */
import type { ConversationStateUpdateEvent } from "agent-server-client";
import { isStateUpdate } from "agent-server-client";
import { MetricsSnapshotSchema } from "agent-server-client/schemas";
import { aside, type Block } from "./paragraph.js";

/** Updates that follow each other become one line, in which figures that only ever grow stand once. */
export function describeUpdate(
  update: ConversationStateUpdateEvent,
  before: string | undefined,
): Pick<Block, "paragraphs" | "joins"> {
  const figures = isStateUpdate(update, "stats") ? figuresOf(update.value?.usage_to_metrics) : undefined;
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

/** The document has a bare object there, so that what is in it is checked here, with one of the zod schemas. */
function figuresOf(usage: object | undefined): string | undefined {
  const all = Object.values(usage ?? {}).flatMap((value) => MetricsSnapshotSchema.safeParse(value).data ?? []);
  if (all.length === 0) return undefined;
  const sum = (numberOf: (metrics: (typeof all)[number]) => number | undefined): number =>
    all.reduce((total, metrics) => total + (numberOf(metrics) ?? 0), 0);
  const read = sum((metrics) => metrics.accumulated_token_usage?.prompt_tokens);
  const written = sum((metrics) => metrics.accumulated_token_usage?.completion_tokens);
  const cost = sum((metrics) => metrics.accumulated_cost);
  return `${read.toLocaleString("en")} tokens in, ${written.toLocaleString("en")} out, $${cost === 0 ? 0 : cost.toFixed(4)}`;
}
