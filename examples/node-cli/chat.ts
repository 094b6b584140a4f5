/** A chat: what the user types goes to the agent, and what the agent does is shown while it does it. */
import { createAgentClient, isEventOf, isUserMessage } from "agent-server-client";
import type { StreamUpdate } from "agent-server-client/stream";
import { createPen } from "../timeline/follow-pen.js";
import { createShow } from "../timeline/follow-show.js";
import type { Place } from "../timeline/place.js";
import type { Look } from "../timeline/render.js";
import { conversationAt, problemOfServer } from "../timeline/server.js";
import { figuresOf } from "../timeline/state.js";
import { harmlessLine } from "../timeline/text.js";
import { followConversation } from "./followed.js";
import type { Lines } from "./lines.js";
import { createTurns, type Turns } from "./turns.js";

export interface Chat {
  readonly place: Place;
  readonly lines: Lines;
  /** Gets what is not of the conversation: problems, and how the connection is doing. */
  readonly printError: (line: string) => void;
  readonly look: Look;
}

/** Returns the exit code: 1 when the chat could not go on, or what was asked for last has failed. */
export async function chat(given: Chat): Promise<number> {
  const leaving = new AbortController();
  try {
    return await talk(given, leaving);
  } catch (error) {
    if (leaving.signal.aborted) return 0;
    given.printError(harmlessLine(problemOfServer(given.place.url, error)));
    return 1;
  } finally {
    leaving.abort();
    given.lines.close();
  }
}

async function talk({ place, lines, printError, look }: Chat, leaving: AbortController): Promise<number> {
  const { signal } = leaving;
  const client = createAgentClient({ baseUrl: place.url, sessionApiKey: place.key });
  const pen = createPen((text) => lines.write(text), look);
  const tell = (line: string): void => {
    pen.end();
    printError(harmlessLine(line));
  };
  const show = createShow(pen, tell, look);
  const isShown = (update: StreamUpdate, isNews: boolean): boolean =>
    isNews ? !isHidden(update, lines.isTerminal) : update.type === "connection";

  let turns: Turns | undefined;
  lines.onInterrupt(() => {
    if (!turns?.interrupt()) leaving.abort();
  });

  const id = await conversationAt(client, place, signal);
  pen.line(look.paint("strong", `conversation ${id}`));
  const followed = followConversation(client, id, (update, isNews) => isShown(update, isNews) && show(update), signal);
  turns = createTurns({ client, id, followed, lines, pen, look, tell, url: place.url, signal });
  try {
    await followed.until(({ type }) => type === "live" || undefined);
    return (await turns.all()) ? 0 : 1;
  } finally {
    lines.close();
    pen.line(look.paint("dim", `used: ${figuresOf(followed.snapshot().usage)}`));
  }
}

/** What would only be noise; in a terminal what the user says stands there already. */
const isHidden = (update: StreamUpdate, isTerminal: boolean): boolean =>
  update.type === "event" &&
  (isEventOf(update.event, "ConversationStateUpdateEvent", "SystemPromptEvent") ||
    (isTerminal && isUserMessage(update.event)));
