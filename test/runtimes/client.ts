/** Follows a conversation to its last event, wherever it is bundled for, and tells what it saw. */
import { createAgentClient, isAgentServerError } from "../../src/index.js";
import { streamEvents, type WebSocketConstructor } from "../../src/stream.js";

/** What to follow. */
export interface Task {
  readonly baseUrl: string;
  readonly key: string;
  readonly conversationId: string;
  readonly lastId: string;
}

/** What was seen; `refusal` is the reason for which a wrong key was refused. */
export interface Seen {
  readonly runtime: string;
  readonly ids: readonly string[];
  readonly waits: number;
  readonly refusal: string;
}

/** Without a WebSocket it takes that of the runtime. */
export async function follow(task: Task, runtime: string, WebSocket?: WebSocketConstructor): Promise<Seen> {
  const { baseUrl, key, conversationId, lastId } = task;
  const reconnect = { minDelayMs: 10, maxDelayMs: 100 };
  const ids: string[] = [];
  let waits = 0;
  const client = createAgentClient({ baseUrl, sessionApiKey: key });
  for await (const update of streamEvents(client, conversationId, { WebSocket, reconnect })) {
    if (update.type === "connection" && update.status === "waiting") waits += 1;
    if (update.type === "event") ids.push(update.event.id);
    if (update.type === "event" && update.event.id === lastId) break;
  }
  return { runtime, ids, waits, refusal: await refusalOf(baseUrl, conversationId, WebSocket) };
}

async function refusalOf(baseUrl: string, id: string, WebSocket?: WebSocketConstructor): Promise<string> {
  const client = createAgentClient({ baseUrl, sessionApiKey: "another" });
  try {
    for await (const update of streamEvents(client, id, { WebSocket })) if (update.type === "live") return "none";
    return "no end";
  } catch (error) {
    return isAgentServerError(error) ? error.classification.reason : String(error);
  }
}
