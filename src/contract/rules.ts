/** Every rule by which two documents are compared: how bad it is in what is sent and in what is received. Data. */
import type { Severity } from "./finding.js";

/** What a value does: it is sent to the server, or received from it. */
export type Direction = "request" | "response";

/** How a difference of this kind is judged. */
export interface Rule {
  readonly request: Severity;
  readonly response: Severity;
  /**
   * Would code generated from the other document differ? `requests`: when it is sent; `validators`: when it is sent and
   * stands in a named schema, since only those are validated; `events`: in the union of events, whose keys are a table.
   */
  readonly code: "always" | "events" | "never" | "requests" | "validators";
  /** What has happened, and why it is judged so. */
  readonly says: string;
}

const same = (severity: Severity, code: Rule["code"], says: string): Rule => ({
  request: severity,
  response: severity,
  code,
  says,
});
/** Less is allowed: a request may be refused; an answer holds nothing that was not expected. */
const narrower = (code: Rule["code"], says: string): Rule => ({
  request: "breaking",
  response: "compatible",
  code,
  says,
});
/** More is allowed: every request is taken as before; an answer may hold what nobody expects. */
const wider = (code: Rule["code"], says: string): Rule => ({ request: "compatible", response: "breaking", code, says });

const OPERATION_RULES = {
  "operation-added": same("compatible", "always", "The server has an operation more."),
  "operation-removed": same("breaking", "always", "Calls of the operation are answered with 404 or 405."),
  "operation-id-changed": same("info", "always", "The operation goes by another name; the wire is the same."),
  "path-parameter-renamed": same("info", "always", "A part of the path has another name; the wire is the same."),
  deprecated: same("info", "never", "It is marked as deprecated, and works."),
  "no-longer-deprecated": same("info", "never", "The mark of deprecation is gone."),
  "parameter-added": same("compatible", "always", "Calls that leave the new parameter out work as before."),
  "required-parameter-added": same("breaking", "always", "Calls without the new parameter are refused."),
  "parameter-removed": same("breaking", "always", "What callers ask for with it is no longer done."),
  "parameter-became-required": same("breaking", "always", "Calls that leave it out are refused."),
  "parameter-became-optional": same("compatible", "always", "Calls that have it work as before."),
  "parameter-style-changed": same("breaking", "never", "The value is read from the request in another form."),
  "request-body-added": same("compatible", "always", "Calls without a body work as before."),
  "required-request-body-added": same("breaking", "always", "Calls without a body are refused."),
  "request-body-removed": same("breaking", "always", "What callers send is no longer read."),
  "request-body-became-required": same("breaking", "always", "Calls without a body are refused."),
  "request-body-became-optional": same("compatible", "always", "Calls with a body work as before."),
  "media-type-added": same("compatible", "always", "Another form of the body is taken or offered."),
  "media-type-removed": same("breaking", "always", "The form of the body that callers send or read is gone."),
  "success-status-added": same(
    "compatible",
    "always",
    "Another success status, with a body that success had before, or none.",
  ),
  "success-body-added": same("breaking", "always", "Another success status, whose body is none that callers read."),
  "success-status-removed": same("breaking", "always", "A success status that callers may wait for no longer comes."),
  "error-status-added": same(
    "compatible",
    "always",
    "Another status is listed that is no success; any may come at any time.",
  ),
  "error-status-removed": same("compatible", "always", "A status that is no success is no longer listed."),
  "security-added": same("breaking", "always", "Calls without a key are refused."),
  "security-removed": same("compatible", "always", "No key is needed any more."),
  "security-alternative-added": same("compatible", "never", "There is another way to show who calls."),
  "security-alternative-removed": same("breaking", "never", "Callers that show who they are in this way are refused."),
  "security-scheme-changed": same("breaking", "never", "The key is wanted in another place or form."),
} as const satisfies Record<string, Rule>;

