/** The combinations of kind and advice that the server itself gives. */
import type { ErrorClassification } from "./generated/types.js";

/** The kind, whether trying again can help, and what the user should do. */
export type Advice = readonly [
  kind: ErrorClassification["kind"],
  retryable: boolean,
  action: ErrorClassification["user_action"],
];

/** A key or a right is missing. */
export const AUTH: Advice = ["auth", false, "settings"];
/** Something is used up. */
export const QUOTA: Advice = ["quota", false, "settings"];
/** Too much at a time. */
export const RATE_LIMIT: Advice = ["rate_limit", true, "retry"];
/** Something has to be set otherwise. */
export const CONFIG: Advice = ["config", false, "settings"];
/** It may work the next time. */
export const TRANSIENT: Advice = ["transient", true, "retry"];
/** Nothing is known about it. */
export const UNKNOWN: Advice = ["unknown", false, "none"];
/** A defect. */
export const INTERNAL: Advice = ["internal", false, "none"];
/** The agent can go on, when something is done about it. */
export const AGENT: Advice = ["agent_action", true, "retry"];
/** The agent is at an end, or in a state in which this is not possible. */
export const AGENT_STOP: Advice = ["agent_action", false, "none"];
