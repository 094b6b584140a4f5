/** Guards that test more than the kind: the true branch is narrow, the false one still holds what may have failed. */
import { expectTypeOf } from "vitest";
import {
  type Action,
  type ActionEvent,
  type ActionEventWith,
  type ActionKind,
  type ActionOf,
  type AgentEvent,
  type ConversationStateUpdateEvent,
  isActionEvent,
  isActionEventOf,
  isActionOf,
  isAgentMessage,
  isClientToolCall,
  isObservationEventOf,
  isObservationOf,
  isStateUpdate,
  isToolCall,
  isUserMessage,
  type MessageEvent,
  type Observation,
  type ObservationEvent,
  type ObservationOf,
  type Schema,
  type UnknownAction,
  type UnknownObservation,
} from "../src/index.js";

declare const event: AgentEvent;
declare const events: readonly AgentEvent[];
declare const anyName: string;
declare const oneOfTwo: "terminal" | "think";

export function messages(message: MessageEvent): void {
  if (isUserMessage(event)) {
    expectTypeOf(event.source).toEqualTypeOf<"user">();
    expectTypeOf(event).toExtend<MessageEvent>();
  } else {
    expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  }
  if (isAgentMessage(event)) expectTypeOf(event.source).toEqualTypeOf<"agent">();
  else if (event.kind === "MessageEvent") expectTypeOf(event).toEqualTypeOf<MessageEvent>();
  if (!isUserMessage(message)) expectTypeOf(message).toEqualTypeOf<MessageEvent>();
}

export function toolCalls(call: ActionEvent): void {
  if (isToolCall(event, "terminal")) {
    expectTypeOf(event.tool_name).toEqualTypeOf<"terminal">();
    expectTypeOf(event.tool_call.arguments).toBeString();
  } else {
    expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  }
  if (isToolCall(event, anyName)) expectTypeOf(event.tool_name).toBeString();
  else expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  if (isToolCall(event, oneOfTwo)) expectTypeOf(event.tool_name).toEqualTypeOf<"terminal" | "think">();
  else expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  // A second look at what the first one refused: nothing was lost
  if (isToolCall(call, anyName)) expectTypeOf(call).toExtend<ActionEvent>();
  else if (isToolCall(call, "think")) expectTypeOf(call.tool_name).toEqualTypeOf<"think">();
  else expectTypeOf(call).toEqualTypeOf<ActionEvent>();
}

export function clientTools(unlisted: ActionEventWith<UnknownAction>): void {
  if (isClientToolCall(event)) {
    expectTypeOf(event.action).toExtend<UnknownAction>();
    const kind: string = event.action.kind;
    expectTypeOf(event.action["any argument"]).toBeUnknown();
    expectTypeOf(kind).toBeString();
  } else {
    expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  }
  if (!isClientToolCall(event, "ask_user")) expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  // An action of a newer server is unknown as well, and no client tool's
  if (!isClientToolCall(unlisted)) expectTypeOf(unlisted).toEqualTypeOf<ActionEventWith<UnknownAction>>();
}

export function actionEvents(call: ActionEvent, kind: ActionKind): void {
  if (isActionEventOf(event, "TerminalAction")) {
    expectTypeOf(event.action.command).toBeString();
    expectTypeOf(event.action).toExtend<ActionOf<"TerminalAction">>();
    // @ts-expect-error the action is of another kind
    if (event.action.kind === "ThinkAction") return;
  } else {
    expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  }
  if (isActionEventOf(event, "ClientAction_ask")) expectTypeOf(event.action["question"]).toBeUnknown();
  else expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  if (isActionEventOf(event, anyName)) expectTypeOf(event.action).toExtend<Action>();
  else expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  if (isActionEventOf(call, anyName)) expectTypeOf(call.action.kind).toExtend<string>();
  else expectTypeOf(call).toEqualTypeOf<ActionEvent>();
  if (isActionEventOf(call, kind)) expectTypeOf(call.action.kind).toExtend<ActionKind>();
  else expectTypeOf(call).toEqualTypeOf<ActionEvent>();
  if (isActionEventOf(call, "TerminalAction")) expectTypeOf(call.action.command).toBeString();
  else if (isActionEventOf(call, "ThinkAction")) expectTypeOf(call.action.thought).toBeString();
  else expectTypeOf(call).toEqualTypeOf<ActionEvent>();
  expectTypeOf(events.filter((each) => isActionEventOf(each, "ThinkAction"))).items.toExtend<{
    action: { thought: string };
  }>();
}

export function observationEvents(answer: ObservationEvent): void {
  if (isObservationEventOf(event, "TerminalObservation")) {
    expectTypeOf(event.observation.exit_code).toEqualTypeOf<number | null | undefined>();
    expectTypeOf(event.observation).toExtend<ObservationOf<"TerminalObservation">>();
  } else {
    expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  }
  if (isObservationEventOf(answer, "ClientObservation_ask")) {
    expectTypeOf(answer.observation).toExtend<UnknownObservation>();
    expectTypeOf(answer.observation.is_error).toBeBoolean();
  } else {
    expectTypeOf(answer).toEqualTypeOf<ObservationEvent>();
  }
  if (isObservationEventOf(answer, anyName)) expectTypeOf(answer.observation).toExtend<Observation>();
  else expectTypeOf(answer).toEqualTypeOf<ObservationEvent>();
}

export function unlistedPayloads(
  action: Action,
  observation: Observation,
  kind: "ThinkAction" | "ClientAction_a",
): void {
  if (isActionOf(action, "ClientAction_ask")) expectTypeOf(action["question"]).toBeUnknown();
  // Other unlisted kinds end up here
  else expectTypeOf(action).toEqualTypeOf<Action>();
  if (isObservationOf(observation, "FutureObservation")) expectTypeOf(observation["anything"]).toBeUnknown();
  else expectTypeOf(observation).toEqualTypeOf<Observation>();
  if (!isActionOf(action, kind)) expectTypeOf(action).toEqualTypeOf<Action>();
  const nullable: ActionEvent["action"] = isActionEvent(event) ? event.action : null;
  if (isActionOf(nullable, "ThinkAction")) expectTypeOf(nullable.thought).toBeString();
}

export function stateUpdates(update: ConversationStateUpdateEvent, key: "stats" | "title"): void {
  if (isStateUpdate(event, "execution_status")) {
    expectTypeOf(event.key).toEqualTypeOf<"execution_status">();
    expectTypeOf(event.value).toEqualTypeOf<Schema<"ConversationExecutionStatus"> | undefined>();
  } else {
    expectTypeOf(event).toEqualTypeOf<AgentEvent>();
  }
  if (isStateUpdate(update, anyName)) expectTypeOf(update.value).toBeUnknown();
  else expectTypeOf(update).toEqualTypeOf<ConversationStateUpdateEvent>();
  if (isStateUpdate(update, key)) expectTypeOf(update.key).toEqualTypeOf<"stats" | "title">();
  else expectTypeOf(update).toEqualTypeOf<ConversationStateUpdateEvent>();
  if (!isStateUpdate(update, "goal")) expectTypeOf(update).toEqualTypeOf<ConversationStateUpdateEvent>();
}
