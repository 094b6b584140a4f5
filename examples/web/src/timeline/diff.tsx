/** The change of a file, line by line. */
import { memo, type ReactNode } from "react";
import { diffLines } from "./diff-lines.js";
import type { FileChange } from "./file-change.js";

interface Props extends FileChange {
  /** What the tool says of it, where it failed. */
  readonly output: string;
}

export const Diff = memo(function Diff({ path, before, after, output }: Props): ReactNode {
  const lines = diffLines(before, after);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return (
    <div className="diff">
      <p className="diff-head">
        <code>{path}</code>
        <span className="added">
          <span className="visually-hidden">added lines: </span>+{count("+")}
        </span>
        <span className="removed">
          <span className="visually-hidden">removed lines: </span>−{count("-")}
        </span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre className="diff-lines" tabIndex={0}>
        {lines.map((line, index) => (
          // Lines have no other name, and never change
          <span key={index} className="line" data-sign={line[0]}>
            {`${line}\n`}
          </span>
        ))}
      </pre>
      {output !== "" && <p className="call-note">{output}</p>}
    </div>
  );
});
