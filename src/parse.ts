/**
 * Validation without zod: a generated check says whether a value is valid, at less than a tenth of the cost of JSON.parse;
 * only when it says no, a shape is walked to say why. A valid value is returned as the very same object.
 */
import { ContractError, type Issue } from "./errors.js";
import { explain } from "./explain.js";
import { checkBashEventBase, checkConversationInfo, checkEvent, checkSessionFrame } from "./generated/checks.js";
import {
  BashEventBaseShape,
  ConversationInfoShape,
  EventShape,
  SessionFrameShape,
  type Shape,
} from "./generated/shapes.js";
import type {
  Event as AgentEvent,
  BashEventBase as BashEvent,
  ConversationInfo,
  SessionFrame,
} from "./generated/types.js";

/** An event, or why it is none; `raw` is the value as it came. */
export type ParsedEvent =
  | { readonly ok: true; readonly event: AgentEvent }
  | { readonly ok: false; readonly error: ContractError; readonly raw: unknown };

/** An item of a list that is not an event. */
export interface EventFailure {
  /** Its place in the list. */
  readonly index: number;
  readonly error: ContractError;
  readonly raw: unknown;
}

/** A list of events, and what in it was none. */
export interface ParsedEvents {
  /** The valid ones, in order. */
  readonly events: AgentEvent[];
  readonly failures: EventFailure[];
}

/** A page of events, what in it was none, and where to go on. */
export interface ParsedEventPage extends ParsedEvents {
  /** Where the next page starts; null after the last one. */
  readonly nextPageId: string | null;
}

/**
 * Why a refused value is refused. That nothing is found means that check and shape disagree: an error of this package,
 * said as such and never passed over.
 */
function failure(what: string, shape: Shape, value: unknown): ContractError {
  const issues = attempt(() => explain(shape, value));
  const disagreement: Issue = {
    path: [],
    code: "internal",
    message: "refused, then found valid: the value changes when it is read, or this is a fault of the package",
  };
  return new ContractError(what, issues.length > 0 ? issues : [disagreement]);
}

/** A getter or a proxy that throws, and nesting beyond the stack, are issues like any other. */
function attempt(find: () => Issue[]): Issue[] {
  try {
    return find();
  } catch {
    return [{ path: [], code: "unreadable", message: "the value cannot be read" }];
  }
}

function holds<T>(check: (value: unknown) => value is T, value: unknown): value is T {
  try {
    return check(value);
  } catch {
    return false;
  }
}

function parse<T>(what: string, check: (value: unknown) => value is T, shape: Shape, value: unknown): T {
  if (holds(check, value)) return value;
  throw failure(what, shape, value);
}

/**
 * The value as an event: the same object, typed.
 *
 * @throws {ContractError} with the paths of what is wrong
 * @example
 * const event = parseEvent(JSON.parse(frame));
 * if (event.kind === "ActionEvent") console.log(event.tool_name);
 */
export const parseEvent = (value: unknown): AgentEvent => parse("Event", checkEvent, EventShape, value);

/**
 * As {@link parseEvent}, never throwing.
 *
 * @example
 * const parsed = safeParseEvent(value);
 * if (parsed.ok) render(parsed.event);
 * else report(parsed.error.issues, parsed.raw);
 */
export function safeParseEvent(value: unknown): ParsedEvent {
  return holds(checkEvent, value)
    ? { ok: true, event: value }
    : { ok: false, error: failure("Event", EventShape, value), raw: value };
}

/** Each item on its own: a broken one never costs the others. */
export function parseEvents(values: readonly unknown[]): ParsedEvents {
  const events: AgentEvent[] = [];
  const failures: EventFailure[] = [];
  for (const [index, raw] of values.entries()) {
    const parsed = safeParseEvent(raw);
    if (parsed.ok) events.push(parsed.event);
    else failures.push({ index, error: parsed.error, raw });
  }
  return { events, failures };
}

/**
 * A page of `GET /api/conversations/{conversation_id}/events/search`: its events, what was no event, and where to go on.
 *
 * @throws {ContractError} when it is no page at all
 */
export function parseEventPage(value: unknown): ParsedEventPage {
  const page = parse("EventPage", isPage, PAGE_SHAPE, value);
  return { ...parseEvents(page.items), nextPageId: page.next_page_id ?? null };
}

interface Page {
  readonly items: readonly unknown[];
  readonly next_page_id?: string | null;
}

const PAGE_SHAPE: Shape = { object: { items: { array: "any" }, next_page_id: { maybe: "string" } } };

const isPage = (value: unknown): value is Page => explain(PAGE_SHAPE, value).length === 0;

/**
 * One frame of `/sockets/session/{conversation_id}`, as the object that JSON.parse gave. Frames of types that are not
 * listed pass, as the server's protocol asks.
 *
 * @throws {ContractError} with the paths of what is wrong
 */
export const parseSessionFrame = (value: unknown): SessionFrame =>
  parse("SessionFrame", checkSessionFrame, SessionFrameShape, value);

/**
 * One frame of `/sockets/bash-events`, or one item of a bash event page.
 *
 * @throws {ContractError} with the paths of what is wrong
 */
export const parseBashEvent = (value: unknown): BashEvent =>
  parse("BashEvent", checkBashEventBase, BashEventBaseShape, value);

/**
 * What `GET /api/conversations/{conversation_id}` answers.
 *
 * @throws {ContractError} with the paths of what is wrong
 */
export const parseConversation = (value: unknown): ConversationInfo =>
  parse("ConversationInfo", checkConversationInfo, ConversationInfoShape, value);
