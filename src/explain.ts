/** Says where a value breaks a shape, after a check has refused it. Slower than a check, and only run then. */
import type { Issue } from "./errors.js";
import type { Shape } from "./generated/shapes.js";

/** How many issues are reported of one value: enough to act on, and no work that a broken server could make long. */
const MAX_ISSUES = 20;

type Path = readonly (string | number)[];

/** The issues of `value` under `shape`, in the order of the shape; none when it is valid. */
export function explain(shape: Shape, value: unknown): Issue[] {
  const issues: Issue[] = [];
  walk(shape, value, [], issues);
  return issues;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const SIMPLE = {
  any: ["anything", () => true],
  string: ["a string", (value: unknown) => typeof value === "string"],
  number: ["a number", Number.isFinite],
  integer: ["an integer", Number.isInteger],
  boolean: ["a boolean", (value: unknown) => typeof value === "boolean"],
  null: ["null", (value: unknown) => value === null],
} as const;

const typeName = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value !== "number" || Number.isInteger(value)) return `a ${typeof value}`;
  return Number.isFinite(value) ? "a fraction" : "a number that is not finite";
};

function walk(shape: Shape, value: unknown, path: Path, issues: Issue[]): void {
  if (issues.length >= MAX_ISSUES) return;
  if (typeof shape === "function") {
    walk(shape(), value, path, issues);
  } else if (typeof shape === "string") {
    const [expected, test] = SIMPLE[shape];
    if (!test(value)) issues.push(wrongType(expected, value, path));
  } else if ("optional" in shape) {
    if (value !== undefined) walk(shape.optional, value, path, issues);
  } else if ("nullable" in shape) {
    if (value !== null) walk(shape.nullable, value, path, issues);
  } else if ("maybe" in shape) {
    if (value !== null && value !== undefined) walk(shape.maybe, value, path, issues);
  } else if ("is" in shape) {
    const expected = JSON.stringify(shape.is);
    if (typeof value !== typeof shape.is) issues.push(wrongType(expected, value, path));
    else if (value !== shape.is) issues.push({ path, code: "invalid_value", message: `expected ${expected}` });
  } else if ("union" in shape) {
    walkUnion(shape, value, path, issues);
  } else if ("array" in shape || "tuple" in shape) {
    if (Array.isArray(value)) walkItems(shape, value, path, issues);
    else issues.push(wrongType("an array", value, path));
  } else if (isFields(value)) {
    walkFields(shape, value, path, issues);
  } else {
    issues.push(wrongType("an object", value, path));
  }
}

type Fields = Extract<Shape, { object: unknown } | { record: unknown } | { tagged: unknown }>;

function walkFields(shape: Fields, value: Record<string, unknown>, path: Path, issues: Issue[]): void {
  if ("tagged" in shape) walkTagged(shape, value, path, issues);
  else if ("object" in shape) {
    for (const name in shape.object) walk(shape.object[name] ?? "any", value[name], [...path, name], issues);
  } else {
    for (const name of Object.keys(value)) {
      if (name !== "__proto__") walk(shape.record, value[name], [...path, name], issues);
    }
  }
}

const wrongType = (expected: string, value: unknown, path: Path): Issue =>
  value === undefined
    ? { path, code: "missing", message: `missing; expected ${expected}` }
    : { path, code: "invalid_type", message: `expected ${expected}, got ${typeName(value)}` };

type Items = Extract<Shape, { array: unknown } | { tuple: unknown }>;

function walkItems(shape: Items, items: readonly unknown[], path: Path, issues: Issue[]): void {
  if ("tuple" in shape && items.length !== shape.tuple.length) {
    issues.push({ path, code: "invalid_value", message: `expected ${shape.tuple.length} items, got ${items.length}` });
    return;
  }
  for (let i = 0; i < items.length && issues.length < MAX_ISSUES; i++) {
    walk("array" in shape ? shape.array : (shape.tuple[i] ?? "any"), items[i], [...path, i], issues);
  }
}

type Union = Extract<Shape, { union: unknown }>;

/** The member that was meant says what is wrong: the one whose tag fits, else the one that gets furthest. */
function walkUnion({ union, tag }: Union, value: unknown, path: Path, issues: Issue[]): void {
  const attempts = union.map((member) => {
    const found: Issue[] = [];
    walk(member, value, path, found);
    return found;
  });
  if (attempts.some((found) => found.length === 0)) return;
  const isTagged = tag !== undefined && isFields(value);
  const isMeant = (found: readonly Issue[]): boolean =>
    isTagged
      ? !found.some((issue) => issue.path.length === path.length + 1 && issue.path.at(-1) === tag)
      : found.some((issue) => issue.path.length > path.length);
  const [best] = attempts.filter(isMeant).sort((a, b) => a.length - b.length);
  if (best) issues.push(...best.slice(0, MAX_ISSUES - issues.length));
  else
    issues.push({
      path: isTagged ? [...path, tag] : path,
      code: "invalid_value",
      message: "fits no member of the union",
    });
}

type Tagged = Extract<Shape, { tagged: string }>;

function walkTagged(
  { tagged, branches, other }: Tagged,
  value: Record<string, unknown>,
  path: Path,
  issues: Issue[],
): void {
  const tag = value[tagged];
  const at = [...path, tagged];
  const branch = typeof tag === "string" && Object.hasOwn(branches, tag) ? branches[tag] : other;
  if (typeof tag !== "string") issues.push(wrongType("a string", tag, at));
  else if (branch) walk(branch, value, path, issues);
  else issues.push({ path: at, code: "invalid_value", message: `expected one of ${Object.keys(branches).join(", ")}` });
}
