/** Sends a message and shows what comes of it while it happens. */
import {
  type AgentClient,
  type AgentEvent,
  createAgentClient,
  isActionEvent,
  isAgentMessage,
  sendMessage,
  unwrap,
} from "agent-server-client";
import { parseEvent } from "agent-server-client/schemas";
import { type StreamUpdate, streamEvents, type WebSocketConstructor } from "agent-server-client/stream";
import { createLines } from "./follow-lines.js";
import { createPen, type Pen } from "./follow-pen.js";
import { createRunWatch } from "./follow-run.js";
import type { Place } from "./place.js";
import type { Look } from "./render.js";
import { newest, problemOfServer } from "./server.js";
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

/** Why it does not go on; a fault of no program. */
class Stopped extends Error {}

/** Returns the exit code: 0 when the run has ended well or someone has ended this, else 1, with one line that says why. */
export async function follow(following: Following): Promise<number> {
  const { place, signal, printError } = following;
  try {
    await followRun(following);
    return 0;
  } catch (error) {
    if (signal.aborted) return 0;
    const problem = error instanceof Stopped ? error.message : problemOfServer(place.url, error);
    printError(harmlessLine(`timeline: ${problem}`));
    return 1;
  }
}

async function followRun({ place, text, write, printError, look, signal }: Following): Promise<void> {
  const client = createAgentClient({ baseUrl: place.url, sessionApiKey: place.key });
  const id = await conversationAt(client, place, signal);
  const WebSocket = await webSocket();
  const pen = createPen(write, look);
  const show = shower(pen, printError, look);
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

async function conversationAt(client: AgentClient, { conversation }: Place, signal: AbortSignal): Promise<string> {
  const id = conversation ?? (await newest(client));
  if (id === undefined) throw new Stopped("the server has no conversation yet to send this to.");
  const params = { path: { conversation_id: id } };
  unwrap(await client.GET("/api/conversations/{conversation_id}", { params, signal }));
  return id;
}

async function send(client: AgentClient, id: string, text: string, signal: AbortSignal): Promise<void> {
  const outcome = await sendMessage(client, id, text, { signal });
  if (outcome === "saved") throw new Stopped("the message is saved, but the server is too busy to run it now.");
}

/** Node has one from 22 on. */
async function webSocket(): Promise<WebSocketConstructor> {
  const { WebSocket } = globalThis as { readonly WebSocket?: WebSocketConstructor };
  return WebSocket ?? (await import("ws")).WebSocket;
}

/** Shows each update; of a lost connection it speaks once, however many attempts it takes. */
function shower(pen: Pen, printError: (line: string) => void, look: Look): (update: StreamUpdate) => void {
  const linesOf = createLines(look);
  let isLost = false;
  const say = (line: string): void => {
    pen.end();
    printError(harmlessLine(`timeline: ${line}`));
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
