/** Events that a test puts into a conversation itself. */
import type { Event as AgentEvent } from "../generated/types.js";
import { canonical } from "../simulator/ids.js";
import { append, type NewEvent, publish } from "../simulator/log.js";
import type { Simulator } from "../simulator/simulator.js";
import type { Conversation, World } from "../simulator/world.js";

/**
 * An event; without an id or a time it gets its own.
 *
 * @example
 * const paused: MockedEvent = { kind: "PauseEvent", source: "user" }; // the server gives it an id and a time
 * const mock = mockAgentServer();
 * const replayed = mock.replay({ conversation: mockConversationInfo(), rest_search: [] });
 * console.log(mock.emit(replayed, paused).timestamp);
 */
export type MockedEvent = AgentEvent | NewEvent;

/** Puts an event into a log, or, where the server keeps no such event, to the sockets alone. Gives it as it was told. */
export function emit({ world }: Simulator, conversationId: string, event: MockedEvent): AgentEvent {
  const conversation = world.conversations.get(canonical(conversationId));
  if (!conversation)
    throw new RangeError(`expected the id of a conversation of the mock server, not ${conversationId}`);
  const fresh = withOwnPlace(world, conversation, event as NewEvent);
  const told = isKept(fresh) ? append(world, conversation, [fresh])[0] : publish(world, conversation, fresh);
  return told as object as AgentEvent; // as it came, with an id and a time
}

/** The same sample may be told twice: the second one is another event. Its place in the tree is found by the server. */
function withOwnPlace({ random }: World, { places }: Conversation, event: NewEvent): NewEvent {
  const { id, parent_id: parentId, ...rest } = event;
  const own = typeof id === "string" && !places.has(id) ? id : random.uuid();
  return { id: own, ...(typeof parentId === "string" ? { parent_id: parentId } : {}), ...rest };
}

const isKept = ({ kind, key }: NewEvent): boolean =>
  kind !== "StreamingDeltaEvent" && kind !== "ServerErrorEvent" && key !== "full_state";
