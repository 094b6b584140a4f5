/** A simulated server on real TCP, which says nothing while it is killed, behind a proxy that kills connections after a number of bytes, mid-frame or not. */
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { type WebSocket, WebSocketServer } from "ws";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../src/simulator/simulator.js";
import type { SimulatedSocket } from "../../src/simulator/socket.js";

export interface TcpServer {
  readonly url: string;
  readonly simulator: Simulator;
  /** After so many bytes of the server each new connection is killed. */
  killAfter: () => number;
  readonly killed: number;
  close(): Promise<void>;
}

export async function startTcpServer(options: Omit<SimulatorOptions, "now">): Promise<TcpServer> {
  const simulator = createSimulator({ ...options, now: Date.now });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wind = (): void => {
    clearTimeout(timer);
    const due = simulator.nextDue();
    if (due === null) return;
    timer = setTimeout(
      () => {
        simulator.tick();
        wind();
      },
      Math.max(0, due - Date.now()),
    );
  };
  const http = createServer((request, response) => {
    if (!simulator.world.isUp) return void response.destroy();
    answer(simulator, request, response).then(wind, () => response.destroy());
  });
  const sockets = new WebSocketServer({ noServer: true });
  http.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!simulator.world.isUp) return void socket.destroy();
    let client: WebSocket | undefined;
    const pump = (): void => client && passOn(server, client);
    const server = simulator.connect(request.url ?? "/", { onOutput: pump });
    const [first] = server.take(1);
    if (first?.type !== "accept") {
      socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (made) => {
      client = made;
      made.on("message", (data: Buffer, isBinary) => {
        server.receive(isBinary ? new Uint8Array() : data.toString());
        wind();
      });
      made.on("close", () => server.leave());
      made.on("error", () => undefined);
      pump();
      wind();
    });
  });
  const port = await listen(http);
  const state = { killed: 0, killAfter: () => Number.POSITIVE_INFINITY };
  const pairs = new Set<Socket>();
  const proxy = createTcpServer((near) => {
    const far = connect(port, "127.0.0.1");
    let left = state.killAfter();
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      pairs.add(from);
      from.on("error", () => undefined);
      from.on("close", () => {
        pairs.delete(from);
        to.destroy();
      });
    }
    near.on("data", (chunk) => far.write(chunk));
    far.on("data", (chunk: Buffer) => {
      near.write(chunk.subarray(0, Math.max(0, left)));
      left -= chunk.length;
      if (left > 0 || near.destroyed) return;
      state.killed++;
      // What was written is still sent, then it breaks
      near.end(() => near.destroy());
      far.destroy();
    });
  });
  const proxyPort = await listen(proxy);
  return {
    url: `http://127.0.0.1:${proxyPort}`,
    simulator,
    get killed() {
      return state.killed;
    },
    get killAfter() {
      return state.killAfter;
    },
    set killAfter(value) {
      state.killAfter = value;
    },
    async close() {
      clearTimeout(timer);
      for (const socket of pairs) socket.destroy();
      for (const client of sockets.clients) client.terminate();
      http.closeAllConnections();
      await Promise.all([http, proxy].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function listen(server: HttpServer | Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function answer(simulator: Simulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://server");
  const sent = await text(request);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const body: unknown = sent === "" ? undefined : JSON.parse(sent);
  const reply = simulator.rest({ method: request.method ?? "GET", path, query, headers, body });
  response.writeHead(reply.status, reply.headers);
  response.end(JSON.stringify(reply.body), () => reply.thenCloses && response.socket?.end());
}

function passOn(server: SimulatedSocket, client: WebSocket): void {
  for (const output of server.take()) {
    if (output.type === "frame") client.send(output.text);
    else if (output.type === "close") client.close(output.code, output.reason);
    else client.terminate();
  }
}
