/** All conversations, newest first, and the way to begin one. */
import { type ReactNode, useState } from "react";
import { useServer } from "../server.js";
import { ListItem } from "./list-item.js";
import { NewConversation } from "./new-conversation.js";
import { useConversationList } from "./use-conversation-list.js";

interface Props {
  readonly selectedId: string | null;
  readonly onSettings: () => void;
}

export function ConversationList({ selectedId, onSettings }: Props): ReactNode {
  const { settings } = useServer();
  const { items, problem, refresh } = useConversationList(selectedId);
  const [failure, setFailure] = useState<string | null>(null);
  const titles = new Map(items?.map(({ id, title }) => [id, title]));
  const message = failure ?? problem?.message;
  return (
    <nav className="sidebar" aria-label="Conversations">
      <header className="sidebar-head">
        <p className="brand">Agent chat</p>
        <button type="button" className="button quiet" onClick={onSettings}>
          Settings
        </button>
      </header>
      <NewConversation onFailure={setFailure} onDone={refresh} />
      {message && (
        <p role="alert" className="banner">
          {message}
        </p>
      )}
      {items === null && !message && <p className="hint">Loading…</p>}
      <ul className="conversations">
        {items?.map((info) => (
          <ListItem
            key={info.id}
            info={info}
            isSelected={info.id === selectedId}
            forkOf={titles.get(info.forked_from_conversation_id ?? "") ?? null}
          />
        ))}
      </ul>
      <p className="server">{settings.server ?? "Built-in mock server"}</p>
    </nav>
  );
}
