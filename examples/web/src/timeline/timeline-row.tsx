/** One row. It renders when what it shows is another object, and not otherwise. */
import type { MessageEvent } from "agent-server-client";
import { memo, type ReactNode } from "react";
import { CallGroup } from "./call-group.js";
import { EventContent } from "./event-content.js";
import { RowBoundary } from "./row-boundary.js";
import { isSameRow, type Row } from "./rows.js";

interface Props {
  readonly row: Row;
  readonly onRewrite: (message: MessageEvent) => void;
}

export const TimelineRow = memo(
  function TimelineRow({ row, onRewrite }: Props): ReactNode {
    return (
      <li className="row" data-event-id={row.id}>
        <RowBoundary row={row}>
          {row.type === "calls" ? (
            <CallGroup calls={row.calls} />
          ) : (
            <EventContent event={row.event} onRewrite={onRewrite} />
          )}
        </RowBoundary>
      </li>
    );
  },
  (before, next) => before.onRewrite === next.onRewrite && isSameRow(before.row, next.row),
);
