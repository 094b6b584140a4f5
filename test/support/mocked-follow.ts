/** Consumers of the streams over a mock server, which breaks their sockets. */
import { setTimeout as wait } from "node:timers/promises";
import { type AgentClient, createAgentClient, type Schema } from "agent-server-client";
import { type StreamOptions, type StreamUpdate, streamEvents } from "agent-server-client/stream";
import { eventsOf } from "../live/conversation.js";
import { MOCKED } from "./mocked.js";

export const mockedClient = (): AgentClient =>
  createAgentClient({ baseUrl: MOCKED.baseUrl, sessionApiKey: MOCKED.key, retry: false });

export const START: Schema<"StartConversationRequest"> = {
  agent: { kind: "Agent", llm: { model: "openai/scripted", stream: true }, tools: [{ name: "terminal" }] },
  workspace: { kind: "LocalWorkspace", working_dir: "/work" },
  autotitle: false,
};

/** Connections are made again as fast as can be. */
export const FAST = { minDelayMs: 1, maxDelayMs: 4 } as const;

export interface Following {
  readonly updates: readonly StreamUpdate[];
  /** Of the events of the log as it is now, in the order in which they came. */
  readonly ids: readonly string[];
  readonly error: () => unknown;
  close(): Promise<void>;
}

export function follow(client: AgentClient, id: string, options: StreamOptions = {}): Following {
  const stream = streamEvents(client, id, { reconnect: FAST, ...options });
  const updates: StreamUpdate[] = [];
  const ids: string[] = [];
  let error: unknown;
  const reading = (async () => {
    for await (const update of stream) {
      updates.push(update);
      if (update.type === "event") ids.push(update.event.id);
      if (update.type === "reset") ids.length = 0;
    }
  })().catch((thrown: unknown) => {
    error = thrown;
  });
  return {
    updates,
    ids,
    error: () => error,
    async close() {
      stream.close();
      await reading;
    },
  };
}

const PATIENCE_MS = 20_000;

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error("it did not come to that");
    await wait(3);
  }
}

/** Waits until the run is over and the last of its events has come. Gives the ids of the log. */
export async function logOnceTold(client: AgentClient, id: string, following: Following): Promise<string[]> {
  const path = { params: { path: { conversation_id: id } } };
  await until(async () => {
    const { data } = await client.GET("/api/conversations/{conversation_id}", path);
    return data?.execution_status !== "running" && data?.execution_status !== "idle";
  });
  await wait(30); // 1.44 writes an event after it has told it
  const log = (await eventsOf(client, id)).map((event) => event.id);
  await until(() => following.ids.includes(log.at(-1) ?? ""));
  await wait(20); // for what should not come
  return log;
}
