/** Does a server still fit this client? What its document says, against the one that the client was made for. */

export { compareDocuments } from "./contract/compare.js";
export type { Finding, Severity, Touched } from "./contract/finding.js";
