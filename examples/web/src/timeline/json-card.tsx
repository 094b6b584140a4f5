/** Anything that has no look of its own, as it is on the wire. */
import type { ReactNode } from "react";
import { Code } from "./code.js";

interface Props {
  readonly title: string;
  readonly note?: string;
  readonly value: unknown;
}

export const JsonCard = ({ title, note, value }: Props): ReactNode => (
  <details className="notice json">
    <summary>
      <code>{title}</code> {note && <span className="tag">{note}</span>}
    </summary>
    <Code text={JSON.stringify(value, null, 2)} />
  </details>
);
