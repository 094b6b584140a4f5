/** Answers that need no server behind them: samples, and failures that a test asks for. */
import { ANSWERS, type SampleAnswer } from "../generated/answers.js";
import type { OperationId } from "../generated/operations.js";
import type { SimulatedAnswer } from "../simulator/answers.js";
import type { RequestFindings } from "./validate.js";

/** What goes back, before msw has it. */
export type Answer = SimulatedAnswer;

const JSON_TYPE = "application/json";

/** What an operation answers that has no state here: a valid sample. */
export function sampleAnswer(id: OperationId): SimulatedAnswer {
  const { status, mediaType, body }: SampleAnswer = ANSWERS[id];
  return { status, headers: mediaType === undefined ? {} : { "content-type": mediaType }, body: body?.() ?? null };
}

const DETAILS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conversation already running. Wait for completion or pause first.",
  429: "Conversation run limit reached. Retry the request later.",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};
const CRASH = { exception: "A failure that a test asked for", error_id: "0".repeat(32) };

/** A failure with a body; without one, that which the server has for the status. */
export function failure(status: number, given?: unknown): SimulatedAnswer {
  const detail = DETAILS[status] ?? "Error";
  const body = given === undefined ? { detail, ...(status === 500 ? CRASH : {}) } : given;
  return { status, headers: { "content-type": JSON_TYPE }, body };
}

/** What the server says to a request that is not as it has to be; undefined when it is. */
export function findingsAnswer({ refused, failure: exception }: RequestFindings): Answer | undefined {
  if (exception !== undefined) return failure(500, { detail: DETAILS[500], ...CRASH, exception });
  return refused.length > 0 ? failure(422, { detail: refused }) : undefined;
}
