/** Calls of tools beside what answered them. */
import type { EventOf, KindWith } from "../events.js";
import type { ACPToolCallEvent, ActionEvent, Event as AgentEvent } from "../generated/types.js";
import { isACPToolCallEvent, isActionEvent, isAgentErrorEvent, isMessageEvent, isObservationLike } from "../guards.js";

/**
 * What answers a call: a result, a refusal, or an error.
 *
 * @example
 * const firstLine = (result: ToolResult) => textOf(result).split("\n", 1)[0];
 * render(toolCalls(events).flatMap(({ results }) => results.map(firstLine)));
 */
export type ToolResult = EventOf<KindWith<"tool" | "error">>;

/**
 * One call of a tool, with all that is known of it.
 *
 * @example
 * const marks = { open: "…", ok: "✓", error: "✗", rejected: "–" };
 * const lineOf = ({ status, name, action }: ToolCall) => `${marks[status]} ${name} ${action?.summary ?? ""}`;
 * render(toolCalls(events).map(lineOf));
 */
export interface ToolCall {
  /** Stays the same while results come in. */
  readonly key: string;
  /** The name of the tool; of an ACP agent's call the title that the agent gave it. */
  readonly name: string;
  /** `acp`: a call that an ACP agent tells of, in events of its own. */
  readonly source: "agent" | "acp";
  /** The call. It is absent from an ACP agent's call, and when only the result is in the log that was read. */
  readonly action?: ActionEvent;
  /** What an ACP agent last said of its call. */
  readonly acp?: ACPToolCallEvent;
  /** What answered it, in the order of the log. The model is shown the first of them only. */
  readonly results: readonly ToolResult[];
  /** As the first result has it. `open`: there is none yet; `rejected`: the user or a hook refused the call. */
  readonly status: "open" | "ok" | "error" | "rejected";
}

/** Calls that grow with the log. */
export interface ToolCallFold {
  /** Takes the next event of the log, in a time that does not grow with the log. */
  append(event: AgentEvent): void;
  /** The calls so far: the same array until a call changes. */
  calls(): readonly ToolCall[];
}

const statusOf = (result: ToolResult | undefined): ToolCall["status"] => {
  switch (result?.kind) {
    case undefined:
      return "open";
    case "UserRejectObservation":
      return "rejected";
    case "AgentErrorEvent":
      return "error";
    case "ObservationEvent":
      return result.observation?.is_error ? "error" : "ok";
  }
};

const acpStatusOf = ({ is_error, status }: ACPToolCallEvent): ToolCall["status"] => {
  if (is_error || status === "failed") return "error";
  return status === "completed" ? "ok" : "open";
};

/** No calls yet. */
export function createToolCallFold(): ToolCallFold {
  const calls: ToolCall[] = [];
  /** All results so far, by place; those since the last reading are not in `calls` yet. */
  const results: ToolResult[][] = [];
  const changed = new Set<number>();
  /** Places by the id of the action, */
  const byAction = new Map<string, number>();
  /** by tool call id, which is all that an error names: of the latest call that has it, */
  const byCallId = new Map<string, number>();
  /** and of an ACP agent's calls, whose ids start anew with each session: after a message an id is another call's. */
  const byAcpId = new Map<string, number>();
  let read: readonly ToolCall[] | undefined;

  const add = (call: Omit<ToolCall, "results">): number => {
    read = undefined;
    results.push([]);
    return calls.push({ ...call, results: [] }) - 1;
  };

  const call = (action: ActionEvent): void => {
    const place = add({ key: action.id, name: action.tool_name, source: "agent", action, status: "open" });
    byAction.set(action.id, place);
    byCallId.set(action.tool_call_id, place);
  };

  const answer = (result: ToolResult): void => {
    const [places, id] = isAgentErrorEvent(result) ? [byCallId, result.tool_call_id] : [byAction, result.action_id];
    // A page may begin between a call and its result. A tool call id could be the id of another call's action
    const key = isAgentErrorEvent(result) ? result.id : id;
    const place = places.get(id) ?? add({ key, name: result.tool_name, source: "agent", status: "open" });
    places.set(id, place);
    results[place]?.push(result);
    changed.add(place);
    read = undefined;
  };

  const callByAcp = (acp: ACPToolCallEvent): void => {
    const said = { name: acp.title, source: "acp", acp, status: acpStatusOf(acp) } as const;
    const place = byAcpId.get(acp.tool_call_id);
    const before = place === undefined ? undefined : calls[place];
    if (place === undefined || before === undefined) {
      const added = add({ key: acp.id, ...said });
      if (acp.tool_call_id !== "") byAcpId.set(acp.tool_call_id, added);
      return;
    }
    calls[place] = { ...before, ...said };
    read = undefined;
  };

  return {
    append(event) {
      if (isMessageEvent(event)) byAcpId.clear();
      else if (isActionEvent(event)) call(event);
      else if (isACPToolCallEvent(event)) callByAcp(event);
      else if (isObservationLike(event)) answer(event);
    },
    calls() {
      for (const place of changed) {
        const [before, all = []] = [calls[place], results[place]];
        if (before !== undefined) calls[place] = { ...before, results: all.slice(), status: statusOf(all[0]) };
      }
      changed.clear();
      read ??= calls.slice();
      return read;
    },
  };
}

