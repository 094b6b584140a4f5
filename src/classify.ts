/** One answer to "what went wrong, and what now", whatever the failure is. Total: it never throws. */
import { classifyDetail } from "./classify-detail.js";
import { CALL, classifyClose, classifyHttp, errorIdOf } from "./classify-http.js";
import type { ErrorClassification } from "./generated/types.js";
import { reasonOfText } from "./reason-of-text.js";
import { type Classification, classificationOf, type ErrorReason, REASONS } from "./reasons.js";
import { retryAfterMs } from "./retry-after.js";
import { field, text } from "./tags.js";

/** Class names whose words say less than the class means. */
const BY_CODE: Readonly<Record<string, ErrorReason>> = {
  ACPAuthRequired: "provider_key",
  ConversationOwnershipLostError: "conflict",
  LLMBadRequestError: "bad_request",
  LLMMalformedConversationHistoryError: "malformed_history",
  LLMNoResponseError: "unavailable",
  MaxBudgetReached: "run_budget",
  MaxIterationsReached: "iteration_limit",
  NotFoundError: "not_found",
  ValidationError: "validation",
};
const reasonOfCode = (code: string): ErrorReason | undefined =>
  Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : reasonOfText(code.replace(/(?<=[a-z])(?=[A-Z])/g, " "));

/** The reason when nothing says more than the kind. */
const BY_KIND: Readonly<Record<string, ErrorReason>> = {
  auth: "provider_key",
  quota: "out_of_credit",
  rate_limit: "rate_limited",
  config: "bad_request",
  transient: "unavailable",
  agent_action: "conflict",
  internal: "server_error",
};

/** What a text may say against a weaker classification: the server takes credit that ended for a rate limit. */
const STRONG: ReadonlySet<ErrorReason> = new Set<ErrorReason>([
  "context_window",
  "out_of_credit",
  "missing_key",
  "overloaded",
]);
const WEAK_KINDS: ReadonlySet<string> = new Set(["unknown", "rate_limit", "transient", "config"]);

