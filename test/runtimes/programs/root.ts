/** The root entry: guards, a call, and what an answer means. */
import { classifyError, createAgentClient, isActionEvent, matchEvent, textOf, unwrap } from "agent-server-client";
import type { Task } from "./task.js";

const CONVERSATION = "/api/conversations/{conversation_id}";

/** Asks with the right key and with a wrong one. */
export async function useRoot({ baseUrl, key, conversationId, recording }: Task): Promise<object> {
  const options = { params: { path: { conversation_id: conversationId } } };
  const { id } = unwrap(await createAgentClient({ baseUrl, sessionApiKey: key }).GET(CONVERSATION, options));
  const refused = await createAgentClient({ baseUrl, sessionApiKey: "another" }).GET(CONVERSATION, options);
  return {
    isThere: id === conversationId,
    refusal: classifyError(refused).reason,
    actions: recording.rest_search.filter(isActionEvent).map((event) => event.tool_name),
    texts: recording.rest_search.flatMap((event) => matchEvent(event, { MessageEvent: textOf, _: () => [] })),
  };
}
