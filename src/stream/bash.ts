/** The bash events of a server as they happen. */
import { type AgentClient, unwrap } from "../client.js";
import type { BashEventBase as BashEvent } from "../generated/types.js";
import { field, text } from "../tags.js";
import type { ConnectionUpdate } from "../updates.js";
import { createFollower } from "./follow.js";
import { streamOf, type UpdateStream } from "./iterable.js";
import { type Feed, GAP_MS, type Protocol } from "./protocol.js";
import { type ReconnectOptions, waitsOf } from "./reconnect.js";
import { socketOf, type WebSocketConstructor } from "./socket.js";

/**
 * One thing that the bash socket tells; of its connection, what `StreamUpdate` says.
 *
 * @example
 * const lineOf = (update: BashUpdate) =>
 *   update.type === "bash" && update.event.kind === "BashCommand" ? `$ ${update.event.command}` : null;
 * for await (const update of streamBash(client)) {
 *   render(lineOf(update));
 *   if (update.type === "connection" && update.status === "open") break;
 * }
 */
export type BashUpdate =
  | { readonly type: "bash"; readonly event: BashEvent }
  | { readonly type: "error"; readonly code: string; readonly detail: string }
  | ConnectionUpdate;

/**
 * Options of {@link streamBash}.
 *
 * @example
 * const forAMinute: BashStreamOptions = { signal: AbortSignal.timeout(60_000), reconnect: { maxDelayMs: 5_000 } };
 * const commands = streamBash(client, forAMinute); // connects when it is first read
 */
export interface BashStreamOptions {
  /** Takes the place of the global one; see `streamEvents`. */
  readonly WebSocket?: WebSocketConstructor | undefined;
  /** How a lost connection is made again. */
  readonly reconnect?: ReconnectOptions | undefined;
  /** Ends the stream, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The commands that the server runs and their outputs: those it has kept, then those to come. Each comes once, the parts
 * of one output in their order; a part that is missing for half a second is passed over. The server has no place to go on
 * from, so what it forgets while the connection is lost is lost.
 *
 * @throws RangeError when there is no WebSocket to use, or a wait is negative
 * @throws {SocketError} while iterating, after an update `closed`, when the session key is not accepted (4001)
 * @throws {ContractError} while iterating, after `closed`, when the client's `baseUrl` is no address
 * @example
 * for await (const update of streamBash(client)) {
 *   if (update.type === "bash" && update.event.kind === "BashOutput") console.log(update.event.stdout);
 *   if (update.type === "connection" && update.status === "open") break;
 * }
 * @see server rule: `/sockets/bash-events` with `resend_mode=all`
 */
export function streamBash(client: AgentClient, options: BashStreamOptions = {}): UpdateStream<BashUpdate> {
  const { signal: outer } = options;
  const reconnect = waitsOf(options.reconnect ?? {});
  const WebSocket = socketOf(options.WebSocket);
  return streamOf(
    (signal) => createFollower<BashUpdate>(client, bashFeed(client, signal), { WebSocket, reconnect, signal }),
    outer,
  );
}

const PATH = "/api/bash/bash_events/search";

/** Of one command. */
interface Output {
  /** Which part of it comes next. */
  next: number;
  /** The parts after that one. */
  readonly waiting: Map<number, BashEvent>;
}

function bashFeed(client: AgentClient, signal: AbortSignal): Feed<BashUpdate> {
  const given = new Set<string>();
  /** By command. */
  const outputs = new Map<string, Output>();
  /** Those that have parts which wait, and since when. */
  const late = new Map<Output, number>();

  const give = (event: BashEvent, out: BashUpdate[]): void => void out.push({ type: "bash", event });
  const takePart = (command: string, order: number, event: BashEvent, out: BashUpdate[], now: number): void => {
    const output = outputs.get(command) ?? { next: 0, waiting: new Map() };
    outputs.set(command, output);
    if (order < output.next)
      give(event, out); // too late for its place
    else output.waiting.set(order, event);
    giveInOrder(output, out);
    if (output.waiting.size > 0 && !late.has(output)) late.set(output, now);
  };
  const giveInOrder = (output: Output, out: BashUpdate[]): void => {
    for (let event = output.waiting.get(output.next); event; event = output.waiting.get(output.next)) {
      output.waiting.delete(output.next);
      output.next += 1;
      give(event, out);
    }
    if (output.waiting.size === 0) late.delete(output);
  };
  const dueAt = (since: number): number => since + GAP_MS;

  const current: Protocol<BashUpdate> = {
    path: () => "/sockets/bash-events?resend_mode=all",
    begin(now) {
      for (const output of late.keys()) late.set(output, now); // what is missing may come now
    },
    receive(frame, out, now) {
      const [id, kind] = [text(field(frame, "id")), text(field(frame, "kind"))];
      const event = frame as BashEvent; // a kind that is not listed is a newer one
      if (kind === "BashError" && field(frame, "code") !== undefined) {
        out.push({ type: "error", code: text(field(frame, "code")), detail: text(field(frame, "detail")) });
        return undefined;
      }
      if (kind === "" || id === "" || given.has(id)) return undefined;
      given.add(id);
      const order = field(frame, "order");
      if (typeof order === "number") takePart(text(field(frame, "command_id")), order, event, out, now);
      else give(event, out);
      return undefined;
    },
    dueAt: () => dueAt(Math.min(...late.values())),
    lookUp(out, now) {
      for (const [output, since] of late) {
        while (dueAt(since) <= now() && output.waiting.size > 0) {
          output.next = Math.min(...output.waiting.keys());
          giveInOrder(output, out);
        }
      }
      return Promise.resolve(undefined);
    },
    fetchNext: () => Promise.resolve(undefined),
    restart: () => undefined,
  };
  return {
    current,
    get delivered() {
      return given.size;
    },
    confirm: () => undefined,
    async refused() {
      unwrap(await client.GET(PATH, { params: { query: { limit: 1 } }, signal }));
      return false;
    },
  };
}