/** The server's table takes the digits of longer numbers for a status. */
const LONG_NUMBER = /((?:error code|status"): )\d+(?:\d{3}|[.,]\d)/gi;

/** A code and a text, with the server's classification or what it would be. */
function refine(code: string, detail: string, given: ErrorClassification | undefined): Classification {
  const server = given ?? classifyDetail(code, detail.replace(LONG_NUMBER, "$1"));
  const basis = given ? "server" : "event";
  const said = reasonOfText(detail);
  const byCode = reasonOfCode(code);
  const isOpen = WEAK_KINDS.has(server.kind);
  if (said && isOpen && (STRONG.has(said) || server.kind === "unknown") && REASONS[said][0][0] !== server.kind) {
    return classificationOf(said, "refined", { error_id: server.error_id ?? null });
  }
  if (byCode && server.kind === "unknown")
    return classificationOf(byCode, "refined", { error_id: server.error_id ?? null });
  const fits = (reason: ErrorReason | undefined): reason is ErrorReason =>
    reason !== undefined && REASONS[reason][0][0] === server.kind;
  const reason = [byCode, said, BY_KIND[server.kind]].find(fits) ?? BY_KIND[server.kind] ?? "unknown";
  return classificationOf(reason, basis, server);
}

/** A word of the server's vocabulary, also of a newer one's; other text may be anything. */
const isWord = (value: unknown): value is string => typeof value === "string" && /^[a-z_]{1,20}$/.test(value);

/** The classification that the server has put beside an event, if it is one. */
const givenOf = (event: unknown): ErrorClassification | undefined => wordsOf(field(event, "classification"));

/** What anything that is to be a classification says, if it is one. */
function wordsOf(given: unknown): ErrorClassification | undefined {
  const [kind, retryable, action] = ["kind", "retryable", "user_action"].map((name) => field(given, name));
  if (!isWord(kind) || typeof retryable !== "boolean") return undefined;
  return {
    kind: kind as ErrorClassification["kind"], // an unlisted kind of a newer server passes
    retryable,
    user_action: isWord(action) ? (action as ErrorClassification["user_action"]) : "none", // likewise
    error_id: errorIdOf(given),
  };
}

/** A tool call's error never speaks for the run: its text is the tool's, and is not read for a kind. */
function ofToolError(event: unknown): Classification {
  const isInterrupted = /interrupted before completion/i.test(text(field(event, "error")));
  const given = givenOf(event);
  const known = given ?? { kind: "unknown", retryable: false, user_action: "none", error_id: null };
  return classificationOf(isInterrupted ? "interrupted" : "tool_error", given ? "server" : "event", known);
}

type Classify = (input: unknown) => Classification | undefined;

const ofOurError: Classify = (input) => {
  if (field(input, Symbol.for("agent-server-client.error")) !== true) return undefined;
  const own = field(input, "classification");
  const [reason, basis, retryAfter] = ["reason", "basis", "retryAfterMs"].map((name) => field(own, name));
  const [given, known] = [wordsOf(own), text(reason)];
  if (!given || known === "") return undefined;
  const listed = Object.hasOwn(REASONS, known) ? (known as ErrorReason) : "unknown"; // just seen
  if (field(own, "message") === REASONS[listed][1]) return own as Classification; // all of it is ours
  // Of another version of the package, or no error of ours: made anew, so that nothing else comes along
  const more = typeof retryAfter === "number" ? { retryAfterMs: retryAfter } : {};
  return classificationOf(listed, isWord(basis) ? (basis as Classification["basis"]) : "unknown", {
    ...given,
    ...more,
  });
};

const ofEvent: Classify = (input) => {
  const [kind, code, detail] = ["kind", "code", "detail"].map((name) => text(field(input, name)));
  if (kind === "AgentErrorEvent") return ofToolError(input);
  if (kind === "ConversationErrorEvent" || kind === "ServerErrorEvent")
    return refine(code ?? "", detail ?? "", givenOf(input));
  const isFrame = field(input, "type") === "error" && typeof field(input, "code") === "string";
  return isFrame ? refine(code ?? "", detail ?? "", undefined) : undefined;
};

/** A Response by itself (its body is not read), or what openapi-fetch gives. */
const ofAnswer: Classify = (input) => {
  const inner = field(input, "response");
  const response = typeof field(inner, "status") === "number" ? inner : input;
  const status = field(response, "status");
  if (typeof status !== "number" || typeof field(response, "headers") !== "object") return undefined;
  return classifyHttp({
    status,
    body: response === input ? undefined : field(input, "error"),
    retryAfterMs: retryAfterMs(headerOf(response, "Retry-After"), Date.now()),
    method: text(field(field(response, CALL), "method")) || undefined,
  });
};

function headerOf(response: unknown, name: string): string | null {
  try {
    const value = (response as Response).headers.get(name);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

const ofClose: Classify = (input) => {
  const code = field(input, "code");
  const isClose = typeof code === "number" && code >= 1000 && code < 5000;
  return isClose ? classifyClose(code, text(field(input, "reason"))) : undefined;
};

/** System errors that mean that nothing was there to answer. */
const SYSTEM_CODES =
  /^(?:E(?:CONN|NOTFOUND|AI_|PIPE|HOST|NET|ADDR|TIMEDOUT)|UND_ERR|ERR_TLS|CERT_|DEPTH_ZERO|UNABLE_TO|SELF_SIGNED)/;

const ofThrown: Classify = (input) => {
  const [name, message] = [text(field(input, "name")), text(field(input, "message"))];
  if (name === "AbortError") return classificationOf("aborted", "network");
  if (name === "TimeoutError") return classificationOf("timeout", "network");
  if (name.includes("ZodError") && Array.isArray(field(input, "issues")))
    return classificationOf("contract", "contract");
  const code = text(field(input, "code")) || text(field(field(input, "cause"), "code"));
  if (/TIMEDOUT|TIMEOUT/.test(code)) return classificationOf("timeout", "network");
  const isFetchFailure =
    name === "TypeError" && /^(?:fetch failed|failed to fetch|load failed|networkerror)/i.test(message);
  return isFetchFailure || SYSTEM_CODES.test(code) ? classificationOf("network", "network") : undefined;
};

const ofText: Classify = (input) => {
  const said = reasonOfText(typeof input === "string" ? input : text(field(input, "message")));
  return said && classificationOf(said, "refined");
};

/**
 * What went wrong, and what now. Takes error events, frames of the session socket, errors of this package, a `Response`,
 * a result of openapi-fetch, a close `{ code, reason }`, failures of fetch, zod errors, text, anything. Never throws;
 * what it cannot read is `unknown`. Its `message` is one fixed sentence for each reason and never holds input.
 *
 * @example
 * const { reason, message, user_action } = classifyError({ code: 4001, reason: "Authentication failed" });
 * console.log(reason, message, user_action); // "session_key", a sentence, "settings"
 * @see server rule: `classification` of ConversationErrorEvent and AgentErrorEvent
 */
export function classifyError(input: unknown): Classification {
  return classified(input, 3);
}

/** What says nothing itself may have a cause that does. */
function classified(input: unknown, depth: number): Classification {
  for (const classify of [ofOurError, ofEvent, ofAnswer, ofClose, ofThrown, ofText]) {
    const found = classify(input);
    if (found) return found;
  }
  const cause = field(input, "cause");
  return depth > 0 && cause ? classified(cause, depth - 1) : classificationOf("unknown", "unknown");
}
