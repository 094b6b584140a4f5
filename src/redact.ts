/** What the server itself shows in place of a secret. */
const MASK = "**********";
const UNREADABLE = "[Unreadable]";
const TRUNCATED = "[Truncated]";
const MAX_DEPTH = 100;
/** For the objects in one value, and the items of one array: a proxy can make up new ones without end. */
const MAX_COUNT = 100_000;

/**
 * How the tokens of known vendors look. Each shape eats the whole run of token characters: then no rest of a token
 * stays behind, and no input is searched twice.
 */
const TOKEN_SHAPES = [
  /(?<![_-])sk-(?=[\w-]{8})[\w-]*\d[\w-]*/, // OpenAI, Anthropic, OpenRouter; without a digit it is a CSS class
  /gh[opusr]_[A-Za-z\d]{16}[\w-]*/, // GitHub: classic, OAuth, user, server and refresh tokens
  /github_pat_[\w-]{16,}/, // GitHub: fine-grained tokens
  /glpat-[\w-]{16,}/, // GitLab
  /xox[a-z]-[\w-]{10,}/, // Slack
  /A[KS]IA[A-Z\d]{16}[\w-]*/, // AWS access key ids
  /(?:AIza[\w-]{20}|ya29\.)[\w-]{10,}/, // Google: API keys, OAuth
  /(?:hf|npm)_[A-Za-z\d]{20}[\w-]*/, // Hugging Face, npm
  /[rs]k_(?:live|test)_[A-Za-z\d]{8}[\w-]*/, // Stripe
  /SG\.[\w-]{16,}\.[\w-]{16,}/, // SendGrid
  /(?:gsk_|lin_api_|sntryu_|tgp_v1_|tvly-|ctx7sk-|xai-|dop_v1_)[A-Za-z\d]{16}[\w-]*/, // Groq, Linear, Sentry, and so on
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
/** What tells about a secret, next to the secret itself: `{ name, kind, description, value }`. */
const LABEL_NAME = /^(?:description|id|kind|label|name|title|type)$/i;

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

/**
 * Takes the secrets out of a text or of a value of any shape, for logs, error messages and bug reports.
 *
 * In texts it masks the userinfo of URLs, the values of names that look secret (`api_key=…`, `"password": "…"`,
 * `Cookie: …`, `?token=…`, `--token …`, `<token>…</token>`), the password in `-u user:…`, `Bearer` and `Basic`
 * credentials, tokens of known vendors, JSON Web Tokens, private keys. In objects it masks every text under a name that
 * looks secret, at any depth (but for labels there, such as `name` and `description`), and looks through all other texts
 * and names. Counts (`total_tokens`), ids, paths, code (`token = getToken()`) and prose stay. It goes by looks: a bare
 * password in the middle of a sentence stays too. Redacting twice changes nothing more.
 *
 * @param value - Anything. It is never changed. It may hold cycles, throw when read, or be a revoked proxy.
 * @returns A text for a text, and the same value for any other primitive. For an object a plain copy, properties in
 * their order: arrays, maps, sets and dates stay what they are, an error or `Headers` becomes a plain object, a `URL` a
 * text. A short marker stands for what has no copy: `[Circular]`, `[Unreadable]`, `[Binary]`, `[Function]`, and
 * `[Truncated]` (deeper than 100 levels, or beyond 100,000 objects or items). Never throws.
 * @example
 * redact("GET https://me:pw@host/?token=abc&page=2"); // "GET https://**********@host/?token=**********&page=2"
 * redact({ api_key: "abc", usage: { total_tokens: 7 } }); // { api_key: "**********", usage: { total_tokens: 7 } }
 * @see {@link https://github.com/OpenHands/software-agent-sdk/blob/main/openhands-sdk/openhands/sdk/utils/redact.py | redact.py}
 * for what the server masks in its logs, and `REDACTED_SECRET_VALUE` in `pydantic_secrets.py` for the mask.
 */
export function redact(value: string): string;
export function redact(value: unknown): unknown;
export function redact(value: unknown): unknown {
  return walk(value, false, 0, [new Map(), new Map()]);
}

/** The copies made so far: of what is below a secret name, and of all else. */
type Copies = readonly [secret: Map<object, unknown>, open: Map<object, unknown>];

function walk(value: unknown, secret: boolean, depth: number, copies: Copies): unknown {
  const copy = typeof value === "string" ? redactText(value) : copyOf(value, secret, depth, copies);
  return secret && typeof copy === "string" && copy !== "" ? MASK : copy;
}

function copyOf(value: unknown, secret: boolean, depth: number, copies: Copies): unknown {
  if (typeof value === "function") return "[Function]";
  if (typeof value !== "object" || value === null) return value;
  const known = copies[secret ? 0 : 1];
  const earlier = known.get(value);
  if (earlier !== undefined) return earlier;
  if (depth > MAX_DEPTH || known.size >= MAX_COUNT) return TRUNCATED;
  // Stays until the copy is done, so only an object inside itself finds it.
  known.set(value, "[Circular]");
  const copy = attempt(() =>
    rebuild(value, (child, key) => {
      const below = isSecretName(key) || (secret && !(typeof key === "string" && LABEL_NAME.test(key)));
      return walk(child, below, depth + 1, copies);
    }),
  );
  known.set(value, copy);
  return copy;
}

/** Copies one level. `Object.fromEntries` takes `__proto__` for an ordinary name, which an assignment would not. */
function rebuild(value: object, visit: (child: unknown, key?: unknown) => unknown): unknown {
  // A name is no secret only because it stands below a secret one.
  const label = (key: unknown): unknown => (typeof key === "string" ? redactText(key) : visit(key));
  const read = (key: PropertyKey): unknown => attempt(() => Reflect.get(value, key));
  if (Array.isArray(value)) {
    const items = Array.from({ length: Math.min(value.length, MAX_COUNT) }, (_, index) => visit(read(index)));
    return value.length > MAX_COUNT ? [...items, TRUNCATED] : items;
  }
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof URL || value instanceof URLSearchParams || value instanceof String) return visit(String(value));
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return "[Binary]";
  if (value instanceof Map) return new Map(Array.from(value, ([key, item]) => [label(key), visit(item, key)]));
  if (value instanceof Set) return new Set(Array.from(value, (item) => visit(item)));
  if (value instanceof Headers) return visit(Object.fromEntries(value));
  // What says most about an error is not enumerable.
  const hidden = value instanceof Error ? ["name", "message", "stack", "cause", "errors"] : [];
  const keys = new Set([...hidden.filter((key) => key in value), ...Object.keys(value)]);
  return Object.fromEntries(Array.from(keys, (key) => [redactText(key), visit(read(key), key)]));
}

function isSecretName(key: unknown): boolean {
  if (typeof key !== "string") return false;
  const name = key.slice(-64).replace(NAME_TAIL, "");
  return SECRET_NAMES.some((secret) => secret.test(name));
}

function redactText(text: string): string {
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

function attempt<T>(read: () => T): T | typeof UNREADABLE {
  try {
    return read();
  } catch {
    return UNREADABLE;
  }
}
