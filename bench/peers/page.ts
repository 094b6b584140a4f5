/** docs/comparison.md: what the command writes stands between markers, and the rest is written by hand. Pure. */
import { cellText, type Table, verdicts } from "./table.js";

const begin = (name: string): string => `<!-- bench ${name} -->`;
const end = (name: string): string => `<!-- /bench ${name} -->`;

/** The page with this text between the markers of that name. */
export function withBlock(page: string, name: string, text: string): string {
  const [from, to] = [page.indexOf(begin(name)), page.indexOf(end(name))];
  if (from < 0 || to < from) throw new Error(`docs/comparison.md has no place for ${name}`);
  return `${page.slice(0, from + begin(name).length)}\n\n${text.trim()}\n\n${page.slice(to)}`;
}

/** What stands between the markers of that name. */
export function blockOf(page: string, name: string): string {
  const [from, to] = [page.indexOf(begin(name)), page.indexOf(end(name))];
  if (from < 0 || to < from) throw new Error(`docs/comparison.md has no ${name}`);
  return page.slice(from + begin(name).length, to).trim();
}

const cells = (texts: readonly string[]): string =>
  `| ${texts.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;

/** Its table, how it was measured, and what comes of each column. */
export function tableText(table: Table): string {
  const names = table.columns.map(({ name }) => name);
  const lines = table.lines.map(({ tool, isOurs, cells: own }) =>
    cells([isOurs ? `**${tool}**` : tool, ...names.map((name) => cellText(own[name]))]),
  );
  const said = verdicts(table).map(({ of, text }) => `- \`${of}\`: ${text}`);
  return [
    `${table.how}`,
    "",
    cells(["", ...names]),
    cells(["---", ...names.map(() => "---")]),
    ...lines,
    ...(said.length > 0 ? ["", ...said] : []),
  ].join("\n");
}
