/** Steps over settings, profiles, secrets and files, and what a server answers to each, put so that servers can be compared. */
import { AREA_STEPS_OF_EXTENSIONS } from "./areas-extensions.js";
import { AREA_STEPS_OF_FILES } from "./areas-files.js";
import { AREA_STEPS_OF_PROFILES } from "./areas-profiles.js";
import { AREA_STEPS_OF_SETTINGS } from "./areas-settings.js";
import type { Step } from "./areas-step.js";

/** Names in braces stand for values of earlier answers; `{work}` is a folder of the server's that is not there yet. */
export const AREA_STEPS: readonly Step[] = [
  ...AREA_STEPS_OF_SETTINGS,
  ...AREA_STEPS_OF_PROFILES,
  ...AREA_STEPS_OF_FILES,
  ...AREA_STEPS_OF_EXTENSIONS,
];

/** A step with its values put in. */
export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
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

const COMPARED = ["content-type", "content-disposition", "accept-ranges", "allow", "cache-control", "set-cookie"];

/** Takes every step and writes down what comes back. `names` says what is in braces from the beginning. */
export async function traceOf(
  names: Readonly<Record<string, string>>,
  ask: (asked: Asked) => Promise<Answered>,
): Promise<Trace[]> {
  const known: Record<string, string> = { ...names };
  const traces: Trace[] = [];
  for (const step of AREA_STEPS) {
    const answer = await ask(filledIn(step, known));
    const json = jsonOf(answer);
    for (const [name, place] of Object.entries(step.keep ?? {})) known[name] = String(valueAt(json, place));
    traces.push(trace(step, answer, json, known));
  }
  return withoutRepeats(traces);
}

function filledIn({ ask, body, headers = {}, file }: Step, known: Readonly<Record<string, string>>): Asked {
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (braces, name: string) => known[name] ?? braces);
  const [method = "", path = ""] = ask.split(" ");
  const content: unknown = body === undefined ? undefined : JSON.parse(fill(JSON.stringify(body)));
  return { method, path: fill(path), headers, body: content, ...(file === undefined ? {} : { file }) };
}

const isJson = ({ headers }: Answered): boolean => headers["content-type"] === "application/json";
const jsonOf = (answer: Answered): unknown =>
  isJson(answer) ? (JSON.parse(new TextDecoder().decode(answer.body)) as unknown) : undefined;

const valueAt = (value: unknown, place: string): unknown =>
  place.split(".").reduce<unknown>((inner, field) => Reflect.get(Object(inner), field), value);

function trace(step: Step, answer: Answered, json: unknown, known: Readonly<Record<string, string>>): Trace {
  const names = Object.entries(known).sort(([, a], [, b]) => b.length - a.length);
  const plain = (text: string): string =>
    names.reduce((result, [name, value]) => result.replaceAll(value, `{${name}}`), text).replace(ANY_ID, "<id>");
  const { status, headers } = answer;
  const compared = COMPARED.flatMap((name) => (name in headers ? [[name, plain(headers[name] ?? "")] as const] : []));
  const base = { step: step.ask, status, headers: Object.fromEntries(compared) };
  if (step.only === "status") return base;
  if (json === undefined) return step.only ? base : { ...base, body: plain(new TextDecoder().decode(answer.body)) };
  return step.only === "shape"
    ? { ...base, shape: shapeOf(json) }
    : { ...base, body: JSON.parse(plain(JSON.stringify(json, withoutTimes))) as unknown };
}

const ANY_ID = /\b[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\b/g;
const withoutTimes = (field: string, value: unknown): unknown => (field.endsWith("_at") ? "<time>" : value);

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
