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

/**
 * An event, or why it is none; `raw` is the value as it came.
 *
 * @example
 * const eventOf = (parsed: ParsedEvent) => (parsed.ok ? parsed.event : null);
 * const known = [event, { kind: "PauseEvent" }].map((each) => eventOf(safeParseEvent(each))); // the second is null
 */
export type ParsedEvent =
  | { readonly ok: true; readonly event: AgentEvent }
  | { readonly ok: false; readonly error: ContractError; readonly raw: unknown };

/**
 * An item of a list that is not an event.
 *
 * @example
 * const lineOf = ({ index, error }: EventFailure) => `${index}: ${error.message}`;
 * console.log(parseEvents([event, "none"]).failures.map(lineOf)); // ["1: Event: expected an object, got a string"]
 */
export interface EventFailure {
  /** Its place in the list. */
  readonly index: number;
  /** What is wrong with it. */
  readonly error: ContractError;
  /** The item as it came. */
  readonly raw: unknown;
}

/**
 * A list of events, and what in it was none.
 *
 * @example
 * const { events: valid, failures }: ParsedEvents = parseEvents(events);
 * if (failures.length > 0) report(`${failures.length} of ${valid.length + failures.length} events cannot be read.`);
 */
export interface ParsedEvents {
  /** The valid ones, in order. */
  readonly events: AgentEvent[];
  /** The others, in order; empty when all are valid. */
  readonly failures: EventFailure[];
}

/**
 * A page of events, what in it was none, and where to go on.
 *
 * @example
 * const isLast = ({ nextPageId }: ParsedEventPage) => nextPageId === null;
 * console.log(isLast(parseEventPage({ items: events, next_page_id: null }))); // true
 */
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
 * @see `openapi.json#/components/schemas/Event`
 */
export const parseEvent = (value: unknown): AgentEvent => parse("Event", checkEvent, EventShape, value);

/**
 * As {@link parseEvent}, never throwing.
 *
 * @example
 * const parsed = safeParseEvent(value);
 * if (parsed.ok) render(parsed.event);
 * else report(parsed.error.issues, parsed.raw);
 * @see `openapi.json#/components/schemas/Event`
 */
export function safeParseEvent(value: unknown): ParsedEvent {
  return holds(checkEvent, value)
    ? { ok: true, event: value }
    : { ok: false, error: failure("Event", EventShape, value), raw: value };
}

/**
 * Each item on its own: a broken one never costs the others.
 *
 * @example
 * const { events: valid, failures } = parseEvents([event, { kind: "PauseEvent" }]);
 * console.log(valid.length, failures[0]?.index); // 1 1
 */
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
 * @example
 * const answered = await fetch(`http://127.0.0.1:8000/api/conversations/${conversationId}/events/search?limit=100`);
 * const { events: valid, failures, nextPageId } = parseEventPage(await answered.json());
 * console.log(valid.length, failures.length, nextPageId); // the last for `page_id` of the next request
 * @see `GET /api/conversations/{conversation_id}/events/search` of the document
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
 * @example
 * const told = parseSessionFrame({ type: "durable", seq: 0, event: value });
 * if (told.type === "durable") render(told.seq, told.event.kind);
 * @see server rule: `/sockets/session/{conversation_id}`, which is not in the document
 */
export const parseSessionFrame = (value: unknown): SessionFrame =>
  parse("SessionFrame", checkSessionFrame, SessionFrameShape, value);

/**
 * One frame of `/sockets/bash-events`, or one item of a bash event page.
 *
 * @throws {ContractError} with the paths of what is wrong
 * @example
 * const output = { kind: "BashOutput", id: "o", timestamp: "2026-01-02T03:04:05", command_id: "c", order: 0 };
 * const told = parseBashEvent({ ...output, stdout: "3 passed" });
 * if (told.kind === "BashOutput") render(told.stdout);
 * @see `openapi.json#/components/schemas/BashEventBase`
 */
export const parseBashEvent = (value: unknown): BashEvent =>
  parse("BashEvent", checkBashEventBase, BashEventBaseShape, value);

/**
 * What `GET /api/conversations/{conversation_id}` answers.
 *
 * @throws {ContractError} with the paths of what is wrong
 * @example
 * try {
 *   render(parseConversation({ id: conversationId, title: 5 }).title);
 * } catch (error) {
 *   if (isAgentServerError(error)) report(error.message); // names `title` and what else is missing
 * }
 * @see `openapi.json#/components/schemas/ConversationInfo`
 */
export const parseConversation = (value: unknown): ConversationInfo =>
  parse("ConversationInfo", checkConversationInfo, ConversationInfoShape, value);
