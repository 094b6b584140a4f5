/** Plays a scene with a server. */
import type { AgentClient } from "agent-server-client";
import { play, startConversation } from "./conversation.js";
import type { Model } from "./model.js";
import type { Scene } from "./scenes.js";

/** With whom, and where tools work. */
export interface Theatre {
  readonly client: AgentClient;
  readonly model: Model;
  readonly workingDir: string;
}

/**
 * Plays a scene to its end. What is to watch it begins when the conversation is there and nothing has happened in it.
 *
 * @returns its conversation's id and the status that it ended with
 */
export async function perform(
  { client, model, workingDir }: Theatre,
  { name, stream = false, agent, body, play: steps }: Scene,
  watch: (id: string) => Promise<unknown> = async () => undefined,
): Promise<[id: string, status: string]> {
  const { id } = await startConversation({
    client,
    model,
    workingDir,
    stream,
    tools: ["terminal", "file_editor", "task_tracker"],
    agent: agent?.(model) ?? {},
    body: { tags: { scene: name.toLowerCase().replaceAll("-", "") }, ...body },
  });
  await watch(id);
  return [id, typeof steps === "function" ? await steps({ client, model, id }) : await play(client, id, steps)];
}
