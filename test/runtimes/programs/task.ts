/** What a program is asked, and what it says: plain data, for it goes through files, pages and requests. */
import type { Recording } from "agent-server-client/mocks";
import type { WebSocketConstructor } from "agent-server-client/stream";

/** A server to talk to, and recorded things to read. */
export interface Task {
  readonly baseUrl: string;
  readonly key: string;
  readonly conversationId: string;
  /** The event after which the stream is over. */
  readonly lastId: string;
  readonly recording: Recording;
  /** The JSON of a signed event of orxhestra. */
  readonly signed: string;
}

/** What is not the same everywhere. */
export interface Given {
  /** Without one, that of the runtime is taken. */
  readonly WebSocket?: WebSocketConstructor | undefined;
}

/** What the stream told; `refusal` is the reason for which a wrong key was refused. */
export interface Followed {
  readonly ids: readonly string[];
  readonly refusal: string;
}

/** By the name of the entry, what came of its use. */
export type Answers = Readonly<Record<string, unknown>>;

/** A program, once it is loaded. */
export type Used = (task: Task, given?: Given) => Promise<Answers>;

/** Programs say so in this place: it is there however they are bundled. Endless is one that a process has to be ended for. */
export const place = globalThis as { used?: Used; isEndless?: boolean };
