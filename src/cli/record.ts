/** `agent-contract record`: a conversation of a live server, for tests that need no server. */
import { createAgentClient } from "../client.js";
import { field } from "../tags.js";
import type { Command } from "./args.js";
import { Failure } from "./failure.js";
import { canListen, type Listener, listen } from "./listen.js";
import { type Recording, recordingOf, redactedRecording } from "./recording.js";
import { failureOfCall } from "./server.js";

/** A recording as text, and in a line each what is missing from it. */
export interface Recorded {
  readonly text: string;
  readonly notes: readonly string[];
}

const MASK = "**********";
/** Sockets tell the history at once, but nothing while a tool runs. */
const PATIENCE_MS = 10_000;
const POLL_MS = 50;

/** @throws {Failure} when the server or the conversation cannot be reached */
export async function record(
  { server, conversation }: Extract<Command, { name: "record" }>,
  patienceMs = PATIENCE_MS,
): Promise<Recorded> {
  const { url, key } = server;
  const client = createAgentClient({ baseUrl: url, sessionApiKey: key });
  const place = { baseUrl: url, key };
  // What is not there is said by REST first
  const heard = await attempt(url, () => recordingOf(client, conversation, {}));
  const [events, session] = await Promise.all([
    listen(place, `events/${conversation}?resend_mode=all`),
    listen(place, `session/${conversation}?after_seq=-1`),
  ]);
  try {
    const notes = await Promise.all([
      whenComplete("/sockets/events", events, heard, patienceMs),
      whenComplete("/sockets/session", session, heard, patienceMs),
    ]);
    const recording = await attempt(url, () => recordingOf(client, conversation, { events, session }));
    const text = JSON.stringify(redactedRecording(recording), null, 1);
    return { text: `${key === undefined ? text : text.replaceAll(key, MASK)}\n`, notes: [...new Set(notes.flat())] };
  } finally {
    for (const socket of [events, session]) socket?.close();
  }
}

/** Waits until a socket has told all that is in the log. Says, in a line, that it has not. */
async function whenComplete(
  path: string,
  socket: Listener | undefined,
  { rest_search }: Recording,
  patienceMs: number,
): Promise<string[]> {
  if (!canListen()) return ["this Node.js has no WebSocket: recorded over REST only; Node.js 22 and later have one"];
  if (!socket) return [`${path}: the server does not open this socket (the session socket is there from 1.45.0)`];
  const log = new Set(rest_search.map(({ id }) => id));
  const end = performance.now() + patienceMs;
  for (let read = 0; log.size > 0; ) {
    for (; read < socket.frames.length; read++) log.delete(idOf(socket.frames[read]));
    if (log.size === 0) break;
    if (performance.now() > end)
      return [`${path}: ${log.size} events of the log did not come: does a tool run? Record it again when it is done`];
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await socket.settle();
  return [];
}

const idOf = (frame: unknown): string => String(field(field(frame, "event") ?? frame, "id"));

async function attempt<T>(url: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof Failure ? error : failureOfCall(url, error);
  }
}
