/** The event model: what the generated types leave to say, and one table of what each kind of event means. */
import type { ActionKind, EventKind, ObservationKind } from "./generated/kinds.js";
import type {
  ActionByKind,
  ActionEvent,
  ConversationInfo,
  components,
  EventByKind,
  MetricsSnapshot,
  ObservationByKind,
} from "./generated/types.js";

/**
 * A schema of the document by its name: `Schema<"ConversationInfo">`.
 *
 * @example
 * const nameOf = ({ title, id }: Schema<"ConversationInfo">) => title ?? `Conversation ${id.slice(0, 8)}`;
 * for await (const conversation of searchConversations(client)) render(nameOf(conversation));
 */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/**
 * The event of one kind: `EventOf<"ActionEvent">`.
 *
 * @example
 * const nameOf = (call: EventOf<"ActionEvent" | "ACPToolCallEvent">) =>
 *   call.kind === "ActionEvent" ? call.tool_name : call.title;
 * render(events.filter((each) => isEventOf(each, "ActionEvent", "ACPToolCallEvent")).map(nameOf));
 */
export type EventOf<K extends EventKind> = EventByKind[K];

/**
 * The action of one kind: `ActionOf<"TerminalAction">`.
 *
 * @example
 * const changes = ({ command }: ActionOf<"FileEditorAction">) => command !== "view";
 * const edits = events.filter((each) => isActionEventOf(each, "FileEditorAction") && changes(each.action));
 */
export type ActionOf<K extends ActionKind> = ActionByKind[K];

/**
 * The observation of one kind: `ObservationOf<"TerminalObservation">`.
 *
 * @example
 * const isDone = ({ exit_code }: ObservationOf<"TerminalObservation">) => (exit_code ?? -1) !== -1; // -1: it runs
 * if (isObservationEventOf(event, "TerminalObservation")) render(isDone(event.observation));
 */
export type ObservationOf<K extends ObservationKind> = ObservationByKind[K];

/**
 * Who an event is from. A newer server may send others.
 *
 * @example
 * const speakers: Record<EventSource, string> = { user: "You", agent: "Agent", environment: "Tools", hook: "Hook" };
 * render(speakers[event.source] ?? event.source);
 */
export type EventSource = ActionEvent["source"];

/**
 * Usage so far by usage id ("agent", "condenser", …): the value of a `stats` state update, after every model response.
 * Recorded; the document has a bare object there.
 *
 * @example
 * const costs = ({ usage_to_metrics }: UsageStats) =>
 *   Object.entries(usage_to_metrics).map(([usageId, metrics]) => `${usageId}: ${metrics.accumulated_cost} USD`);
 * if (isStateUpdate(event, "stats") && event.value) render(costs(event.value));
 * @see `openapi.json#/components/schemas/MetricsSnapshot`; `usageTotals` of `./conversation` adds it up
 */
export interface UsageStats {
  /** The figures since the conversation began, by usage id. Costs in US dollars. */
  usage_to_metrics: { [usageId: string]: MetricsSnapshot };
}

/**
 * The value of a `goal` state update. Recorded; not in the document.
 *
 * @example
 * const lineOf = ({ iteration, max_iterations: most }: GoalState) => `${iteration} of ${most} rounds`;
 * if (isStateUpdate(event, "goal") && event.value) render(lineOf(event.value));
 * @see server rule: `POST /api/conversations/{conversation_id}/goal` starts one
 */
export interface GoalState {
  /** Whether the agent works towards it now. */
  active: boolean;
  /** `capped`: after as many rounds as it may take, without being complete. */
  status: "running" | "complete" | "capped" | "interrupted";
  /** How many rounds there have been: 0 at first. */
  iteration: number;
  /** So many rounds it may take. */
  max_iterations: number;
  /** What is to be reached, as the user wrote it. */
  objective: string;
  /** What the last judgement was: a score from 0 to 1, and what is missing yet. Null or absent before the first. */
  verdict?: { score: number; complete: boolean; missing?: string | null } | null;
}

/**
 * What `GET /server_info` answers. The document leaves that path out; fields beyond `version` vary with the server.
 *
 * @example
 * const hasTool = ({ usable_tools = [] }: ServerInfo, name: string) => usable_tools.includes(name);
 * if (!hasTool(await serverInfo(client), "browser_tool_set")) report("This server has no browser.");
 */
export interface ServerInfo {
  /** The version of the Agent Server: `1.52.0`. */
  version: string;
  /** The versions of the Python packages it is made of. */
  sdk_version?: string;
  tools_version?: string;
  workspace_version?: string;
  /** The name that the server goes by. */
  title?: string;
  /** Seconds since the server started. */
  uptime?: number;
  /** Seconds since the server last did something. */
  idle_time?: number;
  /** The names of the tools that an agent on this server can be given. */
  usable_tools?: string[];
  /** What this server can do that others cannot, in its own words. Absent on servers that do not tell. */
  capabilities?: string[];
  /** Where conversations run: in the server itself, or each in a container. */
  conversation_runtime?: "local" | "docker";
  [field: string]: unknown;
}

/**
 * The value of a `full_state` update: not a whole ConversationInfo (no title, no times), and two fields of its own.
 *
 * @example
 * const headOf = (state: FullState): Head => ({ leafId: state.leaf_event_id, headIsEmpty: state.head_is_empty });
 * if (isStateUpdate(event, "full_state") && event.value) render(resolveLeaf(events, headOf(event.value)));
 */
export type FullState = Partial<ConversationInfo> & { head_is_empty?: boolean; activated_path_rules?: string[] };

/**
 * The value of a state update by its key; `unknown` for keys that are not listed.
 *
 * @example
 * let status: StateValue<"execution_status"> | undefined;
 * for (const each of events) if (isStateUpdate(each, "execution_status")) status = each.value;
 * render(status === "waiting_for_confirmation" ? "It is your turn." : status);
 */
export type StateValue<Key extends string> = Key extends "full_state"
  ? FullState
  : Key extends "stats"
    ? UsageStats
    : Key extends "goal"
      ? GoalState
      : Key extends keyof ConversationInfo
        ? ConversationInfo[Key]
        : unknown;

/**
 * The role of the message that an event becomes, or what the error is about that it reports: one tool call (the model
 * sees that one), the run, or the socket. Null: neither.
 */
export type EventTrait = null | "system" | "user" | "assistant" | "tool" | "error" | "run" | "socket";

/** What each kind means. A kind that a new document brings does not compile until someone has said it here. */
export const EVENT_TRAITS = {
  ACPToolCallEvent: null,
  ActionEvent: "assistant",
  AgentErrorEvent: "error",
  Condensation: null,
  CondensationRequest: null,
  CondensationSummaryEvent: "user",
  ConversationErrorEvent: "run",
  ConversationStateUpdateEvent: null,
  HookExecutionEvent: null,
  InterruptEvent: null,
  LLMCompletionLogEvent: null,
  MessageEvent: "user", // or assistant, when the agent wrote it
  ObservationEvent: "tool",
  PauseEvent: null,
  ServerErrorEvent: "socket",
  StreamingDeltaEvent: null,
  SystemPromptEvent: "system",
  TokenEvent: null,
  UserRejectObservation: "tool",
} as const satisfies Record<EventKind, EventTrait>;

/** The kinds that have one of these traits. */
export type KindWith<Trait extends EventTrait> = {
  [K in EventKind]: (typeof EVENT_TRAITS)[K] extends Trait ? K : never;
}[EventKind];
