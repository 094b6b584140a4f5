/** Single events of a conversation. */
import type { CallOptions } from "./calls.js";
import { classifyHttp } from "./classify-http.js";
import { type AgentClient, unwrap } from "./client.js";
import type { Event as AgentEvent } from "./generated/types.js";
import { field } from "./tags.js";

/**
 * One event by its id; null when the conversation has none with it. A conversation that is not there is an error.
 *
 * @throws {HttpError} of any other error status
 * @example
 * const event = await getEvent(client, conversationId, eventId);
 * console.log(event === null ? "no such event" : event.kind);
 * @see `GET /api/conversations/{conversation_id}/events/{event_id}` of the document; server rule: up to 1.57 an unknown id
 * is a 500 with the exception "'Unknown event_id: …'", later a 404 "Not Found"
 */
export async function getEvent(
  client: AgentClient,
  conversationId: string,
  eventId: string,
  { signal }: CallOptions = {},
): Promise<AgentEvent | null> {
  const answer = await client.GET("/api/conversations/{conversation_id}/events/{event_id}", {
    params: { path: { conversation_id: conversationId, event_id: eventId } },
    signal: signal ?? null,
  });
  return isUnknownEvent(answer.response.status, answer.error) ? null : unwrap(answer);
}

function isUnknownEvent(status: number, error: unknown): boolean {
  if (status === 404 && field(error, "detail") === "Not Found") return true;
  return classifyHttp({ status, body: error }).reason === "event_not_found";
}

const CONCURRENCY = 6;

/**
 * Several events by their ids, in the order of the ids; null for those that the conversation does not have. Each is a
 * call of its own, six at a time: the server's batch call wants a body in a GET, which `fetch` refuses. The first
 * failure is thrown, and no further call begins.
 *
 * @throws {HttpError} as {@link getEvent}
 * @example
 * const [first, second] = await getEvents(client, conversationId, [eventId, "no such id"]);
 * console.log(first?.kind, second); // …, null
 * @see {@link searchEvents} for all events of a conversation
 */
export async function getEvents(
  client: AgentClient,
  conversationId: string,
  eventIds: readonly string[],
  options: CallOptions = {},
): Promise<(AgentEvent | null)[]> {
  const events: (AgentEvent | null)[] = eventIds.map(() => null);
  const queue = entriesOf(eventIds);
  const work = async (): Promise<void> => {
    for (const [index, id] of queue) events[index] = await getEvent(client, conversationId, id, options);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, eventIds.length) }, work));
  return events;
}

/** A generator, since a loop that ends early closes it: one failure ends the queue for all who share it. */
function* entriesOf(ids: readonly string[]): Generator<[number, string], void> {
  yield* ids.entries();
}
