/** Can the document be compared? What is reached from its operations is looked at once, before anything is compared. */
import {
  type At,
  below,
  entriesOf,
  fail,
  inside,
  isNode,
  itemsOf,
  lookUp,
  member,
  type Node,
  type Source,
  targetOf,
} from "./document.js";
import { isApi, type Operation, operationsOf, schemasOf } from "./operations.js";

const words = (text: string): string[] => text.split(" ");

/** Keywords that hold one schema, a list of schemas, schemas by name. */
const HOLDERS: ReadonlyMap<string, "list" | "map" | "one"> = new Map([
  ...words("items additionalProperties propertyNames not if then else contains").map((key) => [key, "one"] as const),
  ...words("anyOf oneOf allOf prefixItems").map((key) => [key, "list"] as const),
  ...words("properties patternProperties dependentSchemas").map((key) => [key, "map"] as const),
]);

/** The value may be what the schema in these says: a circle of them alone says nothing. */
const SAME_VALUE = ["anyOf", "oneOf", "allOf"];

/** No document nests like this; one that does is made to break its readers. */
const DEEPEST = 200;

/** A document that can be compared, and the schemas that its operations reach, by pointer. */
export interface Checked extends Source {
  readonly reached: ReadonlySet<string>;
  readonly operations: ReadonlyMap<string, Operation>;
  /** What each schema refers to, by pointer: of those that are reached, and those that stand in operations. */
  readonly targets: ReadonlyMap<string, ReadonlyMap<string, At>>;
  /** The unions that have a discriminator, where operations reach them. */
  readonly unions: readonly At[];
  /** The properties by which unions tell a schema from their other members, by its pointer. */
  readonly tags: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Looks at a parsed document: OpenAPI 3.1 or later, operations below `/api`, schemas that are schemas, references that
 * lead somewhere.
 *
 * @throws {ContractError} at the first fault, with its place
 */
export function checkedDocument(value: unknown, name: string): Checked {
  const source: Source = { name, root: isNode(value) ? value : {} };
  if (!isNode(value)) return fail(source, "#", "expected an object");
  checkVersion(source, value);
  if (!isNode(value["paths"])) return fail(source, "#/paths", "missing; expected the operations");
  if (!Object.keys(value["paths"]).some(isApi)) {
    return fail(source, "#/paths", "no path is below /api: is it the document of an Agent Server?");
  }
  const operations = operationsOf(source);
  return { ...source, operations, ...lookAround(source, operations) };
}

function checkVersion(source: Source, { openapi, swagger }: Node): void {
  if (typeof openapi !== "string") {
    const found = typeof swagger === "string" ? "a Swagger 2 document is not supported" : "missing";
    fail(source, "#/openapi", `${found}; expected an OpenAPI document of version 3.1 or later`);
  }
  const [, major = "", minor = ""] = /^(\d+)\.(\d+)/.exec(openapi) ?? [];
  if (Number(major) !== 3 || Number(minor) < 1) {
    fail(source, "#/openapi", `version ${openapi.slice(0, 20)} is not supported; expected 3.1 or later`);
  }
}

function lookAround(
  source: Source,
  operations: Checked["operations"],
): Pick<Checked, "reached" | "tags" | "targets" | "unions"> {
  const unions: At[] = [];
  const targets = new Map<string, Map<string, At>>();
  const reached = new Set<string>();
  const tags = new Map<string, Set<string>>();
  const sound = new Set<string>();
  const todo = [...operations.values()].flatMap((operation) => schemasOf(operation).map(({ at }) => at));
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const found = new Map<string, At>();
    for (const each of schemasIn(source, at, 0)) {
      if (isNode(member(each.value, "discriminator"))) unions.push(each);
      addTags(source, each, tags);
      const target = targetOf(each.value);
      if (target === undefined) continue;
      const other = lookUp(source, target, below(each.pointer, "$ref"));
      found.set(other.pointer, other);
    }
    targets.set(at.pointer, found);
    for (const [pointer, other] of found) {
      if (reached.has(pointer)) continue;
      reached.add(pointer);
      noCircle(source, other, [], sound);
      todo.push(other);
    }
  }
  return { reached, tags, targets, unions };
}

/** The members of a union that has a discriminator are told apart by a property that they need. */
function addTags(source: Source, at: At, tags: Map<string, Set<string>>): void {
  const discriminator = inside(at, "discriminator");
  for (const [, { value, pointer }] of entriesOf(inside(discriminator, "mapping")))
    if (typeof value === "string" && value.startsWith("#")) lookUp(source, value, pointer);
  const property = member(discriminator.value, "propertyName");
  if (typeof property !== "string") return;
  for (const each of ["anyOf", "oneOf"].flatMap((key) => itemsOf(inside(at, key)))) {
    const target = targetOf(each.value);
    if (target === undefined) continue;
    const { pointer } = lookUp(source, target, below(each.pointer, "$ref"));
    tags.set(pointer, new Set([...(tags.get(pointer) ?? []), property]));
  }
}

/** A schema and all schemas inside it, not through references. */
function* schemasIn(source: Source, at: At, depth: number): Generator<At> {
  const { value, pointer } = at;
  if (value === undefined || typeof value === "boolean") return;
  if (!isNode(value)) fail(source, pointer, "expected a schema");
  if (depth > DEEPEST) fail(source, pointer, "nested too deeply");
  yield at;
  for (const child of childrenOf(source, at)) yield* schemasIn(source, child, depth + 1);
}

function childrenOf(source: Source, at: At): At[] {
  const { value, pointer } = at;
  return Object.keys(isNode(value) ? value : {}).flatMap((keyword): At[] => {
    const holds = HOLDERS.get(keyword);
    if (holds === undefined) return [];
    const held = inside(at, keyword);
    if (holds === "list" && !Array.isArray(held.value)) fail(source, below(pointer, keyword), "expected a list");
    if (holds === "map" && !isNode(held.value)) fail(source, below(pointer, keyword), "expected schemas by name");
    return holds === "one" ? [held] : holds === "map" ? entriesOf(held).map(([, child]) => child) : itemsOf(held);
  });
}

/** Follows what describes the very same value: references and the members of unions. */
function noCircle(source: Source, at: At, above: readonly string[], sound: Set<string>): void {
  if (above.includes(at.pointer)) fail(source, at.pointer, "the schema leads back to itself and says nothing");
  if (sound.has(at.pointer)) return;
  const target = targetOf(at.value);
  const next = SAME_VALUE.flatMap((keyword) =>
    member(at.value, keyword) === undefined ? [] : itemsOf(inside(at, keyword)),
  );
  if (target !== undefined) next.push(lookUp(source, target, below(at.pointer, "$ref")));
  for (const each of next) noCircle(source, each, [...above, at.pointer], sound);
  sound.add(at.pointer);
}
