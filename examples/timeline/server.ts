/** From a conversation on a live server to what there is to show of it; and, in one line, why there is nothing. */
import {
  type AgentClient,
  ContractError,
  createAgentClient,
  type ErrorReason,
  HttpError,
  isAgentServerError,
  redact,
  searchConversations,
  searchEvents,
  unwrap,
} from "agent-server-client";
import type { WebSocketConstructor } from "agent-server-client/stream";
import type { Place } from "./place.js";
import type { Entry, Recording } from "./recording.js";
import { plural } from "./text.js";

/** All events of the conversation, not validated yet. */
export async function readServer({ url, key, conversation }: Place): Promise<[name: string, Recording]> {
  const client = createAgentClient({ baseUrl: url, sessionApiKey: key });
  const id = conversation ?? (await newest(client));
  if (id === undefined) return ["no conversation", { form: "the server has none yet", entries: [] }];
  const entries: Entry[] = [];
  for await (const value of searchEvents(client, id)) {
    entries.push({ is: "event", place: `event ${entries.length}`, value });
  }
  return [`conversation ${id}`, { form: `live, ${plural(entries.length, "event")}`, entries }];
}

async function newest(client: AgentClient): Promise<string | undefined> {
  for await (const { id } of searchConversations(client, { sort_order: "UPDATED_AT_DESC", pageSize: 1 })) {
    if (typeof id === "string") return id;
    throw new ContractError("GET /api/conversations/search", [
      { path: ["items", 0, "id"], code: "invalid_type", message: "expected a string" },
    ]);
  }
  return undefined;
}

/** Why something does not go on; a fault of no program. */
export class Stopped extends Error {}

/** The id of the conversation, once the server has said that it is there. */
export async function conversationAt(
  client: AgentClient,
  { conversation }: Place,
  signal: AbortSignal,
): Promise<string> {
  const id = conversation ?? (await newest(client));
  if (id === undefined) throw new Stopped("the server has no conversation yet to send this to.");
  const params = { path: { conversation_id: id } };
  unwrap(await client.GET("/api/conversations/{conversation_id}", { params, signal }));
  return id;
}

/** Node has one from 22 on. */
export async function webSocket(): Promise<WebSocketConstructor> {
  const { WebSocket } = globalThis as { readonly WebSocket?: WebSocketConstructor };
  return WebSocket ?? (await import("ws")).WebSocket;
}

const IS_IT_THERE = "Is this the address of an Agent Server, and is it running?";
/** What to do about it here, where that is more than the reason says. */
const ADVICE: Partial<Record<ErrorReason, string>> = {
  session_key: "Name the variable that holds the key: --key-env NAME.",
  network: IS_IT_THERE,
  timeout: IS_IT_THERE,
  unavailable: IS_IT_THERE,
  not_found: "Is this the address of an Agent Server, and --conversation the id of one that it has?",
  contract: IS_IT_THERE,
  conversation_not_found: "Without --conversation the newest one is shown.",
  validation: "Is --conversation the id of one?",
};

/** In one line: the call, the reason, what to do. What is not a failure of a call is a defect, and thrown on. */
export function problemOfServer(url: string, error: unknown): string {
  if (error instanceof Stopped) return error.message;
  if (!isAgentServerError(error)) throw error;
  const { reason, message } = error.classification;
  const isElsewhere = error instanceof HttpError && error.status < 400;
  const advice = isElsewhere ? "The address leads to another one: name that one." : ADVICE[reason];
  return [`${redact(url)}: ${error.message}.`, isElsewhere ? [] : message, advice ?? []].flat().join(" ");
}
