/** From the entries of a recording to events, session frames, bash events, and what is none of them. Pure. */
import type { AgentEvent, KnownBashEvent, Schema } from "agent-server-client";
import { ContractError } from "agent-server-client";
import { parseBashEvent, parseEvent, parseSessionFrame } from "agent-server-client/schemas";
import type { Entry } from "./recording.js";

/** A frame of the session socket that carries no event. */
export type BareFrame = Exclude<Schema<"SessionFrame">, { event: unknown }>;

/** One thing of a recording, in order. What is not valid stays at its place, with the reasons. */
export type Item =
  | { readonly type: "event"; readonly event: AgentEvent }
  | { readonly type: "bash"; readonly event: KnownBashEvent }
  | { readonly type: "frame"; readonly frame: BareFrame }
  | { readonly type: "invalid"; readonly place: string; readonly reasons: readonly string[] };

export function readEntry(entry: Entry): Item {
  const { place } = entry;
  if (entry.is === "broken") return { type: "invalid", place, reasons: [entry.reason] };
  try {
    return entry.is === "frame" ? readFrame(entry.value) : readEvent(entry.value);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const reasons = error.issues.map(({ path, message }) => `${path.join(".") || "value"}: ${message}`);
    return { type: "invalid", place, reasons };
  }
}

function readFrame(value: unknown): Item {
  const frame = parseSessionFrame(value);
  return frame.type === "durable" || frame.type === "transient"
    ? { type: "event", event: frame.event }
    : { type: "frame", frame };
}

function readEvent(value: unknown): Item {
  if (!isBash(value)) return { type: "event", event: parseEvent(value) };
  parseBashEvent(value);
  return { type: "bash", event: value };
}

const BASH_KINDS: Readonly<Record<KnownBashEvent["kind"], true>> = {
  BashCommand: true,
  BashError: true,
  BashOutput: true,
};

/** By its kind only. As events of a conversation they would pass, too: as those of a kind that is not listed. */
const isBash = (value: unknown): value is KnownBashEvent =>
  typeof value === "object" && value !== null && "kind" in value && Object.hasOwn(BASH_KINDS, String(value.kind));
