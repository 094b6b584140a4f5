/** Secrets in texts: what they look like, and what only looks like one. */
/** What the server itself shows in place of a secret. */
export const MASK = "**********";
const UNREADABLE = "[Unreadable]";

/**
 * How the tokens of known vendors look. Each shape eats the whole run of token characters: then no rest of a token
 * stays behind, and no input is searched twice.
 */
const TOKEN_SHAPES = [
  /(?<![_-])sk-(?=[\w-]{8})[\w-]*\d[\w-]*/, // OpenAI, Anthropic, OpenRouter; without a digit it is a CSS class
  // GitHub (classic, OAuth, user, server, refresh), Hugging Face, npm, AWS key ids, Stripe, Groq, Linear, Sentry,
  // Together, Tavily, Context7, xAI, DigitalOcean
  /(?:gh[opusr]_|hf_|npm_|A[KS]IA|[rs]k_(?:live|test)_|gsk_|lin_api_|sntryu_|tgp_v1_|tvly-|ctx7sk-|xai-|dop_v1_)[A-Za-z\d]{16}[\w-]*/,
  // GitHub (fine-grained), GitLab, Slack, Google (OAuth, API keys), SendGrid
  /(?:github_pat_|glpat-|xox[a-z]-|ya29\.|AIza|SG\.)[\w-]{16,}(?:\.[\w-]+)*/,
  /(?<![_-])eyJ[\w-]+\.[\w-]*\.[\w-]+(?:\.[\w-]+)*/, // JSON Web Tokens, signed (3 parts) or encrypted (5 parts)
];
let anyToken: RegExp | undefined; // all of them as one, made when first used

