/** The event model of orxhestra: what the generated types leave to say, and making one whole event. */
import type { OrxEvent, OrxEventType } from "../generated/orxhestra/types.js";
import { field, type MarkOfAll } from "../tags.js";

/**
 * The keys that orxhestra itself writes into `event.metadata`; all may be absent, and applications add their own. The
 * wire promises nothing about their types, so read them as `event.metadata as orx.OrxMetadata` only for display.
 *
 * @example
 * const { error, exception_type } = event.metadata as orx.OrxMetadata;
 * if (error === true) console.log(exception_type ?? "error", orx.text(event));
 * @see docs/orxhestra.md, "Metadata"
 */
export interface OrxMetadata {
  /** True, never a message: the message is the event's text. */
  error?: boolean;
  /** The Python class of the error. */
  exception_type?: string | null;
  /** The step of a ReAct agent. */
  react_step?: "thought" | "action" | "observation";
  /** What a ReAct agent has noted so far. */
  scratchpad?: string;
  /** The action of a ReAct agent, and what it is given. */
  action?: string;
  /** What the action of a ReAct agent is given. */
  action_input?: unknown;
  /** The tool that the event is about. */
  tool_name?: string;
  /** A notice: older events are about to be summed up. */
  compacting?: boolean;
  /** A notice: older events were summed up. */
  compaction?: boolean;
  /** The text is a summary of what was before. */
  summary?: boolean;
  /** What the trust middleware of the sender found; nobody signed it. */
  trust?: { verified: boolean; reason?: string };
  [key: string]: unknown;
}

/**
 * Is it an event of one of these types? Tests the tag only, and never throws.
 *
 * @example
 * const said = orxEvents.filter((event) => orx.isOrxEventOf(event, "user_message", "agent_message"));
 * @see docs/orxhestra.md, "Events"
 */
export function isOrxEventOf<const T extends readonly OrxEventType[]>(
  value: unknown,
  ...types: T
): value is OrxEvent & { type: T[number] } & MarkOfAll<T> {
  const type = field(value, "type");
  return typeof type === "string" && (types as readonly string[]).includes(type);
}

/**
 * A new event id: a random UUID (version 4), as orxhestra makes them. Works on pages without HTTPS, too.
 *
 * @example
 * const id = orx.newOrxEventId();
 * @see docs/orxhestra.md, "Events"
 */
export function newOrxEventId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * Where new events get their id and their time from.
 *
 * @example
 * let count = 0;
 * const making: orx.OrxMaking = { now: () => 1_767_323_045, newId: () => `event-${++count}` }; // for tests
 * const shorter = orx.applyCompaction(orxEvents, making);
 */
export interface OrxMaking {
  /** Seconds since 1970, as in `event.timestamp`. Default: the clock. */
  readonly now?: (() => number) | undefined;
  /** Default: {@link newOrxEventId}. */
  readonly newId?: (() => string) | undefined;
}

/**
 * Fields for a new event; those that are undefined count for nothing.
 *
 * @example
 * const mine: orx.OrxEventFields = { session_id: "s", author: "user", id: orx.newOrxEventId() };
 * const asked = orx.fromLangChainMessage({ type: "human", content: "hello" }, mine);
 */
export type OrxEventFields = { readonly [Name in keyof OrxEvent]?: OrxEvent[Name] | undefined };

/** An event with all 17 fields, in the order in which orxhestra writes them. Of two that are given the later counts. */
export function makeEvent({ now, newId }: OrxMaking, ...fields: readonly OrxEventFields[]): OrxEvent {
  const given: Partial<OrxEvent> = Object.fromEntries(
    fields.flatMap((each) => Object.entries(each)).filter(([, value]) => value !== undefined),
  );
  return {
    id: given.id ?? (newId ?? newOrxEventId)(),
    type: "agent_message",
    timestamp: given.timestamp ?? (now ?? (() => Date.now() / 1000))(),
    invocation_id: "",
    session_id: null,
    author: "",
    agent_name: null,
    branch: "",
    partial: null,
    turn_complete: true,
    content: { role: null, parts: [] },
    actions: {
      state_delta: {},
      artifact_delta: {},
      transfer_to_agent: null,
      escalate: null,
      skip_summarization: null,
      end_of_agent: null,
      compaction: null,
    },
    metadata: {},
    llm_response: null,
    signature: null,
    signer_did: "",
    prev_signature: null,
    ...given,
  };
}
