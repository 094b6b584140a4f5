/** Why a connection is over, and what follows from it. */
import { type AgentServerError, isAgentServerError } from "../errors.js";
import { SocketError } from "../errors-of-calls.js";
import { type CloseAction, closeAction } from "./closes.js";
import type { Ended } from "./socket.js";

/** Why a connection is over, and what to do now. */
export interface Outcome {
  readonly action: CloseAction | "refused" | "paused" | "replaced";
  readonly error?: AgentServerError | undefined;
}

/** What the end of a connection means. */
export function ofEnd({ code, reason, isOverfull }: Ended, wasOpen: boolean): Outcome {
  if (isOverfull) return { action: "paused" };
  return { action: wasOpen ? closeAction(code, reason) : "refused", error: new SocketError(code, reason) };
}

const UNAUTHORISED = { code: 4001, reason: "Authentication failed" };
const NOT_FOUND = { code: 4004, reason: "Conversation not found" };

/** What a failed call means here: the same as the close that the socket would have had. */
export function ofThrown(thrown: unknown): Outcome {
  if (!isAgentServerError(thrown)) throw thrown;
  // A key function that fails tells nothing of the server
  switch (thrown.name === "CredentialsError" ? undefined : thrown.classification.reason) {
    case "session_key":
      return { action: "credentials", error: new SocketError(UNAUTHORISED.code, UNAUTHORISED.reason) };
    case "conversation_not_found":
      return { action: "final", error: new SocketError(NOT_FOUND.code, NOT_FOUND.reason) };
    case "validation":
      return { action: "final", error: thrown }; // no id of a conversation
    default:
      return { action: "later", error: thrown };
  }
}
