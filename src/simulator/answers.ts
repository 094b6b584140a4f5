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
  /** As its content type says: a value that becomes JSON, a text, or bytes (a Uint8Array). */
  readonly body: unknown;
  /** The server answers only then: it waits for the lock of a conversation whose tool runs. */
  readonly settled?: Promise<void>;
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

/** Bytes to be saved as a file. */
export const download = (bytes: Uint8Array, name: string): SimulatedAnswer => ({
  status: 200,
  headers: {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="${name}"`,
    "accept-ranges": "bytes",
  },
  body: bytes,
});

/** Done, as soon as whatever holds the lock lets go of it. */
export const successAfter = (settled: Promise<void> | undefined): SimulatedAnswer =>
  settled === undefined ? SUCCESS : { ...SUCCESS, settled };

/** No place for one more run. */
export const NO_PLACE = refuse(429, "Conversation run limit reached. Retry the request later.");

/** What the server knows of an id that is none. */
export function invalidUuid(name: string, input: string): SimulatedAnswer {
  const place = input.search(/[^0-9a-f-]/i);
  const error =
    place < 0
      ? `invalid length: found ${input.length}`
      : `invalid character: found \`${String.fromCodePoint(input.codePointAt(place) ?? 0)}\` at ${place}`;
  return invalid("uuid_parsing", ["path", name], `Input should be a valid UUID, ${error}`, { input, ctx: { error } });
}

/** A page that is too long or too short; undefined when it is neither. */
export function invalidLimit(query: URLSearchParams): SimulatedAnswer | undefined {
  const input = query.get("limit") ?? "100";
  if (Number(input) >= 1 && Number(input) <= 100) return undefined;
  const [type, sign, ctx] =
    Number(input) < 1
      ? ["greater_than", "greater than 0", { gt: 0 }]
      : ["less_than_equal", "less than or equal to 100", { le: 100 }];
  return invalid(String(type), ["query", "limit"], `Input should be ${sign}`, { input, ctx });
}

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
