/** Where a row cannot be drawn, the others stay: an event may be of a newer server, or of another shape than promised. */
import { Component, type ReactNode } from "react";
import { JsonCard } from "./json-card.js";
import type { Row } from "./rows.js";

interface Props {
  readonly row: Row;
  readonly children: ReactNode;
}

/** Only a class can be a boundary. */
export class RowBoundary extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    const { row, children } = this.props;
    if (!this.state.isBroken) return children;
    return <JsonCard title={row.id} note="cannot be drawn" value={row.type === "event" ? row.event : row.calls} />;
  }
}
