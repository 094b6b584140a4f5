/** One conversation of the list. */
import type { ConversationInfo } from "agent-server-client";
import { useConversation } from "agent-server-client/react";
import type { ReactNode } from "react";
import { Status } from "../conversation/status.js";
import { hrefOf } from "../route.js";
import { useServer } from "../server.js";

interface Props {
  readonly info: ConversationInfo;
  readonly isSelected: boolean;
  /** The title of the conversation that this one is a fork of. */
  readonly forkOf: string | null;
}

export function ListItem({ info, isSelected, forkOf }: Props): ReactNode {
  const { id, title, execution_status, forked_from_conversation_id: source } = info;
  return (
    <li>
      <a href={hrefOf(id)} className="conversation-link" aria-current={isSelected ? "page" : undefined}>
        <span className="conversation-title">
          {title ?? (source ? `Fork of ${forkOf ?? "another"}` : "New conversation")}
        </span>
        <span className="conversation-line">
          {isSelected ? <LiveStatus id={id} known={execution_status} /> : <Status status={execution_status} />}
          {source && title && <span className="tag">fork{forkOf ? ` of ${forkOf}` : ""}</span>}
          <time dateTime={info.updated_at}>{timeOf(info.updated_at)}</time>
        </span>
      </a>
    </li>
  );
}

/** The one that is shown is followed already: over one client all components share a stream. */
function LiveStatus({
  id,
  known,
}: {
  readonly id: string;
  readonly known: ConversationInfo["execution_status"];
}): ReactNode {
  const { client } = useServer();
  const { snapshot } = useConversation(client, id, { select: ({ live, status }) => (live ? status : null) });
  return <Status status={snapshot ?? known} />;
}

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

function timeOf(iso: string): string {
  const date = new Date(iso);
  return (Date.now() - date.getTime() < 86_400_000 ? clock : day).format(date);
}
