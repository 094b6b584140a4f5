/** Events, actions and observations for tests: by kind, valid, and the same every time. */
import type { ActionOf, EventOf, ObservationOf } from "../events.js";
import type { ActionKind, EventKind, ObservationKind } from "../generated/kinds.js";
import { ACTION_MOCKS, EVENT_MOCKS, OBSERVATION_MOCKS } from "../generated/mock-kinds.js";
import {
  mockMessageToolCall,
  mockActionEvent as sampleActionEvent,
  mockObservationEvent as sampleObservationEvent,
} from "../generated/mocks.js";
import type { Action, ActionEvent, EventByKind, ObservationEvent } from "../generated/types.js";

/**
 * An action of a kind, as an agent would ask for it. The same every time; a new object each time.
 *
 * @param overrides fields that take the place of the sample's. They are not merged with it any deeper.
 *
 * @example
 * const action = mockAction("TerminalAction", { command: "npm test" });
 * console.log(action.kind, action.command); // TerminalAction npm test
 *
 * @see the schema `Action` of the document
 */
export function mockAction<K extends ActionKind>(kind: K, overrides: Partial<ActionOf<K>> = {}): ActionOf<K> {
  return ACTION_MOCKS[kind](overrides);
}

/**
 * An observation of a kind, as a tool would give it. The same every time; a new object each time.
 *
 * @param overrides fields that take the place of the sample's. They are not merged with it any deeper.
 *
 * @example
 * const observation = mockObservation("TerminalObservation", { exit_code: 1, is_error: true });
 * console.log(observation.command); // ls
 *
 * @see the schema `Observation` of the document
 */
export function mockObservation<K extends ObservationKind>(
  kind: K,
  overrides: Partial<ObservationOf<K>> = {},
): ObservationOf<K> {
  return OBSERVATION_MOCKS[kind](overrides);
}

/**
 * An event of a kind, with the fields that a server always sends. The same kind has the same id every time, so give
 * events of one log ids of their own. The samples of `ActionEvent` and `ObservationEvent` belong together, and the names
 * of their tools follow the action and the observation that they are given.
 *
 * @param overrides fields that take the place of the sample's. They are not merged with it any deeper.
 *
 * @example
 * const action = mockEvent("ActionEvent", { action: mockAction("FileEditorAction", { command: "view" }) });
 * const result = mockEvent("ObservationEvent", { observation: mockObservation("FileEditorObservation") });
 * console.log(action.tool_name, result.action_id === action.id); // file_editor true
 *
 * @see the schema `Event` of the document
 */
export function mockEvent<K extends EventKind>(kind: K, overrides: Partial<EventOf<K>> = {}): EventOf<K> {
  return EVENTS[kind](overrides);
}

/**
 * An agent's call of a tool: {@link mockEvent} of the kind `ActionEvent`. The tool's name, the call and its id follow
 * the action, unless they are given.
 *
 * @example
 * const { tool_name, tool_call } = mockActionEvent({ action: mockAction("TerminalAction", { command: "pwd" }) });
 * console.log(tool_name, tool_call.arguments.includes("pwd")); // terminal true
 *
 * @see the schema `ActionEvent` of the document
 */
export function mockActionEvent(overrides: Partial<ActionEvent> = {}): ActionEvent {
  const { action, tool_name, tool_call_id, ...sample } = { ...sampleActionEvent(), ...overrides };
  const { tool_call: call } = overrides;
  const name = call?.name ?? overrides.tool_name ?? (action ? toolOf(action.kind) : tool_name);
  const id = call?.id ?? overrides.tool_call_id ?? tool_call_id;
  const tool_call = call ?? mockMessageToolCall({ id, name, ...(action ? { arguments: argumentsOf(action) } : {}) });
  return {
    ...sample,
    ...(action === undefined ? {} : { action }),
    tool_name: overrides.tool_name ?? name,
    tool_call_id: overrides.tool_call_id ?? id,
    tool_call,
  };
}

/**
 * What a tool answered: {@link mockEvent} of the kind `ObservationEvent`. It answers the sample of `ActionEvent`; the
 * tool's name follows the observation, unless it is given.
 *
 * @example
 * const { tool_name } = mockObservationEvent({ observation: mockObservation("GrepObservation") });
 * console.log(tool_name); // grep
 *
 * @see the schema `ObservationEvent` of the document
 */
export function mockObservationEvent(overrides: Partial<ObservationEvent> = {}): ObservationEvent {
  const sample = sampleObservationEvent(overrides);
  return { ...sample, tool_name: overrides.tool_name ?? toolOf(sample.observation.kind) };
}

type Builders = { readonly [K in EventKind]: (overrides?: Partial<EventByKind[K]>) => EventByKind[K] };

const EVENTS: Builders = /*@__PURE__*/ (() => ({
  ...EVENT_MOCKS,
  ActionEvent: mockActionEvent,
  ObservationEvent: mockObservationEvent,
}))();

/** `file_editor` from `FileEditorAction` and from `FileEditorObservation`; a client's tool has its name in the kind. */
function toolOf(kind: string): string {
  const stem = kind.replace(/(?:Action|Observation)$/, "");
  const [, client] = /^Client(?:Action|Observation)_(.+)$/.exec(kind) ?? [];
  return client ?? stem.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

/** What the model wrote to get this action. */
function argumentsOf(action: Action): string {
  const { kind: _, ...given } = action;
  return JSON.stringify(action.kind === "MCPToolAction" ? action.data : given);
}
