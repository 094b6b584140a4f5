/** What the model is writing. Only the item that grows is rendered. */
import type { ConversationItem } from "agent-server-client/conversation";
import { useConversation } from "agent-server-client/react";
import { memo, type ReactNode } from "react";
import { useServer } from "../server.js";
import { Reasoning } from "./reasoning.js";
import { RichText } from "./rich-text.js";

export function StreamingItems({ id }: { readonly id: string }): ReactNode {
  const { client } = useServer();
  const { snapshot: items } = useConversation(client, id, { select: (snapshot) => snapshot.items });
  return items.map((item) => <StreamingItem key={item.itemId} item={item} />);
}

const StreamingItem = memo(function StreamingItem({ item }: { readonly item: ConversationItem }): ReactNode {
  const { itemId, text, reasoning, lossy } = item;
  return (
    <article
      className="row message streaming"
      data-from="agent"
      data-item-id={itemId}
      aria-label="The agent is writing"
      aria-busy
    >
      <Reasoning text={reasoning} isGrowing={text === ""} />
      <div className="bubble">
        <RichText text={text} />
      </div>
      {lossy && <p className="hint">A piece is missing; the whole text comes when it is done.</p>}
    </article>
  );
});
