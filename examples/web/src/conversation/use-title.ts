/** The title of a conversation. Its stream does not tell it: it is asked for when the status changes. */
import type { StateValue } from "agent-server-client";
import { useEffect, useState } from "react";
import { useServer } from "../server.js";

export function useTitle(id: string, status: StateValue<"execution_status"> | null): string {
  const { client } = useServer();
  const [title, setTitle] = useState("");
  // Another status asks again
  useEffect(() => {
    const controller = new AbortController();
    const params = { path: { conversation_id: id } };
    client.GET("/api/conversations/{conversation_id}", { params, signal: controller.signal }).then(
      ({ data }) => data && setTitle(data.title ?? (data.forked_from_conversation_id ? "Fork" : "New conversation")),
      () => undefined, // the stream says what is wrong
    );
    return () => controller.abort();
  }, [client, id, status]);
  return title;
}
