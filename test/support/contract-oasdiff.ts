/**
 * The checks of oasdiff (its list of check ids before 1.38, and what its release notes add up to 1.40), by family: `*` stands for `request-body`, `request-property`,
 * `request-parameter`, `response-body`, `response-property` and what else a check exists for. Data for the page of rules.
 */
import type { RuleName } from "../../src/contract/rules.js";

export interface Family {
  readonly theirs: string;
  readonly ours?: readonly RuleName[];
  /** Why there is none, or why it is judged otherwise. */
  readonly why?: string;
}

const OPEN = "Judged otherwise: an error there, `compatible` here, because answers are read openly.";

export const OASDIFF: readonly Family[] = [
  { theirs: "endpoint-added", ours: ["operation-added"] },
  { theirs: "api-removed-without-deprecation, api-path-removed-without-deprecation", ours: ["operation-removed"] },
  {
    theirs: "api-removed-with-deprecation, api-path-removed-with-deprecation",
    ours: ["operation-removed"],
    why: "Judged otherwise: a call that is gone fails, announced or not.",
  },
  { theirs: "endpoint-deprecated, *-deprecated", ours: ["deprecated"] },
  { theirs: "endpoint-reactivated, *-reactivated", ours: ["no-longer-deprecated"] },
  { theirs: "*-sunset-*, *-removed-before-sunset", why: "The server's documents have no dates of sunset." },
  { theirs: "*-stability-*", why: "The server's documents have no levels of stability." },
  { theirs: "api-operation-id-removed, api-operation-id-added", ours: ["operation-id-changed"] },
  { theirs: "api-tag-added, api-tag-removed", why: "Tags sort pages of documentation; nothing is made of them." },
  { theirs: "api-schema-removed", ours: ["schema-removed"], why: "Only schemas that operations reach count." },
  {
    theirs: "api-version-*, --fail-on MISSING-VERSION-BUMP",
    why: "Whether the server names its version rightly is no question of its clients.",
  },
  {
    theirs: "new-optional-request-parameter, new-optional-request-default-parameter-to-existing-path",
    ours: ["parameter-added"],
  },
  {
    theirs:
      "new-required-request-parameter, new-request-path-parameter, new-required-request-default-parameter-to-existing-path",
    ours: ["required-parameter-added"],
    why: "A new parameter in a path makes another path, and that another operation.",
  },
  { theirs: "request-parameter-removed, request-parameter-removed-with-deprecation", ours: ["parameter-removed"] },
  { theirs: "request-parameter-became-required", ours: ["parameter-became-required"] },
  { theirs: "request-parameter-became-optional", ours: ["parameter-became-optional"] },
  {
    theirs: "request-header-property-*, new-required-request-header-property",
    ours: ["required-property-added", "property-became-required", "enum-added"],
  },
  { theirs: "request-body-added-required", ours: ["required-request-body-added"] },
  { theirs: "request-body-added-optional", ours: ["request-body-added"] },
  { theirs: "request-body-removed", ours: ["request-body-removed"] },
  { theirs: "request-body-became-required", ours: ["request-body-became-required"] },
  { theirs: "request-body-became-optional", ours: ["request-body-became-optional"] },
  { theirs: "request-body-media-type-added, response-media-type-added", ours: ["media-type-added"] },
  { theirs: "request-body-media-type-removed, response-media-type-removed", ours: ["media-type-removed"] },
  {
    theirs: "response-media-type-name-changed, -generalized, -specialized",
    ours: ["media-type-added", "media-type-removed"],
    why: "Told as one form gone and one new.",
  },
  { theirs: "response-success-status-added", ours: ["success-status-added", "success-body-added"] },
  { theirs: "response-success-status-removed", ours: ["success-status-removed"] },
  { theirs: "response-non-success-status-added", ours: ["error-status-added"] },
  { theirs: "response-non-success-status-removed", ours: ["error-status-removed"] },
  {
    theirs: "response-header-*, required-response-header-removed, optional-response-header-removed",
    why: "The server's documents declare no headers of answers, and this package reads none but Retry-After.",
  },
  { theirs: "api-security-added, api-global-security-added", ours: ["security-alternative-added", "security-added"] },
  {
    theirs: "api-security-removed, api-global-security-removed",
    ours: ["security-alternative-removed", "security-removed"],
  },
  {
    theirs: "api-security-updated, api-security-scope-added, api-security-scope-removed, api-global-security-scope-*",
    ours: ["security-alternative-added", "security-alternative-removed"],
    why: "With other scopes it is another way to show who calls.",
  },
  {
    theirs: "api-security-component-type-changed, -oauth-url-changed, -oauth-token-url-changed, -oauth-scope-*",
    ours: ["security-scheme-changed"],
  },
  {
    theirs: "api-security-component-added, api-security-component-removed",
    why: "A scheme counts where an operation wants it.",
  },
  { theirs: "new-optional-request-property, response-optional-property-added", ours: ["property-added"] },
  {
    theirs:
      "new-required-request-property, new-required-request-property-with-default, response-required-property-added",
    ours: ["required-property-added"],
  },
  {
    theirs: "request-property-removed, response-required-property-removed",
    ours: ["property-removed"],
    why: "Breaking in requests, too (a warning there): what is sent is silently not read.",
  },
  {
    theirs: "response-optional-property-removed",
    ours: ["optional-property-removed", "property-removed"],
    why: "Judged otherwise: a field that cannot be null is always sent, whether or not it is listed as required; code reads it.",
  },
  {
    theirs: "*-property-became-required, request-property-became-required-with-default",
    ours: ["property-became-required"],
  },
  { theirs: "*-property-became-optional", ours: ["property-became-optional", "nullable-property-became-optional"] },
  { theirs: "*-became-nullable", ours: ["became-nullable"] },
  { theirs: "*-became-not-nullable", ours: ["became-not-nullable"] },
  {
    theirs: "*-became-read-only, *-became-write-only, *-became-not-*, *-read-only-*, *-write-only-*",
    why: "The server marks fields that travel both ways (keys come back masked), so the marks say nothing; the schemas of requests and answers do.",
  },
  { theirs: "*-type-changed", ours: ["type-changed", "format-changed", "format-added"] },
  { theirs: "*-type-generalized, *-type-compatible", ours: ["type-widened", "format-removed", "union-member-added"] },
  { theirs: "*-type-specialized", ours: ["type-narrowed", "union-member-removed"] },
  { theirs: "*-became-enum", ours: ["enum-added"] },
  { theirs: "request-*-enum-value-added", ours: ["enum-value-added"] },
  { theirs: "response-*-enum-value-added", ours: ["enum-value-added"], why: OPEN },
  { theirs: "*-enum-value-removed", ours: ["enum-value-removed"] },
  { theirs: "*-enum-removed (a whole enum)", ours: ["enum-removed"], why: OPEN },
  { theirs: "*-x-extensible-enum-value-removed", why: "The server's documents do not have the extension." },
  { theirs: "*-const-added", ours: ["enum-added"] },
  { theirs: "*-const-changed", ours: ["constant-changed"] },
  { theirs: "*-const-removed", ours: ["constant-widened"] },
  { theirs: "*-default-value-added, -changed, -removed", ours: ["default-changed"] },
  {
    theirs: "request-*-max-*, -min-*, -exclusive-*, -multiple-of-*, -unique-items-* decreased, increased, set, unset",
    ours: ["constraint-tightened", "constraint-loosened"],
  },
  {
    theirs: "response-*-max-*, -min-*, -exclusive-* increased, decreased, unset",
    ours: ["constraint-loosened"],
    why: OPEN,
  },
  { theirs: "*-pattern-added, *-pattern-removed", ours: ["constraint-tightened", "constraint-loosened"] },
  {
    theirs: "*-pattern-changed, *-pattern-generalized",
    ours: ["pattern-changed"],
    why: "No pattern is held against another one: each change of one in a request is breaking.",
  },
  {
    theirs: "*-any-of-added, *-one-of-added",
    ours: ["union-member-added", "kind-added"],
    why: "New kinds in answers are `compatible`: readers of this package take what they do not know.",
  },
  { theirs: "*-any-of-removed, *-one-of-removed", ours: ["union-member-removed", "kind-removed"] },
  {
    theirs: "*-wrapped-in-one-of, -original-preserved",
    ours: ["union-member-added"],
    why: "A union of one is no union; the other members are new.",
  },
  {
    theirs: "*-all-of-added, *-all-of-removed",
    ours: ["property-added", "constraint-tightened", "type-changed"],
    why: "allOf is put together first; what it says is compared.",
  },
  { theirs: "*-discriminator-added", ours: ["discriminator-added"] },
  { theirs: "*-discriminator-removed", ours: ["discriminator-removed"] },
  { theirs: "*-discriminator-property-name-changed", ours: ["discriminator-changed"] },
  {
    theirs: "*-discriminator-mapping-added, -deleted",
    ours: ["kind-added", "kind-removed"],
    why: "Told as the member that comes or goes.",
  },
  { theirs: "*-discriminator-mapping-changed", ours: ["discriminator-mapping-changed"] },
  { theirs: "*-prefix-items-added, *-prefix-items-removed", ours: ["tuple-length-changed"] },
  {
    theirs: "*-property-names-added, *-property-names-removed",
    ours: ["type-narrowed", "enum-added"],
    why: "The names are compared as the texts that they are.",
  },
  {
    theirs: "*-if-*, -then-*, -else-*, -contains-*, -dependent-*, -pattern-property-*, -unevaluated-*, -content-*",
    ours: ["keyword-changed"],
    why: "Seen, not judged: the server's documents have none of these keywords, so a change of one is worth a look.",
  },
];
