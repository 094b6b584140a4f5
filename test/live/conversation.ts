/** Conversations with the scripted model: made, driven and waited for. */
import {
  type AgentClient,
  type AgentEvent,
  type ConversationInfo,
  createConversation,
  isStateUpdate,
  type Schema,
  searchEvents,
  sendMessage,
  unwrap,
} from "agent-server-client";
import type { Model } from "./model.js";
import { messageOf, type Step } from "./script.js";

type StartRequest = Schema<"StartConversationRequest">;
type Llm = Schema<"LLM">;

/** How to start a conversation. */
export interface ConversationOptions {
  readonly client: AgentClient;
  readonly model: Model;
  /** Where its tools work. */
  readonly workingDir: string;
  /** Whether the model is asked for a stream. */
  readonly stream?: boolean;
  readonly tools?: readonly string[];
  /** Further settings of the agent and of the conversation. */
  readonly agent?: object;
  readonly body?: Partial<StartRequest>;
}

/** How a server reaches the scripted model: without retries, which would take minutes. */
export const llmOf = ({ url }: Model, more: object = {}): { model: string } & Partial<Llm> => ({
  model: "openai/scripted",
  base_url: url,
  api_key: "sk-scripted",
  num_retries: 0,
  ...more,
});

/** Makes a conversation. It has no title made up by the model: that would be one more request. */
export async function startConversation(options: ConversationOptions): Promise<ConversationInfo> {
  const { client, model, workingDir, stream = false, tools = ["terminal"], agent = {}, body = {} } = options;
  return createConversation(client, {
    agent: { kind: "Agent", llm: llmOf(model, { stream }), tools: tools.map((name) => ({ name })), ...agent },
    workspace: { kind: "LocalWorkspace", working_dir: workingDir },
    autotitle: false,
    max_iterations: 20,
    ...body,
  } as StartRequest);
}

/** All events of a conversation, in log order. */
export async function eventsOf(client: AgentClient, id: string): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of searchEvents(client, id)) events.push(event);
  return events;
}

const RUN_MS = 90_000;
const POLL_MS = 200;

/**
 * Does something that starts a run, and waits until the run is over. The status in the log is waited for, not the one that
 * the conversation tells: that one lags behind.
 *
 * @returns the status that it ended with
 */
export async function runAfter(client: AgentClient, id: string, act: () => Promise<unknown>): Promise<string> {
  const before = await lastEventOf(client, id);
  await act();
  const end = Date.now() + RUN_MS;
  while (Date.now() < end) {
    const status = await statusSince(client, id, before);
    if (
      status !== undefined &&
      !GOING_ON.has(status) &&
      (await conversationOf(client, id)).execution_status === status
    ) {
      return status; // the conversation itself tells so too: its lock is free
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`the conversation did not come to an end within ${RUN_MS / 1000} s`);
}

const GOING_ON: ReadonlySet<string> = new Set(["running", "idle"]);

/** The newest status in the log after an event. */
async function statusSince(client: AgentClient, id: string, before: string | undefined): Promise<string | undefined> {
  for await (const event of searchEvents(client, id, NEWEST)) {
    if (event.id === before) return undefined;
    if (isStateUpdate(event, "execution_status")) return event.value;
  }
  return undefined;
}

const NEWEST = { sort_order: "TIMESTAMP_DESC", pageSize: 10 } as const;

async function lastEventOf(client: AgentClient, id: string): Promise<string | undefined> {
  for await (const { id: last } of searchEvents(client, id, NEWEST)) return last;
  return undefined;
}

export const conversationOf = async (client: AgentClient, id: string): Promise<ConversationInfo> =>
  unwrap(await client.GET("/api/conversations/{conversation_id}", { params: { path: { conversation_id: id } } }));

/** Sends a script and waits until it is played. */
export const play = (client: AgentClient, id: string, steps: readonly Step[]): Promise<string> =>
  runAfter(client, id, () => sendMessage(client, id, messageOf(steps)));
