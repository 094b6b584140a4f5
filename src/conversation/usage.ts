/** What a conversation has cost so far. */
import type { UsageStats } from "../events.js";
import type { ConversationStats } from "../generated/types.js";
import { field } from "../tags.js";

/**
 * Figures over all models of a conversation. Tokens are counted as the provider counts them.
 *
 * @example
 * const lineOf = ({ cost, promptTokens, cacheReadTokens }: UsageTotals) =>
 *   `${cost.toFixed(2)} USD, ${Math.round((100 * cacheReadTokens) / (promptTokens || 1))} % of the input from a cache`;
 * if (isStateUpdate(event, "stats") && event.value) render(lineOf(usageTotals(event.value)));
 */
export interface UsageTotals {
  /** In the currency of the server's price table: US dollars. 0 for models whose price it does not know. */
  readonly cost: number;
  /** What was sent, what came from a cache included. */
  readonly promptTokens: number;
  /** What was written, reasoning included. */
  readonly completionTokens: number;
  /** Those of the prompt that came from a cache. */
  readonly cacheReadTokens: number;
  /** Those that were put into a cache, to be read from it later. */
  readonly cacheWriteTokens: number;
  /** Those of the completion that are reasoning. */
  readonly reasoningTokens: number;
}

/**
 * Adds up the figures of a `stats` update, or of the `stats` of a whole state, over all usage ids (the agent, the condenser, …). Takes what is there: a
 * figure that the server left out counts as 0.
 *
 * @example
 * for (const event of events)
 *   if (isStateUpdate(event, "stats") && event.value) console.log(usageTotals(event.value).cost);
 * @see `MetricsSnapshot` of the server's document
 */
export function usageTotals(stats: UsageStats | ConversationStats): UsageTotals {
  const all = Object.values(stats.usage_to_metrics ?? {});
  const tokens = all.map((metrics) => field(metrics, "accumulated_token_usage"));
  return {
    cost: sum(all, "accumulated_cost"),
    promptTokens: sum(tokens, "prompt_tokens"),
    completionTokens: sum(tokens, "completion_tokens"),
    cacheReadTokens: sum(tokens, "cache_read_tokens"),
    cacheWriteTokens: sum(tokens, "cache_write_tokens"),
    reasoningTokens: sum(tokens, "reasoning_tokens"),
  };
}

const sum = (values: readonly unknown[], name: string): number =>
  values.reduce<number>((total, value) => {
    const figure = field(value, name);
    return typeof figure === "number" ? total + figure : total;
  }, 0);
