/** Names: what the document calls things becomes what a TypeScript user would call them. Pure. */
import { DocumentError, type Node, type OpenApiDocument } from "./document.js";

/** Names that the generated types need for themselves. */
const RESERVED = new Set([
  "paths",
  "operations",
  "components",
  "webhooks",
  "$defs",
  "Unlisted",
  "Blob",
  "Record",
  "Array",
]);

const pascal = (words: string): string =>
  words
    .split("_")
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** `X-Output` is X, `X-Input` is XInput: the suffix is a clean partition by direction. */
const directionSuffix = (name: string): [base: string, suffix: string] => {
  if (name.endsWith("-Output")) return [name.slice(0, -"-Output".length), ""];
  if (name.endsWith("-Input")) return [name.slice(0, -"-Input".length), "Input"];
  return [name, ""];
};

/** `Body_<function>_api_…_post` is the form body of one operation; the runtime twin says for what. */
const formBody = (name: string): string | undefined => {
  const functionName = /^Body_(.+?)_api_/.exec(name)?.[1];
  if (functionName === undefined) return undefined;
  return `${pascal(functionName)}Body${name.includes("__runtime_conversation_id__") ? "ForConversation" : ""}`;
};

/** `openhands__a__b__X` is X; a foreign root stays as a prefix, so that a new schema never moves an old name. */
const moduleQualified = (name: string): string => {
  const parts = name.split("__");
  if (parts.length < 2 || name.startsWith("_")) return name;
  const [root = "", last = ""] = [parts[0], parts.at(-1)];
  return root === "openhands" ? last : pascal(root) + last;
};

const shortName = (name: string): string => {
  const [base, suffix] = directionSuffix(name);
  return (formBody(base) ?? moduleQualified(base).replace(/^_+/, "")) + suffix;
};

/** Two names of one short form: the first module segment in which they differ goes in front of each. */
function qualified(names: readonly string[]): Map<string, string> | undefined {
  const modules = names.map((name) => name.split("__").slice(0, -1));
  const index = modules[0]?.findIndex((segment, i) => modules.some((other) => other[i] !== segment)) ?? -1;
  if (index < 0) return undefined;
  const entries = names.map((name, i) => [name, pascal(modules[i]?.[index] ?? "") + shortName(name)] as const);
  return new Set(entries.map(([, to]) => to)).size === names.length ? new Map(entries) : undefined;
}

/**
 * The map of all schema names. `mergeable` says whether two schemas are the same thing under two names.
 * Throws {@link DocumentError} on a collision that the rules do not resolve.
 */
export function schemaNames(
  names: readonly string[],
  mergeable: (a: string, b: string) => boolean,
): Map<string, string> {
  const groups = groupBy(names, shortName);
  const result = new Map<string, string>();
  for (const [short, group] of groups) {
    if (!/^[A-Za-z]\w*$/.test(short)) {
      throw new DocumentError(`schema name ${JSON.stringify(short)} is no identifier; add a rule to scripts/naming.ts`);
    }
    if (RESERVED.has(short))
      throw new DocumentError(`schema name ${short} is reserved; add a rule to scripts/naming.ts`);
    const [first = ""] = group;
    const same = group.every((name) => name === first || mergeable(first, name));
    const renamed = same ? new Map(group.map((name) => [name, short])) : qualified(group);
    if (!renamed) {
      throw new DocumentError(
        `schemas ${group.join(", ")} would all be called ${short}; add a rule to scripts/naming.ts`,
      );
    }
    for (const [from, to] of renamed) result.set(from, to);
  }
  const taken = new Map<string, string>();
  for (const [from, to] of result) {
    const other = taken.get(to);
    if (other !== undefined && !mergeable(from, other)) {
      throw new DocumentError(
        `schemas ${other} and ${from} would both be called ${to}; add a rule to scripts/naming.ts`,
      );
    }
    taken.set(to, from);
  }
  return result;
}

function groupBy<T, K>(items: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/** `<function>_<path>_<method>` is the function; the twin under a conversation and the same name in two routers say which. */
export function operationNames(paths: OpenApiDocument["paths"]): Map<string, string> {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, id: operationId(operation) })),
  );
  const short = ({ path, method, id }: (typeof all)[number]): string => {
    const tail = `${path.replace(/\W/g, "_")}_${method}`;
    const base = id.endsWith(tail) ? id.slice(0, -tail.length) : id;
    return path.includes("{runtime_conversation_id}") ? `${base}_for_conversation` : base;
  };
  const result = new Map<string, string>();
  for (const [name, group] of groupBy(all, short)) {
    for (const operation of group) {
      const router = operation.path.split("/")[2] ?? "";
      result.set(operation.id, group.length === 1 ? name : `${router.replace(/\W/g, "_")}_${name}`);
    }
  }
  if (new Set(result.values()).size !== result.size) {
    throw new DocumentError("two operations would have one name; add a rule to scripts/naming.ts");
  }
  return result;
}

export const operationId = (operation: Node): string => String(operation["operationId"]);
