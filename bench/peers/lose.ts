/** "Where we lose": the verdicts that are not in our favour, each with its reason. Pure. */
import { REASONS } from "./reasons.js";
import type { Verdict } from "./table.js";

const line = ({ of, text }: Verdict): string => `- \`${of}\`, ${text}: ${REASONS[of] ?? "**nobody has said why.**"}`;

/** One line for each of them: what is behind, then what is level, then what is equal. */
export function loseText(verdicts: readonly Verdict[]): string {
  const compared = verdicts.filter(({ is }) => is !== "alone");
  const lines = (is: Verdict["is"]): string[] => compared.filter((verdict) => verdict.is === is).map(line);
  const [behind, level, equal] = [lines("behind"), lines("level"), lines("equal")];
  return [
    `Of ${compared.length} comparisons ${behind.length} are lost; in ${level.length} the spreads of the two touch, and in ${equal.length} the counts are the same, so that nobody is ahead.`,
    "",
    ...behind,
    ...level,
    ...equal,
  ].join("\n");
}
