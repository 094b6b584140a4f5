/** The view of a branch: which of its events the model is sent, and where a condensation may cut. */
import type { Event as AgentEvent } from "../generated/types.js";
import { isActionEvent, isObservationLike } from "../guards.js";
import { type LlmConvertibleEvent, startsToolLoop } from "./roles.js";
import { createView, type ViewFold } from "./view-fold.js";
import { lastingPlaces } from "./view-rules.js";

/**
 * What the model is sent of a branch.
 *
 * @example
 * const isAskedTo = ({ unhandledCondensationRequest }: ConversationView) => unhandledCondensationRequest;
 * if (isAskedTo(conversationView(activeBranch(events)))) render("The agent is going to sum up the conversation.");
 */
export interface ConversationView {
  /** In order. Summaries are made here: their id is `<condensation id>-summary`. */
  readonly events: readonly LlmConvertibleEvent[];
  /** Was the agent asked to condense, without having done so since? */
  readonly unhandledCondensationRequest: boolean;
}

/**
 * How {@link conversationView} looks at a branch.
 *
 * @example
 * const asTheAgentRuns: ViewOptions = { enforce: false };
 * console.log(conversationView(activeBranch(events), asTheAgentRuns).events.length); // also calls without an answer
 */
export interface ViewOptions {
  /**
   * Take out what providers refuse: actions without an answer and answers without an action, second answers, responses
   * and tool loops that are not whole. A server does so when it loads a conversation or changes the branch, and for
   * `ask_agent`; while an agent runs on, it does not, and false gives what that agent sends. Default: true.
   */
  readonly enforce?: boolean | undefined;
}

/**
 * The events of a branch that the model is sent, condensations done, in linear time. Takes the branch (see
 * {@link activeBranch}), not the log: other branches and state updates change what belongs together. Each id is to be
 * there once. The events themselves are given back, not copies.
 *
 * @example
 * const view = conversationView(activeBranch(events));
 * console.log(view.events.length, toLlmMessages(view.events));
 * @see `View.from_events` of the server's SDK
 */
export function conversationView(branch: readonly AgentEvent[], options?: ViewOptions): ConversationView {
  const view = createView();
  for (const event of branch) view.append(event);
  return readView(view, branch, options);
}

/** The view of a branch of which `view` has met every event. */
export function readView(
  view: ViewFold,
  branch: readonly AgentEvent[],
  { enforce = true }: ViewOptions = {},
): ConversationView {
  const all = view.places();
  const places = enforce ? lastingPlaces({ branch, roles: view.roles, places: all }) : all;
  return {
    events: view.eventsAt(places),
    unhandledCondensationRequest: view.unhandledCondensationRequest,
  };
}

/**
 * Where a view may be cut, in rising order from 0 to its length: events may be put in at such an index, and those
 * between two of them be left out, without tearing a response, a tool call from its answer, or a tool loop.
 *
 * @example
 * const cuts = manipulationIndices(conversationView(events));
 * console.log(cuts.at(-1));
 * @see `View.manipulation_indices` of the server's SDK
 */
export function manipulationIndices({ events }: Pick<ConversationView, "events">): number[] {
  const indices: number[] = [];
  const open = new Set<string>();
  let inLoop = false;
  for (let index = 0; index <= events.length; index++) {
    const [before, after] = [events[index - 1], events[index]];
    if (isActionEvent(before)) open.add(before.tool_call_id);
    else if (isObservationLike(before)) open.delete(before.tool_call_id);
    const inBatch = isActionEvent(before) && isActionEvent(after) && before.llm_response_id === after.llm_response_id;
    const acts = isActionEvent(after) || isObservationLike(after);
    const starts = isActionEvent(after) && startsToolLoop(after);
    if (open.size === 0 && !inBatch && !(inLoop && acts && !starts)) indices.push(index);
    inLoop = acts && (inLoop || starts);
  }
  return indices;
}
