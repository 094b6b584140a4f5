/** What the models of a conversation took. */
import { type Fields, fieldsOf, isFields, listOf } from "./fields.js";
import type { Conversation, Usage } from "./world.js";

/** All of it; in the snapshots of `stats` without its lists. */
export function statsOf(
  { models, usages }: Pick<Conversation["saved"], "models" | "usages">,
  form: "whole" | "snapshot",
): Fields {
  const metrics = [...models].flatMap(([id, model]): [string, Fields][] => {
    if (!model.isCounted) return [];
    const used = metricsOf(
      model.name,
      usages.filter(({ usageId }) => usageId === id),
    );
    const { costs, response_latencies, token_usages, ...short } = model.before ? sum(model.before, used) : used;
    return [[id, form === "snapshot" ? short : { ...short, costs, response_latencies, token_usages }]];
  });
  return { usage_to_metrics: Object.fromEntries(metrics) };
}

/** What was taken before, and what since: numbers add up, lists go on. */
const sum = (before: Fields, more: Fields): Fields => ({
  ...before,
  ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, sumOf(before[name], value, name)])),
});

function sumOf(before: unknown, more: unknown, name: string): unknown {
  if (isFields(more)) return sum(fieldsOf(before), more);
  if (Array.isArray(more)) return [...listOf(before), ...(more as unknown[])];
  if (name === "per_turn_token") return more === 0 ? before : more;
  return typeof more === "number" ? Number(before ?? 0) + more : (before ?? more);
}

function metricsOf(model: string, usages: readonly Usage[]): Fields {
  const tokens = (used: readonly Usage[], response_id: string): Fields => ({
    model,
    prompt_tokens: used.reduce((sum, usage) => sum + usage.promptTokens, 0),
    completion_tokens: used.reduce((sum, usage) => sum + usage.completionTokens, 0),
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    context_window: 0,
    per_turn_token: (used.at(-1)?.promptTokens ?? 0) + (used.at(-1)?.completionTokens ?? 0),
    response_id,
  });
  return {
    model_name: model,
    accumulated_cost: 0,
    max_budget_per_task: null,
    accumulated_token_usage: tokens(usages, ""),
    costs: [],
    response_latencies: usages.map(({ responseId, latency }) => ({ model, latency, response_id: responseId })),
    token_usages: usages.map((usage) => tokens([usage], usage.responseId)),
  };
}
