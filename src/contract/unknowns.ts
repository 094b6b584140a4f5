/** What a valid value has beyond its shape: fields and kinds that the document does not list. */
import { explain } from "../explain.js";
import type { Shape } from "../generated/shapes.js";
import { OF_CLIENT_TOOLS } from "./document.js";

/** Something that is not listed. */
export interface Stranger {
  readonly what: "field" | "kind";
  /** Of the field; of a kind, where it stands. */
  readonly path: readonly (string | number)[];
}

/** How many are reported of one value. */
const MAX_STRANGERS = 20;

type Path = Stranger["path"];

/** What of `value` is not listed by `shape`, in the order of the value. Where the value breaks the shape, nothing is. */
export function strangersIn(shape: Shape, value: unknown): Stranger[] {
  const found: Stranger[] = [];
  walk(shape, value, [], "", found);
  return found;
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `tag` is the field that says which member of a union an object is; the shape of the member does not list it. */
function walk(shape: Shape, value: unknown, path: Path, tag: string, found: Stranger[]): void {
  if (found.length >= MAX_STRANGERS || value === null || value === undefined || typeof shape === "string") return;
  if (typeof shape === "function") walk(shape(), value, path, tag, found);
  else if ("optional" in shape) walk(shape.optional, value, path, tag, found);
  else if ("nullable" in shape) walk(shape.nullable, value, path, tag, found);
  else if ("maybe" in shape) walk(shape.maybe, value, path, tag, found);
  else if ("union" in shape)
    walk(shape.union.find((member) => explain(member, value).length === 0) ?? "any", value, path, "", found);
  else if ("array" in shape || "tuple" in shape) {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries())
      walk("array" in shape ? shape.array : (shape.tuple[index] ?? "any"), item, [...path, index], "", found);
  } else if (isFields(value)) walkFields(shape, value, path, tag, found);
}

type Fields = Extract<Shape, { object: unknown } | { record: unknown } | { tagged: unknown } | { is: unknown }>;

function walkFields(
  shape: Fields,
  value: Readonly<Record<string, unknown>>,
  path: Path,
  tag: string,
  found: Stranger[],
): void {
  if ("is" in shape) return;
  if ("tagged" in shape) {
    const kind = value[shape.tagged];
    const branch = typeof kind === "string" && Object.hasOwn(shape.branches, kind) ? shape.branches[kind] : undefined;
    if (branch) walk(branch, value, path, shape.tagged, found);
    else if (typeof kind === "string" && !OF_CLIENT_TOOLS.test(kind)) found.push({ what: "kind", path });
    return;
  }
  for (const name of Object.keys(value)) {
    const member =
      "record" in shape ? shape.record : Object.hasOwn(shape.object, name) ? shape.object[name] : undefined;
    if (member) walk(member, value[name], [...path, name], "", found);
    else if (name !== tag && found.length < MAX_STRANGERS) found.push({ what: "field", path: [...path, name] });
  }
}
