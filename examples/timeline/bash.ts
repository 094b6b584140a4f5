/** Commands that a client ran on the server's machine, and what came of them. Pure. */
import type { KnownBashEvent, Schema } from "agent-server-client";
import type { Context } from "./context.js";
import { type Block, failure, type Paragraph } from "./paragraph.js";
import { oneLine } from "./text.js";

export const describeBash = (event: KnownBashEvent, context: Context): Block => ({
  timestamp: event.timestamp,
  who: "bash",
  paragraphs: paragraphsOf(event, context),
});

function paragraphsOf(event: KnownBashEvent, context: Context): Paragraph[] {
  switch (event.kind) {
    case "BashCommand":
      return [{ label: "$", text: event.command, lines: 8 }];
    case "BashOutput":
      return describeOutput(event, context.commandOf(event));
    case "BashError":
      return [failure(event.code, event.detail)];
  }
}

/** Commands run side by side, so that their output says of which it is. */
function describeOutput({ exit_code: code, stdout, stderr }: Schema<"BashOutput">, command = ""): Paragraph[] {
  const isRunning = typeof code !== "number";
  return [
    {
      label: isRunning ? "→ still running" : `→ exit ${code}`,
      labelStyle: isRunning ? "warn" : code === 0 ? "good" : "bad",
      text: command && `of $ ${oneLine(command, 60)}`,
      style: "dim",
      lines: 1,
    },
    { text: (stdout ?? "").trimEnd(), indent: 2, lines: 6, style: "dim" },
    { text: (stderr ?? "").trimEnd(), indent: 2, lines: 6 },
  ];
}
