/** Secrets in values of any shape. */
import { attempt, isSecretName, MASK, redactText } from "./redact-text.js";

const TRUNCATED = "[Truncated]";
const MAX_DEPTH = 100;
/** For the objects in one value, and the items of one array: a proxy can make up new ones without end. */
const MAX_COUNT = 100_000;
/** What tells about a secret, next to the secret itself: `{ name, kind, description, value }`. */
const LABEL_NAME = /^(?:description|id|kind|label|name|title|type)$/i;

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
