/** The server's sockets, as plainly as can be: everything that comes is kept as it came. */

/** What of a WebSocket is needed here; Node 20 has the class behind a flag, and no type for it. */
interface Socket {
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "open" | "error" | "close", listener: () => void): void;
  send(text: string): void;
  close(): void;
}

type SocketClass = new (url: string) => Socket;

/** A socket that has been let in. */
export interface Listener {
  /** What came so far, parsed. */
  readonly frames: readonly Readonly<Record<string, unknown>>[];
  /** Waits until nothing has come for a while. */
  settle(quietMs?: number): Promise<void>;
  close(): void;
}

/** Where a server is, and the key to it. */
export interface ServerPlace {
  readonly baseUrl: string;
  readonly key?: string | undefined;
}

const globalSocket = (): SocketClass | undefined => (globalThis as { readonly WebSocket?: SocketClass }).WebSocket;

/** Whether this program can open sockets: Node 22 can, Node 20 with a flag. */
export const canListen = (): boolean => globalSocket() !== undefined;

const OPEN_MS = 10_000;

/** Opens a socket: `events/<conversation id>?resend_mode=all`. Undefined when the server refuses the handshake. */
export async function listen({ baseUrl, key }: ServerPlace, path: string): Promise<Listener | undefined> {
  const WebSocket = globalSocket();
  if (!WebSocket) return undefined;
  const socket = new WebSocket(`${baseUrl.replace(/^http/, "ws").replace(/\/+$/, "")}/sockets/${path}`);
  const frames: Readonly<Record<string, unknown>>[] = [];
  let lastAt = performance.now();
  socket.addEventListener("message", ({ data }) => {
    lastAt = performance.now();
    frames.push(JSON.parse(String(data)) as Record<string, unknown>);
  });
  const isOpen = await new Promise<boolean>((resolve) => {
    const patience = setTimeout(() => resolve(false), OPEN_MS);
    const settle = (isOpen: boolean): void => {
      clearTimeout(patience);
      resolve(isOpen);
    };
    socket.addEventListener("open", () => settle(true));
    socket.addEventListener("error", () => settle(false));
    socket.addEventListener("close", () => settle(false));
  });
  if (!isOpen) {
    socket.close();
    return undefined;
  }
  socket.send(JSON.stringify({ type: "auth", session_api_key: key ?? null }));
  return {
    frames,
    async settle(quietMs = 1_000) {
      while (performance.now() - lastAt < quietMs) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    close: () => socket.close(),
  };
}
