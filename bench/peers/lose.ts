/** "Where we lose": what the verdicts in the page say, each with its reason. Pure. */
import { REASONS } from "./reasons.js";

export interface Said {
  /** Row, line and column. */
  readonly of: string;
  readonly is: string;
  /** By how much, and to whom. */
  readonly than: string;
}

/** Every verdict in the page, as `tableText` writes them. */
export const saidIn = (page: string): Said[] =>
  [...page.matchAll(/^- `([^`]+)`: (ahead|equal|level|behind|alone)\b(.*)$/gm)].map(
    ([, of = "", is = "", than = ""]) => ({ of, is, than: than.trim() }),
  );

const line = ({ of, is, than }: Said): string =>
  `- \`${of}\`, ${is} ${than}: ${REASONS[of] ?? "**nobody has said why.**"}`;

/** One line for each verdict that is not in our favour: what is behind, then what is level. */
export function loseText(page: string): string {
  const said = saidIn(page);
  const lines = (is: string): string[] => said.filter((verdict) => verdict.is === is).map(line);
  const [behind, level] = [lines("behind"), lines("level")];
  const of = `Of ${said.length} comparisons ${behind.length} are lost`;
  const rest =
    level.length === 0 ? "." : `, and in ${level.length} the spreads of the two touch, so that nobody is ahead.`;
  return [`${of}${rest}`, "", ...behind, ...level].join("\n");
}
