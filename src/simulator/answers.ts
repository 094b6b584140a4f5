/** Requests and answers as values, and the answers that many routes share. */
import type { World } from "./world.js";

/** A request as it comes from any wire. */
export interface SimulatedRequest {
  readonly method: string;
  /** Without a query. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** By lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined when there is none. */
  readonly body?: unknown;
}

/** An answer, not written to any wire yet. */
export interface SimulatedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: unknown;
  /** The server ends the connection after this answer without having said so. */
  readonly thenCloses?: true;
}

const HEADERS = { "content-type": "application/json" };

/** An answer with a JSON body. */
export const answer = (status: number, body: unknown): SimulatedAnswer => ({ status, headers: HEADERS, body });
export const ok = (body: unknown): SimulatedAnswer => answer(200, body);
/** A refusal with its reason. */
export const refuse = (status: number, detail: unknown): SimulatedAnswer => answer(status, { detail });

/** What is not there, for most routes. */
export const NOT_FOUND = refuse(404, "Not Found");
export const SUCCESS = ok({ success: true });

/** A failure that the server did not foresee. */
export const crash = ({ random }: World, exception: string): SimulatedAnswer => ({
  ...answer(500, {
    detail: "Internal Server Error",
    exception,
    error_id: random.uuid().replaceAll("-", ""),
  }),
  thenCloses: true,
});

/** What FastAPI says of one thing that is wrong with a request. */
export const invalid = (
  type: string,
  loc: readonly (string | number)[],
  msg: string,
  more: Readonly<Record<string, unknown>> = {},
): SimulatedAnswer => refuse(422, [{ type, loc, msg, ...more }]);

/** A field of the body is missing. */
export const missing = (loc: readonly (string | number)[], input: unknown = null): SimulatedAnswer =>
  invalid("missing", loc, "Field required", { input });