/**
 * The calls of tools in a log, each with what answered it, in the order in which they were made. Takes events in log
 * order. Parallel calls may be answered in any order; a result whose call is not in the log stands for itself.
 *
 * A result belongs to the action that it names; an AgentErrorEvent names none and belongs to the latest call with its
 * `tool_call_id`. An ACP agent says twice that it calls, when it begins and when it is done: that is one call, unless a
 * message came between, for the ids start anew with each session.
 *
 * @example
 * const open = toolCalls(events).filter(({ status }) => status === "open");
 * @see `ConversationState.get_unmatched_actions` and `resume_transcript` of the server's SDK
 */
export function toolCalls(events: readonly AgentEvent[]): readonly ToolCall[] {
  const fold = createToolCallFold();
  for (const event of events) fold.append(event);
  return fold.calls();
}

/** Actions that wait, as the branch grows. */
export interface PendingFold {
  append(event: AgentEvent): void;
  /** The same array until it changes. */
  pending(): readonly ActionEvent[];
}

/** Nothing waits yet. */
export function createPendingFold(): PendingFold {
  const waiting = new Map<string, ActionEvent>();
  /** Errors name the tool call id only. */
  const idsByCallId = new Map<string, string[]>();
  let read: readonly ActionEvent[] | undefined;

  const answered = (ids: readonly string[]): void => {
    for (const id of ids) if (waiting.delete(id)) read = undefined;
  };

  return {
    append(event) {
      if (isActionEvent(event) && (event.action ?? null) !== null) {
        waiting.set(event.id, event);
        const ids = idsByCallId.get(event.tool_call_id);
        if (ids === undefined) idsByCallId.set(event.tool_call_id, [event.id]);
        else ids.push(event.id);
        read = undefined;
      } else if (isAgentErrorEvent(event)) {
        answered(idsByCallId.get(event.tool_call_id) ?? []);
        idsByCallId.delete(event.tool_call_id);
      } else if (isObservationLike(event)) answered([event.action_id]);
    },
    pending() {
      read ??= [...waiting.values()];
      return read;
    },
  };
}

/**
 * The actions that nothing has answered yet: they run, or wait to be confirmed. Takes the events of one branch in order
 * (`activeBranch`). An action that could not be understood (`action` is absent or null) never waits.
 *
 * @example
 * for (const action of pendingActions(activeBranch(events))) console.log(action.tool_name, action.summary);
 * @see `ConversationState.get_unmatched_actions` of the server's SDK
 */
export function pendingActions(events: readonly AgentEvent[]): readonly ActionEvent[] {
  const fold = createPendingFold();
  for (const event of events) fold.append(event);
  return fold.pending();
}
