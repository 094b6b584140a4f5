/** Both branches of every guard that tests no more than the kind, and of those that take a list of kinds. */
import { expectTypeOf } from "vitest";
import type {
  ActionEvent,
  ActionOf,
  AgentEvent,
  EventKind,
  EventOf,
  KnownEvent,
  MessageEvent,
  ObservationEvent,
  Schema,
  UnknownEvent,
} from "../src/index.js";
import * as client from "../src/index.js";
import type { IsAny } from "./support/equal.js";

declare const event: AgentEvent;
declare const events: readonly AgentEvent[];
declare const value: unknown;

type Client = typeof client;
/** The guard of each kind: `isActionEvent` of `ActionEvent`. */
type GuardOf<K extends EventKind> = Client[`is${K}`];

// Every kind has a guard of its name, and its false branch excludes just that kind
expectTypeOf<{ [K in EventKind]: GuardOf<K> }>().toEqualTypeOf<{
  [K in EventKind]: (value: unknown) => value is EventOf<K>;
}>();

export function kindGuards(): void {
  if (client.isActionEvent(event)) expectTypeOf(event).toEqualTypeOf<ActionEvent>();
  else expectTypeOf(event).toEqualTypeOf<Exclude<AgentEvent, ActionEvent>>();
  if (client.isActionEvent(value)) expectTypeOf(value).toEqualTypeOf<ActionEvent>();
  else expectTypeOf(value).toBeUnknown();
  if (client.isUnknownEvent(event)) {
    expectTypeOf(event).toEqualTypeOf<UnknownEvent>();
    const kind: string = event.kind;
    expectTypeOf(kind).toBeString();
  } else {
    expectTypeOf(event).toEqualTypeOf<KnownEvent>();
  }
  if (client.isKnownEvent(event)) expectTypeOf(event).toEqualTypeOf<KnownEvent>();
  else expectTypeOf(event).toEqualTypeOf<UnknownEvent>();
  // @ts-expect-error a guard's result is no handle on a misspelt field
  if (client.isActionEvent(event)) expectTypeOf(event.tool_nmae);
}

export function traitGuards(): void {
  type Convertible =
    | "ActionEvent"
    | "AgentErrorEvent"
    | "CondensationSummaryEvent"
    | "MessageEvent"
    | "ObservationEvent"
    | "SystemPromptEvent"
    | "UserRejectObservation";
  type Answer = "AgentErrorEvent" | "ObservationEvent" | "UserRejectObservation";
  type Failure = "AgentErrorEvent" | "ConversationErrorEvent" | "ServerErrorEvent";
  if (client.isLlmConvertible(event)) expectTypeOf(event).toEqualTypeOf<EventOf<Convertible>>();
  else expectTypeOf(event).toEqualTypeOf<Exclude<AgentEvent, EventOf<Convertible>>>();
  if (client.isObservationLike(event)) expectTypeOf(event).toEqualTypeOf<EventOf<Answer>>();
  else expectTypeOf(event).toEqualTypeOf<Exclude<AgentEvent, EventOf<Answer>>>();
  if (client.isErrorEvent(event)) expectTypeOf(event).toEqualTypeOf<EventOf<Failure>>();
  else expectTypeOf(event).toEqualTypeOf<Exclude<AgentEvent, EventOf<Failure>>>();
}

export function inFilter(): void {
  expectTypeOf(events.filter(client.isActionEvent)).toEqualTypeOf<ActionEvent[]>();
  expectTypeOf(events.filter(client.isKnownEvent)).toEqualTypeOf<KnownEvent[]>();
  expectTypeOf(events.find(client.isUnknownEvent)).toEqualTypeOf<UnknownEvent | undefined>();
  expectTypeOf(events.every(client.isActionEvent)).toBeBoolean();
  expectTypeOf(events.filter((each) => client.isEventOf(each, "PauseEvent", "InterruptEvent"))).toEqualTypeOf<
    EventOf<"PauseEvent" | "InterruptEvent">[]
  >();
}

