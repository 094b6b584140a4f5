/**
 * Does a server still fit this client? What its document says, against the one that the client was made for; and what it
 * has sent, against what the client reads.
 * @module agent-server-client/contract
 */

export type { EventCheckOptions } from "./contract/check-event.js";
export { checkEvents } from "./contract/check-events.js";
export { compareDocuments } from "./contract/compare.js";
export type { Finding, Severity, Touched } from "./contract/finding.js";
