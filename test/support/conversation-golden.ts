/** The golden cases of the tree, the view, messages and observations, freshly parsed on every call. */
import { readFileSync } from "node:fs";
import type { AgentEvent, Observation, Schema } from "agent-server-client";

type Message = Schema<"Message">;

export interface MessageCase {
  readonly name: string;
  readonly events: AgentEvent[];
  readonly view_event_ids: string[];
  readonly view_inserted_summaries: { readonly id: string; readonly summary: string; readonly source: string }[];
  readonly unhandled_condensation_request: boolean;
  readonly manipulation_indices: number[];
  readonly llm_messages: Message[];
  readonly incremental_view_event_ids: string[];
  readonly unfiltered_llm_messages: Message[];
}

export interface TreeCase {
  readonly name: string;
  readonly events: AgentEvent[];
  readonly effective_parents: Record<string, string | null>;
  readonly leaf_event_id: string | null;
  readonly head_is_empty: boolean;
  readonly resolved_leaf?: string | null;
  readonly active_branch_ids?: string[];
  readonly view_event_ids?: string[];
  readonly branches: Record<string, string[]>;
  readonly steps: {
    readonly emit?: string;
    readonly navigate?: string | null;
    readonly active_branch_ids?: string[];
  }[];
}

export interface ObservationCase {
  readonly name: string;
  readonly observation: Observation;
  readonly to_llm_content: unknown[];
}

const cases = (file: string): unknown => {
  const url = new URL(`../fixtures/golden/${file}.json`, import.meta.url);
  return (JSON.parse(readFileSync(url, "utf8")) as { cases: unknown }).cases;
};

export const messageCases = (): MessageCase[] => cases("events-to-messages") as MessageCase[];
export const treeCases = (): TreeCase[] => cases("tree") as TreeCase[];
export const observationCases = (): ObservationCase[] => cases("observation-content") as ObservationCase[];

/** The same value with what is null left out, at every level: null and absent are the same. */
export const withoutNulls = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).filter(([, field]) => field !== null))
        : part,
    ),
  );

export const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);