export function isEventOfListed(): void {
  if (client.isEventOf(event, "ActionEvent")) expectTypeOf(event).toEqualTypeOf<ActionEvent>();
  else expectTypeOf(event).toEqualTypeOf<Exclude<AgentEvent, ActionEvent>>();
  if (client.isEventOf(event, "ActionEvent", "ObservationEvent")) {
    expectTypeOf(event).toEqualTypeOf<ActionEvent | ObservationEvent>();
  } else {
    expectTypeOf(event).toEqualTypeOf<Exclude<AgentEvent, ActionEvent | ObservationEvent>>();
  }
  // @ts-expect-error no event has this kind
  client.isEventOf(event, "ActionEvnet");
  // @ts-expect-error the second is no kind
  client.isEventOf(event, "ActionEvent", "Message");
  // @ts-expect-error any string is no kind
  client.isEventOf(event, value as string);
}

/** Kinds known only at run time: a value that fails may still be of any of them. */
export function isEventOfVariable(
  some: readonly ("ActionEvent" | "MessageEvent")[],
  one: "ActionEvent" | "MessageEvent",
  pair: readonly ["ActionEvent", "MessageEvent"],
): void {
  if (client.isEventOf(event, ...some)) expectTypeOf(event).toExtend<ActionEvent | MessageEvent>();
  else expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  if (client.isEventOf(event, one)) expectTypeOf(event).toExtend<ActionEvent | MessageEvent>();
  else expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  if (client.isEventOf(event, "PauseEvent", one)) expectTypeOf(event.id).toBeString();
  else expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  if (client.isEventOf(event, ...client.EVENT_KINDS)) expectTypeOf(event).toEqualTypeOf<KnownEvent>();
  else expectTypeOf(event).toEqualTypeOf<UnknownEvent>();
  if (client.isEventOf(event, ...pair)) expectTypeOf(event).toEqualTypeOf<ActionEvent | MessageEvent>();
  else expectTypeOf(event).toEqualTypeOf<Exclude<AgentEvent, ActionEvent | MessageEvent>>();
  if (client.isEventOf(event)) expectTypeOf(event).toBeNever();
  else expectTypeOf(event).toEqualTypeOf<AgentEvent>();
}

export function payloadsAlone(action: Schema<"Action">, observation: Schema<"Observation">, kind: string): void {
  if (client.isActionOf(action, "TerminalAction")) expectTypeOf(action).toEqualTypeOf<ActionOf<"TerminalAction">>();
  else expectTypeOf(action).toEqualTypeOf<Exclude<Schema<"Action">, ActionOf<"TerminalAction">>>();
  if (client.isActionOf(action, kind)) expectTypeOf(action.kind).toExtend<string>();
  else expectTypeOf(action).toEqualTypeOf<Schema<"Action">>();
  if (client.isObservationOf(observation, "TerminalObservation")) {
    expectTypeOf(observation).toEqualTypeOf<Schema<"TerminalObservation">>();
  } else {
    expectTypeOf(observation).toEqualTypeOf<Exclude<Schema<"Observation">, Schema<"TerminalObservation">>>();
  }
  if (client.isKnownAction(action)) expectTypeOf(action).toEqualTypeOf<client.KnownAction>();
  else expectTypeOf(action).toEqualTypeOf<client.UnknownAction>();
  if (client.isKnownObservation(observation)) expectTypeOf(observation).toEqualTypeOf<client.KnownObservation>();
  else expectTypeOf(observation).toEqualTypeOf<client.UnknownObservation>();
}

// What is tested may be anything, and what comes out never is
expectTypeOf<Parameters<Client["isActionEvent"]>[0]>().toBeUnknown();
expectTypeOf<IsAny<ReturnType<Client["textOf"]>>>().toEqualTypeOf<false>();
