/** One request of a list that two servers are compared by. */
export interface Step {
  /** `GET /api/settings?…` */
  readonly ask: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The text of a file that goes up. */
  readonly file?: string;
  /** Less than the whole answer: its form, or nothing but its status and headers. */
  readonly only?: "shape" | "status";
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
