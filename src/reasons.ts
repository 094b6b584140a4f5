/** What can go wrong, in one table: one fixed sentence for each, and the server's own vocabulary for what to do. */
import {
  type Advice,
  AGENT,
  AGENT_STOP,
  AUTH,
  CONFIG,
  INTERNAL,
  QUOTA,
  RATE_LIMIT,
  TRANSIENT,
  UNKNOWN,
} from "./advice.js";
import type { ErrorClassification } from "./generated/types.js";

/** What a reason stands for. */
export type Row = readonly [advice: Advice, message: string];

/** By itself, so that validation does not carry the table. */
export const CONTRACT = [INTERNAL, "The answer does not have the expected form."] as const satisfies Row;
/** Nothing that a setting would mend. */
const MISSING: Advice = ["config", false, "none"];

/** By reason: what the server would advise, and the sentence. */
export const REASONS = {
  session_key: [AUTH, "The session key is not accepted."],
  provider_key: [AUTH, "The model provider does not accept the API key."],
  missing_key: [AUTH, "The API key for the model provider is not set."],
  forbidden: [AUTH, "This is not allowed."],
  out_of_credit: [QUOTA, "The account with the model provider is out of credit."],
  run_budget: [QUOTA, "The budget of the run is used up."],
  rate_limited: [RATE_LIMIT, "Too many requests; try again later."],
  run_limit: [RATE_LIMIT, "Too many conversations are running; try again later."],
  message_saved: [RATE_LIMIT, "The message is saved; start the run again, without the message."],
  context_window: [AGENT, "The conversation is too long for the model; condense it."],
  malformed_history: [AGENT, "The model provider does not accept the conversation."],
  bad_request: [CONFIG, "The request is not accepted."],
  validation: [CONFIG, "The request does not have the expected form."],
  not_found: [MISSING, "This does not exist."],
  conversation_not_found: [MISSING, "The conversation does not exist."],
  event_not_found: [MISSING, "The event does not exist."],
  already_running: [AGENT_STOP, "The conversation is running already."],
  already_exists: [AGENT_STOP, "This exists already."],
  conflict: [AGENT_STOP, "This is not possible now."],
  too_many_sockets: [TRANSIENT, "Too many connections are open; try again later."],
  overloaded: [TRANSIENT, "The service is overloaded; try again later."],
  timeout: [TRANSIENT, "There was no answer in time."],
  network: [TRANSIENT, "The connection failed."],
  unavailable: [TRANSIENT, "The service is not available now."],
  server_error: [INTERNAL, "The server failed."],
  iteration_limit: [AGENT_STOP, "The run took as many steps as it may."],
  tool_error: [UNKNOWN, "A tool call failed; the run goes on."],
  interrupted: [AGENT, "This was interrupted."],
  content_policy: [UNKNOWN, "The model provider does not accept the content."],
  contract: CONTRACT,
  aborted: [UNKNOWN, "The caller ended this."],
  unknown: [UNKNOWN, "Something went wrong."],
} as const satisfies Record<string, Row>;

/**
 * Why something failed.
 *
 * @example
 * const words: Partial<Record<ErrorReason, string>> = { session_key: "Bitte melde dich neu an." };
 * const { reason, message } = classifyError({ code: 4001, reason: "Authentication failed" });
 * render(words[reason] ?? message);
 */
export type ErrorReason = keyof typeof REASONS;

/**
 * Where a classification comes from: the server's word, our reading of a text beside it, or the thing that failed.
 *
 * @example
 * const isSure: Partial<Record<Basis, boolean>> = { server: true, http: true, socket: true };
 * const { basis, reason } = classifyError(new TypeError("fetch failed"));
 * if (!isSure[basis]) console.log("as far as can be told:", reason);
 */
export type Basis = "server" | "refined" | "event" | "http" | "socket" | "network" | "contract" | "unknown";

/**
 * What went wrong, and what now: the server's own classification, a reason, and a fixed sentence. Never input text.
 *
 * @example
 * const adviceOf = ({ message, user_action, retryable }: Classification) =>
 *   user_action === "settings" ? `${message} Look into the settings.` : retryable ? `${message} Try again.` : message;
 * if (isErrorEvent(event)) render(adviceOf(classifyError(event)));
 * @see `openapi.json#/components/schemas/ErrorClassification`
 */
export type Classification = ErrorClassification & {
  /** Finer than `kind`: what to write code for. */
  readonly reason: ErrorReason;
  /** One fixed English sentence for each reason, to be shown as it is. */
  readonly message: string;
  /** How far to trust it. */
  readonly basis: Basis;
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
};

type Known = Partial<Pick<Classification, "kind" | "retryable" | "user_action" | "error_id" | "retryAfterMs">>;

/** The classification of a row of the table, with what is known better. */
export function classificationOfRow(row: Row, reason: ErrorReason, basis: Basis, known: Known = {}): Classification {
  const [[kind, retryable, user_action], message] = row;
  return { kind, retryable, user_action, error_id: null, ...known, reason, message, basis };
}

/** The classification that a reason stands for, with what is known better. */
export const classificationOf = (reason: ErrorReason, basis: Basis, known: Known = {}): Classification =>
  classificationOfRow(REASONS[reason], reason, basis, known);
