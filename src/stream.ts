/**
 * A conversation as it happens, each event exactly once. No zod: a parser is an option.
 * @module agent-server-client/stream
 */

export { type BashStreamOptions, type BashUpdate, streamBash } from "./stream/bash.js";
export type { UpdateStream } from "./stream/iterable.js";
export type { ReconnectOptions } from "./stream/reconnect.js";
export { type RunOptions, type RunResult, runToEnd } from "./stream/run-to-end.js";
export type { WebSocketConstructor, WebSocketLike } from "./stream/socket.js";
export { type EventStream, type StreamOptions, streamEvents } from "./stream/stream.js";
export type { ConnectionUpdate, Cursor, EventUpdate, ItemUpdate, StateUpdate, StreamUpdate } from "./updates.js";
