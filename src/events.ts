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

/** A schema of the document by its name: `Schema<"ConversationInfo">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** The event of one kind: `EventOf<"ActionEvent">`. */
export type EventOf<K extends EventKind> = EventByKind[K];

/** The action of one kind: `ActionOf<"TerminalAction">`. */
export type ActionOf<K extends ActionKind> = ActionByKind[K];

/** The observation of one kind: `ObservationOf<"TerminalObservation">`. */
export type ObservationOf<K extends ObservationKind> = ObservationByKind[K];

/** Who an event is from. A newer server may send others. */
export type EventSource = ActionEvent["source"];

/**
 * Usage so far by usage id ("agent", "condenser", …): the value of a `stats` state update, after every model response.
 * Recorded; the document has a bare object there.
 */
export interface UsageStats {
  usage_to_metrics: { [usageId: string]: MetricsSnapshot };
}

/** The value of a `goal` state update. Recorded; not in the document. */
export interface GoalState {
  active: boolean;
  status: "running" | "complete" | "capped" | "interrupted";
  iteration: number;
  max_iterations: number;
  objective: string;
  verdict?: { score: number; complete: boolean; missing?: string | null } | null;
}

/** What `GET /server_info` answers. The document leaves that path out; fields beyond `version` vary with the server. */
export interface ServerInfo {
  version: string;
  sdk_version?: string;
  tools_version?: string;
  workspace_version?: string;
  title?: string;
  /** Seconds since the server started. */
  uptime?: number;
  /** Seconds since the server last did something. */
  idle_time?: number;
  usable_tools?: string[];
  capabilities?: string[];
  conversation_runtime?: "local" | "docker";
  [field: string]: unknown;
}

/** The value of a `full_state` update: not a whole ConversationInfo (no title, no times), and two fields of its own. */
export type FullState = Partial<ConversationInfo> & { head_is_empty?: boolean; activated_path_rules?: string[] };

/** The value of a state update by its key; `unknown` for keys that are not listed. */
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
