/** Guards that look into an event: the kind of its action or observation, the tool it calls. They test tags only. */
import type { ActionOf, ObservationOf } from "./events.js";
import { ACTION_KINDS, type ActionKind, OBSERVATION_KINDS, type ObservationKind } from "./generated/kinds.js";
import type {
  Action,
  ActionEvent,
  KnownAction,
  KnownObservation,
  Observation,
  ObservationEvent,
  UnknownAction,
  UnknownObservation,
} from "./generated/types.js";
import { isActionEvent, isObservationEvent } from "./guards.js";
import { field, kindIn, type MarkOf, type Tested } from "./tags.js";

type ActionNamed<K extends string> = string extends K ? Action : K extends ActionKind ? ActionOf<K> : UnknownAction;
type ObservationNamed<K extends string> = string extends K
  ? Observation
  : K extends ObservationKind
    ? ObservationOf<K>
    : UnknownObservation;

/**
 * An ActionEvent with this action. An interface, for an intersection would make the compiler try all kinds.
 *
 * @example
 * const promptOf = ({ action }: ActionEventWith<ActionOf<"TerminalAction">>) => `$ ${action.command}`;
 * if (isActionEventOf(event, "TerminalAction")) render(promptOf(event));
 */
export interface ActionEventWith<A extends Action> extends ActionEvent {
  /** Always there: without one it is no such event. */
  action: A;
}

/**
 * An ObservationEvent with this observation.
 *
 * @example
 * type Ended = ObservationEventWith<ObservationOf<"TerminalObservation">>;
 * const codeOf = ({ observation }: Ended) => observation.exit_code ?? "still running";
 * if (isObservationEventOf(event, "TerminalObservation")) render(codeOf(event));
 */
export interface ObservationEventWith<O extends Observation> extends ObservationEvent {
  /** What the tool gave. */
  observation: O;
}

/** Of an unlisted name the types know only that it is none of the listed: others like it stay in the false branch. */
type MarkIn<K extends string, Listed extends string> = [K] extends [Listed] ? MarkOf<K> : Tested;

/** Keeps the listed names as suggestions while any string is taken. */
type AnyOf<Listed extends string> = Listed | (string & {});

/**
 * Is it an ActionEvent whose action is of this kind? Takes listed kinds, kinds of newer servers, and those that client
 * tools define (`ClientAction_<name>`).
 *
 * @example
 * if (isActionEventOf(event, "TerminalAction")) console.log(event.action.command);
 * @see `openapi.json#/components/schemas/ActionEvent`
 */
export function isActionEventOf<const K extends AnyOf<ActionKind>>(
  value: unknown,
  actionKind: K,
): value is ActionEventWith<ActionNamed<K>> & MarkIn<K, ActionKind> {
  return isActionEvent(value) && isActionOf(field(value, "action"), actionKind);
}

/**
 * Is it an ObservationEvent whose observation is of this kind? Takes any kind, as {@link isActionEventOf} does.
 *
 * @example
 * if (isObservationEventOf(event, "TerminalObservation")) console.log(event.observation.exit_code);
 * @see `openapi.json#/components/schemas/ObservationEvent`
 */
export function isObservationEventOf<const K extends AnyOf<ObservationKind>>(
  value: unknown,
  observationKind: K,
): value is ObservationEventWith<ObservationNamed<K>> & MarkIn<K, ObservationKind> {
  return isObservationEvent(value) && isObservationOf(field(value, "observation"), observationKind);
}

/**
 * Is it an action of this kind? Takes any kind.
 *
 * @example
 * const waiting = pendingActions(activeBranch(events)).map(({ action }) => action);
 * render(waiting.flatMap((action) => (isActionOf(action, "TerminalAction") ? action.command : [])));
 * @see `openapi.json#/components/schemas/Action`
 */
export function isActionOf<const K extends AnyOf<ActionKind>>(
  value: unknown,
  kind: K,
): value is ActionNamed<K> & MarkIn<K, ActionKind> {
  return field(value, "kind") === kind;
}

/**
 * Is it an observation of this kind? Takes any kind.
 *
 * @example
 * const given = events.filter(isObservationEvent).map(({ observation }) => observation);
 * const printed = given.filter((each) => isObservationOf(each, "TerminalObservation")).map(textOf).join("\n");
 * @see `openapi.json#/components/schemas/Observation`
 */
export function isObservationOf<const K extends AnyOf<ObservationKind>>(
  value: unknown,
  kind: K,
): value is ObservationNamed<K> & MarkIn<K, ObservationKind> {
  return field(value, "kind") === kind;
}

/**
 * Is it an action of a kind that this version lists?
 *
 * @example
 * if (isActionEvent(event) && !isKnownAction(event.action)) render(event.tool_call.arguments); // no view of its own
 * @see `openapi.json#/components/schemas/Action`
 */
export const isKnownAction = (value: unknown): value is KnownAction => kindIn(ACTION_KINDS, value);

/**
 * Is it an observation of a kind that this version lists?
 *
 * @example
 * if (isObservationEvent(event) && !isKnownObservation(event.observation)) render(textOf(event)); // always there
 * @see `openapi.json#/components/schemas/Observation`
 */
export const isKnownObservation = (value: unknown): value is KnownObservation => kindIn(OBSERVATION_KINDS, value);

/**
 * Is it a call of the tool with this name? Holds for calls that could not be understood, too (`action` absent).
 *
 * @example
 * if (isToolCall(event, "terminal")) console.log(event.tool_call.arguments);
 * @see `openapi.json#/components/schemas/ActionEvent`
 */
export function isToolCall<const N extends string>(
  value: unknown,
  toolName: N,
): value is ActionEvent & { tool_name: N } & MarkOf<N> {
  return isActionEvent(value) && field(value, "tool_name") === toolName;
}

/**
 * Is it a call of a tool that the client defined (of the one with this name)? Its action holds the arguments.
 *
 * @example
 * if (isClientToolCall(event, "open_file")) render(event.action["path"]); // for the page to do
 * @see server rule: the kind of such an action is `ClientAction_<tool name>`
 */
export function isClientToolCall(value: unknown, name?: string): value is ActionEventWith<UnknownAction> & Tested {
  if (!isActionEvent(value)) return false;
  const kind = field(field(value, "action"), "kind");
  if (typeof kind !== "string") return false;
  return name === undefined ? kind.startsWith("ClientAction_") : kind === `ClientAction_${name}`;
}
