/** Conversations that were recorded, or made up, and that the mock server has from the beginning. */
import type { Event as AgentEvent, ConversationInfo } from "../generated/types.js";
import type { Simulator } from "../simulator/simulator.js";

/**
 * What `agent-contract record` writes; of its parts these two are needed.
 *
 * @example
 * const recording: Recording = { conversation: mockConversationInfo({ title: "Found" }), rest_search: events };
 * const conversation = mockAgentServer().replay(recording);
 * console.log(conversation === recording.conversation.id); // true
 * @see docs/contract.md for `agent-contract record`
 */
export interface Recording {
  /** What `GET` of the conversation answered. */
  readonly conversation: ConversationInfo;
  /** The log, oldest first. */
  readonly rest_search: readonly AgentEvent[];
  readonly [part: string]: unknown;
}

/** Puts it into the server. Gives the conversation's id. */
export function replay(simulator: Simulator, { conversation, rest_search: events }: Recording): string {
  return simulator.restore(
    { ...conversation },
    events.map((event) => ({ ...event })),
  );
}
