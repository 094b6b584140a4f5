/** Follows a conversation to its last event, and sees that a wrong key is refused. */
import { createAgentClient, isAgentServerError } from "agent-server-client";
import { streamEvents } from "agent-server-client/stream";
import type { Followed, Given, Task } from "./task.js";

export async function useStream(task: Task, { WebSocket }: Given = {}): Promise<Followed> {
  const { baseUrl, key, conversationId, lastId } = task;
  const reconnect = { minDelayMs: 10, maxDelayMs: 100 };
  const ids: string[] = [];
  const client = createAgentClient({ baseUrl, sessionApiKey: key });
  for await (const update of streamEvents(client, conversationId, { WebSocket, reconnect })) {
    if (update.type === "event") ids.push(update.event.id);
    if (update.type === "event" && update.event.id === lastId) break;
  }
  return { ids, refusal: await refusalOf(task, { WebSocket }) };
}

async function refusalOf({ baseUrl, conversationId }: Task, { WebSocket }: Given): Promise<string> {
  const client = createAgentClient({ baseUrl, sessionApiKey: "another" });
  try {
    for await (const { type } of streamEvents(client, conversationId, { WebSocket }))
      if (type === "live") return "none";
    return "no end";
  } catch (error) {
    return isAgentServerError(error) ? error.classification.reason : String(error);
  }
}
