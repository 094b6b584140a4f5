/** The entries that read events: checks of their shape, what was said and done, and whether a server sends what it should. */
import { classifyError } from "agent-server-client";
import { checkEvents } from "agent-server-client/contract";
import {
  activeBranch,
  conversationView,
  finalResponse,
  toLlmMessages,
  toolCalls,
} from "agent-server-client/conversation";
import { parseOrxEvent, toMessages, verifyEvent } from "agent-server-client/orxhestra";
import { MessageEventSchema, parseEvent, parseEvents } from "agent-server-client/schemas";
import type { Task } from "./task.js";

/** Reads what was recorded, and refuses what is no event. */
export function useSchemas({ recording: { rest_search: events } }: Task): object {
  return {
    kinds: new Set(events.map((event) => parseEvent(event).kind)).size,
    messages: events.filter((event) => MessageEventSchema.safeParse(event).success).length,
    failures: parseEvents([...events, { kind: "MessageEvent" }]).failures.map(
      ({ error }) => classifyError(error).reason,
    ),
  };
}

/** What the model sees of it. */
export function useConversationEntry({ recording: { rest_search: events } }: Task): object {
  const branch = activeBranch(parseEvents(events).events);
  const view = conversationView(branch).events;
  return {
    view: view.length,
    roles: toLlmMessages(view).map(({ role }) => role),
    calls: toolCalls(branch).map(({ status }) => status),
    final: finalResponse(branch),
  };
}

/** Believes a signed event, and one that was changed not. */
export async function useOrxhestra({ signed }: Task): Promise<object> {
  const event = parseOrxEvent(JSON.parse(signed));
  const changed = JSON.stringify({ ...event, id: `${event.id}, or so` });
  return {
    messages: toMessages([event]).length,
    statuses: [(await verifyEvent(signed)).status, (await verifyEvent(changed)).status],
  };
}

/** Compares what was recorded with the document. */
export async function useContract({ recording: { rest_search: events } }: Task): Promise<object> {
  const broken = { ...events[0], timestamp: 5 };
  const rules: string[] = [];
  for await (const { rule } of checkEvents(sent([...events, broken]))) rules.push(rule);
  return { rules };
}

async function* sent(events: readonly unknown[]): AsyncGenerator<unknown> {
  yield* events;
}
