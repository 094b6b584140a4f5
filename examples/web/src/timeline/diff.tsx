/** The change of a file, line by line. */
import { structuredPatch } from "diff";
import { memo, type ReactNode } from "react";
import type { FileChange } from "./file-change.js";

interface Props extends FileChange {
  /** What the tool says of it, where it failed. */
  readonly output: string;
}

export const Diff = memo(function Diff({ path, before, after, output }: Props): ReactNode {
  const { hunks } = structuredPatch(path, path, before, after, undefined, undefined, { context: 3 });
  const lines = hunks.flatMap(({ newStart, lines: own }) => [
    ...(newStart > 1 ? [`@@ line ${newStart}`] : []),
    ...own.filter((line) => !line.startsWith("\\")), // about the end of the file
  ]);
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
