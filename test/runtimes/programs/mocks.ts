/** The mock server, by what msw has there. */
import { createAgentClient, searchEvents } from "agent-server-client";
import { type MockAgentServer, mockAgentServer, mockEvent } from "agent-server-client/mocks";
import type { Task } from "./task.js";

/** Puts the handlers in the way of requests, and gives what ends that. */
type Start = (handlers: MockAgentServer["handlers"]) => (() => void) | Promise<() => void>;

export async function useMocks({ recording }: Task, start: Start): Promise<object> {
  const baseUrl = "http://127.0.0.1:9/mocked";
  const server = mockAgentServer({ baseUrl });
  const stop = await start(server.handlers);
  const id = server.replay(recording);
  server.emit(id, mockEvent("MessageEvent", { id: "said" }));
  const kinds: string[] = [];
  for await (const event of searchEvents(createAgentClient({ baseUrl }), id, { pageSize: 10 })) kinds.push(event.kind);
  server.assertNoInvalidRequests();
  stop();
  return { events: kinds.length, last: kinds.at(-1) };
}
