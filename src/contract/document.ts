/** A document as the comparison walks through it: nodes that know their place, and references followed. */
import { ContractError } from "../errors.js";

/** An object of the document. */
export type Node = { readonly [key: string]: unknown };

/** A value of the document and its JSON pointer. */
export interface At {
  readonly value: unknown;
  readonly pointer: string;
}

/** A document, and what messages call it. */
export interface Source {
  readonly name: string;
  readonly root: Node;
}

/** Objects only: no arrays, no null. */
export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A property of the document's own: `constructor` is a name as any other. */
export const member = (value: unknown, key: string): unknown =>
  isNode(value) && Object.hasOwn(value, key) ? value[key] : undefined;

const escaped = (key: string): string => (/[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key);
const unescaped = (key: string): string => key.replaceAll("~1", "/").replaceAll("~0", "~");

/** A pointer some steps further down. */
export const below = (pointer: string, ...keys: readonly (string | number)[]): string =>
  pointer + keys.map((key) => `/${escaped(String(key))}`).join("");

/** What stands at a keyword: no name, which might hold a slash. */
export const inside = ({ value, pointer }: At, key: string): At => ({
  value: member(value, key),
  pointer: `${pointer}/${key}`,
});

/** The entries of an object, each with its place; of anything else none. */
export const entriesOf = ({ value, pointer }: At): [string, At][] =>
  isNode(value) ? Object.entries(value).map(([key, item]) => [key, { value: item, pointer: below(pointer, key) }]) : [];

/** The items of an array, each with its place, but for what the server made while it ran; of anything else none. */
export function itemsOf({ value, pointer }: At): At[] {
  if (!Array.isArray(value)) return [];
  const items = value.map((item: unknown, index) => ({ value: item, pointer: below(pointer, index) }));
  return items.filter((item) => !isMadeWhileRunning(item, value));
}

/** Of these the client makes the kinds up itself, one for each of its tools: no version lists them. */
export const OF_CLIENT_TOOLS = /^ClientAction_/;
/** What the server calls an action whose model is asked for a risk, a summary or both. */
const EXTENDED = /(?:WithRisk|WithSummary)+$/;

/**
 * Conversations leave actions behind that the document of the server then lists: of client tools, and of every tool that
 * they used with what the model is asked for beside its arguments. The wire has the plain ones.
 */
function isMadeWhileRunning({ value }: At, siblings: readonly unknown[]): boolean {
  const name = nameOf(targetOf(value) ?? "");
  if (OF_CLIENT_TOOLS.test(name)) return true;
  if (!EXTENDED.test(name)) return false;
  const plain = name.replace(EXTENDED, "");
  return siblings.some((sibling) => nameOf(targetOf(sibling) ?? "") === plain);
}

/** A text of the document; for anything else what stands for it. */
export const textOr = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);

/** What the document lists by name in a place, as strings; anything else is passed over. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

const keysOf = (pointer: string): string[] => pointer.split("/").slice(1).map(unescaped);

/**
 * Says that a document cannot be compared, and where.
 *
 * @throws {ContractError} always
 */
export function fail({ name }: Source, pointer: string, message: string): never {
  throw new ContractError(`The ${name} document`, [{ path: keysOf(pointer), code: "document", message }]);
}

/** The pointer that a `$ref` names, for the document's own parts. */
export const targetOf = (value: unknown): string | undefined => {
  const target = member(value, "$ref");
  return typeof target === "string" ? target : undefined;
};

/** The part of the document that a pointer names; `from` is where it is named. */
export function lookUp(source: Source, pointer: string, from: string): At {
  if (pointer !== "#" && !pointer.startsWith("#/"))
    fail(source, from, "only a reference within the document is followed");
  const keys = keysOf(decoded(pointer));
  let value: unknown = source.root;
  for (const key of keys) value = Array.isArray(value) ? value[Number(key)] : member(value, key);
  if (value === undefined) fail(source, from, `the reference to ${pointer} points at nothing`);
  return { value, pointer: below("#", ...keys) };
}

/** Pointers in a URI may be percent-encoded; what is no such code stays. */
function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

const LONGEST_CHAIN = 50;

/** A part of an operation that may be written elsewhere: parameters, bodies, answers, path items. */
export function resolved(source: Source, at: At): At {
  let found = at;
  for (let steps = 0; steps < LONGEST_CHAIN; steps++) {
    const target = targetOf(found.value);
    if (target === undefined) return found;
    found = lookUp(source, target, below(found.pointer, "$ref"));
  }
  return fail(source, below(at.pointer, "$ref"), "the reference leads back to itself");
}

const SCHEMAS = "#/components/schemas/";

/** A schema's name from its pointer, as people call it. */
export const nameOf = (pointer: string): string =>
  pointer.startsWith(SCHEMAS) ? unescaped(pointer.slice(SCHEMAS.length)) : pointer;

/** Do both say the same, letter for letter? The order of keys says nothing. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  if (!isNode(a) || !isNode(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
}
