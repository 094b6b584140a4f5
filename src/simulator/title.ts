/** The title that a conversation gets by its first message: one more request to the language model. */
import { hex, runError } from "./agent-events.js";
import { append } from "./log.js";
import { addUsage, tellStats, usageIdOf } from "./run.js";
import { whenUnlocked } from "./state.js";
import type { Turn } from "./turns.js";
import type { Conversation, World } from "./world.js";

const TITLE_MS = 1;
const MAX_LENGTH = 50;

/** Has a title made of a text, soon. A provider that refuses the agent refuses this as well, which is told apart. */
export function makeTitle(world: World, conversation: Conversation, text: string): void {
  if (world.script === null || !conversation.config?.autotitle || conversation.title !== null || text === "") return;
  world.agenda.after(TITLE_MS, () => {
    if (conversation.title !== null || world.conversations.get(conversation.id) !== conversation) return;
    const turn: Turn | undefined = conversation.run?.turn ?? world.script?.[0];
    const responseId = `chatcmpl-${hex(world, 16)}`;
    void whenUnlocked(conversation, () => {
      if (turn && "error" in turn) {
        append(world, conversation, [runError(turn.error.code, turn.error.detail)]);
        return;
      }
      addUsage(conversation, usageIdOf(conversation, "llm"), { responseId });
      tellStats(world, conversation);
    });
    conversation.title = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 3)}...` : text;
    conversation.updatedAt = world.now();
  });
}
