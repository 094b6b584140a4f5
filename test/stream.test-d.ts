/** Updates narrow by their type; the WebSockets that there are fit; what streams give can be iterated and disposed of. */
import { expectTypeOf } from "vitest";
import { WebSocket as PackageWebSocket } from "ws";
import type { AgentClient, AgentEvent, FullState } from "../src/index.js";
import {
  type BashUpdate,
  type Cursor,
  type EventStream,
  type ItemUpdate,
  type RunResult,
  runToEnd,
  type StreamUpdate,
  streamBash,
  streamEvents,
  type WebSocketConstructor,
} from "../src/stream.js";

declare const client: AgentClient;

expectTypeOf(PackageWebSocket).toExtend<WebSocketConstructor>();
expectTypeOf<typeof globalThis.WebSocket>().toExtend<WebSocketConstructor>();

/** As `lib.dom.d.ts` and the types of Node 22 have it, as far as it matters. */
interface EventOf<D> {
  readonly type: string;
  readonly data: D;
}
interface DomWebSocket {
  readonly readyState: number;
  close(code?: number, reason?: string): void;
  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void;
  addEventListener<K extends "open" | "error" | "message" | "close">(
    type: K,
    listener: (
      this: DomWebSocket,
      event: {
        open: { readonly type: string };
        error: { readonly type: string };
        message: EventOf<unknown>;
        close: { readonly code: number; readonly reason: string; readonly wasClean: boolean };
      }[K],
    ) => unknown,
    options?: boolean | { once?: boolean; signal?: AbortSignal },
  ): void;
  addEventListener(type: string, listener: (event: { readonly type: string }) => void): void;
}
declare const Dom: {
  new (url: string | URL, protocols?: string | string[]): DomWebSocket;
  readonly OPEN: 1;
};
expectTypeOf(Dom).toExtend<WebSocketConstructor>();
// @ts-expect-error no WebSocket
expectTypeOf<typeof EventTarget>().toExtend<WebSocketConstructor>();

const stream = streamEvents(client, "id", { WebSocket: PackageWebSocket, after: { seq: null, id: "x" } });
expectTypeOf(stream).toEqualTypeOf<EventStream>();
expectTypeOf(stream).toExtend<AsyncIterable<StreamUpdate>>();
expectTypeOf(stream).toExtend<AsyncDisposable>();
expectTypeOf(stream).toHaveProperty("close").returns.toEqualTypeOf<void>();
streamEvents(client, "id", { after: "live" });
streamEvents(client, "id", { after: 3, protocol: "events", parse: (value) => value as AgentEvent });
// @ts-expect-error no place to begin
streamEvents(client, "id", { after: "start" });
// @ts-expect-error no such socket
streamEvents(client, "id", { protocol: "legacy" });

export async function narrows(): Promise<void> {
  for await (const update of stream) {
    switch (update.type) {
      case "event":
        expectTypeOf(update.event).toEqualTypeOf<AgentEvent>();
        expectTypeOf(update.seq).toEqualTypeOf<number | null>();
        expectTypeOf(update.cursor).toEqualTypeOf<Cursor>();
        break;
      case "state":
        expectTypeOf(update.value).toEqualTypeOf<FullState>();
        break;
      case "item":
        expectTypeOf(update).toEqualTypeOf<ItemUpdate>();
        break;
      case "reset":
        expectTypeOf(update.reason).toEqualTypeOf<"log_replaced">();
        break;
      case "gap":
        expectTypeOf(update.seq).toEqualTypeOf<number>();
        break;
      case "error":
        expectTypeOf(update.code).toEqualTypeOf<string>();
        break;
      case "connection":
        expectTypeOf(update.status).toEqualTypeOf<"connecting" | "open" | "waiting" | "paused" | "closed">();
        break;
      case "live":
        break;
      default:
        expectTypeOf(update).toBeNever();
    }
  }
}

expectTypeOf(streamBash(client)).toExtend<AsyncIterable<BashUpdate>>();
expectTypeOf(runToEnd(client, "id", { message: "text" })).resolves.toEqualTypeOf<RunResult>();
