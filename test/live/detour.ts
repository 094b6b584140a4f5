/** A way to a server that can break: what goes through it ends when a test says so. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Where to connect instead, and how to break what is connected. */
export interface Detour {
  readonly url: string;
  readonly breakAll: () => void;
  close(): Promise<void>;
}

/** Hands on what comes, to the server at `target`. */
export async function startDetour(target: string): Promise<Detour> {
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(target);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakAll,
    close: () => {
      breakAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
