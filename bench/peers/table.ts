/** What a row of the comparison gives: a table of tools and columns, and for each column who is ahead. Pure. */

/** Middle and spread of measured values; counts have no spread. */
export interface Figure {
  readonly median: number;
  /** The tenth and the ninetieth of a hundred. */
  readonly low: number;
  readonly high: number;
  readonly digits: number;
  /** Said behind it. */
  readonly note?: string;
}

/** Words, where there is nothing to measure or something to add. */
export type Cell = Figure | string;

interface Column {
  readonly name: string;
  /** "none": it only informs, nobody is ahead. */
  readonly better: "lower" | "higher" | "none";
}

export interface Line {
  readonly tool: string;
  readonly isOurs: boolean;
  /** Lines of a group are compared with each other; ours without a group with all. */
  readonly group?: string;
  readonly cells: Readonly<Record<string, Cell>>;
}

export interface Table {
  readonly row: string;
  /** How it was measured, with the number of runs. */
  readonly how: string;
  readonly columns: readonly Column[];
  readonly lines: readonly Line[];
}

export interface Verdict {
  /** Row, line of ours and column, as it stands in the page. */
  readonly of: string;
  readonly is: "ahead" | "equal" | "level" | "behind" | "alone";
  readonly text: string;
}

export function figureOf(values: readonly number[], digits = 1): Figure {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return { median: at(0.5), low: at(0.1), high: at(0.9), digits };
}

export const count = (value: number, digits = 0, note?: string): Figure => ({
  median: value,
  low: value,
  high: value,
  digits,
  ...(note !== undefined && { note }),
});

const isFigure = (cell: Cell | undefined): cell is Figure => typeof cell === "object";
const shown = (value: number, digits: number): string =>
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });

export function cellText(cell: Cell | undefined): string {
  if (!isFigure(cell)) return cell ?? "–";
  const { median, low, high, digits, note } = cell;
  const spread = low === high ? "" : ` (${shown(low, digits)}–${shown(high, digits)})`;
  return `${shown(median, digits)}${spread}${note === undefined ? "" : `, ${note}`}`;
}

/** "ahead" and "behind" where the spreads of the two do not touch, "level" where they do. */
function compare(ours: Figure, theirs: Figure, better: "lower" | "higher"): Verdict["is"] {
  if (ours.low === ours.high && theirs.low === theirs.high && ours.median === theirs.median) return "equal";
  const [lower, higher] = ours.median < theirs.median ? [ours, theirs] : [theirs, ours];
  if (lower.high >= higher.low) return "level";
  return (lower === ours) === (better === "lower") ? "ahead" : "behind";
}

/** By how much the larger is larger; from nothing there is no ratio. */
const ratio = (a: number, b: number): string => {
  const [small, large] = [Math.min(a, b), Math.max(a, b)];
  if (small <= 0) return shown(large - small, 0);
  const times = large / small;
  return times < 1.1 ? `${shown((times - 1) * 100, 0)} %` : `${shown(times, times < 10 ? 1 : 0)}×`;
};

interface Rival {
  readonly tool: string;
  readonly cell: Figure;
}

function rivalsOf(table: Table, line: Line, { name, better }: Column): Rival[] {
  const sign = better === "lower" ? 1 : -1;
  return table.lines
    .flatMap(({ tool, isOurs, group, cells }) => {
      const cell = cells[name];
      const isRival = !isOurs && (line.group === undefined || line.group === group) && isFigure(cell);
      return isRival ? [{ tool, cell }] : [];
    })
    .toSorted((a, b) => sign * (a.cell.median - b.cell.median));
}

/** Names all that are ahead of us; where there are none, all that are level or equal; else who is next. */
function verdict(table: Table, column: Column, line: Line): Verdict | undefined {
  const { name, better } = column;
  const ours = line.cells[name];
  if (better === "none" || !isFigure(ours)) return undefined;
  const of = `${table.row}: ${line.tool}, ${name}`;
  const rivals = rivalsOf(table, line, column);
  for (const is of ["behind", "level", "equal"] as const) {
    const such = rivals.filter(({ cell }) => compare(ours, cell, better) === is);
    const named = such.map(
      ({ tool, cell }) => `${is === "behind" ? `${ratio(ours.median, cell.median)} ` : ""}(${tool})`,
    );
    if (named.length > 0)
      return { of, is, text: `${is}${is === "behind" ? " by" : " with"} ${[...new Set(named)].join(", ")}` };
  }
  const [next] = rivals;
  if (next === undefined) return { of, is: "alone", text: "alone: nobody else was measured" };
  return { of, is: "ahead", text: `ahead by ${ratio(ours.median, next.cell.median)} (${next.tool})` };
}

/** One for each column that is measured, and each line of ours. */
export const verdicts = (table: Table): Verdict[] =>
  table.lines
    .filter(({ isOurs }) => isOurs)
    .flatMap((line) => table.columns.flatMap((column) => verdict(table, column, line) ?? []));
