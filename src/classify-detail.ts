/** The server's own table: from the class name of an exception and its text to a classification. An exact port. */
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

/** What the code or the text must match, in this order; the first that does counts. Codes are exact. */
const RULES: readonly (readonly [of: "code" | "text", pattern: RegExp, advice: Advice])[] = [
  ["code", /^(?:LLMAuthenticationError|ACPAuthRequired)$/, AUTH],
  ["code", /^LLMRateLimitError$/, RATE_LIMIT],
  ["code", /^MaxBudgetReached$/, QUOTA],
  ["code", /^(?:LLMBadRequestError|ACP(?:Init|Spawn|Prompt)Error|NotFoundError|LibTmuxException)$/, CONFIG],
  ["code", /^LLM(?:ContextWindowExceed|MalformedConversationHistory)Error$/, AGENT],
  ["code", /^(?:MaxIterationsReached|ConversationOwnershipLostError)$/, AGENT_STOP],
  ["code", /^(?:Key|Assertion|PydanticSerialization|Attribute|Type)Error$/, INTERNAL],
  [
    "text",
    /(?:invalid|incorrect) api key|authentication required|invalid bearer token|invalid proxy server token|unauthorized|(?:error code|status"): 401|token_not_found|api key is missing/,
    AUTH,
  ],
  [
    "text",
    /(?:weekly|session) usage limit|daily quota|insufficient balance|more credits|budget has been exceeded/,
    QUOTA,
  ],
  ["text", /rate limit|(?:error code|status"): 429/, RATE_LIMIT],
  [
    "text",
    /provider not provided|no models loaded|does not support thinking|model is no longer available|model not found|invalid params|inactive_service|powershell is not available/,
    CONFIG,
  ],
  [
    "text",
    /timeout|connection (?:error|closed)|service temporarily unavailable|bad gateway|cloudflare|cannot connect|name or service not known|error code: 5/,
    TRANSIENT,
  ],
  ["text", /on_token callback|duplicate tool names|list_tools|on_tools_changed|surrogates not allowed/, INTERNAL],
  [
    "code",
    /^(?:(?:LLM(?:ServiceUnavailable|Timeout|NoResponse)|MCPTimeout|BadGateway|HTTPStatus|Request|Cloudflare|OpenAI|API|Anthropic|Ollama)Error|ReadTimeout|BaseLLMException|OpenRouterException)$/,
    TRANSIENT,
  ],
];

/** Letters that Python folds into more than their lower case: what their upper case is made of (ß is ss, ﬁ is fi). */
const FOLDED = /[ßſŉǰẖ-ẚﬀ-ﬆ]/g;

/** Text as the server compares it. */
export const casefold = (text: string): string =>
  text.toLowerCase().replace(FOLDED, (letter) => letter.toUpperCase().toLowerCase());

/**
 * What the server itself makes of a failure: `code` is the name of an exception class, `detail` its text. Codes that say
 * enough come first, then the text, then codes that wrap anything; what is left is `unknown`.
 *
 * @example
 * classifyDetail("APIError", "Error code: 401 - bad key").kind; // "auth"
 * @see server rule: `classify_error` of the SDK (the same in 1.43.1 to 1.58.2)
 */
export function classifyDetail(code: string, detail: string): ErrorClassification {
  const texts = { code, text: casefold(detail) };
  const [kind, retryable, user_action] = RULES.find(([of, pattern]) => pattern.test(texts[of]))?.[2] ?? UNKNOWN;
  return { kind, retryable, user_action, error_id: null };
}
