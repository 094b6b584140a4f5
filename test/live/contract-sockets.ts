/** Sockets, opened in every way and told all sorts of things; what comes back is put so that servers can be compared. */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sendMessage } from "agent-server-client";
import { CASES, type SocketCase } from "./contract-socket-cases.js";
import { startConversation } from "./conversation.js";
import type { Theatre } from "./perform.js";
import type { ServerAddress } from "./server.js";

/** What of a WebSocket is needed here; Node 20 has the class behind a flag, and no type for it. */
interface Socket {
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  addEventListener(type: "open" | "error", listener: () => void): void;
  send(data: string | Uint8Array): void;
  close(): void;
}

/** What came of a case. */
export interface SocketTrace {
  readonly name: string;
  readonly isOpened: boolean;
  /** After each thing that was said, those that came. The first: those that came before. */
  readonly frames: readonly (readonly string[])[];
  /** How the server has closed it, if it has. */
  readonly closed?: string;
}

/** Goes through all cases on a server. `quietMs` without a frame: no more will come. */
export async function socketTraces(
  theatre: Theatre & Pick<ServerAddress, "baseUrl" | "key">,
  quietMs: number,
): Promise<SocketTrace[]> {
  const names = { key: theatre.key, ...(await furnish(theatre)) };
  const traces: SocketTrace[] = [];
  for (const one of CASES) traces.push(await traceOf(theatre.baseUrl, one, names, quietMs));
  return traces;
}

/** A conversation with some events, and one that runs when it is asked to. */
async function furnish(theatre: Theatre): Promise<{ readonly quiet: string; readonly talk: string }> {
  const { client } = theatre;
  const [quiet, talk] = [await startConversation(theatre), await startConversation(theatre)];
  for (const text of ["one", "two"]) await sendMessage(client, quiet.id, text, { run: false });
  return { quiet: quiet.id, talk: talk.id };
}

async function traceOf(
  baseUrl: string,
  { name, path, say = [], isLong = false }: SocketCase,
  names: Readonly<Record<string, string>>,
  quietMs: number,
): Promise<SocketTrace> {
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (braces, word: string) => names[word] ?? braces);
  const { WebSocket } = globalThis as unknown as { WebSocket: new (url: string) => Socket }; // see Socket
  const socket = new WebSocket(fill(`${baseUrl.replace("http", "ws")}/sockets/${path}`));
  const frames: string[][] = [[]];
  let lastAt = performance.now();
  let closed: string | undefined;
  socket.addEventListener("message", ({ data }) => {
    lastAt = performance.now();
    const line = lineOf(JSON.parse(String(data)) as Frame);
    if (!line.endsWith(STATS)) frames.at(-1)?.push(line);
  });
  const isOpened = await new Promise<boolean>((resolve) => {
    socket.addEventListener("open", () => resolve(true));
    socket.addEventListener("error", () => resolve(false)); // not every Node tells the close of what was never open
    socket.addEventListener("close", ({ code, reason }) => {
      closed = [code, reason].join(" ").trim();
      resolve(false);
    });
  });
  const settle = async (): Promise<void> => {
    lastAt = performance.now();
    while (closed === undefined && performance.now() - lastAt < (isLong ? 3 * quietMs : quietMs)) await wait(5);
  };
  if (isOpened) await settle();
  for (const what of say) {
    if (closed !== undefined) break;
    frames.push([]);
    socket.send(typeof what === "string" ? fill(what) : what);
    await settle();
  }
  const trace = { name, isOpened, frames, ...(isOpened && closed !== undefined ? { closed } : {}) };
  socket.close();
  return trace;
}

type Frame = Readonly<Record<string, unknown>>;

/** Told by another thread of the server: when is up to chance. */
const STATS = "ConversationStateUpdateEvent environment stats";

/** A frame in short. */
function lineOf({ type, event, from_seq, through_seq, kind, content, ...frame }: Frame): string {
  if (type === "sync") return `sync ${String(from_seq)} ${String(through_seq)}`;
  if (type === "error") return `error ${String(frame["code"])}: ${plain(frame["detail"])}`;
  if (event !== undefined) return `${String(type)} ${lineOf(event as Frame)}`;
  if (type !== undefined) return JSON.stringify([type, kind, content]);
  const { source, key, value, code, detail, command, exit_code, stdout, stderr } = frame;
  const status = key === "full_state" ? (value as Frame)["execution_status"] : key === "execution_status" ? value : "";
  const said = [source, key, status, code, detail && plain(detail), command, exit_code, stdout, stderr];
  return [kind, ...said].filter((part) => part !== undefined && part !== null && part !== "").join(" ");
}

/** What a validator says more than in its first line depends on its version. */
const plain = (text: unknown): string => String(text).split("\n")[0] ?? "";

export const SOCKETS_FILE = fileURLToPath(new URL("../fixtures/mocks/contract-sockets-1.52.0.json", import.meta.url));

export const recordedSockets = (): readonly SocketTrace[] =>
  JSON.parse(readFileSync(SOCKETS_FILE, "utf8")) as SocketTrace[];

/** As it is written into the file. */
export const textOfSockets = (traces: readonly SocketTrace[]): string =>
  `[\n${traces.map((trace) => JSON.stringify(trace)).join(",\n")}\n]\n`;
