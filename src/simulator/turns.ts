/** What a scripted agent does: one answer of its language model after the other, and what comes of it. */

import type { Event as AgentEvent } from "../generated/types.js";

/** What any turn can have. */
interface Aside {
  /** The model's reasoning, before its text. */
  readonly reasoning?: string;
  /** How long the model thinks before anything comes, in milliseconds. Default: 5. */
  readonly waitMs?: number;
  /**
   * Whether the text comes piece by piece, or these pieces of it. Default: as the conversation's agent has it (`stream`
   * of its `llm`).
   */
  readonly stream?: boolean | readonly string[];
}

/**
 * A text and nothing else: it ends the run. After an empty one the server asks the model once more.
 *
 * @example
 * const slowly: TextTurn = { text: "It is done.", stream: ["It is ", "done."], waitMs: 50 };
 * mockAgentServer().script([slowly]);
 */
export interface TextTurn extends Aside {
  /** What the model writes. */
  readonly text: string;
}

/**
 * Calls of tools in one answer: they run side by side, and their results come together. `finish` ends the run.
 *
 * @example
 * const both: CallsTurn = { text: "I look at both.", calls: [{ tool: "terminal" }, { tool: "file_editor" }] };
 * mockAgentServer().script([both, { text: "It is done." }]);
 */
export interface CallsTurn extends Aside {
  /** What it calls, in this order. */
  readonly calls: readonly ScriptedCall[];
  /** What it writes beside the calls: its thought. */
  readonly text?: string;
}

/**
 * The provider refuses, or breaks off in the middle of `text`: the run ends with an error.
 *
 * @example
 * const limit: ErrorTurn = { error: { code: "LLMRateLimitError", detail: "Too many requests." } };
 * mockAgentServer().script([limit]);
 */
export interface ErrorTurn extends Aside {
  /** What the run ends with, as the ConversationErrorEvent has it. */
  readonly error: {
    /** The name of the server's exception: `LLMRateLimitError`. */
    readonly code: string;
    /** What it said. */
    readonly detail: string;
  };
  /** What it had written until then. */
  readonly text?: string;
}

/**
 * The server finds that the agent goes round in circles: the run ends.
 *
 * @example
 * const stuck: StuckTurn = { stuck: true };
 * mockAgentServer().script([{ calls: [{ tool: "terminal", result: "again" }] }, stuck]);
 */
export interface StuckTurn {
  /** Tells this turn from the others. */
  readonly stuck: true;
}

/**
 * One answer of the model, or what the server makes of the lack of one.
 *
 * @example
 * const story: Turn[] = [{ calls: [{ tool: "terminal", result: "3 passed" }] }, { text: "The tests pass." }];
 * mockAgentServer().script(story);
 */
export type Turn = TextTurn | CallsTurn | ErrorTurn | StuckTurn;

/**
 * Which conversation wants its agent's next turn, and what is in it so far.
 *
 * @example
 * const answer = ({ events }: TurnRequest): Turn => ({ text: `There are ${events.length} events.` });
 * mockAgentServer().script(answer);
 */
export interface TurnRequest {
  readonly conversationId: string;
  /** Those that can be read, in log order. */
  readonly events: readonly AgentEvent[];
}

/**
 * What the agents do: turns for whichever conversation comes first, or a function that is asked for each turn when it
 * is time for it. Where it says nothing, the agent has its last words.
 *
 * @example
 * const plans = new Map<string, Turn[]>([[conversationId, [{ text: "Only here." }]]]);
 * const script: Script = (asked) => plans.get(asked.conversationId)?.shift();
 * mockAgentServer().script(script);
 */
export type Script = readonly Turn[] | ((asked: TurnRequest) => Turn | undefined);

/**
 * One call of a tool, with what comes of it.
 *
 * @example
 * const test: ScriptedCall = {
 *   tool: "terminal",
 *   arguments: { command: "npm test" },
 *   observation: { exit_code: 1 },
 *   result: "1 failed",
 * };
 * mockAgentServer().script([{ calls: [test] }, { text: "One test fails." }]);
 */
export interface ScriptedCall {
  /** The name of the tool: one of the agent's, or of the client's. Any other is not found, unless `action` says its kind. */
  readonly tool: string;
  /** What the model writes. A text that is no JSON makes the call invalid. Default: `action` without its kind. */
  readonly arguments?: Readonly<Record<string, unknown>> | string;
  /** The action as its event has it. Default: the arguments. Its `kind` follows from the tool, if the server knows it. */
  readonly action?: Readonly<Record<string, unknown>>;
  /** The observation as its event has it. Fields that are left out have their defaults, the kind too. */
  readonly observation?: Readonly<Record<string, unknown>>;
  /** The text of the observation. */
  readonly result?: string;
  /** The tool fails: an AgentErrorEvent with this text in place of an observation. */
  readonly error?: string;
  /** The arguments do not fit the tool: there is no action, and an AgentErrorEvent with this text at once. */
  readonly invalid?: string;
  /** A hook blocks the call, for this reason. */
  readonly rejected?: string;
  /** How long the tool runs. Meanwhile new sockets stay silent, and what changes the conversation waits. Default: 0. */
  readonly durationMs?: number;
  /** What a security analyzer reads: LOW, MEDIUM, HIGH or UNKNOWN. Without an analyzer the server does not look. */
  readonly risk?: string;
  /** What the model says that it does, in a few words. */
  readonly summary?: string;
}
