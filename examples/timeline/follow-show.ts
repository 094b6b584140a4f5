/** Shows what a stream tells while it tells it. */
import { type AgentEvent, isActionEvent, isAgentMessage } from "agent-server-client";
import type { StreamUpdate } from "agent-server-client/stream";
import { createLines } from "./follow-lines.js";
import type { Pen } from "./follow-pen.js";
import type { Look } from "./render.js";

/** Shows each update, and tells of the connection; of a lost connection it speaks once, however many attempts it takes. */
export function createShow(pen: Pen, tell: (line: string) => void, look: Look): (update: StreamUpdate) => void {
  const linesOf = createLines(look);
  let isLost = false;
  const say = (line: string): void => {
    pen.end();
    tell(line);
  };
  return (update) => {
    switch (update.type) {
      case "item":
        pen.piece(update);
        if (update.status === "aborted") pen.line(look.paint("warn", "(what was being written is taken back)"));
        return undefined;
      case "event":
        for (const line of linesOf(update.event, isAnswer(update.event) ? pen.taken() : NOTHING)) pen.line(line);
        return undefined;
      case "gap":
        return pen.line(look.paint("dim", `(the server cannot read event ${update.seq})`));
      case "error":
        return say(`${update.code}: ${update.detail}`);
      case "reset":
        return say("the server has another log of this conversation now; it is shown from its start.");
      case "connection": {
        const { status, error } = update;
        if (status === "waiting" && !isLost) {
          say(`the connection is lost; waiting for the server. ${error?.classification.message ?? ""}`.trim());
        } else if (status === "open" && isLost) say("connected again.");
        isLost = status === "open" ? false : isLost || status === "waiting";
        return undefined;
      }
      default:
        return undefined;
    }
  };
}

const NOTHING = { text: "", reasoning: "" };
const isAnswer = (event: AgentEvent): boolean => isAgentMessage(event) || isActionEvent(event);
