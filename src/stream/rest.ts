/** The log of a conversation over REST. */
import { type AgentClient, unwrap } from "../client.js";
import { ContractError } from "../errors.js";
import type { Event as AgentEvent } from "../generated/types.js";

/** Events one after the other, and whether the log goes on. */
interface LogPage {
  readonly events: readonly AgentEvent[];
  readonly isMore: boolean;
}

/** Reads the log in its order. */
export interface LogReader {
  /** The events after the one with this id, one page; from the start without one. Undefined when the log has it not. */
  after(id: string | undefined, limit?: number): Promise<LogPage | undefined>;
  /** The last one. */
  newest(): Promise<AgentEvent | undefined>;
  /** How many there are, those that cannot be read included. */
  count(): Promise<number>;
  /** Whether the agent is at work. */
  isRunning(): Promise<boolean>;
  /** Rejects when the conversation is not there, or the key is not accepted. */
  probe(): Promise<void>;
}

const CONVERSATION = "/api/conversations/{conversation_id}";
const EVENTS = `${CONVERSATION}/events` as const;
const PATH = `${EVENTS}/search` as const;
const MOST = 100;

/** Over the client's calls; all of them end with the signal. */
export function createLogReader(client: AgentClient, conversation_id: string, signal: AbortSignal): LogReader {
  const page = async (query: { page_id?: string | null; limit: number; sort_order?: "TIMESTAMP_DESC" }) => {
    const found = unwrap(await client.GET(PATH, { params: { path: { conversation_id }, query }, signal }));
    if (Array.isArray(found.items)) return found;
    throw new ContractError(`GET ${PATH}`, [{ path: ["items"], code: "invalid_type", message: "expected an array" }]);
  };
  return {
    async after(id, limit = MOST) {
      const { items, next_page_id } = await page({ limit, ...(id === undefined ? {} : { page_id: id }) });
      // A page begins with the event it was asked for. The server begins at the start when it does not know it
      if (id !== undefined && items[0]?.id !== id) return undefined;
      return { events: id === undefined ? items : items.slice(1), isMore: typeof next_page_id === "string" };
    },
    async newest() {
      return (await page({ limit: 1, sort_order: "TIMESTAMP_DESC" })).items[0];
    },
    async count() {
      return unwrap(await client.GET(`${EVENTS}/count`, { params: { path: { conversation_id } }, signal }));
    },
    async isRunning() {
      const info = unwrap(await client.GET(CONVERSATION, { params: { path: { conversation_id } }, signal }));
      return info.execution_status === "running";
    },
    async probe() {
      await page({ limit: 1 });
    },
  };
}
