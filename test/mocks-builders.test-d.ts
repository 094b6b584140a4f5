/** What builders give and take, as types. */
import type { ActionEvent, AgentEvent, EventKind, MessageEvent, TerminalAction } from "agent-server-client";
import {
  mockAction,
  mockActionEvent,
  mockConversationInfo,
  mockEvent,
  mockObservation,
  mockSessionFrame,
  mockUnknownEvent,
} from "agent-server-client/mocks";
import { expectTypeOf } from "vitest";

const message = mockEvent("MessageEvent");
const action = mockAction("TerminalAction", { command: "ls" });
declare const anyKind: EventKind;

expectTypeOf(message).toEqualTypeOf<MessageEvent>();
expectTypeOf(action).toEqualTypeOf<TerminalAction>();

// What belongs together fits together
mockEvent("ActionEvent", { action });
mockEvent("ActionEvent", { action: null });
mockEvent("ActionEvent", { action: mockAction("MCPToolAction", { data: { a: 1 } }) }) satisfies ActionEvent;
mockEvent("ObservationEvent", { observation: mockObservation("TerminalObservation", { exit_code: 1 }) });
mockEvent("MessageEvent", { source: "user", parent_id: null });
mockEvent(anyKind) satisfies AgentEvent;
mockUnknownEvent({ more: 1 }) satisfies AgentEvent;
mockConversationInfo({ execution_status: "running", title: null });
mockSessionFrame() satisfies { readonly type: string };

// @ts-expect-error there is no such kind
mockEvent("MessageEvnt");
// @ts-expect-error a source is one of four
mockEvent("MessageEvent", { source: "me" });
// @ts-expect-error an event has no such field
mockEvent("MessageEvent", { sauce: "user" });
// @ts-expect-error what is always there cannot be taken away
mockEvent("MessageEvent", { source: undefined });
// @ts-expect-error an observation is no action
mockEvent("ActionEvent", { action: mockObservation("TerminalObservation") });
// @ts-expect-error the kind stays
mockEvent("PauseEvent", { kind: "MessageEvent" });
// @ts-expect-error a command is a text
mockAction("TerminalAction", { command: 5 });
// @ts-expect-error a terminal has no such field
mockAction("TerminalAction", { comand: "ls" });
// @ts-expect-error a tool's name is a text
mockActionEvent({ tool_name: 5 });
// @ts-expect-error no status is called so
mockConversationInfo({ execution_status: "runing" });
