/** The three sockets of the server over msw. */
import { type WebSocketHandler, ws } from "msw";
import type { Simulator } from "../simulator/simulator.js";
import type { Output } from "../simulator/wire.js";

type Link = ReturnType<typeof ws.link>;
type Client = Parameters<Parameters<Link["addEventListener"]>[1]>[0]["client"];

/** By address. msw listens for as long as the process lives for each that was made, so each is made once. */
const links = new Map<string, Link>();

function linkTo(url: string): Link {
  const link = links.get(url) ?? ws.link(url);
  links.set(url, link);
  return link;
}

/** Of several mock servers that are at an address the first one has a socket, as with requests; msw asks them all. */
const taken = new WeakSet<Client>();

const PATHS = ["/sockets/session/:conversationId", "/sockets/events/:conversationId", "/sockets/bash-events"];
/** Where the server has an address of its own, a socket that it does not have is refused too. */
const ALL = ["/sockets/*"];

/** Handlers for the sockets. `current` gives the server as it is when a client connects; `onChange` hears of each frame. */
export const socketHandlers = (origin: string, current: () => Simulator, onChange: () => void): WebSocketHandler[] =>
  (origin === "*" ? PATHS : ALL).map((path) =>
    linkTo(`${origin}${path}`).addEventListener("connection", ({ client }) => {
      if (taken.has(client)) return;
      taken.add(client);
      serve(current(), client, onChange);
    }),
  );

function serve(simulator: Simulator, client: Client, onChange: () => void): void {
  const { pathname, search } = client.url;
  const pump = (): void => {
    if (isOpen) for (const output of socket.take()) pass(client, output);
  };
  let isOpen = false;
  const socket = simulator.connect(`${pathname.slice(pathname.indexOf("/sockets/"))}${search}`, { onOutput: pump });
  client.addEventListener("close", () => socket.leave());
  onChange();
  const [first] = socket.take(1);
  // A refused upgrade is, for a browser, a socket that never opens
  if (first?.type !== "accept") {
    fail(client);
    return;
  }
  client.addEventListener("message", ({ data }) => {
    socket.receive(typeof data === "string" ? data : new Uint8Array());
    onChange();
  });
  whenOpen(client, () => {
    isOpen = true;
    pump();
  });
}

function pass(client: Client, output: Output): void {
  if (output.type === "frame") client.send(output.text);
  // Frames are sent in a microtask each: what was sent before is still to arrive
  else if (output.type === "close" && output.code !== 1006) {
    queueMicrotask(() => client.close(output.code, output.reason));
  } else queueMicrotask(() => fail(client));
}

/** As browsers tell a broken connection: an error, and a close without a reason. */
function fail(client: Client): void {
  socketOf(client)?.dispatchEvent(new Event("error"));
  client.close(1006, "");
}

/** What msw sends before its socket has opened it may lose when that is closed meanwhile. */
function whenOpen(client: Client, act: () => void): void {
  const socket = socketOf(client);
  if (socket?.readyState === 0) socket.addEventListener("open", act, { once: true });
  else act();
}

/** The socket that the application holds; msw has it, but does not say so in its types. */
const socketOf = (client: Client): (EventTarget & { readonly readyState: number }) | undefined =>
  "socket" in client ? (client.socket as EventTarget & { readonly readyState: number }) : undefined;
