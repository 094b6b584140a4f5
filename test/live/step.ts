/** The requests that servers are compared by. */
import type { OperationId } from "../../src/generated/operations.js";

/** One request of a list. */
export interface Step {
  /** `GET /api/settings?…` */
  readonly ask: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The text of a file that goes up. */
  readonly file?: string;
  /** Less than the whole answer: its form, the kinds or the ids of what is in it, or nothing but status and headers. */
  readonly only?: "shape" | "kinds" | "ids" | "status";
  /** There is no place for one more run now: a server that counts none has to be told that this operation fails. */
  readonly isFull?: OperationId;
  /** Asked again and again until there are these values at these places of the answer. */
  readonly until?: Readonly<Record<string, unknown>>;
  /** Values that later steps name, by their places in the answer. */
  readonly keep?: Readonly<Record<string, string>>;
}

type More = Omit<Step, "ask" | "body">;

export const get = (path: string, more: More = {}): Step => ({ ask: `GET ${path}`, ...more });
export const post = (path: string, body?: unknown, more: More = {}): Step => ({ ask: `POST ${path}`, body, ...more });
export const put = (path: string, body: unknown): Step => ({ ask: `PUT ${path}`, body });
export const patch = (path: string, body: unknown, more: More = {}): Step => ({ ask: `PATCH ${path}`, body, ...more });
export const remove = (path: string, more: More = {}): Step => ({ ask: `DELETE ${path}`, ...more });

/** Long answers are compared by their form. */
export const SHAPE = { only: "shape" } as const;
/** Of what is no matter of these areas, or cannot be the same. */
export const STATUS = { only: "status" } as const;
