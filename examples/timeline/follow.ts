/** Sends a message and shows what comes of it while it happens. */
import { type AgentClient, createAgentClient, sendMessage } from "agent-server-client";
import { parseEvent } from "agent-server-client/schemas";
import { streamEvents } from "agent-server-client/stream";
import { createPen } from "./follow-pen.js";
import { createRunWatch } from "./follow-run.js";
import { createShow } from "./follow-show.js";
import type { Place } from "./place.js";
import type { Look } from "./render.js";
import { conversationAt, problemOfServer, Stopped, webSocket } from "./server.js";
import { harmlessLine } from "./text.js";

/** What to do, and where what happens is shown. */
export interface Following extends Screen {
  readonly place: Place;
  readonly text: string;
}

/** Where it is shown, and for how long. */
export interface Screen {
  /** Gets the timeline, piece by piece. */
  readonly write: (text: string) => void;
  /** Gets what is said about the connection, line by line. */
  readonly printError: (line: string) => void;
  readonly look: Look;
  /** Ends it quietly. */
  readonly signal: AbortSignal;
}

/** Returns the exit code: 0 when the run has ended well or someone has ended this, else 1, with one line that says why. */
export async function follow(following: Following): Promise<number> {
  const { place, signal, printError } = following;
  try {
    await followRun(following);
    return 0;
  } catch (error) {
    if (signal.aborted) return 0;
    printError(harmlessLine(`timeline: ${problemOfServer(place.url, error)}`));
    return 1;
  }
}

async function followRun({ place, text, write, printError, look, signal }: Following): Promise<void> {
  const client = createAgentClient({ baseUrl: place.url, sessionApiKey: place.key });
  const id = await conversationAt(client, place, signal);
  const WebSocket = await webSocket();
  const pen = createPen(write, look);
  const show = createShow(pen, (line) => printError(harmlessLine(`timeline: ${line}`)), look);
  const watch = createRunWatch();
  const controller = new AbortController();
  const ended = AbortSignal.any([signal, controller.signal]);
  pen.line(look.paint("strong", `conversation ${id}`));
  let isSent = false;
  try {
    for await (const update of streamEvents(client, id, {
      after: "live",
      parse: parseEvent,
      WebSocket,
      signal: ended,
    })) {
      show(update);
      const end = watch(update);
      if (end?.problem !== undefined) throw new Stopped(end.problem);
      if (end) return;
      if (update.type !== "live" || isSent) continue;
      isSent = true;
      // Not waited for: while a tool runs there is no answer, and the run is already to be seen
      send(client, id, text, ended).catch((error: unknown) => controller.abort(error));
    }
  } finally {
    pen.end();
    controller.abort();
  }
}

async function send(client: AgentClient, id: string, text: string, signal: AbortSignal): Promise<void> {
  const outcome = await sendMessage(client, id, text, { signal });
  if (outcome === "saved") throw new Stopped("the message is saved, but the server is too busy to run it now.");
}
