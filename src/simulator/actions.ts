/** What clients do to a conversation, whichever way they ask: send, run, answer, pause, interrupt. */
import { beginRun } from "./agent.js";
import { type Fields, isFields } from "./fields.js";
import { append, type NewEvent } from "./log.js";
import { breakRun, ready, rejectPending, toolFault } from "./run.js";
import { changeStatus, publishSnapshot, setStatus, stateUpdate, whenUnlocked } from "./state.js";
import { makeTitle } from "./title.js";
import type { Conversation, World } from "./world.js";

/** `refused`: with the name of the server's exception. */
export type Outcome = "done" | "busy" | "running" | { readonly refused: string; readonly detail: string };

/** What the server says to a message of anybody else. */
export const USERS_ONLY = "Only user messages are allowed to be sent to the agent.";

/** Takes a message as REST and sockets do. Whatever it lacks has a default; a text is one block of text. */
export function send(world: World, conversation: Conversation, message: unknown, isToRun: boolean): Outcome {
  if (!isFields(message)) return invalid("1 validation error for Message");
  const { role = "user", content = [] } = message;
  if (role !== "user") return { refused: "AssertionError", detail: USERS_ONLY };
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  if (!Array.isArray(blocks)) return invalid("1 validation error for Message");
  const fault = toolFault(world, conversation);
  if (fault !== undefined) return { refused: "KeyError", detail: fault };
  stopGoal(world, conversation);
  say(world, conversation, blocks);
  // What runs already takes the message in, and a lock is held by what runs
  if (!isToRun || conversation.isLocked) return "done";
  const outcome = run(world, conversation);
  return outcome === "running" ? "done" : outcome;
}

/** What whose message is kept, and whose run has no place, is told. */
export const messageSaved = ({ id }: Conversation): string =>
  `Message saved, but the conversation run limit was reached. Retry POST /api/conversations/${id}/run without resending the message.`;

const invalid = (detail: string): Outcome => ({ refused: "ValidationError", detail });

/** Puts a message of the user into the log, as soon as nobody holds the lock. */
export function say(world: World, conversation: Conversation, blocks: readonly unknown[]): void {
  void whenUnlocked(conversation, () => {
    ready(world, conversation);
    if (["finished", "stuck"].includes(conversation.status)) changeStatus(world, conversation, "idle");
    const id = world.random.uuid();
    const content = blocks.map((block) =>
      isFields(block) ? { cache_prompt: false, type: typeOf(block), ...block } : block,
    );
    const event: NewEvent = {
      id,
      source: "user",
      llm_message: { role: "user", content, thinking_blocks: [] },
      activated_skills: [],
      extended_content: [],
      kind: "MessageEvent",
    };
    conversation.lastUserMessageId = id;
    append(world, conversation, [event, stateUpdate("last_user_message_id", id)]);
    makeTitle(world, conversation, textOf(content));
  });
}

const typeOf = (block: Fields): string => ("image_urls" in block ? "image" : "text");

const textOf = (content: readonly unknown[]): string =>
  content.flatMap((block) => (isFields(block) && typeof block["text"] === "string" ? [block["text"]] : [])).join("\n");

/** Another message than the goal's own ends it. */
export function stopGoal(world: World, conversation: Conversation): void {
  const { goal } = conversation;
  if (!goal?.isActive) return;
  goal.isActive = false;
  conversation.afterRun = null;
  append(world, conversation, [stateUpdate("goal", { ...goalValue(goal), status: "interrupted" })]);
}

/** A goal as its state updates tell it. */
export const goalValue = ({ isActive, iteration, max_iterations, objective }: NonNullable<Conversation["goal"]>) => ({
  active: isActive,
  status: "running",
  iteration,
  max_iterations,
  objective,
  verdict: null,
});

/** Begins a run. Without a script it ends when whoever plays the agent says so. */
export function run(world: World, conversation: Conversation): Outcome {
  if (conversation.run !== null || conversation.status === "running") return "running";
  if (world.busy > 0) {
    world.busy--;
    return "busy";
  }
  if (world.script !== null) beginRun(world, conversation);
  else if (conversation.status !== "finished") setStatus(world, conversation, "running");
  return "done";
}

/** Pauses as soon as nobody holds the lock: a tool runs to its end, and so does what the model writes. */
export function pause(world: World, conversation: Conversation): Promise<void> | undefined {
  return whenUnlocked(conversation, () => {
    const wasRunning = conversation.status === "running";
    if (wasRunning || conversation.status === "idle") {
      changeStatus(world, conversation, "paused");
      append(world, conversation, [{ source: "user", kind: "PauseEvent" }]);
    }
    publishSnapshot(world, conversation);
    // Whoever plays the agent without a script has stopped at once
    if (wasRunning && conversation.run === null) publishSnapshot(world, conversation);
  });
}

/** Stops what runs, whatever it is doing. What does not run is paused. */
export function interrupt(world: World, conversation: Conversation): Promise<void> | undefined {
  const { run: current, status } = conversation;
  if (current === null && status !== "running") return pause(world, conversation);
  breakRun(world, conversation, current);
  publishSnapshot(world, conversation);
  return undefined;
}

/** Yes runs; no answers each open action with a rejection, and does not run. */
export function respond(world: World, conversation: Conversation, accept: boolean, reason: string): Outcome {
  if (accept) return run(world, conversation);
  void whenUnlocked(conversation, () => rejectPending(world, conversation, reason));
  return "done";
}
