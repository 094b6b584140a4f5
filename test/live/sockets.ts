/** The server's sockets, as plainly as can be: what the suites compare the streams of this package with. */
import { setTimeout as wait } from "node:timers/promises";
import type { ServerAddress } from "./server.js";

/** What of a WebSocket is needed here; Node 20 has the class behind a flag, and no type for it. */
interface Socket {
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "open" | "error" | "close", listener: () => void): void;
  send(text: string): void;
  close(): void;
}

export interface Listener {
  /** What came so far, parsed. */
  readonly frames: readonly Record<string, unknown>[];
  /** Waits until nothing has come for a while. */
  settle(quietMs?: number): Promise<void>;
  close(): void;
}

/** Opens a socket: `events/<conversation id>?resend_mode=all`. Undefined when the server refuses the handshake. */
export async function listen(
  { baseUrl, key }: Pick<ServerAddress, "baseUrl" | "key">,
  path: string,
): Promise<Listener | undefined> {
  const { WebSocket } = globalThis as unknown as { WebSocket: new (url: string) => Socket }; // see Socket
  const socket = new WebSocket(`${baseUrl.replace("http", "ws")}/sockets/${path}`);
  const frames: Record<string, unknown>[] = [];
  let lastAt = performance.now();
  socket.addEventListener("message", ({ data }) => {
    lastAt = performance.now();
    frames.push(JSON.parse(String(data)) as Record<string, unknown>);
  });
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.addEventListener("open", () => resolve(true));
    socket.addEventListener("error", () => resolve(false));
    socket.addEventListener("close", () => resolve(false));
  });
  if (!isOpen) return undefined;
  socket.send(JSON.stringify({ type: "auth", session_api_key: key }));
  return {
    frames,
    async settle(quietMs = 1_000) {
      while (performance.now() - lastAt < quietMs) await wait(50);
    },
    close: () => socket.close(),
  };
}
