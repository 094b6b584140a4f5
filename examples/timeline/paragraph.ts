/** What there is to say, before anyone decides how it looks. Pure. */
import type { Schema } from "agent-server-client";
import { textOf } from "agent-server-client";
import { plural } from "./text.js";

export type Style = "plain" | "strong" | "dim" | "good" | "bad" | "warn" | "user" | "agent";

export interface Paragraph {
  /** Goes before the text, on its line. */
  readonly label?: string;
  readonly text: string;
  /** Of the text; `labelStyle` of the label, which is strong otherwise. */
  readonly style?: Style;
  readonly labelStyle?: Style;
  /** How many lines are shown at most; the rest is counted. */
  readonly lines?: number;
  /** Columns to the right. */
  readonly indent?: number;
  /** Left out when its text is empty, whatever its label. */
  readonly optional?: true;
}

/** One entry of the timeline. */
export interface Block {
  /** The time as the server wrote it; absent for what carries none. */
  readonly timestamp?: string;
  readonly who: string;
  readonly paragraphs: readonly Paragraph[];
  /** Entries of the same sort that follow each other are put together, text by text, with this in between. */
  readonly joins?: {
    readonly sort: string;
    readonly separator: string;
    /** The latest of what is put together stands for all about this. */
    readonly topic?: string;
  };
}

/** Text that matters little: one dim line. */
export const aside = (label: string, text = ""): Paragraph => ({
  label,
  text,
  style: "dim",
  labelStyle: "dim",
  lines: 1,
});

/** What went wrong, by its code. */
export const failure = (code: string, detail: string): Paragraph => ({
  label: `${code}:`,
  labelStyle: "bad",
  text: detail,
  lines: 6,
});

/** What the model thought before it acted or answered. */
export const reasoning = (text: string): Paragraph => ({
  label: "thinking:",
  text,
  style: "dim",
  labelStyle: "dim",
  lines: 3,
  optional: true,
});

/** The texts of content blocks, one under the other, and how many images there are. */
export function contentText(content: readonly (Schema<"TextContent"> | Schema<"ImageContent">)[] = []): string {
  const texts = content.map((block) =>
    block.type === "image" ? `[${plural(block.image_urls.length, "image")}]` : textOf(block),
  );
  return texts.filter((text) => text !== "").join("\n");
}

/** Anything as JSON on one line, with room to break it; `{}` is nothing to show. */
export function compact(value: unknown): string {
  const json = JSON.stringify(value, undefined, 1) ?? "";
  const flat = json.replace(/\n\s*/g, " ");
  return flat === "{}" || flat === "null" ? "" : flat;
}

/** The fields of an object but these. */
export const without = (value: object, ...names: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
