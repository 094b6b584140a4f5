/** What a user would write. */
import {
  type AgentEvent,
  compareRisk,
  createAgentClient,
  type EventOf,
  eventTime,
  isActionEvent,
  isActionEventOf,
  isErrorEvent,
  isEventOf,
  isStateUpdate,
  isToolCall,
  isUnknownEvent,
  isUserMessage,
  matchEvent,
  parseToolArguments,
  type paths,
  redact,
  type Schema,
  textOf,
  type UnknownEvent,
} from "agent-server-client";
import { compareDocuments, type Finding } from "agent-server-client/contract";
import {
  activeBranch,
  type ConversationSnapshot,
  conversationView,
  createConversationStore,
  reasoningOf,
  toLlmMessages,
} from "agent-server-client/conversation";
import * as orx from "agent-server-client/orxhestra";
import {
  EventSchema,
  parseEvent,
  parseEventPage,
  parseSessionFrame,
  safeParseEvent,
} from "agent-server-client/schemas";
import {
  type Cursor,
  runToEnd,
  type StreamUpdate,
  streamEvents,
  type WebSocketConstructor,
} from "agent-server-client/stream";
import createClient from "openapi-fetch";
import * as z from "zod/mini";

export const client = createClient<paths>({ baseUrl: "http://localhost:8000" });

export async function conversation(id: string) {
  const { data, error } = await client.GET("/api/conversations/{conversation_id}", {
    params: { path: { conversation_id: id } },
  });
  if (error) throw new Error(String(error.detail));
  const info: Schema<"ConversationInfo"> = data;
  return { status: info.execution_status, title: info.title ?? "untitled" };
}

export async function start(text: string) {
  const body: Schema<"StartConversationRequest"> = {
    agent: { kind: "Agent", llm: { model: "model" } },
    workspace: { working_dir: "/workspace" },
    initial_message: { content: [{ type: "text", text }] },
  };
  const { data } = await client.POST("/api/conversations", { body });
  return data?.id;
}

export function show(events: readonly AgentEvent[], render: (snapshot: ConversationSnapshot) => void) {
  const store = createConversationStore({ parse: parseEvent });
  const stop = store.subscribe(() => render(store.getSnapshot()));
  for (const event of events) store.apply(event);
  stop();
  const { toolCalls, usage } = store.getSnapshot();
  const messages = toLlmMessages(conversationView(activeBranch(events)).events);
  return { open: toolCalls.filter(({ status }) => status === "open"), cost: usage.cost, messages };
}

export const thoughts = (events: readonly AgentEvent[]) => events.map(reasoningOf);

export function line(event: AgentEvent) {
  return matchEvent(event, {
    ActionEvent: (action) => `${action.tool_name} ${parseToolArguments(action).ok}`,
    MessageEvent: (message) => textOf(message),
    UnknownEvent: (unknown) => `(${unknown.kind as string})`,
    _: (other) => `${other.kind} ${eventTime(other, { zone: "UTC" }).epochMs}`,
  });
}

export function describe(event: AgentEvent) {
  if (isUserMessage(event)) return event.llm_message.role;
  if (isToolCall(event, "terminal")) return event.tool_call.arguments;
  if (isActionEventOf(event, "ThinkAction")) return event.action.thought;
  if (isStateUpdate(event, "execution_status")) return event.value ?? "idle";
  if (isErrorEvent(event)) return event.kind;
  switch (event.kind) {
    case "PauseEvent":
    case "InterruptEvent":
      return "stopped";
    case "ObservationEvent":
      return event.observation.kind === "TerminalObservation" ? event.observation.exit_code : null;
    default:
      return isUnknownEvent(event) ? String(event["anything"]) : event.id;
  }
}

export const riskiest = (events: readonly AgentEvent[]) =>
  events
    .filter(isActionEvent)
    .map((event) => event.security_risk)
    .sort(compareRisk)
    .at(-1);

export const stops = (events: readonly AgentEvent[]) =>
  events.filter((event) => isEventOf(event, "PauseEvent", "InterruptEvent"));

export const unknowns = (events: readonly AgentEvent[]): UnknownEvent[] => events.filter(isUnknownEvent);
export const first = (events: readonly EventOf<"ActionEvent">[]) => events[0];

export const parsed = (text: string) => safeParseEvent(JSON.parse(text));
export const page = (value: unknown) => parseEventPage(value);
export const frame = (value: unknown) => redact(parseSessionFrame(value).type as string);
export const strict = (value: unknown): AgentEvent => z.parse(EventSchema, parseEvent(value));

export async function follow(
  baseUrl: string,
  id: string,
  WebSocket: WebSocketConstructor,
): Promise<Cursor | undefined> {
  let cursor: Cursor | undefined;
  const agent = createAgentClient({ baseUrl });
  for await (const update of streamEvents(agent, id, { after: cursor, parse: parseEvent, WebSocket })) {
    if (update.type === "event") cursor = update.cursor;
    else if (update.type === "live" || isOver(update)) break;
  }
  return (await runToEnd(agent, id, { message: "Go on.", WebSocket })).status === "finished" ? cursor : undefined;
}

const isOver = (update: StreamUpdate): boolean =>
  update.type === "connection" && update.error?.classification.retryable === false;

export const history = (events: readonly orx.OrxEvent[]) => orx.toMessages(orx.eventsOnBranch(events, ""));
export const verified = async (text: string) => (await orx.verifyEvent(text)).status === "valid";
export const shown = (value: unknown) =>
  orx
    .parseOrxEvent(value)
    .content.parts.map((part) => (part.type === "text" ? part.text : Object.keys(part.metadata).length));

export const breaking = (pinned: unknown, actual: unknown): Finding[] =>
  compareDocuments(pinned, actual).filter(
    ({ severity, touches }) => severity === "breaking" && touches?.includes("repair"),
  );
