/** The log of a conversation over REST. */
import { type AgentClient, unwrap } from "../client.js";
import { ContractError } from "../errors.js";
import type { Event as AgentEvent } from "../generated/types.js";
import { field } from "../tags.js";

/** Events one after the other, and whether the log goes on. */
interface LogPage {
  readonly events: readonly AgentEvent[];
  readonly isMore: boolean;
}

/** Reads the log in its order. */
export interface LogReader {
  /** The events after the one with this id, one page; from the start without one. Undefined when the log has it not. */
  after(id: string | undefined): Promise<LogPage | undefined>;
  /** The last one. */
  newest(): Promise<AgentEvent | undefined>;
  /** How many there are, those that cannot be read included. */
  count(): Promise<number>;
  /** Whether it is sure that all of them can be read: only then is an index a place among those that REST gives. */
  isWhole(): Promise<boolean>;
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
    const items: unknown = field(found, "items");
    if (!Array.isArray(items)) throw unexpected(PATH, ["items"], "an array");
    const events = items.filter((item): item is AgentEvent => typeof field(item, "id") === "string");
    return { events, isMore: typeof field(found, "next_page_id") === "string" };
  };
  const after: LogReader["after"] = async (id) => {
    const { events: found, isMore } = await page({ limit: MOST, ...(id === undefined ? {} : { page_id: id }) });
    // A page begins with the event it was asked for. The server begins at the start when it does not know it
    if (id !== undefined && found[0]?.id !== id) return undefined;
    const events = id === undefined ? found : found.slice(1);
    return { events, isMore: isMore && events.length > 0 }; // one that leads nowhere would be asked for for ever
  };
  const count = async (): Promise<number> => {
    const path = `${EVENTS}/count` as const;
    const found: unknown = unwrap(await client.GET(path, { params: { path: { conversation_id } }, signal }));
    if (typeof found !== "number") throw unexpected(path, [], "a number");
    return found;
  };
  return {
    after,
    count,
    async isWhole() {
      let read = 0;
      for (let from: string | undefined; ; ) {
        const before = await count();
        const found = await after(from);
        if (found === undefined) return false;
        read += found.events.length;
        from = found.events.at(-1)?.id ?? from;
        // It may grow meanwhile
        if (!found.isMore && (await count()) === before) return read === before;
      }
    },
    async newest() {
      return (await page({ limit: 1, sort_order: "TIMESTAMP_DESC" })).events[0];
    },
    async isRunning() {
      const info = unwrap(await client.GET(CONVERSATION, { params: { path: { conversation_id } }, signal }));
      return field(info, "execution_status") === "running";
    },
    async probe() {
      await page({ limit: 1 });
    },
  };
}

const unexpected = (path: string, place: readonly string[], what: string): ContractError =>
  new ContractError(`GET ${path}`, [{ path: place, code: "invalid_type", message: `expected ${what}` }]);
