/** From entries to lines of text: columns, wrapping, cutting, colour. Pure: colours are passed in. */
import type { Block, Paragraph, Style } from "./paragraph.js";
import { harmless, harmlessLine, plural, wrap } from "./text.js";

/** Gives text its style: with escape sequences for a terminal, or not at all. */
export type Paint = (style: Style, text: string) => string;

const CODES = {
  plain: "0",
  strong: "1",
  dim: "2",
  good: "32",
  bad: "31",
  warn: "33",
  user: "1;36",
  agent: "35",
} as const;

export const coloured: Paint = (style, text) =>
  style === "plain" || text === "" ? text : `\x1b[${CODES[style]}m${text}\x1b[0m`;
export const uncoloured: Paint = (_style, text) => text;

export interface Look {
  readonly paint: Paint;
  /** Columns of the whole line. */
  readonly width: number;
}

const TIME_COLUMNS = 12;
const WHO_COLUMNS = 11;
export const GUTTER = TIME_COLUMNS + WHO_COLUMNS + 4;
const MIN_BODY = 30;
/** Ends what gets a single line. */
const ELLIPSIS = " …";

/** What the user says begins a new turn, set off by an empty line. */
export const renderBlocks = (blocks: readonly Block[], look: Look): string[] =>
  joined(blocks).flatMap((block, index) => [
    ...(block.who === "user" && index > 0 ? [""] : []),
    ...renderBlock(block, look),
  ]);

/** Streamed pieces become text again, and updates of the state that follow each other become one line. */
function joined(blocks: readonly Block[]): Block[] {
  const groups: [Block, ...Block[]][] = [];
  for (const block of blocks) {
    const group = groups.at(-1);
    if (group?.[0].joins && group[0].joins.sort === block.joins?.sort) group.push(block);
    else groups.push([block]);
  }
  return groups.map((group) => group.filter((block) => isLatest(block, group)).reduce(join));
}

/** Is it the last of the group to say something about its topic? */
const isLatest = (block: Block, group: readonly Block[]): boolean => {
  const topic = block.joins?.topic;
  return topic === undefined || group.findLast(({ joins }) => joins?.topic === topic) === block;
};

const join = (first: Block, second: Block): Block => ({
  ...first,
  paragraphs: first.paragraphs.map((paragraph, index) => ({
    ...paragraph,
    text: `${paragraph.text}${first.joins?.separator}${second.paragraphs[index]?.text ?? ""}`,
  })),
});

function renderBlock({ timestamp, who, paragraphs }: Block, { paint, width }: Look): string[] {
  const body = Math.max(MIN_BODY, width - GUTTER);
  const lines = paragraphs.flatMap((paragraph) => renderParagraph(paragraph, body, paint));
  const whoStyle = who === "user" || who === "agent" ? who : "dim";
  const head = `${paint("dim", timeOf(timestamp))}  ${paint(whoStyle, column(who, WHO_COLUMNS))}  `;
  return (lines.length > 0 ? lines : [paint("dim", "(nothing)")]).map((line, index) =>
    `${index === 0 ? head : " ".repeat(GUTTER)}${line}`.trimEnd(),
  );
}

function renderParagraph(paragraph: Paragraph, body: number, paint: Paint): string[] {
  const { label = "", style = "plain", labelStyle = "strong", lines: limit = Number.POSITIVE_INFINITY } = paragraph;
  const [heading, text, indent] = [harmless(label), harmless(paragraph.text), " ".repeat(paragraph.indent ?? 0)];
  const parts = [heading, text].filter((part) => part !== "");
  if (parts.length === 0 || (paragraph.optional && text.trim() === "")) return [];
  const room = body - indent.length - (limit === 1 ? ELLIPSIS.length : 0);
  const all = wrap(parts.join(" "), room);
  const shown = all.slice(0, limit);
  const painted = shown.map((line, index) =>
    index === 0
      ? `${paint(labelStyle, line.slice(0, heading.length))}${paint(style, line.slice(heading.length))}`
      : paint(style, line),
  );
  const rest = all.length - shown.length;
  if (rest > 0 && limit === 1) return [`${indent}${painted[0]}${paint("dim", ELLIPSIS)}`];
  const more = rest === 0 ? [] : [paint("dim", `… +${plural(rest, "line")}`)];
  return [...painted, ...more].map((line) => indent + line);
}

/** The clock as it stands in the timestamp, which does not say in which zone; what is no timestamp as it stands. */
function timeOf(timestamp = ""): string {
  const [, clock, fraction = ""] = /T(\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?/.exec(timestamp) ?? [];
  return column(clock === undefined ? timestamp : `${clock}.${fraction.padEnd(3, "0")}`, TIME_COLUMNS);
}

const column = (text: string, width: number): string => harmlessLine(text).slice(0, width).padEnd(width);
