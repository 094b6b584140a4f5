/** What of an event is signed. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { OrxEvent } from "../generated/orxhestra/types.js";
import { text, toolCalls } from "./accessors.js";
import { canonicalBytes, utf8 } from "./canonical.js";

/**
 * The signed fields of an event; its canonical bytes are what the signature is over. Nothing else is covered.
 *
 * @example
 * const isSame = (a: orx.OrxSignablePayload, b: orx.OrxSignablePayload) => a.content_text === b.content_text;
 * console.log(isSame(orx.signablePayload(event), orx.signablePayload({ ...event, author: "other" }))); // true
 */
export interface OrxSignablePayload {
  /** The event's id. */
  id: string;
  /** The event's type. */
  type: string;
  /** Seconds since 1970. */
  timestamp: number;
  /** "" for none. */
  agent_name: string;
  /** "" for the root. */
  branch: string;
  /** The texts of the event, put together. */
  content_text: string;
  /** "" for none. */
  prev_signature: string;
  /** Each call, its arguments as a SHA-256 in hexadecimal; "" for none. */
  tool_calls: { tool_call_id: string; tool_name: string; args_hash: string }[];
  /** Where to go on, and a SHA-256 of the changes of state; "" for none. */
  actions: { transfer_to_agent: string; state_delta_hash: string };
  /** Empty when the event has no model response. */
  llm_response: { model?: string; text_hash?: string };
}

const hashOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** "" for `{}`, and for what becomes that in JSON. */
function jsonHash(value: Record<string, unknown> = {}): string {
  const bytes = canonicalBytes(value);
  return bytes.length > 2 ? hashOf(bytes) : "";
}

/**
 * What of an event is signed: ten fields, some as hashes. Not covered: answers of tools, thinking, data and files, the
 * session, the author, metadata and most actions. Integers beyond 2^53 must be bigints, or another number is hashed.
 *
 * @throws {TypeError} for an event without id or time, and for what has no canonical form ({@link canonicalBytes})
 * @example
 * const bytes = orx.canonicalBytes(orx.signablePayload(event));
 * @see docs/orxhestra.md, "What a signature does not cover"
 */
export function signablePayload(event: OrxEvent): OrxSignablePayload {
  const { id, type, timestamp, actions } = event;
  if (typeof id !== "string" || !Number.isFinite(timestamp)) throw new TypeError("the event has no id or no time");
  return {
    id,
    type,
    timestamp,
    agent_name: event.agent_name ?? "",
    branch: event.branch ?? "",
    content_text: text(event),
    prev_signature: event.prev_signature ?? "",
    tool_calls: toolCalls(event).map(({ tool_call_id, tool_name, args }) => ({
      tool_call_id,
      tool_name,
      args_hash: jsonHash(args),
    })),
    actions: {
      transfer_to_agent: actions?.transfer_to_agent ?? "",
      state_delta_hash: jsonHash(actions?.state_delta),
    },
    llm_response: modelResponse(event),
  };
}

function modelResponse({ llm_response: response }: OrxEvent): OrxSignablePayload["llm_response"] {
  if (!response) return {};
  // the text as it is: the one place where orxhestra does not normalise
  const text_hash = response.text ? hashOf(utf8(response.text)) : "";
  return { model: response.model_version ?? "", text_hash };
}
