/** What clients do to a conversation, whichever way they ask: send, run, pause, interrupt. */
import { append, type NewEvent } from "./log.js";
import { publishSnapshot, setStatus, stateUpdate } from "./state.js";
import type { Conversation, World } from "./world.js";

/** `refused`: with the name of the server's exception. */
export type Outcome = "done" | "busy" | "running" | { readonly refused: string; readonly detail: string };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Takes a message as REST and sockets do. Whatever it lacks has a default; a text is one block of text. */
export function send(world: World, conversation: Conversation, message: unknown, isToRun: boolean): Outcome {
  if (!isObject(message)) return invalid("1 validation error for Message");
  const { role = "user", content = [] } = message;
  if (role !== "user")
    return { refused: "AssertionError", detail: "Only user messages are allowed to be sent to the agent." };
  const blocks = typeof content === "string" ? [{ cache_prompt: false, type: "text", text: content }] : content;
  if (!Array.isArray(blocks)) return invalid("1 validation error for Message");
  if (["finished", "stuck"].includes(conversation.status)) setStatus(world, conversation, "idle");
  const id = world.random.uuid();
  const llm_message = { role, content: blocks, thinking_blocks: [] };
  const event: NewEvent = {
    id,
    source: "user",
    llm_message,
    activated_skills: [],
    extended_content: [],
    kind: "MessageEvent",
  };
  append(world, conversation, [event, stateUpdate("last_user_message_id", id)]);
  if (!isToRun || conversation.status === "running") return "done";
  return run(world, conversation);
}

const invalid = (detail: string): Outcome => ({ refused: "ValidationError", detail });

/** Begins a run. It ends when whoever plays the agent says so. */
export function run(world: World, conversation: Conversation): Outcome {
  if (conversation.status === "running") return "running";
  if (conversation.status === "finished") return "done";
  if (world.busy > 0) {
    world.busy--;
    return "busy";
  }
  setStatus(world, conversation, "running");
  return "done";
}

/** Both stop a run: the status comes first, then the event, then a snapshot for each of the two. */
export function stop(world: World, conversation: Conversation, kind: "PauseEvent" | "InterruptEvent"): void {
  const isRunning = conversation.status === "running";
  conversation.status = "paused";
  if (!conversation.isLocked) conversation.savedStatus = "paused";
  append(world, conversation, [
    ...(isRunning ? [stateUpdate("execution_status", "paused")] : []),
    { source: "user", kind },
  ]);
  publishSnapshot(world, conversation);
  if (isRunning) publishSnapshot(world, conversation);
}
