/** What the words of providers mean. Read only where a code or a status leaves it open. */
import { casefold } from "./classify-detail.js";
import type { ErrorReason } from "./reasons.js";

/** Longer texts are read up to here: the cause stands at the beginning. */
const MAX_LENGTH = 20_000;

/** More specific ones first: credit that ends is often told as a rate limit, a long prompt as a bad request. */
const PATTERNS: readonly (readonly [RegExp, ErrorReason])[] = [
  [/\b(?:tokens|requests) per (?:min|minute|hour|day|second)\b/, "rate_limited"],
  [
    /context[ _-]?(?:window|length|limit|size)|(?:prompt|input|conversation|request|history)(?: \w+)? (?:is )?(?:too|longer than)(?: \w+)? (?:long|large|context)|too many (?:input |prompt )?tokens|(?:maximum|max|limit)(?: number)? (?:of (?:input |prompt )?tokens|prompt length)|exceed(?:s|ed)? (?:the )?(?:maximum|model'?s?|available) (?:\w+ )?(?:tokens?|context|input|prompt)|(?:prompt|input)(?: token count of \d+)? exceeds (?:the |max )(?:limit|length)|range of input length|max_new_tokens|current length is \d|reduce the length|input token count/,
    "context_window",
  ],
  [
    /insufficient[ _](?:account )?(?:quota|balance|credits?|funds)|exceeded[ _]?budget|budget[ _](?:has been )?exceeded|over budget|out of (?:credits?|quota|funds)|(?:more|no|enough|available) credits|credit balance|(?:credits?|quota|balance)(?: \w+)? (?:exhausted|depleted|used up)|exceeded[ _](?:your )?(?:current|monthly)[ _](?:included )?(?:quota|usage|credits)|quota exceeded|plan and billing|billing[ _](?:hard[ _])?(?:limit|not[ _]active)|payment required|(?:usage|credit|spend|spending)[ _]limit|(?:weekly|daily|monthly|session) quota/,
    "out_of_credit",
  ],
  [
    /api[ _-]?key(?: (?:client option|environment variable|header))? (?:must be set|cannot be empty|is missing|is required|(?:was |is |has )?not (?:been )?(?:set|found|provided|configured))|either api_key or|(?:missing|no|without an?|provide an?|set an?|set your|set the)(?: \w+)? api[ _-]?key|set the (?:environment variable )?\w*_api_key/,
    "missing_key",
  ],
  [
    /(?:invalid|incorrect|expired|revoked|wrong|malformed)(?: \w+)? (?:api[ _-]?key|x-api-key|bearer token|proxy server token|credentials)|api[ _-]?key(?: \w+)* (?:is |appears to be |has )?(?:invalid|incorrect|expired|revoked)|authentication[ _](?:required|error|failed|fails)|unauthorized|token_not_found/,
    "provider_key",
  ],
  [
    /overloaded|too busy|(?:server|engine|model) is (?:currently )?busy|(?:at|over) (?:full |maximum )?capacity|high demand|heavy load/,
    "overloaded",
  ],
  [
    /overloaded|(?:server|engine|model) is (?:currently )?(?:too )?busy|at (?:full |maximum )?capacity|high demand/,
    "overloaded",
  ],
  [
    /content[ _-]?(?:policy|filter|management)|usage polic(?:y|ies)|safety (?:system|settings|filter)|responsibleai|prohibited content/,
    "content_policy",
  ],
  [/rate[ _-]?limit|too many requests|throttl|resource[ _]?exhausted/, "rate_limited"],
  [/timed[ -]?out|time-?out|deadline exceeded/, "timeout"],
  [
    /connection (?:error|refused|reset|closed|aborted|lost)|cannot connect|name or service not known|getaddrinfo|network (?:error|is unreachable)|econn(?:refused|reset)|socket hang up/,
    "network",
  ],
  [/(?:service|server)(?: \w+)? unavailable|bad gateway|cloudflare|no healthy upstream/, "unavailable"],
];

/** Providers' statuses. A number counts only where a text says that it is one. */
const STATUS =
  /(?:error code|status(?:[ _]code)?|http(?:\/\d(?:\.\d)?)?)["']?\s{0,4}[:=]?\s{0,4}["']?(\d{3})(?!\w|[.,]\d)/;
const BY_STATUS: Readonly<Record<string, ErrorReason>> = {
  401: "provider_key",
  402: "out_of_credit",
  403: "forbidden",
  408: "timeout",
  429: "rate_limited",
  502: "unavailable",
  503: "unavailable",
  504: "timeout",
  529: "overloaded",
};

/** The reason that a text names; undefined when it names none. */
export function reasonOfText(text: string): ErrorReason | undefined {
  const read = casefold(text.slice(0, MAX_LENGTH));
  const said = PATTERNS.find(([pattern]) => pattern.test(read))?.[1];
  if (said !== undefined) return said;
  return BY_STATUS[STATUS.exec(read)?.[1] ?? ""];
}
