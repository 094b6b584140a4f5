/** The four big unions told apart by `kind`: comparing narrows, misspelt kinds do not compile, the rest is unknown. */
import { expectTypeOf } from "vitest";
import type { ToolByKind } from "../src/generated/types.js";
import type {
  Action,
  ActionEvent,
  ActionKind,
  ActionOf,
  AgentEvent,
  EventKind,
  EventOf,
  KnownAction,
  KnownEvent,
  KnownObservation,
  KnownToolDefinition,
  Observation,
  ObservationEvent,
  ObservationKind,
  ObservationOf,
  Schema,
  SystemPromptEvent,
  ToolDefinition,
  ToolKind,
  UnknownAction,
  UnknownEvent,
  UnknownObservation,
  UnknownToolDefinition,
  Unlisted,
} from "../src/index.js";

declare const event: AgentEvent;
declare const action: Action;
declare const observation: Observation;
declare const tool: ToolDefinition;

/** What comparing with each listed kind leaves, by kind. */
type Narrowed<Union, Kind extends string> = { [K in Kind]: Extract<Union, { kind: K }> };
/** What is left when all listed kinds are excluded. */
type Rest<Union, Kind extends string> = Exclude<Union, { kind: Kind }>;

expectTypeOf<Narrowed<AgentEvent, EventKind>>().toEqualTypeOf<{ [K in EventKind]: EventOf<K> }>();
expectTypeOf<Narrowed<Action, ActionKind>>().toEqualTypeOf<{ [K in ActionKind]: ActionOf<K> }>();
expectTypeOf<Narrowed<Observation, ObservationKind>>().toEqualTypeOf<{ [K in ObservationKind]: ObservationOf<K> }>();
expectTypeOf<Narrowed<ToolDefinition, ToolKind>>().toEqualTypeOf<{ [K in ToolKind]: ToolByKind[K] }>();

expectTypeOf<Rest<AgentEvent, EventKind>>().toEqualTypeOf<UnknownEvent>();
expectTypeOf<Rest<Action, ActionKind>>().toEqualTypeOf<UnknownAction>();
expectTypeOf<Rest<Observation, ObservationKind>>().toEqualTypeOf<UnknownObservation>();
expectTypeOf<Rest<ToolDefinition, ToolKind>>().toEqualTypeOf<UnknownToolDefinition>();

expectTypeOf<AgentEvent["kind"]>().toEqualTypeOf<EventKind | Unlisted.kind>();
expectTypeOf<KnownEvent["kind"]>().toEqualTypeOf<EventKind>();
expectTypeOf<KnownAction["kind"]>().toEqualTypeOf<ActionKind>();
expectTypeOf<KnownObservation["kind"]>().toEqualTypeOf<ObservationKind>();
expectTypeOf<KnownToolDefinition["kind"]>().toEqualTypeOf<ToolKind>();
expectTypeOf<AgentEvent>().toEqualTypeOf<Schema<"Event">>();

// No string literal is the kind of an unlisted member, not even the one that the enum declares
expectTypeOf<"FutureEvent">().not.toExtend<Unlisted.kind>();
expectTypeOf<"">().not.toExtend<Unlisted.kind>();
expectTypeOf<Unlisted.kind>().toExtend<string>();

export function byComparison(): void {
  if (event.kind === "ActionEvent") expectTypeOf(event).toEqualTypeOf<ActionEvent>();
  else expectTypeOf(event).toEqualTypeOf<Exclude<AgentEvent, ActionEvent>>();
  if (event.kind !== "ActionEvent" && event.kind !== "ObservationEvent") {
    expectTypeOf(event).toEqualTypeOf<Exclude<AgentEvent, ActionEvent | ObservationEvent>>();
  }
  if (action.kind === "TerminalAction") expectTypeOf(action).toEqualTypeOf<ActionOf<"TerminalAction">>();
  if (observation.kind === "FileEditorObservation") {
    expectTypeOf(observation).toEqualTypeOf<ObservationOf<"FileEditorObservation">>();
  }
  if (tool.kind === "MCPToolDefinition") expectTypeOf(tool).toEqualTypeOf<Schema<"MCPToolDefinition">>();
}

