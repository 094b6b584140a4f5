/** A conversation as a file: the folder in which the server keeps it. */
import { download, refuse, type SimulatedAnswer } from "./answers.js";
import { canonical } from "./ids.js";
import { infoOf } from "./info.js";
import type { World } from "./world.js";
import { zipOf } from "./zip.js";

/** All events of a conversation, each a file of the archive. */
export function trajectory(world: World, id: string): SimulatedAnswer {
  const conversation = world.conversations.get(canonical(id));
  if (!conversation) return refuse(404, "Conversation not found");
  const folder = canonical(id).replaceAll("-", "");
  const file = (name: string, value: unknown) => ({
    name: `${folder}/${name}`,
    content: new TextEncoder().encode(JSON.stringify(value)),
  });
  const events = conversation.log.map(({ event }, index) =>
    file(`events/event-${String(index).padStart(5, "0")}-${event.id}.json`, event),
  );
  return download(zipOf([file("base_state.json", infoOf(world, conversation)), ...events]), `${folder}.zip`);
}
