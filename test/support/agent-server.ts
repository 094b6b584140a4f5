/** A small agent server on 127.0.0.1 that keeps conversations, events and files as the real one does, and counts calls. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type Asked, type Conversation, type Reply, reply, type State, type StoredEvent } from "./agent-state.js";

/** What comes in place of the server's answer, or what happens to it. */
type Turn =
  | Reply
  | "answer" // as always
  | "reset" // nothing is done, and the connection breaks
  | "lose" // all is done, and the connection breaks
  | "silent"; // nothing is done, and no answer comes

/** A request as it arrived. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface AgentServer {
  readonly url: string;
  readonly state: State;
  readonly requests: readonly Received[];
  /** A conversation with these events; gives its id. */
  add(events?: readonly StoredEvent[], more?: Partial<Conversation>): string;
  /** What happens to the next calls of this route, in turn: `"POST /run"` is a method and the end of a path. */
  next(route: string, ...turns: Turn[]): void;
  /** The calls of a route so far. */
  calls(route: string): readonly Received[];
}

const fits = (route: string, method: string, path: string): boolean => {
  const [verb, end = ""] = route.split(" ");
  return verb === method && path.endsWith(end);
};

/** Starts one; it is gone when the test ends. */
export async function agentServer(version: State["version"] = "1.52"): Promise<AgentServer> {
  const state: State = { version, conversations: new Map(), files: new Map(), busy: 0, isReady: true };
  const requests: Received[] = [];
  const turns: { readonly route: string; readonly turn: Turn }[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "", "http://server");
    const method = request.method ?? "";
    const received = { method, path, query, headers: request.headers, body: await buffer(request) };
    requests.push(received);
    const place = turns.findIndex(({ route }) => fits(route, method, path));
    const turn = place < 0 ? "answer" : (turns.splice(place, 1)[0]?.turn ?? "answer");
    if (turn === "silent") return;
    if (turn === "reset") return void response.socket?.resetAndDestroy();
    const answer = typeof turn === "object" ? turn : await reply(state, asked(received));
    if (turn === "lose") return void response.socket?.resetAndDestroy();
    send(response, answer);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    requests,
    add(events = [], more = {}) {
      const id = crypto.randomUUID();
      state.conversations.set(id, {
        id,
        status: "idle",
        created: state.conversations.size,
        events: [...events],
        ...more,
      });
      return id;
    },
    next: (route, ...next) => void turns.push(...next.map((turn) => ({ route, turn }))),
    calls: (route) => requests.filter(({ method, path }) => fits(route, method, path)),
  };
}

const asked = ({ method, path, query, headers, body }: Received): Asked => ({
  method,
  parts: path.split("/").slice(1).map(decodeURIComponent),
  query,
  contentType: headers["content-type"] ?? "",
  body,
});

function send(response: ServerResponse, { status, json, bytes, headers = {}, thenCloses }: Reply): void {
  const body = bytes ?? Buffer.from(JSON.stringify(json) ?? "");
  const type = bytes ? "application/octet-stream" : "application/json";
  response.writeHead(status, { "Content-Type": type, "Content-Length": body.length, ...headers });
  response.end(body, () => thenCloses && response.socket?.end());
}

/** The ids of what a search gives, in order. */
export async function idsOf(items: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
}
