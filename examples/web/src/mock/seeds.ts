/** The conversations that the mock server has from the beginning. Their ids are always the same. */
import { type AgentClient, createConversation } from "agent-server-client";
import type { MockAgentServer } from "agent-server-client/mocks";
import { startRequest } from "../list/start-request.js";
import type { Log } from "./log.js";
import { bookLog, longLog, shopLog, troubleLog } from "./seed-logs.js";

const HOUR_MS = 3_600_000;

interface Seed {
  readonly id: string;
  readonly title: string;
  readonly hoursAgo: number;
  readonly log: (startMs: number) => Log;
  readonly status?: "error";
}

const SEEDS: readonly Seed[] = [
  { id: "00000000-0000-4000-8000-00000000a001", title: "Fix the sum of the basket", hoursAgo: 1, log: shopLog },
  { id: "00000000-0000-4000-8000-00000000a002", title: "A name for the book", hoursAgo: 5, log: bookLog },
  {
    id: "00000000-0000-4000-8000-00000000a003",
    title: "What can go wrong",
    hoursAgo: 26,
    log: troubleLog,
    status: "error",
  },
  { id: "00000000-0000-4000-8000-00000000a004", title: "2,000 events", hoursAgo: 50, log: longLog },
];

export async function seed(mock: MockAgentServer, client: AgentClient): Promise<void> {
  const request = startRequest({ model: "openai/gpt-5.5", modelKey: "", modelUrl: "" }, false);
  for (const { id, title, hoursAgo, log, status = "finished" as const } of SEEDS) {
    const info = await createConversation(client, { ...request, conversation_id: id });
    const startMs = Date.now() - hoursAgo * HOUR_MS;
    const created_at = new Date(startMs).toISOString();
    const { events } = log(startMs);
    const leaf_event_id = events.at(-1)?.id ?? null;
    const state = { title, created_at, updated_at: created_at, leaf_event_id, execution_status: status };
    mock.replay({ conversation: { ...info, ...state }, rest_search: events });
  }
}
