/** REST over the log of a conversation. */
import { EVENT_PYTHON_PATHS } from "../generated/kinds.js";
import { messageSaved, respond, send } from "./actions.js";
import {
  crash,
  invalid,
  invalidLimit,
  missing,
  NO_PLACE,
  NOT_FOUND,
  ok,
  refuse,
  type SimulatedAnswer,
  SUCCESS,
  successAfter,
} from "./answers.js";
import { fieldsOf, pythonRepr } from "./fields.js";
import { lengthOf } from "./log.js";
import { wholeEvent } from "./nulls.js";
import { whenUnlocked } from "./state.js";
import { type Conversation, isAtLeast, naive, type WireEvent, type World, withoutNulls } from "./world.js";

type Matches = (event: WireEvent) => boolean;

/** Forwards or backwards from the page's event (an unknown one: from the start), 100 at most; damaged ones left out. */
export function searchEvents(world: World, conversation: Conversation, query: URLSearchParams): SimulatedAnswer {
  const wrong = invalidLimit(query);
  if (wrong) return wrong;
  const limit = Number(query.get("limit") ?? 100);
  const isBackwards = query.get("sort_order") === "TIMESTAMP_DESC";
  const length = lengthOf(world, conversation);
  const first = isBackwards ? length - 1 : 0;
  const place = conversation.places.get(query.get("page_id") ?? "") ?? first;
  const start = place < length ? place : first;
  const matches = matching(world, query);
  const items: WireEvent[] = [];
  for (let index = start; index >= 0 && index < length; index += isBackwards ? -1 : 1) {
    const entry = conversation.log[index];
    if (!entry || entry.isUnreadable || !matches(entry.event)) continue;
    if (items.length >= limit) return ok({ items, next_page_id: entry.event.id });
    items.push(withoutNulls(entry.event));
  }
  return ok({ items, next_page_id: null });
}

/** `GET …/events/count`. */
export function countEvents(world: World, conversation: Conversation, query: URLSearchParams): SimulatedAnswer {
  const length = lengthOf(world, conversation);
  if (FILTERS.every((name) => query.get(name) === null)) return ok(length);
  const matches = matching(world, query);
  const found = conversation.log.slice(0, length).filter(({ event, isUnreadable }) => !isUnreadable && matches(event));
  return ok(found.length);
}

const FILTERS = ["kind", "source", "body", "timestamp__gte", "timestamp__lt"] as const;

function matching(world: World, query: URLSearchParams): Matches {
  const [kind = null, source = null, body = null, from, before] = FILTERS.map((name) => query.get(name));
  const text = body?.toLowerCase();
  return (event) => {
    const timestamp = String(event["timestamp"]);
    return (
      (kind === null || kind === pythonPath(event.kind) || (isAtLeast(world, "1.58") && kind === event.kind)) &&
      (source === null || source === event["source"]) &&
      (text === undefined || (event.kind === "MessageEvent" && messageText(event).toLowerCase().includes(text))) &&
      (!from || timestamp >= naive(from)) &&
      (!before || timestamp < naive(before))
    );
  };
}

/** Before 1.58 a kind is found by the path of its Python class alone. */
const pythonPath = (kind: string): string | undefined =>
  Object.hasOwn(EVENT_PYTHON_PATHS, kind) ? EVENT_PYTHON_PATHS[kind as keyof typeof EVENT_PYTHON_PATHS] : undefined;

interface Block {
  readonly text?: string;
  readonly image_urls?: readonly string[];
}

function messageText(event: WireEvent): string {
  const { content = [], reasoning_content = "" } = (event["llm_message"] ?? {}) as {
    readonly content?: readonly Block[];
    readonly reasoning_content?: string | null;
  };
  const blocks = [...content, ...((event["extended_content"] ?? []) as readonly Block[])];
  const texts = blocks.map(({ text, image_urls }) => text ?? `[Image: ${image_urls?.length ?? 0} URLs]`);
  return [...texts, reasoning_content ?? ""].join(" ");
}

/** By its id; fields that are null are there. */
export function getEvent(world: World, conversation: Conversation, id: string): SimulatedAnswer {
  const event = find(world, conversation, id);
  if (event) return ok(event);
  return isAtLeast(world, "1.58") ? NOT_FOUND : unknownEvent(world, id);
}

/** The server breaks over it, and shows the sentence as its language shows a text. */
const unknownEvent = (world: World, id: unknown): SimulatedAnswer =>
  crash(world, pythonRepr(`Unknown event_id: ${String(id)}`));

/** Several by their ids, which are the body of a GET. */
export function getEvents(world: World, conversation: Conversation, body: unknown): SimulatedAnswer {
  if (body === undefined) return missing(["body"]);
  if (!Array.isArray(body)) return invalid("list_type", ["body"], "Input should be a valid list", { input: body });
  const found = body.map((id) => find(world, conversation, String(id)));
  const unknown = found.indexOf(null);
  if (unknown >= 0 && !isAtLeast(world, "1.58")) return unknownEvent(world, body[unknown]);
  return ok(found);
}

function find(world: World, conversation: Conversation, id: string): WireEvent | null {
  const place = conversation.places.get(id) ?? Number.POSITIVE_INFINITY;
  const entry = place < lengthOf(world, conversation) ? conversation.log[place] : undefined;
  return entry && !entry.isUnreadable ? wholeEvent(entry.event) : null;
}

/** A message of the user. One whose run has no place is kept all the same. */
export function postEvent(world: World, conversation: Conversation, body: unknown): SimulatedAnswer {
  if (body === undefined) return missing(["body"]);
  const { run = false, ...message } = fieldsOf(body);
  const held = conversation.isLocked ? whenUnlocked(conversation, () => undefined) : undefined;
  const outcome = send(world, conversation, message, run === true);
  if (outcome === "done" || outcome === "running") return successAfter(held);
  if (outcome === "busy") return refuse(429, messageSaved(conversation));
  if (outcome.refused === "ValidationError") return invalid("list_type", ["body", "content"], "Input should be a list");
  return crash(world, outcome.detail);
}

/** Yes or no to the actions that wait. */
export function postResponse(world: World, conversation: Conversation, body: unknown): SimulatedAnswer {
  const { accept, reason = "User rejected the action." } = fieldsOf(body);
  if (accept === undefined) return missing(["body", "accept"], body ?? null);
  return respond(world, conversation, accept === true, String(reason)) === "busy" ? NO_PLACE : SUCCESS;
}
