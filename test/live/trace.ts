/** What a server answers to a list of requests, put so that servers can be compared. */
import type { OperationId } from "../../src/generated/operations.js";
import type { Step } from "./step.js";

/** A step with its values put in. */
export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly isFull?: OperationId;
  /** The content of a file that goes up. */
  readonly file?: string;
}

export interface Answered {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What is compared. */
export interface Trace {
  readonly step: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body itself, or its form. */
  readonly body?: unknown;
  readonly shape?: unknown;
}

const COMPARED = [
  "content-type",
  "content-disposition",
  "accept-ranges",
  "allow",
  "cache-control",
  "location",
  "set-cookie",
];

/** Takes every step and writes down what comes back. `names` says what is in braces from the beginning. */
export async function traceOf(
  steps: readonly Step[],
  names: Readonly<Record<string, string>>,
  ask: (asked: Asked) => Promise<Answered>,
): Promise<Trace[]> {
  const known: Record<string, string> = { ...names };
  const traces: Trace[] = [];
  for (const step of steps) {
    const [answer, json] = await answerTo(step, known, ask);
    for (const [name, place] of Object.entries(step.keep ?? {})) {
      const value = valueAt(json, place);
      if (typeof value === "string") known[name] = value;
    }
    traces.push(trace(step, answer, json, known));
  }
  return withoutRepeats(traces);
}

const PATIENCE_MS = 20_000;
const AGAIN_MS = 40;

/** The answer to a step, as bytes and as JSON. One that has to be waited for is asked for again. */
async function answerTo(
  step: Step,
  known: Readonly<Record<string, string>>,
  ask: (asked: Asked) => Promise<Answered>,
): Promise<readonly [Answered, unknown]> {
  const wanted = Object.entries(step.until ?? {});
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask(filledIn(step, known));
    const json = jsonOf(answer);
    const missing = wanted.filter(([place, value]) => valueAt(json, place) !== value);
    if (missing.length === 0 || Date.now() > end) return [answer, json];
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

function filledIn({ ask, body, headers = {}, file, isFull }: Step, known: Readonly<Record<string, string>>): Asked {
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (braces, name: string) => known[name] ?? braces);
  const [method = "", path = ""] = ask.split(" ");
  const content: unknown = body === undefined ? undefined : JSON.parse(fill(JSON.stringify(body)));
  return {
    method,
    path: fill(path),
    headers,
    body: content,
    ...(file === undefined ? {} : { file }),
    ...(isFull ? { isFull } : {}),
  };
}

const isJson = ({ headers }: Answered): boolean => headers["content-type"] === "application/json";
const jsonOf = (answer: Answered): unknown =>
  isJson(answer) ? (JSON.parse(new TextDecoder().decode(answer.body)) as unknown) : undefined;

const valueAt = (value: unknown, place: string): unknown =>
  (place === "" ? [] : place.split(".")).reduce<unknown>((inner, field) => Reflect.get(Object(inner), field), value);

function trace(step: Step, answer: Answered, json: unknown, known: Readonly<Record<string, string>>): Trace {
  const names = Object.entries(known).sort(([, a], [, b]) => b.length - a.length);
  const plain = (text: string): string =>
    names.reduce((result, [name, value]) => result.replaceAll(value, `{${name}}`), text).replace(ANY_ID, "<id>");
  const { status, headers } = answer;
  const compared = COMPARED.flatMap((name) => (name in headers ? [[name, plain(headers[name] ?? "")] as const] : []));
  const base = { step: step.ask, status, headers: Object.fromEntries(compared) };
  if (step.only === "status") return base;
  if (json === undefined) return step.only ? base : { ...base, body: plain(new TextDecoder().decode(answer.body)) };
  if (step.only === "shape") return { ...base, shape: shapeOf(json) };
  const said = step.only === "kinds" ? kindsIn(json) : step.only === "ids" ? idsIn(json) : json;
  return { ...base, body: JSON.parse(plain(JSON.stringify(said, withoutTimes))) as unknown };
}

/** Those of bash pages have a time and other ids in them. */
const ANY_ID = /\b\d{20}(?:_[A-Za-z0-9]+)+\b|\b[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\b/g;
const withoutTimes = (field: string, value: unknown): unknown =>
  field.endsWith("_at") || field === "timestamp" ? "<time>" : value;

/** Told by another thread of the server: when is up to chance. */
const STATS = "ConversationStateUpdateEvent environment stats";

/** A page with nothing of its events but what they are. */
function kindsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kindsIn).filter((kind) => kind !== STATS);
  if (typeof value !== "object" || value === null) return value;
  const { kind, key, source, action, observation, code, value: said } = value as Readonly<Record<string, unknown>>;
  if (kind === undefined)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, kindsIn(inner)]));
  const what = [valueAt(action ?? observation, "kind"), code, key, key === "execution_status" ? said : undefined];
  return [kind, source, ...what].filter((part) => typeof part === "string").join(" ");
}

/** A list or a page with nothing of its things but their ids. */
function idsIn(value: unknown): unknown {
  const { items = value, ...rest } = Object(value) as { readonly items?: unknown };
  const ids = Array.isArray(items) ? items.map((item) => valueAt(item, "id") ?? null) : items;
  return Array.isArray(value) ? ids : { ...rest, items: ids };
}

/** A value with types in the place of its contents. The first item of a list stands for all. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([field, inner]) => [field, shapeOf(inner)]));
}

/** Many answers have the same form: it is written once, and named by its step after that. */
function withoutRepeats(traces: readonly Trace[]): Trace[] {
  const first = new Map<string, string>();
  return traces.map((one, at) => {
    if (one.shape === undefined) return one;
    const text = JSON.stringify(one.shape);
    const known = first.get(text);
    if (known === undefined) first.set(text, `as in ${at}: ${one.step}`);
    return { ...one, shape: known ?? one.shape };
  });
}

/** As it is written into a file. */
export const textOfTraces = (traces: readonly Trace[]): string =>
  `[\n${traces.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`;
