/** The little of Markdown that agents write most: code and what is bold. Everything is text, so nothing can be injected. */
import { memo, type ReactNode } from "react";
import { Code } from "./code.js";

const FENCE = /^```[^\n]*\n([\s\S]*?)(?:^```[ \t]*$|$(?![\s\S]))/m;
const INLINE = /(`[^`\n]+`|\*\*[^*\n]+\*\*)/;

export const RichText = memo(function RichText({ text }: { readonly text: string }): ReactNode {
  // Each odd part is what was between fences
  return text.split(FENCE).map((part, index) => {
    if (part.trim() === "") return null;
    // Parts have no other name, and only the last one grows
    return index % 2 === 1 ? <Code key={index} text={part.trimEnd()} /> : <p key={index}>{inline(part.trim())}</p>;
  });
});

const inline = (text: string): ReactNode =>
  text.split(INLINE).map((part, index) => {
    if (index % 2 === 0) return part;
    // Index as above
    return part.startsWith("`") ? (
      <code key={index}>{part.slice(1, -1)}</code>
    ) : (
      <strong key={index}>{part.slice(2, -2)}</strong>
    );
  });
