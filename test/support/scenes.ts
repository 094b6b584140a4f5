/** Recorded conversations, and what was done to have each of them. */
import { readFileSync } from "node:fs";
import { type Fields, fieldsOf } from "../../src/simulator/fields.js";
import type { Turn } from "../../src/simulator/turns.js";
import type { WireEvent } from "../../src/simulator/world.js";
import { liveRecordings } from "./live-recordings.js";
import type { Told } from "./simulated.js";

/** What a client does: the messages are those of the recording, in their order. */
export type Act =
  | "send"
  /** Until nothing happens any more. */
  | "settle"
  /** Until the model has been asked. */
  | "begun"
  /** Until the agent calls a tool. */
  | "called"
  | "accept"
  | "pause"
  | "interrupt"
  | "run"
  | "condense"
  | { readonly reject: string }
  /** To the event at this place. */
  | { readonly navigate: number };

export interface Scene {
  readonly name: string;
  /** What the conversation was started with. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly events: readonly WireEvent[];
  /** By their ids. */
  readonly whole: readonly WireEvent[];
  readonly session: readonly Told[];
  readonly legacy: readonly Told[];
  readonly conversation: Readonly<Record<string, unknown>> | null;
  readonly acts: readonly Act[];
  /** How long each tool runs. */
  readonly durationMs: number;
  /** Turns that came to nothing, by their place. */
  readonly lost: Readonly<Record<number, Turn>>;
}

/** What there is to a scene besides one message after the other. */
const ACTS: Readonly<Record<string, readonly Act[]>> = {
  "confirm-AlwaysConfirm": ["send", "settle", "accept", "settle"],
  risky: ["send", "settle", { reject: "no" }, "send", "settle"],
  interrupt: ["send", "called", "interrupt", "send", "settle"],
  pause: ["send", "called", "pause", "settle", "run", "settle"],
  "condense-asked": ["send", "settle", "send", "settle", "send", "settle", "condense", "send", "settle"],
  tree: ["send", "settle", "send", "settle", { navigate: 5 }, "send", "settle"],
  confirmation: ["send", "settle", { reject: "no thanks" }, "send", "settle", "accept", "settle"],
  // It was interrupted once more, for nothing
  interrupt_errors: ["send", "begun", "interrupt", "interrupt", "send", "settle", "send", "settle", "send", "settle"],
};

const DURATIONS: Readonly<Record<string, number>> = { interrupt: 1_000, pause: 1_000 };
const LOST: Readonly<Record<string, Readonly<Record<number, Turn>>>> = {
  interrupt_errors: { 0: { text: "never said", waitMs: 5_000 } },
};

const NAMES =
  "hello hello-stream parallel parallel-stream split-batch-stream bad edit client-tool mcp big-output secrets " +
  "confirm-AlwaysConfirm risky interrupt pause loop e401 e429 e500 condense-asked tree";

interface Recording {
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly rest_search: readonly WireEvent[];
  readonly rest_get: readonly WireEvent[];
  readonly ws_session: readonly Told[];
  readonly ws_events: readonly Told[];
}

export const scenes = (): Scene[] => [...NAMES.split(" ").map(recorded), ...golden()];

const more = (name: string, events: readonly WireEvent[]): Pick<Scene, "acts" | "durationMs" | "lost"> => ({
  acts: ACTS[name] ?? events.filter(({ source }) => source === "user").flatMap((): Act[] => ["send", "settle"]),
  durationMs: DURATIONS[name] ?? 0,
  lost: LOST[name] ?? {},
});

function recorded(name: string): Scene {
  const url = new URL(`../fixtures/traffic/${name}.json`, import.meta.url);
  const { conversation, ...recording } = JSON.parse(readFileSync(url, "utf8")) as Recording;
  const events = recording.rest_search;
  return {
    name,
    request: requestOf(conversation),
    events,
    whole: recording.rest_get,
    session: recording.ws_session,
    legacy: recording.ws_events,
    conversation,
    ...more(name, events),
  };
}

/** What must have been asked for: without what the server has added. */
function requestOf(conversation: Fields): Fields {
  const client = new Set((conversation["client_tools"] as readonly Fields[]).map(({ name }) => name));
  const agent = fieldsOf(conversation["agent"]);
  const tools = (agent["tools"] as readonly Fields[]).filter(({ name }) => !client.has(name));
  const { secret_sources } = fieldsOf(conversation["secret_registry"]);
  return { ...conversation, agent: { ...agent, tools }, secrets: secret_sources };
}

/** Of these there is no ConversationInfo. */
function golden(): Scene[] {
  const agent = { kind: "Agent", llm: { model: "openai/fake" }, tools: [{ name: "terminal" }] };
  const request = { agent, workspace: { working_dir: "/tmp" }, autotitle: false };
  const asks = { confirmation_policy: { kind: "AlwaysConfirm" } };
  return liveRecordings()
    .filter(({ name }) => !["abort", "navigate"].includes(name))
    .map(({ name, events, frames }) => ({
      name,
      request: { ...request, ...(name === "confirmation" ? asks : {}) },
      events,
      whole: [],
      session: frames.session as readonly Told[],
      legacy: frames.events as readonly Told[],
      conversation: null,
      ...more(name, events),
    }));
}
