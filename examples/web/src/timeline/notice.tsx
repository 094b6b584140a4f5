/** A line about the conversation itself, with more to read where there is more. */
import type { ReactNode } from "react";

interface Props {
  readonly title: string;
  readonly text?: string;
  readonly tone?: "plain" | "warn" | "bad";
  readonly isFolded?: boolean;
}

export function Notice({ title, text = "", tone = "plain", isFolded = false }: Props): ReactNode {
  if (text === "" || !isFolded) {
    return (
      <div className="notice" data-tone={tone}>
        <p className="notice-title">{title}</p>
        {text !== "" && <p>{text}</p>}
      </div>
    );
  }
  return (
    <details className="notice" data-tone={tone}>
      <summary>{title}</summary>
      <p>{text}</p>
    </details>
  );
}
