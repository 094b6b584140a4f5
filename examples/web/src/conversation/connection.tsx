/** How the connection is doing. Lost ones come back by themselves. */
import type { ConversationConnection } from "agent-server-client/conversation";
import { useConversation } from "agent-server-client/react";
import type { ReactNode } from "react";
import { useServer } from "../server.js";

export function Connection({ id }: { readonly id: string }): ReactNode {
  const { client } = useServer();
  const { snapshot } = useConversation(client, id, { select: ({ connection }) => connection });
  return (
    <p className="connection" role="status" aria-label="Connection" data-state={snapshot.status}>
      {wordsOf(snapshot)}
    </p>
  );
}

function wordsOf({ status, attempt, complaint }: ConversationConnection): string {
  switch (status) {
    case "idle":
    case "connecting":
      return attempt > 1 ? `Reconnecting, attempt ${attempt}` : "Connecting";
    case "waiting":
      return `Connection lost, attempt ${attempt + 1} follows`;
    case "paused":
      return "Catching up";
    case "closed":
      return "Disconnected";
    case "open":
      return complaint ? `Live (${complaint.code})` : "Live";
  }
}
