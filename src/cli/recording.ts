/** A conversation as all channels of a server give it: the form that test fixtures have and the mocks replay. */
import { getEvents } from "../calls-events.js";
import { type AgentClient, unwrap } from "../client.js";
import type { Event as AgentEvent, ConversationInfo } from "../generated/types.js";
import { redact } from "../redact.js";
import { searchEvents } from "../search.js";
import type { Listener } from "./listen.js";

/** The same log over four channels; of a channel that was not open there is nothing. */
export interface Recording {
  readonly conversation: ConversationInfo;
  readonly rest_search: readonly AgentEvent[];
  readonly rest_get: readonly (AgentEvent | null)[];
  /** Of `/sockets/events`. */
  readonly ws_events: Listener["frames"];
  /** Of `/sockets/session`. */
  readonly ws_session: Listener["frames"];
}

/** The sockets that have been listening. */
export interface Listeners {
  readonly events?: Listener | undefined;
  readonly session?: Listener | undefined;
}

/** What the sockets have heard so far, and what REST says now. */
export async function recordingOf(
  client: AgentClient,
  conversationId: string,
  { events, session }: Listeners,
): Promise<Recording> {
  const params = { path: { conversation_id: conversationId } };
  const rest_search: AgentEvent[] = [];
  for await (const event of searchEvents(client, conversationId)) rest_search.push(event);
  return {
    conversation: unwrap(await client.GET("/api/conversations/{conversation_id}", { params })),
    rest_search,
    rest_get: await getEvents(
      client,
      conversationId,
      rest_search.map(({ id }) => id),
    ),
    ws_events: events?.frames ?? [],
    ws_session: session?.frames ?? [],
  };
}

/** Fields that name the machine of the server or its user, and what they say in a recording. */
const OF_MACHINE: Readonly<Record<string, string>> = {
  hostname: "lab",
  username: "lab",
  py_interpreter_path: "/srv/agent",
};

/**
 * A copy without what looks like a secret and without the names of the machine. Every event is looked at by itself, as
 * {@link redact} has a limit for one value.
 */
export function redactedRecording(recording: Recording): Readonly<Record<keyof Recording, unknown>> {
  const each = (values: readonly unknown[]): unknown[] => values.map((value) => withoutMachine(redact(value)));
  return {
    conversation: withoutMachine(redact(recording.conversation)),
    rest_search: each(recording.rest_search),
    rest_get: each(recording.rest_get),
    ws_events: each(recording.ws_events),
    ws_session: each(recording.ws_session),
  };
}

const withoutMachine = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, inner: unknown) =>
    typeof inner === "string" && inner !== "" && Object.hasOwn(OF_MACHINE, name) ? OF_MACHINE[name] : inner,
  );
