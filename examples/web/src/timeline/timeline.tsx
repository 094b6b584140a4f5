/** All that happens, oldest first, and what the model is writing just now. */
import type { AgentEvent, MessageEvent } from "agent-server-client";
import { useConversation } from "agent-server-client/react";
import { memo, type ReactNode, useMemo } from "react";
import { useServer } from "../server.js";
import { rowsOf } from "./rows.js";
import { Scroller } from "./scroller.js";
import { StreamingItems } from "./streaming.js";
import { TimelineRow } from "./timeline-row.js";

interface Props {
  readonly id: string;
  readonly events: readonly AgentEvent[] | null;
  readonly onRewrite: (message: MessageEvent) => void;
}

/** It does not look at `items`: a streamed token renders the item alone. */
export const Timeline = memo(function Timeline({ id, events, onRewrite }: Props): ReactNode {
  const { client } = useServer();
  const { snapshot } = useConversation(client, id, {
    select: ({ live, toolCalls: calls, connection }) => ({
      toolCalls: live ? calls : null,
      isOver: connection.status === "closed",
    }),
  });
  const { toolCalls, isOver } = snapshot;
  const rows = useMemo(() => (events && toolCalls ? rowsOf(events, toolCalls) : null), [events, toolCalls]);
  return (
    <Scroller>
      {rows === null && !isOver && <p className="hint loading">Reading the history…</p>}
      {rows?.length === 0 && <p className="hint loading">Nothing has happened yet. Say what you would like.</p>}
      {/* It comes with the history in it: only what is added later is read out */}
      {rows && (
        <div role="log" aria-label="Timeline" aria-relevant="additions">
          <ol className="rows" aria-label="Timeline">
            {rows.map((row) => (
              <TimelineRow key={row.id} row={row} onRewrite={onRewrite} />
            ))}
          </ol>
        </div>
      )}
      <StreamingItems id={id} />
    </Scroller>
  );
});
