/** Exports without annotations: their declarations must be able to name whatever the package gives. */
import {
  type AgentEvent,
  createAgentClient,
  type EventKind,
  isActionEventOf,
  isClientToolCall,
  isEventOf,
  isStateUpdate,
  isToolCall,
  matchEvent,
  type paths,
  type Schema,
} from "agent-server-client";
import {
  conversationView,
  createConversationStore,
  eventsFromMessages,
  toLlmMessages,
  toolCalls,
} from "agent-server-client/conversation";
import * as orx from "agent-server-client/orxhestra";
import { EventPageSchema, parseConversation, safeParseEvent } from "agent-server-client/schemas";
import { runToEnd, streamBash, streamEvents } from "agent-server-client/stream";
import createClient from "openapi-fetch";

export const client = createClient<paths>({ baseUrl: "http://localhost:8000" });
export const agent = createAgentClient({ baseUrl: "http://localhost:8000" });
export const follow = (id: string) => streamEvents(agent, id);
export const bash = () => streamBash(agent)[Symbol.asyncIterator]();
export const finish = async (id: string) => (await runToEnd(agent, id)).finalResponse;
export const load = async (conversation_id: string) =>
  (await client.GET("/api/conversations/{conversation_id}", { params: { path: { conversation_id } } })).data;
export const status = (info: Schema<"ConversationInfo">) => info.execution_status;
export const message = (event: Schema<"MessageEvent">) => event.llm_message;
export const risk = (event: AgentEvent) =>
  matchEvent(event, {
    ActionEvent: (action) => action.security_risk,
    UnknownEvent: (unknown) => unknown,
    _: () => null,
  });
export const named = (events: AgentEvent[], name: string) => events.filter((event) => isToolCall(event, name));
export const ofKind = (events: AgentEvent[], kind: string) => events.filter((event) => isActionEventOf(event, kind));
export const ofKinds = (events: AgentEvent[], ...kinds: EventKind[]) =>
  events.filter((event) => isEventOf(event, ...kinds));
export const ofClient = (events: AgentEvent[]) => events.filter((event) => isClientToolCall(event));
export const terminal = (events: AgentEvent[]) => events.filter((event) => isActionEventOf(event, "TerminalAction"));
export const updates = (events: AgentEvent[], key: string) => events.filter((event) => isStateUpdate(event, key));
export const store = createConversationStore();
export const view = (events: AgentEvent[]) => conversationView(events);
export const sent = (events: AgentEvent[]) => toLlmMessages(view(events).events);
export const back = (events: AgentEvent[]) => eventsFromMessages(sent(events), { newId: String, now: Date.now });
export const calls = (events: AgentEvent[]) => toolCalls(events);
export const parsed = (value: unknown) => safeParseEvent(value);
export const workspace = (value: unknown) => parseConversation(value).workspace;
export const pages = { schema: EventPageSchema };
export const parts = (event: orx.OrxEvent) => event.content.parts;
export const trusted = (events: orx.OrxEvent[]) => orx.verifyChain(events, { requireChain: true });
export const update = (frame: unknown) => orx.readA2A(frame);
export const payload = (event: orx.OrxEvent) => orx.signablePayload(event);
export const schema = orx.OrxEventSchema;
