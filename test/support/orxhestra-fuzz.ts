/**
 * Inputs that may break the verifying of events, and the run that holds every answer against the second opinion of
 * orxhestra-reference.ts: never a wrong "valid", never a rejection, and no right signature refused.
 */
import * as orx from "../../src/orxhestra.js";
import { type Fields, isFields } from "./corpus.js";
import { golden, seedOf } from "./orxhestra.js";
import { referenceSigned, referenceVerifies } from "./orxhestra-reference.js";
import { BEYOND_JSON, NUMBERS, PIECES, SMALL_DIDS, SPACES, STRINGS, UNIVERSAL, VALUES } from "./orxhestra-values.js";
import { type Random, randomFrom } from "./random.js";

const SIGNED = golden.signed.filter(({ verify }) => verify === true).map(({ wire_json }) => wire_json);
const ANY_SIGNED = golden.signed.map(({ wire_json }) => wire_json);

const at = (random: Random, length: number): number => random.below(length + 1);
const around = (text: string, from: number, to: number, middle: string): string =>
  text.slice(0, from) + middle + text.slice(to);

function scribbled(text: string, random: Random): string {
  let result = text;
  for (let count = 1 + random.below(3); count > 0; count--) {
    const from = at(random, result.length);
    const to = Math.min(result.length, from + random.below(4));
    result = around(
      result,
      from,
      to,
      random.chance(0.3) ? result.slice(to, to + random.below(9)) : random.pick(PIECES),
    );
  }
  return result;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** One string or number in the place of another, which keeps it JSON more often than not. */
function exchanged(text: string, random: Random): string {
  const tokens = [...text.matchAll(TOKEN)];
  const token = random.pick(tokens);
  const [found] = token;
  const isString = found.startsWith('"');
  const forms = isString
    ? [found.normalize("NFD"), found.normalize("NFC"), JSON.stringify(random.pick(STRINGS)), random.pick(tokens)[0]]
    : [random.pick(NUMBERS), `${found}.0`, `${found}e0`, `-${found}`, JSON.stringify(found)];
  return around(text, token.index, token.index + found.length, random.pick(forms));
}

/** A key twice: of two the later one counts. */
function doubled(text: string, random: Random): string {
  const key = random.pick([...text.matchAll(/[{,]("(?:[^"\\]|\\.)*":)/g)]);
  return around(text, key.index + 1, key.index + 1, `${key[1]}${JSON.stringify(random.pick(VALUES.slice(0, 12)))},`);
}

function changed(value: unknown, random: Random, values: readonly unknown[]): unknown {
  if (random.chance(0.15) || typeof value !== "object" || value === null) return random.pick(values);
  if (Array.isArray(value)) {
    const items: unknown[] = [...value];
    if (items.length === 0 || random.chance(0.2)) return [...items, random.pick(values)];
    const index = random.below(items.length);
    return random.chance(0.2) ? items.toSpliced(index, 1) : items.with(index, changed(items[index], random, values));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || random.chance(0.1))
    return Object.fromEntries([...entries, [random.pick(STRINGS), random.pick(values)]]);
  const index = random.below(entries.length);
  const [key = "", item] = entries[index] ?? [];
  if (random.chance(0.1)) return Object.fromEntries(entries.toSpliced(index, 1));
  return Object.fromEntries(entries.with(index, [key, changed(item, random, values)]));
}

const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");

function withSeal(event: Fields, random: Random): Fields {
  const donor = JSON.parse(random.pick(ANY_SIGNED)) as Fields;
  const signature = stringOf(event["signature"]);
  const seals: readonly Fields[] = [
    { signature: donor["signature"] },
    { signer_did: donor["signer_did"] },
    { signature: donor["signature"], signer_did: donor["signer_did"] },
    { signature: scribbled(signature, random) },
    { signer_did: scribbled(stringOf(event["signer_did"]), random) },
    { signature: `${signature} ` },
    { signature: signature.replaceAll("-", "+").replaceAll("_", "/") },
    { signature: UNIVERSAL, signer_did: random.pick(SMALL_DIDS) },
    { signer_did: stringOf(event["signer_did"]) + random.pick(SPACES) },
  ];
  return { ...event, ...random.pick(seals) };
}

function jsonText(random: Random, depth: number): string {
  const kind = random.below(depth > 0 ? 5 : 3);
  if (kind === 0) return random.pick(NUMBERS.slice(0, -2).filter((text) => text !== "1e400"));
  if (kind === 1) return JSON.stringify(random.pick(STRINGS));
  if (kind === 2) return random.pick(["null", "true", "false"]);
  const items = Array.from({ length: random.below(4) }, () => jsonText(random, depth - 1));
  if (kind === 3) return `[${items.join(",")}]`;
  return `{${items.map((item) => `${JSON.stringify(random.pick(STRINGS))}:${item}`).join(",")}}`;
}

/** An event that was never seen, signed by the second opinion. */
function fresh(random: Random): string {
  const object = (): string =>
    `{"k":${jsonText(random, 3)},${JSON.stringify(random.pick(STRINGS))}:${jsonText(random, 2)}}`;
  const text = (): string => JSON.stringify(random.pick(STRINGS) + random.pick(STRINGS));
  const time = random.pick(NUMBERS.slice(0, -2).filter((digits) => digits !== "1e400"));
  const parts = [
    `{"type":"text","text":${text()}}`,
    `{"type":"tool_call","tool_call_id":${text()},"tool_name":${text()},"args":${object()}}`,
    `{"type":"tool_response","tool_call_id":"c","tool_name":"f","result":${text()}}`,
    `{"type":"data","data":${object()}}`,
  ].filter(() => random.chance(0.6));
  const response = random.pick(["null", `{"text":${text()},"model_version":${text()}}`]);
  const event = `{"id":${text()},"type":"agent_message","timestamp":${time},"branch":${text()},"agent_name":${random.pick(["null", text()])},"content":{"parts":[${parts.join(",")}]},"actions":{"state_delta":${object()}},"llm_response":${response},"signature":null,"signer_did":"${golden.meta.keys["K2"]?.did}"}`;
  return referenceSigned(event, seedOf("K2"));
}

/** One input: usually the text of an event, else what JSON.parse made of it, or something that JSON has not. */
export function fuzzInput(random: Random): unknown {
  const base = random.chance(0.8) ? random.pick(SIGNED) : random.pick(ANY_SIGNED);
  const event = (): Fields => JSON.parse(base) as Fields;
  switch (random.below(12)) {
    case 0:
    case 1:
      return scribbled(base, random);
    case 2:
    case 3:
      return exchanged(base, random);
    case 4:
      return doubled(base, random);
    case 5:
      return fresh(random);
    case 6:
      return exchanged(fresh(random), random);
    case 7:
      return JSON.stringify(changed(event(), random, VALUES));
    case 8:
      return changed(event(), random, VALUES);
    case 9:
      return changed(event(), random, [...VALUES, ...BEYOND_JSON]);
    case 10:
      return JSON.stringify(withSeal(event(), random));
    default:
      return random.chance(0.5) ? JSON.parse(fresh(random)) : withSeal(event(), random);
  }
}

const STATUSES: readonly string[] = ["valid", "invalid", "unsigned", "malformed", "unsupported", "lossy"];

/** The data of a value: without functions, and with a mark on integers that JSON has no writer for. */
function dataOf(value: unknown): unknown {
  if (typeof value === "bigint") return `@${value}@`;
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (Array.isArray(value)) return value.map(dataOf);
  return isFields(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, dataOf(item)])) : value;
}

/** The text that the input is, or would be sent as; undefined when there is none. */
function textOf(input: unknown): string | undefined {
  if (typeof input === "string") return input;
  return isFields(input) ? JSON.stringify(dataOf(input)).replace(/"@(-?\d+)@"/g, "$1") : undefined;
}

const isEvent = (text: string): boolean => {
  try {
    return orx.parseOrxEvent(JSON.parse(text)) !== undefined;
  } catch {
    return false;
  }
};

/** Why an answer is wrong; undefined when it is right. */
function faultOf(input: unknown, status: string): string | undefined {
  if (!STATUSES.includes(status)) return `no status: ${status}`;
  const text = textOf(input);
  const isRight = (): boolean => text !== undefined && referenceVerifies(text);
  if (status === "valid") return isRight() ? undefined : "a wrong valid";
  // an object may hold what its JSON has not
  if (typeof input !== "string") return undefined;
  if (status === "lossy") return "a text is never lossy";
  return isEvent(input) && isRight() ? `a right signature was called ${status}` : undefined;
}

/** How often each status came; throws at the first wrong answer, with all that is needed to see it again. */
export async function runFuzz(count: number, seed: number): Promise<Record<string, number>> {
  const random = randomFrom(seed);
  const counts: Record<string, number> = Object.fromEntries(STATUSES.map((status) => [status, 0]));
  for (let index = 0; index < count; index++) {
    const input = fuzzInput(random);
    const status = await orx.verifyEvent(input as string).then(
      (answer) => answer.status,
      (error: unknown) => `rejected with ${String(error)}`,
    );
    const fault = faultOf(input, status);
    if (fault !== undefined) throw new Error(`${fault} (seed ${seed}, input ${index}): ${textOf(input)}`);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}