const SCHEMA_RULES = {
  "schema-added": same(
    "info",
    "always",
    "A schema is new among those that operations reach; what uses it is told beside.",
  ),
  "schema-removed": same(
    "info",
    "always",
    "No operation reaches the schema any more: its type goes; what used it is told beside.",
  ),
  "schema-renamed": same(
    "info",
    "always",
    "The schema has another name; the name is that of a type, and not on the wire.",
  ),
  "schema-replaced": same(
    "info",
    "always",
    "Another schema stands in this place. Named schemas that differ break those who read answers, who get another type than they name; else it is as bad as the worst that differs.",
  ),
  "property-added": same("compatible", "always", "Requests may leave it out, and answers are read openly."),
  "required-property-added": narrower("always", "Requests without it are refused; answers are read openly."),
  "property-removed": same("breaking", "always", "What is sent is not read, and what code reads is not there."),
  "optional-property-removed": narrower("always", "What is sent is not read; answers were free to leave it out."),
  "property-became-required": narrower("always", "Requests without it are refused; answers always have it."),
  "property-became-optional": wider("always", "Requests with it are taken as before; answers may leave it out."),
  "nullable-property-became-optional": same(
    "compatible",
    "requests",
    "Null and absent mean the same to those who read answers.",
  ),
  "additional-properties-forbidden": narrower("validators", "Requests with properties of their own are refused."),
  "additional-properties-allowed": same(
    "compatible",
    "validators",
    "Requests may have properties of their own; answers are read openly.",
  ),
  "type-changed": same("breaking", "always", "The value is of another type."),
  "type-narrowed": narrower("always", "Less values are of the new type."),
  "type-widened": wider("always", "More values are of the new type."),
  "became-nullable": wider("always", "Null may be sent, and may come."),
  "became-not-nullable": narrower("always", "Null is refused, and does not come."),
  "format-added": narrower("never", "Texts have to have a form."),
  "format-removed": same("compatible", "never", "Texts are free; readers of answers look at no form."),
  "format-changed": same("breaking", "never", "Texts have another form."),
  "tuple-length-changed": same("breaking", "always", "The list has more or less places."),
  "enum-value-added": same(
    "compatible",
    "always",
    "The value may be sent; readers that list all values and refuse others break, the readers of this package are open.",
  ),
  "enum-value-removed": narrower("always", "The value is refused, and does not come."),
  "enum-added": narrower("always", "Only the listed values are taken."),
  "enum-removed": same(
    "compatible",
    "always",
    "Any value is taken; readers that refuse what is not listed break, the readers of this package are open.",
  ),
  "constant-changed": same("breaking", "always", "The only value that was allowed is another one."),
  "constant-widened": wider("always", "What was always the same may be something else."),
  "default-changed": same("info", "never", "Leaving it out means something else now."),
  "constraint-tightened": narrower("validators", "Requests that kept to the old bound may be refused."),
  "constraint-loosened": same("compatible", "validators", "More is taken; readers of answers look at no bound."),
  "pattern-changed": narrower("validators", "Requests that kept to the old pattern may be refused."),
  "keyword-changed": same("breaking", "never", "A keyword that is not understood here is different: look at it."),
  "kind-added": same("compatible", "always", "Readers of this package take kinds that they do not know."),
  "kind-removed": narrower("always", "The kind is refused, and does not come."),
  "union-member-added": wider("always", "It may be sent, and may come where nobody expects it."),
  "union-member-removed": narrower("always", "It is refused, and does not come."),
  "discriminator-added": same("info", "always", "The document says now how the members of a union are told apart."),
  "discriminator-removed": same(
    "info",
    "always",
    "The document no longer says how the members of a union are told apart.",
  ),
  "discriminator-changed": same("breaking", "always", "The members of a union are told apart by another property."),
  "discriminator-mapping-changed": same("info", "events", "The document has another key for a member of a union."),
  "repair-not-needed": same(
    "info",
    "never",
    "A fault of the document that this package mends is mended at its source.",
  ),
} as const satisfies Record<string, Rule>;

/** All rules, by name. */
export const RULES: Readonly<Record<RuleName, Rule>> = { ...OPERATION_RULES, ...SCHEMA_RULES };

/** The name of a rule: it stays the same. */
export type RuleName = keyof typeof OPERATION_RULES | keyof typeof SCHEMA_RULES;
