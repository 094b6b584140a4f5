/** What the model thought, folded away. */
import type { ReactNode } from "react";

interface Props {
  readonly text: string;
  readonly isGrowing?: boolean;
}

export function Reasoning({ text, isGrowing = false }: Props): ReactNode {
  if (text === "") return null;
  return (
    <details className="reasoning">
      <summary>{isGrowing ? "Thinking…" : "Reasoning"}</summary>
      <p>{text}</p>
    </details>
  );
}
