/** How callers show who they are. */
import { tell, type Use } from "./comparison.js";
import { canonicalText } from "./described.js";
import { type At, entriesOf, inside, isNode, itemsOf, resolved, type Source, textsOf } from "./document.js";
import { type Operation, securityAt } from "./operations.js";

/** Compares the ways in which an operation lets callers in. */
export function compareSecurity(use: Use, pinned: Operation, actual: Operation): void {
  const { pinned: source, actual: other } = use.comparison;
  const names = namesInPinned(source, other);
  const [before, after] = [waysOf(source, pinned, new Map()), waysOf(other, actual, names)];
  const [open, isOpen] = [before, after].map((ways) => ways.size === 0 || ways.has(""));
  const [was, is] = [before, after].map((ways) => [...ways.keys()].filter((way) => way !== ""));
  const told = { before: listOf(was), after: listOf(is) };
  if (open !== isOpen) {
    const [rule, pointer, what] = open
      ? (["security-added", securityAt(other, actual).pointer, `a key is needed now: ${told.after}`] as const)
      : ([
          "security-removed",
          securityAt(source, pinned).pointer,
          `no key is needed any more; it was ${told.before}`,
        ] as const);
    tell(use, rule, pointer, { what, ...told });
    return;
  }
  for (const [way, pointer] of before)
    if (!after.has(way))
      tell(use, "security-alternative-removed", pointer, {
        what: `the key ${wordOf(way)} is no longer taken`,
        before: wordOf(way),
      });
  for (const [way, pointer] of after)
    if (!before.has(way))
      tell(use, "security-alternative-added", pointer, {
        what: `the key ${wordOf(way)} is taken, too`,
        after: wordOf(way),
      });
}

const wordOf = (way: string): string => (way === "" ? "none at all" : way);
const listOf = (ways: readonly string[] | undefined): string => ways?.join(" or ") || "none";

/** The ways in, as text, each with its place: the schemes that are needed together, with their scopes. */
function waysOf(source: Source, operation: Operation, names: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    itemsOf(securityAt(source, operation)).map((way) => {
      const schemes = entriesOf(way).map(([name, { value }]) => {
        const scopes = textsOf(value).sort().join(", ");
        return `${names.get(name) ?? name}${scopes === "" ? "" : ` (${scopes})`}`;
      });
      return [schemes.sort().join(" and "), way.pointer];
    }),
  );
}

const schemesOf = (source: Source): Map<string, At> =>
  new Map(
    entriesOf({
      value: isNode(source.root["components"]) ? source.root["components"]["securitySchemes"] : undefined,
      pointer: "#/components/securitySchemes",
    }).map(([name, at]) => [name, resolved(source, at)]),
  );

const SILENT = new Set(["description", "bearerFormat"]);
const sayingOf = ({ value }: At): string =>
  canonicalText(
    isNode(value)
      ? Object.fromEntries(Object.entries(value).filter(([key]) => !SILENT.has(key) && !key.startsWith("x-")))
      : value,
  );

/** Schemes of the actual document that have another name in the pinned one, and say the same. */
function namesInPinned(source: Source, other: Source): ReadonlyMap<string, string> {
  const [before, after] = [schemesOf(source), schemesOf(other)];
  return new Map(
    [...after].flatMap(([name, at]): [string, string][] => {
      if (before.has(name)) return [];
      const same = [...before].find(([known, each]) => !after.has(known) && sayingOf(each) === sayingOf(at));
      return same ? [[name, same[0]]] : [];
    }),
  );
}

/** Compares what the schemes that operations use say of the key. */
export function compareSchemes(use: Use, operations: readonly Operation[]): void {
  const { pinned: source, actual: other } = use.comparison;
  const used = new Set(
    operations.flatMap((operation) =>
      itemsOf(securityAt(source, operation)).flatMap((way) => entriesOf(way).map(([name]) => name)),
    ),
  );
  const after = schemesOf(other);
  for (const [name, at] of schemesOf(source)) {
    const now = after.get(name);
    if (!used.has(name) || !now || sayingOf(at) === sayingOf(now)) continue;
    const place = { owner: `security scheme \`${name}\``, field: "" };
    tell({ ...use, place }, "security-scheme-changed", at.pointer, {
      what: "the key is wanted in another place or form",
      before: wayOf(at),
      after: wayOf(now),
    });
  }
}

/** `apiKey, header, X-Session-API-Key`. */
const wayOf = (at: At): string =>
  ["type", "in", "scheme", "name"]
    .map((key) => inside(at, key).value)
    .filter((value) => typeof value === "string")
    .join(", ");
