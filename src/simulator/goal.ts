/** Goals: the agent is asked for the same until somebody judges that it is done. Here the first run always is. */
import { goalValue, run, say } from "./actions.js";
import { hex } from "./agent-events.js";
import { append } from "./log.js";
import { addUsage, tellStats, usageIdOf } from "./run.js";
import { stateUpdate } from "./state.js";
import type { Conversation, Goal, World } from "./world.js";

const VERDICT = { score: 1, complete: true, missing: "" };

/** Begins to pursue a goal, or goes on with one that was interrupted. */
export function pursue(world: World, conversation: Conversation, goal: Goal): "done" | "busy" {
  if (world.busy > 0) {
    world.busy--;
    return "busy";
  }
  conversation.goal = goal;
  goal.isActive = true;
  append(world, conversation, [stateUpdate("goal", goalValue(goal))]);
  say(world, conversation, [{ type: "text", text: goal.objective }]);
  run(world, conversation);
  conversation.afterRun = () => judge(world, conversation, goal);
  return "done";
}

function judge(world: World, conversation: Conversation, goal: Goal): void {
  conversation.afterRun = null;
  goal.isActive = false;
  const isHalted = ["paused", "error"].includes(conversation.status);
  goal.isOver = !isHalted;
  if (!isHalted) {
    goal.iteration++;
    addUsage(conversation, usageIdOf(conversation, "llm"), { responseId: `chatcmpl-${hex(world, 16)}` });
    tellStats(world, conversation);
  }
  const outcome = isHalted ? { status: "interrupted" } : { status: "complete", verdict: VERDICT };
  append(world, conversation, [stateUpdate("goal", { ...goalValue(goal), ...outcome })]);
}
