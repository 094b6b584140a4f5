/** Which of the two sockets is read, and from where. */
import { serverInfo } from "../calls-server.js";
import type { AgentClient } from "../client.js";
import { isAgentServerError } from "../errors.js";
import type { Event as AgentEvent } from "../generated/types.js";
import type { StreamUpdate } from "../updates.js";
import { createItems, type Out } from "./items.js";
import { legacyProtocol } from "./legacy.js";
import type { Feed, Protocol, ProtocolContext, Start } from "./protocol.js";
import { createLogReader } from "./rest.js";
import { sessionProtocol } from "./session.js";

/** What a source needs. */
export interface SourceOptions {
  readonly after: Start;
  readonly protocol: "auto" | "session" | "events";
  readonly parse: ((value: unknown) => AgentEvent) | undefined;
  readonly signal: AbortSignal;
}

/** The session socket is in 1.45.0 and later. */
const isWithSession = (version: unknown): boolean | undefined => {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(String(version)) ?? [];
  return major === undefined ? undefined : Number(major) > 1 || Number(minor) >= 45;
};

/** Reads the session socket; when that is refused and the server has none, the legacy socket from the same place on. */
export function conversationFeed(
  client: AgentClient,
  conversationId: string,
  { after, protocol, parse, signal }: SourceOptions,
): Feed<StreamUpdate> {
  const log = createLogReader(client, conversationId, signal);
  const items = createItems();
  let place = after;
  let delivered = 0;
  const deliver = (event: AgentEvent, seq: number | null, out: Out): void => {
    const cursor = { seq, id: event.id };
    place = cursor;
    delivered += 1;
    items.event(event, out);
    try {
      out.push({ type: "event", seq, cursor, event: parse ? parse(event) : event });
    } catch (error) {
      const detail = isAgentServerError(error) ? error.message : "the event does not have the expected form";
      out.push({ type: "error", code: "invalid_event", detail });
    }
  };
  const context: ProtocolContext = { conversationId, log, items, deliver };
  const make = (isLegacy: boolean): Protocol<StreamUpdate> =>
    (isLegacy ? legacyProtocol : sessionProtocol)(place, context);
  let isLegacy = protocol === "events";
  let current = make(isLegacy);
  let [isSure, refusals] = [false, 0];

  return {
    get current() {
      return current;
    },
    get delivered() {
      return delivered;
    },
    confirm() {
      isSure = true;
    },
    async refused() {
      await log.probe();
      if (protocol !== "auto") return false;
      refusals += 1;
      const info = await serverInfo(client, { signal }).catch(() => undefined);
      signal.throwIfAborted();
      const hasSession = isWithSession(info?.version);
      // The right one stays the right one, unless there is another server now
      if (isSure && hasSession !== isLegacy) return false;
      if (!isLegacy && hasSession === true && refusals === 1) return false; // a proxy, or just starting
      isLegacy = hasSession === false || !isLegacy;
      isSure = false;
      current = make(isLegacy);
      return isLegacy;
    },
  };
}
