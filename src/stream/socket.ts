/** One connection: its frames wait here until they are read, up to a limit. */
import { LONGEST_TIMER_MS } from "../retry-after.js";
import { onAbort } from "../signals.js";
import { text } from "../tags.js";
import { now } from "./now.js";

/**
 * As much of a WebSocket as is used: that of browsers and of Node 22, and that of the package `ws`.
 *
 * @example
 * class SilentSocket implements WebSocketLike {
 *   send(): void {}
 *   close(): void {}
 *   addEventListener(): void {}
 * }
 * const unheard = streamEvents(client, conversationId, { WebSocket: SilentSocket }); // what does a page show?
 */
export interface WebSocketLike {
  /** Sends the session key, as the first message. */
  send(data: string): void;
  /** Ends the connection. */
  close(code?: number, reason?: string): void;
  // One for each: the types of the package `ws` fit no union
  addEventListener(type: "open", listener: () => void): void;
  addEventListener(type: "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { readonly code: number; readonly reason: string }) => void): void;
}

/**
 * What makes one.
 *
 * @example
 * const ofNode20 = async (): Promise<WebSocketConstructor> => (await import("ws")).WebSocket;
 * const stream = streamEvents(client, conversationId, { WebSocket: await ofNode20() });
 */
export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** How a connection ended. `isOverfull`: frames came faster than they were read, and it was closed from here. */
export interface Ended {
  readonly code: number;
  readonly reason: string;
  readonly isOverfull: boolean;
}

/** A connection. */
export interface Connection {
  /** Whether the other side has taken it. */
  readonly isOpen: boolean;
  /** How it ended; undefined while it has not, or frames are left to take. */
  readonly ended: Ended | undefined;
  /** The next frame; undefined when none is there. */
  take(): string | undefined;
  /** Until a frame is there, or the end, or that time (as of `now`). Rejects when the signal aborts. */
  wait(until: number, signal: AbortSignal): Promise<void>;
  /** Ends the waiting. */
  poke(): void;
  /** Once it has ended: forgets the frames that were not taken. */
  forget(): void;
  close(): void;
}

/** So many frames that were taken may still be held. */
const MOST_TAKEN = 1_000;
/** In characters of JSON. */
const MOST_BUFFERED = 8_000_000;
const OPEN_WITHIN_MS = 30_000;

/** Opens a connection; its first frame says the key. */
export function connect(WebSocket: WebSocketConstructor, url: string, key: string | undefined): Connection {
  const frames: string[] = [];
  let [read, buffered, isOpen] = [0, 0, false];
  let ended: Ended | undefined;
  let notify: (() => void) | undefined;
  const socket = new WebSocket(url);
  const end = (code: number, reason: string, isOverfull = false): void => {
    ended ??= { code, reason, isOverfull };
    clearTimeout(patience);
    notify?.();
  };
  const close = (): void => {
    end(1000, "");
    try {
      socket.close();
    } catch {} // some throw when they were not open yet
  };
  const patience = setTimeout(() => {
    end(1006, "");
    close();
  }, OPEN_WITHIN_MS);

  socket.addEventListener("open", () => {
    if (ended) return;
    isOpen = true;
    clearTimeout(patience);
    if (key !== undefined) socket.send(JSON.stringify({ type: "auth", session_api_key: key }));
    notify?.();
  });
  socket.addEventListener("message", ({ data }: { readonly data: unknown }) => {
    if (ended || typeof data !== "string") return;
    frames.push(data);
    buffered += data.length;
    if (buffered > MOST_BUFFERED) {
      end(1000, "", true);
      close();
    }
    notify?.();
  });
  socket.addEventListener("close", ({ code, reason }: { readonly code?: number; readonly reason?: unknown }) =>
    end(code ?? 1006, text(reason)),
  );
  // Unheard, `ws` would throw. A close follows, but not in Node 20 and 22 when the connection was never open
  socket.addEventListener("error", () => {
    if (!isOpen) end(1006, "");
  });

  return {
    get isOpen() {
      return isOpen;
    },
    get ended() {
      return read < frames.length ? undefined : ended;
    },
    take() {
      const frame = frames[read];
      if (frame === undefined) return undefined;
      buffered -= frame.length;
      read += 1;
      // Many in one go: to shift each one off a long list takes its time
      if (read === frames.length || read >= MOST_TAKEN) {
        frames.splice(0, read);
        read = 0;
      }
      return frame;
    },
    wait(until, signal) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => notify?.(), Math.min(Math.max(0, until - now()), LONGEST_TIMER_MS));
        const settle = (done: () => void): void => {
          clearTimeout(timer);
          stop();
          notify = undefined;
          done();
        };
        const stop = onAbort(signal, () => settle(() => reject(signal.reason)));
        notify = () => settle(resolve);
        if (signal.aborted) settle(() => reject(signal.reason));
        else if (read < frames.length || ended) notify();
      });
    },
    poke: () => notify?.(),
    forget() {
      if (ended) read = frames.length = 0;
    },
    close,
  };
}

/** @throws RangeError when there is none */
export function socketOf(given: WebSocketConstructor | undefined): WebSocketConstructor {
  const WebSocket = given ?? (globalThis as { readonly WebSocket?: WebSocketConstructor }).WebSocket;
  if (WebSocket === undefined)
    throw new RangeError("WebSocket: expected one, for there is no global one (Node 20: npm package ws)");
  return WebSocket;
}
