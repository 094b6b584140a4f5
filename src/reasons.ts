/** What can go wrong, in one table: one fixed sentence for each, and the server's own vocabulary for what to do. */
import type { ErrorClassification } from "./generated/types.js";

type Row = readonly [
  kind: ErrorClassification["kind"],
  retryable: boolean,
  action: ErrorClassification["user_action"],
  message: string,
];

/** By itself, so that validation does not carry the table. */
export const CONTRACT = [
  "internal",
  false,
  "none",
  "The server's answer does not have the expected form.",
] as const satisfies Row;

/** By reason: kind, whether trying again can help, what the user should do, and the sentence. */
export const REASONS = {
  session_key: ["auth", false, "settings", "The session key is missing or not accepted."],
  provider_key: ["auth", false, "settings", "The model provider does not accept the API key."],
  missing_key: ["auth", false, "settings", "No API key is set for the model provider."],
  forbidden: ["auth", false, "settings", "Access is not allowed."],
  out_of_credit: ["quota", false, "settings", "The account with the model provider is out of credit."],
  run_budget: ["quota", false, "settings", "The budget of this run is used up."],
  rate_limited: ["rate_limit", true, "retry", "Too many requests; try again later."],
  run_limit: ["rate_limit", true, "retry", "The server runs as many conversations as it may; try again later."],
  message_saved: ["rate_limit", true, "retry", "The message is saved; start the run again without sending it again."],
  context_window: ["agent_action", true, "retry", "The conversation is longer than the model can take; condense it."],
  malformed_history: ["agent_action", true, "retry", "The model provider does not accept the conversation's history."],
  bad_request: ["config", false, "settings", "The request is not accepted as it is."],
  validation: ["config", false, "settings", "The request does not have the form that the server asks for."],
  not_found: ["config", false, "none", "There is no such thing."],
  conversation_not_found: ["config", false, "none", "There is no such conversation."],
  event_not_found: ["config", false, "none", "There is no such event."],
  already_running: ["agent_action", false, "none", "The conversation is running already."],
  already_exists: ["agent_action", false, "none", "There is one with this name already."],
  conflict: ["agent_action", false, "none", "This is not possible in the present state."],
  too_many_sockets: ["transient", true, "retry", "Too many connections are open; try again later."],
  overloaded: ["transient", true, "retry", "The model provider or the server has too much to do; try again later."],
  timeout: ["transient", true, "retry", "There was no answer in time."],
  network: ["transient", true, "retry", "The connection failed."],
  unavailable: ["transient", true, "retry", "The service is not available at the moment."],
  server_error: ["internal", false, "none", "The server failed."],
  iteration_limit: ["agent_action", false, "none", "The run took as many steps as it may."],
  tool_error: ["unknown", false, "none", "A tool call failed; the run goes on."],
  interrupted: ["agent_action", true, "retry", "This was interrupted."],
  content_policy: ["unknown", false, "none", "The model provider refuses the content."],
  contract: CONTRACT,
  aborted: ["unknown", false, "none", "The caller ended this."],
  unknown: ["unknown", false, "none", "Something went wrong."],
} as const satisfies Record<string, Row>;

/** Why something failed. */
export type ErrorReason = keyof typeof REASONS;

/** Where a classification comes from: the server's word, our reading of a text beside it, or the thing that failed. */
export type Basis = "server" | "refined" | "event" | "http" | "socket" | "network" | "contract" | "unknown";

/** What went wrong, and what now: the server's own classification, a reason, and a fixed sentence. Never input text. */
export type Classification = ErrorClassification & {
  readonly reason: ErrorReason;
  readonly message: string;
  readonly basis: Basis;
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
};

type Known = Partial<Pick<Classification, "kind" | "retryable" | "user_action" | "error_id" | "retryAfterMs">>;

/** The classification of a row of the table, with what is known better. */
export function classificationOfRow(row: Row, reason: ErrorReason, basis: Basis, known: Known = {}): Classification {
  const [kind, retryable, user_action, message] = row;
  return { kind, retryable, user_action, error_id: null, ...known, reason, message, basis };
}

/** The classification that a reason stands for, with what is known better. */
export const classificationOf = (reason: ErrorReason, basis: Basis, known: Known = {}): Classification =>
  classificationOfRow(REASONS[reason], reason, basis, known);