/** A private key that was cut off has no end line: then everything that follows may be the key. */
const PEM = /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z\d ]{0,40}PRIVATE KEY-----|$)/g;
/** A password may hold slashes, but digits and a slash after the colon are a port and a path. */
const USERINFO = /:\/\/(?:[^\s/?#"<>`]+|[^\s/?#"<>`:[]*:(?!\d+\/|\/\/)[^\s?#"<>`:]+(?:@[^\s/?#"<>`]+)?)@/g;
/** As curl takes them. Two numbers are a user and a group, as Docker takes them. */
const USER_FLAG =
  /(?<![\w-])((?:-u|--user)[ \t]+(?:\\{0,7}["'`])?(?!\d+:\d+\b))([^\s:="'`]+):(?![:=]|\/\/)[^\s"'`\\]+/g;
/** An "n" before it may belong to an escaped line break. */
const SCHEME = /(?<![A-Za-z\d](?<!\\[nrt]))(bearer|basic)([ \t]+)(?!(?:bearer|basic)[ \t])([\w.~+/=*-]*[\w~+/=*-])/gi;
const SAID_OF_BEARER = /^\**(?:and|auth[a-z]*|credentials?|header|in|is|of|or|schemes?|tokens?)\**$/i;
/** As in "Basic usage" or "basic JavaScript". Credentials have digits, or are long and of mixed case. */
const PLAIN_WORD = /^\**(?:[A-Za-z/-]{0,11}|[A-Z]?[a-z/-]*)\**$/;

/** The end of a name tells what it holds (`token_count` is a count), apart from what `NAME_TAIL` takes off. */
const SECRET_NAMES = [
  /(?:access|account|api|auth|encryption|master|private|secret|service|session|shared|signing|ssh)[-_ ]?keys?$/i,
  /(?:authorization|cookies?|credentials?|jwt|pass(?:code|phrase|wd|words?)|secrets?)$/i,
  /(?:^|[-_.])pass$|\w[-_](?:PASS|PWD|pwd)$|[a-z]Pass$|(?:^|[a-z])Pwd$/, // not `PWD`, a folder, nor `PASS: test_x`
  /(?<!(?:per|per[-_ ]turn|max|eos|bos|pad|stop)[-_ ]|page[-_ ]?)token$/i, // not `cost_per_token` or a page's id
  /(?:access|api|auth|bearer|refresh)[-_ ]?tokens$/i, // not `total_tokens`
];
const NAME_TAIL = /(?:[-_ ]?value)?[-_ ]?\d*$/i;
/** Short names which hold secrets only in URLs. */
const SECRET_QUERY_NAME = /^[?&#;](?:auth|key|(?:.*-)?sig(?:nature)?)=$/i;

/** What stands before a value, with its opening quotes. Quotes may be escaped. */
const BEFORE_VALUE = [
  // A name, the end of its quotes, and a sign
  /([\w.-]+(?: keys?)?)(?:\\{0,7}["'`])?[ \t]*(?::=|=(?![=>~])|:(?![:=]|\/\/)(?:\*\*[ \t])?)[ \t]*(?:(?:SecretStr\()?\\{0,7}["'`])?/,
  // The flag of a command
  /(--[\w.-]+)[ \t]+(?![-\s])(?:\\{0,7}["'`])?/,
];
let beforeValue: RegExp | undefined; // all of them as one, made when first used
/** Only with an end tag: in a usage text, `<token>` is no tag. */
const ELEMENT = /<([\w.-]+)>[^<]+(?=<\/\1>)/g;
/** What a value is, after a name. The first that matches counts. */
const VALUES = [
  // Code, so no value: `getToken()`, `environ["TOKEN"]`, and after a space also `getToken(id)`, `list[str]`
  /(?<!["'`])(?=[a-z_$*][a-z_$*.]*[([](?:[)\]"'`]|(?<=[ \t][a-z_$*.]+[([])))/iy,
  // Prose, so no value. Only small words tell it from a password of one word with more text after it.
  /(?<=:\**[ \t]+|--[\w.-]+[ \t]+)(?=(?:an?d?|are|can|flag|for|has|i[fnst]|may|must|not?|of|or|should|th(?:at|e|is)|to|was|will|with),?[ \t]+[\w*-])/iy,
  /(?<=(?<!\\)(["'`]))(?:(?!\1)[^\\\r\n]|\\.)+/y, // in quotes
  /(?<=(\\{1,7}["'`]))(?:(?!(?<!\\)\1)[^\r\n])+/y, // in escaped quotes
  /(?<=(["'`])[\w.*-]*(?:authorization|cookie)[ \t]*:[ \t]*)(?!["'`\s])(?:(?!\1)[^\r\n\\])*/iy, // -H 'Cookie: a="b"'
  /(?<=(?:authorization|cookie)[ \t]*:[ \t]*)(?!["'`\s])[^\r\n\\]*/iy, // a header with spaces in it ends with the line
  /(?<=[?&#;][\w.*-]+=)[^\s"'`&<>#]*[^\s"'`&<>#.,:;()[\]{}\\]/y, // in a URL
  /(?:(?:bearer|basic)[ \t]+)?[^\s"'`&<>]*[^\s"'`&<>.,:;()[\]{}\\]/iy, // bare, without the punctuation after it
];
/** Nothing, types, settings, and the words before a call. */
const NOT_A_SECRET =
  /^(?:|false|nil|none|null|true|undefined|bytes|secretstr|str|string|include|omit|same-origin|optional|required|await|new)$/i;

/** Does a name tell that what it holds is a secret? */
export function isSecretName(key: unknown): boolean {
  if (typeof key !== "string") return false;
  const name = key.slice(-64).replace(NAME_TAIL, "");
  return SECRET_NAMES.some((secret) => secret.test(name));
}

/** The text without the secrets in it. */
export function redactText(text: string): string {
  // An "n" before a token may belong to an escaped line break.
  anyToken ??= new RegExp(`(?<![A-Za-z\\d](?<!\\\\[nrt]))${oneOf(TOKEN_SHAPES)}`, "g");
  const token = anyToken;
  // Userinfo first, so that `https://token:abc@host` keeps its host. And last: a mask may have taken the place of a
  // space or a slash in it. An engine may run out of memory in a text of many megabytes, hence the attempt.
  return attempt(() =>
    maskPairs(text.replace(PEM, MASK).replace(USERINFO, `://${MASK}@`))
      .replace(token, MASK)
      .replace(SCHEME, (whole: string, scheme: string, space: string, credentials: string) =>
        (scheme === "Bearer" ? SAID_OF_BEARER : PLAIN_WORD).test(credentials) ? whole : scheme + space + MASK,
      )
      .replace(USERINFO, `://${MASK}@`)
      .replace(
        USER_FLAG,
        (whole: string, flag: string, user: string) => (isSecretName(user) ? whole : `${flag}${user}:${MASK}`), // done with the pairs
      )
      // After all else: a mask may have taken the place of a "<" in the element.
      .replace(ELEMENT, (whole: string, name: string) => (isSecretName(name) ? `<${name}>${MASK}` : whole)),
  );
}

function oneOf(shapes: readonly RegExp[]): string {
  return `(?:${shapes.map((shape) => shape.source).join("|")})`;
}

/** Masks the value after each name that looks secret. Not with `replace`: the name decides whether a value is read. */
function maskPairs(text: string): string {
  beforeValue ??= new RegExp(`(?<![\\w.-])${oneOf(BEFORE_VALUE)}`, "gi");
  let masked = "";
  let done = 0;
  for (const match of text.matchAll(beforeValue)) {
    const [head, name, flag] = match;
    if (match.index < done) continue;
    if (!isSecretName(name ?? flag) && !SECRET_QUERY_NAME.test(text.charAt(match.index - 1) + head)) continue;
    const start = match.index + head.length;
    const value = valueAt(text, start);
    if (NOT_A_SECRET.test(value)) continue;
    masked += text.slice(done, start) + MASK;
    done = start + value.length;
  }
  return masked + text.slice(done);
}

function valueAt(text: string, start: number): string {
  for (const shape of VALUES) {
    shape.lastIndex = start;
    const match = shape.exec(text);
    if (match !== null) return match[0];
  }
  return "";
}

/** What `read` gives, or a marker when that throws. */
export function attempt<T>(read: () => T): T | typeof UNREADABLE {
  try {
    return read();
  } catch {
    return UNREADABLE;
  }
}