export function misspeltKinds(): void {
  // @ts-expect-error no event has this kind
  if (event.kind === "ActionEvnet") return;
  // @ts-expect-error an action is no event
  if (event.kind === "TerminalAction") return;
  // @ts-expect-error no action has this kind
  if (action.kind === "terminalAction") return;
  // @ts-expect-error no observation has this kind
  if (observation.kind === "TerminalObservations") return;
  // @ts-expect-error no tool has this kind
  if (tool.kind === "Terminal") return;
  switch (event.kind) {
    // @ts-expect-error no event has this kind
    case "MesageEvent":
      return;
    default:
  }
  // @ts-expect-error no such kind to look up
  expectTypeOf<EventOf<"ActionEvnet">>().toBeUnknown();
  // @ts-expect-error no such kind to look up
  expectTypeOf<ActionOf<"ActionEvent">>().toBeUnknown();
  // @ts-expect-error no such kind to look up
  expectTypeOf<ObservationOf<"TerminalAction">>().toBeUnknown();
}

/** All listed kinds are handled, so what is left is unknown and says so. */
export function bySwitch(): string {
  switch (event.kind) {
    case "ACPToolCallEvent":
      return event.tool_call_id;
    case "ActionEvent":
      return event.tool_name;
    case "ObservationEvent":
      return event.observation.kind;
    case "MessageEvent":
      return event.llm_message.role;
    case "ConversationStateUpdateEvent":
      return event.key;
    case "ConversationErrorEvent":
    case "ServerErrorEvent":
      return event.code;
    case "AgentErrorEvent":
    case "UserRejectObservation":
      return event.tool_call_id;
    case "Condensation":
    case "CondensationRequest":
    case "CondensationSummaryEvent":
    case "HookExecutionEvent":
    case "InterruptEvent":
    case "LLMCompletionLogEvent":
    case "PauseEvent":
    case "StreamingDeltaEvent":
    case "SystemPromptEvent":
    case "TokenEvent":
      return event.id;
    default: {
      expectTypeOf(event).toEqualTypeOf<UnknownEvent>();
      const kind: string = event.kind;
      expectTypeOf(event["anything"]).toBeUnknown();
      return kind + event.id + event.timestamp + event.source;
    }
  }
}

export function bySwitchOverSome(): void {
  switch (action.kind) {
    case "TerminalAction":
      expectTypeOf(action.command).toBeString();
      break;
    case "ThinkAction":
      expectTypeOf(action.thought).toBeString();
      break;
    default:
      expectTypeOf(action).toEqualTypeOf<Exclude<Action, ActionOf<"TerminalAction" | "ThinkAction">>>();
      // @ts-expect-error this kind was handled above
      if (action.kind === "ThinkAction") return;
  }
}

/** Newer kinds are met inside events as well: nothing is wrapped on the way. */
export function nestedUnknowns(executed: ActionEvent, answered: ObservationEvent, prompt: SystemPromptEvent): void {
  expectTypeOf(executed.action).toEqualTypeOf<Action | null | undefined>();
  expectTypeOf(answered.observation).toEqualTypeOf<Observation>();
  expectTypeOf(prompt.tools).toEqualTypeOf<ToolDefinition[]>();
  if (executed.action?.kind === "FinishAction") expectTypeOf(executed.action.message).toBeString();
  if (answered.observation.kind === "TerminalObservation") {
    expectTypeOf(answered.observation.exit_code).toEqualTypeOf<number | null | undefined>();
  } else {
    // The base fields are there whatever the kind
    expectTypeOf(answered.observation.is_error).toBeBoolean();
    expectTypeOf(answered.observation.content).toEqualTypeOf<UnknownObservation["content"]>();
  }
  for (const offered of prompt.tools) {
    const kind: string = offered.kind;
    if (offered.kind === "ClientTool") expectTypeOf(offered).toEqualTypeOf<Schema<"ClientTool">>();
    else expectTypeOf(kind).toBeString();
  }
  // @ts-expect-error no action has this kind
  if (executed.action?.kind === "FinishActoin") return;
  // @ts-expect-error no tool has this kind
  prompt.tools.find((offered) => offered.kind === "ClientTol");
}
