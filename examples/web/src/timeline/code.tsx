/** Text of a machine. It scrolls, and can be reached by keyboard to do so. */
import type { ReactNode } from "react";

interface Props {
  readonly text: string;
  readonly className?: string;
}

const MOST = 40_000;

export const Code = ({ text, className = "code" }: Props): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
  <pre className={className} tabIndex={0}>
    {text.length > MOST ? `… ${text.length - MOST} characters before this\n${text.slice(-MOST)}` : text}
  </pre>
);
