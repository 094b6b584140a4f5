/** Random branches for the view: few ids for many events, so that all that can be torn is torn. */
import type { AgentEvent } from "agent-server-client";
import { type Random, randomFrom } from "./random.js";

const text = (value: string) => ({ cache_prompt: false, type: "text" as const, text: value });
const source = "agent" as const;

function bodyOf(random: Random, ids: readonly string[]): object {
  const [call, response] = [`call-${random.below(12)}`, `response-${random.below(10)}`];
  const answer = { tool_name: "think", tool_call_id: call, action_id: "a" };
  const kinds = [
    () => ({
      kind: "ActionEvent",
      thought: [],
      thinking_blocks: random.chance(0.3) ? [{ type: "thinking", thinking: "t" }] : [],
      tool_name: "think",
      tool_call_id: call,
      tool_call: { id: call, name: "think", arguments: "{}", origin: "completion" },
      llm_response_id: response,
      security_risk: "UNKNOWN",
    }),
    () => ({ kind: "ObservationEvent", ...answer, observation: { kind: "ThinkObservation", content: [text("o")] } }),
    () => ({ kind: "AgentErrorEvent", ...answer, error: "e" }),
    () => ({ kind: "MessageEvent", llm_message: { role: random.pick(["user", "assistant"]), content: [text("m")] } }),
    () => ({ kind: "PauseEvent" }),
    () => ({ kind: "CondensationRequest" }),
    () => ({ kind: "NewerEvent" }),
    () => ({
      kind: "Condensation",
      llm_response_id: "c",
      forgotten_event_ids: ids.filter(() => random.chance(0.15)),
      ...(random.chance(0.7) ? { summary: "s", summary_offset: random.below(12) } : {}),
    }),
  ];
  const weights = [0, 0, 0, 0, 1, 1, 1, 1, 2, 3, 3, 4, 5, 6, 7];
  return kinds[random.pick(weights)]?.() ?? {};
}

/** A branch of up to `most` events, the same for the same seed. */
export function randomBranch(seed: number, most: number): AgentEvent[] {
  const random = randomFrom(seed);
  const events: AgentEvent[] = [];
  const ids: string[] = [];
  const count = random.below(most + 1);
  for (let index = 0; index < count; index++) {
    const base = { id: `event-${index}`, timestamp: "2026-01-02T03:04:05", source };
    const body = bodyOf(random, ids) as { kind: string };
    events.push({ ...base, ...body } as AgentEvent);
    ids.push(base.id, ...(body.kind === "Condensation" ? [`${base.id}-summary`] : []));
  }
  return events;
}
