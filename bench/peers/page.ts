/** docs/comparison.md: what the command writes stands between markers, and the rest is written by hand. Pure. */
import { loseText } from "./lose.js";
import type { Results } from "./results.js";
import { cellText, type Table, verdicts } from "./table.js";

const begin = (name: string): string => `<!-- bench ${name} -->`;
const end = (name: string): string => `<!-- /bench ${name} -->`;

/** The page with this text between the markers of that name. */
export function withBlock(page: string, name: string, text: string): string {
  const [from, to] = [page.indexOf(begin(name)), page.indexOf(end(name))];
  if (from < 0 || to < from) throw new Error(`docs/comparison.md has no place for ${name}`);
  return `${page.slice(0, from + begin(name).length)}\n\n${text.trim()}\n\n${page.slice(to)}`;
}

/** The page with these results in all their places. */
export function pageWith(page: string, { machine, peers, tables }: Results): string {
  const versions = Object.entries(peers).map(([name, version]) => `\`${name}\` ${version}`);
  const blocks: readonly (readonly [name: string, text: string])[] = [
    ["machine", `${machine}\n\nPeers: ${versions.join(", ")}.`],
    ["lose", loseText(tables.flatMap(verdicts))],
    ...tables.map((table) => [table.row, tableText(table)] as const),
  ];
  return blocks.reduce((text, [name, block]) => withBlock(text, name, block), page);
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
